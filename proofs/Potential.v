(** Maker-Breaker games, and the theorem of Erdős and Selfridge.

    Rust: [PlacingGame] in crates/rules/src/games/placing.rs; the step [potential] of the checker
    (crates/certificate/src/game/arguments.rs) and crates/solve/src/positional/search/bounds.rs rest on it. Page:
    docs/theory-positional.md, Breaker wins at a glance. *)
From Coq Require Import Arith List Lia Bool.
Import ListNotations.

Definition has (x : nat) (l : list nat) : bool := existsb (Nat.eqb x) l.

Lemma has_in x l : has x l = true <-> In x l.
Proof.
  unfold has. rewrite existsb_exists. split; [intros (y & Y & E); now apply Nat.eqb_eq in E as ->|].
  intros I. exists x. now rewrite Nat.eqb_refl.
Qed.

Definition take (p : nat) (l : list nat) : list nat := filter (fun x => negb (x =? p)) l.

Lemma take_in x p l : In x (take p l) <-> In x l /\ x <> p.
Proof. unfold take. rewrite filter_In, negb_true_iff, Nat.eqb_neq. tauto. Qed.

Lemma take_has x p l : has x (take p l) = has x l && negb (x =? p).
Proof.
  apply eq_true_iff_eq. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, !has_in. apply take_in.
Qed.

Section Game.
  (** The winning sets, each without repetitions. *)
  Variable sets : list (list nat).
  Hypothesis NoRepeats : forall A, In A sets -> NoDup A.

  Definition owns (maker : list nat) : bool := existsb (fun A => forallb (fun x => has x maker) A) sets.

  (** Whether Maker can come to own a set. One free point is taken a turn; when none is left the game is over. *)
  Fixpoint maker_wins (fuel : nat) (maker_moves : bool) (free maker : list nat) : bool :=
    owns maker ||
    match fuel with
    | 0 => false
    | S fuel =>
      if maker_moves then existsb (fun p => maker_wins fuel false (take p free) (p :: maker)) free
      else match free with
           | [] => false
           | _ => forallb (fun p => maker_wins fuel true (take p free) maker) free
           end
    end.

  (** A set is open if Breaker has no point of it. With u free points it weighs 2^-u; we count in units of 2^-K. *)
  Variable K : nat.
  Hypothesis Small : forall A, In A sets -> length A <= K.

  Definition open (free maker A : list nat) : bool := forallb (fun x => has x free || has x maker) A.
  Definition missing (free A : list nat) : nat := length (filter (fun x => has x free) A).
  Definition weigh (free maker A : list nat) : nat := if open free maker A then 2 ^ (K - missing free A) else 0.

  Definition total (c : list nat -> nat) : nat := fold_right (fun A n => c A + n) 0 sets.
  Definition weight (free maker : list nat) : nat := total (weigh free maker).
  (** The weight of the open sets through p. *)
  Definition weight_at (free maker : list nat) (p : nat) : nat :=
    total (fun A => if has p A then weigh free maker A else 0).

  Lemma total_le c d : (forall A, In A sets -> c A <= d A) -> total c <= total d.
  Proof.
    unfold total. clear. induction sets as [|A l IH]; cbn; auto. intros H.
    specialize (IH (fun B I => H B (or_intror I))). specialize (H A (or_introl eq_refl)). lia.
  Qed.

  Lemma total_add c d : total (fun A => c A + d A) = total c + total d.
  Proof. unfold total. clear. induction sets as [|A l IH]; cbn [fold_right]; [reflexivity|]. rewrite IH. lia. Qed.

  Lemma total_member c A : In A sets -> c A <= total c.
  Proof. unfold total. clear. induction sets as [|B l IH]; cbn; [tauto|]. intros [->|I]; [lia|]. apply IH in I. lia. Qed.

  Lemma missing_le free A : missing free A <= length A.
  Proof. unfold missing. induction A as [|x A IH]; cbn; [lia|]. destruct (has x free); cbn; lia. Qed.

  (** When Breaker takes p, the open sets through p are closed and the others stay as they are. *)
  Lemma breaker_takes free maker p A : has p maker = false ->
    weigh (take p free) maker A + (if has p A then weigh free maker A else 0) <= weigh free maker A.
  Proof.
    intros NM. destruct (has p A) eqn:HA.
    - unfold weigh at 1. replace (open (take p free) maker A) with false; [lia|].
      symmetry. unfold open. apply has_in in HA. destruct (forallb _ A) eqn:F; auto.
      rewrite forallb_forall in F. specialize (F p HA). rewrite take_has, Nat.eqb_refl, NM in F.
      rewrite andb_false_r in F. discriminate.
    - enough (E : weigh (take p free) maker A = weigh free maker A) by lia.
      assert (X : forall x, In x A -> has x (take p free) = has x free).
      { intros x I. rewrite take_has. destruct (Nat.eqb_spec x p) as [->|]; [|apply andb_true_r].
        apply has_in in I. congruence. }
      unfold weigh, open, missing.
      assert (E1 : forallb (fun x => has x (take p free) || has x maker) A = forallb (fun x => has x free || has x maker) A).
      { clear -X. induction A as [|x A IH]; cbn; auto. rewrite X by now left. f_equal. apply IH. intros y Y. apply X. now right. }
      assert (E2 : filter (fun x => has x (take p free)) A = filter (fun x => has x free) A).
      { apply filter_ext_in. exact X. }
      now rewrite E1, E2.
  Qed.

  (** When Maker takes q, the open sets through q weigh twice as much. *)
  Lemma maker_takes free maker q A : In A sets -> has q free = true ->
    weigh (take q free) (q :: maker) A <= weigh free maker A + (if has q A then weigh free maker A else 0).
  Proof.
    intros IA F. unfold weigh.
    assert (EO : open (take q free) (q :: maker) A = open free maker A).
    { unfold open. clear IA. induction A as [|x A IH]; cbn [forallb]; auto. f_equal; auto. rewrite take_has.
      change (has x (q :: maker)) with ((x =? q) || has x maker).
      destruct (Nat.eqb_spec x q) as [E|E]; [subst x; now rewrite F|]. cbn. now rewrite andb_true_r. }
    rewrite EO. destruct (open free maker A); [|destruct (has q A); lia].
    pose proof (missing_le free A) as L1. pose proof (Small A IA) as L2. pose proof (NoRepeats A IA) as ND.
    destruct (has q A) eqn:HA.
    - assert (E : missing free A = S (missing (take q free) A)).
      { clear -ND HA F. unfold missing. apply has_in in HA. induction A as [|x A IH]; [destruct HA|].
        inversion ND as [|? ? NI ND']; subst. cbn [filter]. rewrite take_has. destruct (Nat.eqb_spec x q) as [->|N].
        - rewrite F. cbn. f_equal. f_equal. apply filter_ext_in. intros y Y. rewrite take_has.
          destruct (Nat.eqb_spec y q) as [->|]; [contradiction|now rewrite andb_true_r].
        - destruct HA as [->|HA]; [congruence|]. cbn. rewrite andb_true_r. specialize (IH ND' HA).
          destruct (has x free); cbn; lia. }
      replace (K - missing (take q free) A) with (S (K - missing free A)) by lia. cbn. lia.
    - assert (E : missing (take q free) A = missing free A).
      { unfold missing. f_equal. apply filter_ext_in. intros x X. rewrite take_has.
        destruct (Nat.eqb_spec x q) as [->|]; [apply has_in in X; congruence|now rewrite andb_true_r]. }
      rewrite E. lia.
  Qed.

  Lemma owned_weight free maker : owns maker = true -> (forall x, In x free -> has x maker = false) ->
    2 ^ K <= weight free maker.
  Proof.
    intros O D. unfold owns in O. apply existsb_exists in O as (A & IA & F). rewrite forallb_forall in F.
    transitivity (weigh free maker A); [|now apply total_member].
    unfold weigh. replace (open free maker A) with true.
    - replace (missing free A) with 0; [rewrite Nat.sub_0_r; lia|]. symmetry. unfold missing.
      assert (E : filter (fun x => has x free) A = []).
      { clear -F D. induction A as [|x A IH]; cbn; auto. destruct (has x free) eqn:H.
        - apply has_in, D in H. rewrite F in H by now left. discriminate.
        - apply IH. intros y Y. apply F. now right. }
      now rewrite E.
    - symmetry. unfold open. rewrite forallb_forall. intros x X. rewrite (F x X). apply orb_true_r.
  Qed.

  Lemma heaviest free maker : free <> [] ->
    exists p, In p free /\ forall q, In q free -> weight_at free maker q <= weight_at free maker p.
  Proof.
    generalize (weight_at free maker) as m. intros m. induction free as [|a l IH]; [easy|]. intros _.
    destruct l as [|b l].
    { exists a. split; [now left|]. intros y [->|[]]. lia. }
    destruct IH as (x & I & M); [easy|]. destruct (le_lt_dec (m x) (m a)) as [L|L].
    - exists a. split; [now left|]. intros y [->|J]; [lia|]. specialize (M y J). lia.
    - exists x. split; [now right|]. intros y [->|J]; [lia|]. now apply M.
  Qed.

  Lemma weight_breaker free maker p : has p maker = false ->
    weight (take p free) maker + weight_at free maker p <= weight free maker.
  Proof.
    intros NM. unfold weight, weight_at. rewrite <- total_add. apply total_le. intros A _. now apply breaker_takes.
  Qed.

  Lemma weight_maker free maker q : has q free = true ->
    weight (take q free) (q :: maker) <= weight free maker + weight_at free maker q.
  Proof.
    intros F. unfold weight, weight_at. rewrite <- total_add. apply total_le. intros A IA. now apply maker_takes.
  Qed.

  (** Erdős and Selfridge: if the open sets weigh less than 1 and Breaker moves, Maker never owns a set. *)
  Theorem erdos_selfridge fuel : forall free maker, (forall x, In x free -> has x maker = false) ->
    weight free maker < 2 ^ K -> maker_wins fuel false free maker = false.
  Proof.
    induction fuel as [fuel IH] using lt_wf_ind. intros free maker D W.
    assert (NO : owns maker = false).
    { destruct (owns maker) eqn:O; auto. pose proof (owned_weight free maker O D). lia. }
    destruct fuel as [|fuel]; cbn [maker_wins]; rewrite NO; auto. cbn [orb].
    destruct free as [|x l] eqn:EF; auto. rewrite <- EF in *.
    destruct (heaviest free maker) as (p & Ip & Max); [now rewrite EF|].
    destruct (forallb _ free) eqn:F; auto. exfalso. rewrite forallb_forall in F. specialize (F p Ip).
    pose proof (weight_breaker free maker p (D p Ip)) as WB.
    assert (D' : forall x, In x (take p free) -> has x maker = false) by (intros y Y; apply take_in in Y; now apply D).
    destruct fuel as [|fuel]; cbn [maker_wins] in F; rewrite NO in F; [discriminate|]. cbn [orb] in F.
    apply existsb_exists in F as (q & Iq & F).
    rewrite (IH fuel) in F; [discriminate|lia| |].
    - intros y Y. apply take_in in Y as (Y & N). cbn. destruct (Nat.eqb_spec y q); [contradiction|]. now apply D'.
    - assert (Hq : has q (take p free) = true) by now apply has_in.
      pose proof (weight_maker (take p free) maker q Hq) as WM.
      assert (Wq : weight_at (take p free) maker q <= weight_at free maker q).
      { apply total_le. intros A _. pose proof (breaker_takes free maker p A (D p Ip)).
        destruct (has q A), (has p A); lia. }
      apply take_in in Iq as (Iq & _). specialize (Max q Iq). lia.
  Qed.

  (** If Maker moves, it is enough that the open sets and the heaviest point together weigh less than 1. *)
  Theorem erdos_selfridge_maker fuel free maker : (forall x, In x free -> has x maker = false) ->
    weight free maker < 2 ^ K -> (forall p, In p free -> weight free maker + weight_at free maker p < 2 ^ K) ->
    maker_wins fuel true free maker = false.
  Proof.
    intros D W H.
    assert (NO : owns maker = false).
    { destruct (owns maker) eqn:O; auto. pose proof (owned_weight free maker O D). lia. }
    destruct fuel as [|fuel]; cbn [maker_wins]; rewrite NO; auto. cbn [orb].
    destruct (existsb _ free) eqn:F; auto. apply existsb_exists in F as (q & Iq & F).
    rewrite erdos_selfridge in F; [discriminate| |].
    - intros y Y. apply take_in in Y as (Y & N). cbn. destruct (Nat.eqb_spec y q); [contradiction|]. now apply D.
    - assert (Hq : has q free = true) by now apply has_in.
      pose proof (weight_maker free maker q Hq). specialize (H q Iq). lia.
  Qed.
End Game.
