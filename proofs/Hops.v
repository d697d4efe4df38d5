(** Pairings in Maker-Breaker games, and the newest piece in hop games.

    Rust: the steps [pairing] and [breaker] of the checker (crates/certificate/src/game/arguments.rs);
    crates/rules/src/games/hop.rs, crates/solve/src/positional/newest.rs. Page: docs/theory-positional.md, theorem 1. *)
From Coq Require Import Arith List Lia Bool.
From Outplay Require Import Potential.
Import ListNotations.

Section Sets.
  Variable sets : list (list nat).
  Notation owns := (owns sets).
  Notation maker_wins := (maker_wins sets).

  Lemma owns_more M M' : (forall x, has x M = true -> has x M' = true) -> owns M = true -> owns M' = true.
  Proof.
    intros S O. unfold Potential.owns in *. apply existsb_exists in O as (A & IA & F). apply existsb_exists.
    exists A. split; auto. rewrite forallb_forall in *. auto.
  Qed.

  Lemma has_cons x y l : has x (y :: l) = (x =? y) || has x l.
  Proof. reflexivity. Qed.

  (** ** Pairings *)

  (** Every open set has both points of a pair; the points of the pairs are free and all different. *)
  Definition paired (pairs : list (nat * nat)) (free maker : list nat) : Prop :=
    NoDup (flat_map (fun p => [fst p; snd p]) pairs) /\
    (forall p, In p pairs -> In (fst p) free /\ In (snd p) free) /\
    (forall x, In x free -> has x maker = false) /\
    forall A, In A sets ->
      (exists x, In x A /\ ~ In x free /\ has x maker = false) \/
      (exists p, In p pairs /\ In (fst p) A /\ In (snd p) A).

  Lemma paired_not_owned pairs free maker : paired pairs free maker -> owns maker = false.
  Proof.
    intros (_ & F & D & C). destruct (owns maker) eqn:O; auto. unfold Potential.owns in O.
    apply existsb_exists in O as (A & IA & W). rewrite forallb_forall in W.
    destruct (C A IA) as [(x & X & _ & NM)|(p & P & P1 & _)].
    - rewrite (W x X) in NM. discriminate.
    - destruct (F p P) as (F1 & _). apply D in F1. rewrite (W _ P1) in F1. discriminate.
  Qed.

  Lemma flat_in (pairs : list (nat * nat)) x : In x (flat_map (fun p => [fst p; snd p]) pairs) <->
    exists p, In p pairs /\ (x = fst p \/ x = snd p).
  Proof. rewrite in_flat_map. split; intros (p & P & E); exists p; cbn in *; intuition. Qed.

  (** Taking one pair out of the list. *)
  Lemma pair_out (pairs : list (nat * nat)) p : In p pairs -> NoDup (flat_map (fun p => [fst p; snd p]) pairs) ->
    exists rest, NoDup (flat_map (fun p => [fst p; snd p]) rest) /\ fst p <> snd p /\
      (forall q, In q pairs <-> q = p \/ In q rest) /\
      (forall q, In q rest -> fst q <> fst p /\ fst q <> snd p /\ snd q <> fst p /\ snd q <> snd p).
  Proof.
    intros I N. apply in_split in I as (l1 & l2 & ->). rewrite flat_map_app in N. cbn [flat_map app] in N.
    apply NoDup_remove in N as (N & N1). apply NoDup_remove in N as (N & N2).
    exists (l1 ++ l2). rewrite flat_map_app. split; auto.
    rewrite in_app_iff in N1. cbn in N1. split; [intros E; apply N1; auto|]. split.
    - intros q. rewrite !in_app_iff. cbn. intuition.
    - intros q Q. assert (X : forall x, x = fst q \/ x = snd q -> In x (flat_map (fun p => [fst p; snd p]) l1 ++ flat_map (fun p => [fst p; snd p]) l2)).
      { intros x E. rewrite <- flat_map_app. apply flat_in. exists q. auto. }
      rewrite in_app_iff in N2.
      repeat split; intros E.
      + apply N1. specialize (X (fst q) (or_introl eq_refl)). rewrite in_app_iff in X. rewrite <- E. cbn. tauto.
      + apply N2. specialize (X (fst q) (or_introl eq_refl)). rewrite in_app_iff in X. rewrite <- E. tauto.
      + apply N1. specialize (X (snd q) (or_intror eq_refl)). rewrite in_app_iff in X. rewrite <- E. cbn. tauto.
      + apply N2. specialize (X (snd q) (or_intror eq_refl)). rewrite in_app_iff in X. rewrite <- E. tauto.
  Qed.
  (** Breaker takes a point: a pair through it is used up, and its sets are closed. *)
  Lemma paired_breaker pairs free maker q : paired pairs free maker -> In q free ->
    exists rest, paired rest (take q free) maker.
  Proof.
    intros (N & F & D & C) Q.
    assert (D' : forall x, In x (take q free) -> has x maker = false) by (intros x X; apply take_in in X as (X & _); auto).
    destruct (in_dec Nat.eq_dec q (flat_map (fun p => [fst p; snd p]) pairs)) as [I|I].
    - apply flat_in in I as (p & P & E). destruct (pair_out pairs p P N) as (rest & NR & _ & R1 & R2).
      exists rest. split; auto. split; [|split; auto].
      + intros r R. destruct (F r) as (F1 & F2); [apply R1; auto|]. destruct (R2 r R) as (A1 & A2 & A3 & A4).
        rewrite !take_in. repeat split; auto; destruct E as [-> | ->]; auto.
      + intros A IA. destruct (C A IA) as [(x & X & NF & NM)|(r & R & P1 & P2)].
        * left. exists x. repeat split; auto. rewrite take_in. tauto.
        * apply R1 in R as [->|R]; [|right; exists r; auto].
          left. exists q. split; [destruct E as [-> | ->]; auto|]. split; [rewrite take_in; tauto|auto].
    - exists pairs. split; auto. split; [|split; auto].
      + intros r R. destruct (F r R) as (F1 & F2). rewrite !take_in.
        repeat split; auto; intros E; apply I, flat_in; exists r; auto.
      + intros A IA. destruct (C A IA) as [(x & X & NF & NM)|X]; [|auto].
        left. exists x. repeat split; auto. rewrite take_in. tauto.
  Qed.

  (** Whoever moves: with such pairs Maker never owns a set. *)
  Theorem pairing fuel : forall pairs free maker, paired pairs free maker ->
    maker_wins fuel true free maker = false /\ maker_wins fuel false free maker = false.
  Proof.
    induction fuel as [fuel IH] using lt_wf_ind. intros pairs free maker P.
    pose proof (paired_not_owned _ _ _ P) as NO.
    destruct fuel as [|fuel]; cbn [Potential.maker_wins]; rewrite NO; auto. cbn [orb]. split.
    - destruct (existsb _ free) eqn:E; auto. exfalso. apply existsb_exists in E as (m & M & E).
      pose proof P as (N & F & D & C).
      destruct (in_dec Nat.eq_dec m (flat_map (fun p => [fst p; snd p]) pairs)) as [I|I].
      + (* a point of a pair: the answer is the other one *)
        apply flat_in in I as (p & Pp & Em). destruct (pair_out pairs p Pp N) as (rest & NR & Np & R1 & R2).
        destruct (F p Pp) as (F1 & F2).
        set (o := if m =? fst p then snd p else fst p).
        assert (Eo : (m = fst p /\ o = snd p) \/ (m = snd p /\ o = fst p)).
        { unfold o. destruct (Nat.eqb_spec m (fst p)) as [->|X]; [auto|]. destruct Em; [contradiction|auto]. }
        assert (Fo : In o free) by (destruct Eo as [(_ & ->)|(_ & ->)]; auto).
        assert (Nom : o <> m) by (destruct Eo as [(-> & ->)|(-> & ->)]; auto).
        assert (To : In o (take m free)) by (apply take_in; auto).
        assert (P' : paired rest (take o (take m free)) (m :: maker)).
        { split; auto. split; [|split].
          - intros r R. destruct (F r) as (G1 & G2); [apply R1; auto|]. destruct (R2 r R) as (A1 & A2 & A3 & A4).
            rewrite !take_in. destruct Eo as [(-> & ->)|(-> & ->)]; auto.
          - intros x X. rewrite !take_in in X. destruct X as ((X & Xm) & _). rewrite has_cons, (D x X).
            destruct (Nat.eqb_spec x m); [contradiction|reflexivity].
          - intros A IA. destruct (C A IA) as [(x & X & NF & NM)|(r & R & P1 & P2)].
            + left. exists x. split; auto. rewrite !take_in, has_cons, NM. split; [tauto|].
              destruct (Nat.eqb_spec x m) as [->|]; [contradiction|reflexivity].
            + apply R1 in R as [->|R]; [|right; exists r; auto].
              left. exists o. split; [destruct Eo as [(_ & ->)|(_ & ->)]; auto|]. rewrite !take_in, has_cons, (D o Fo).
              split; [tauto|]. destruct (Nat.eqb_spec o m); [contradiction|reflexivity]. }
        assert (NO' : owns (m :: maker) = false) by now apply (paired_not_owned rest (take o (take m free))).
        destruct fuel as [|fuel]; cbn [Potential.maker_wins] in E; rewrite NO' in E; [discriminate|]. cbn [orb] in E.
        destruct (take m free) as [|x l] eqn:T; [discriminate|]. rewrite <- T in *.
        rewrite forallb_forall in E. specialize (E o To).
        destruct (IH fuel ltac:(lia) rest _ _ P') as (X & _). congruence.
      + (* another point: it may as well be Maker's already *)
        assert (P' : paired pairs (take m free) (m :: maker)).
        { split; auto. split; [|split].
          - intros r R. destruct (F r R) as (G1 & G2). rewrite !take_in.
            repeat split; auto; intros X; apply I, flat_in; exists r; auto.
          - intros x X. rewrite take_in in X. destruct X as (X & Xm). rewrite has_cons, (D x X).
            destruct (Nat.eqb_spec x m); [contradiction|reflexivity].
          - intros A IA. destruct (C A IA) as [(x & X & NF & NM)|X]; [|auto].
            left. exists x. split; auto. rewrite take_in, has_cons, NM. split; [tauto|].
            destruct (Nat.eqb_spec x m) as [->|]; [contradiction|reflexivity]. }
        destruct (IH fuel ltac:(lia) pairs _ _ P') as (_ & X). congruence.
    - destruct free as [|x l] eqn:T; auto. rewrite <- T in *. assert (Q : In x free) by (rewrite T; now left).
      destruct (forallb _ free) eqn:E; auto. rewrite forallb_forall in E. specialize (E x Q).
      destruct (paired_breaker pairs free maker x P Q) as (rest & P').
      destruct (IH fuel ltac:(lia) rest _ _ P') as (X & _). congruence.
  Qed.

  (** ** The newest piece *)

  Lemma owns_same M M' : (forall x, has x M = has x M') -> owns M = owns M'.
  Proof. intros S. apply eq_true_iff_eq. split; apply owns_more; intros x; now rewrite S. Qed.

  Lemma maker_wins_same fuel : forall turn free M M', (forall x, has x M = has x M') ->
    maker_wins fuel turn free M = maker_wins fuel turn free M'.
  Proof.
    induction fuel as [|fuel IH]; intros turn free M M' S.
    - cbn. now rewrite (owns_same M M' S).
    - cbn [Potential.maker_wins]. pose proof (owns_same M M' S) as EO.
      rewrite EO. f_equal. destruct turn.
      + assert (X : forall l, existsb (fun p => maker_wins fuel false (take p free) (p :: M)) l =
          existsb (fun p => maker_wins fuel false (take p free) (p :: M')) l); [|apply X].
        induction l as [|p l IHl]; cbn [existsb]; auto. rewrite IHl. f_equal. apply IH. intros x. now rewrite !has_cons, S.
      + destruct free as [|y free]; auto.
        assert (X : forall l, forallb (fun p => maker_wins fuel true (take p (y :: free)) M) l =
          forallb (fun p => maker_wins fuel true (take p (y :: free)) M') l); [|apply X].
        induction l as [|p l IHl]; cbn [forallb]; auto. rewrite IHl. f_equal. now apply IH.
  Qed.

  Lemma forallb_false {A} (f : A -> bool) l : forallb f l = false -> exists x, In x l /\ f x = false.
  Proof.
    induction l as [|a l IH]; cbn; [discriminate|]. intros E. destruct (f a) eqn:F; [|exists a; auto].
    destruct (IH E) as (x & X & Fx). exists x. auto.
  Qed.

  (** A hop game with free hops: a player hops from a piece b of his own to any free point c; c becomes his, and b the
      opponent's. [over] says when the game has ended otherwise, whatever that means (the opponent owns a set). *)
  Variable over : list nat -> list nat -> bool.

  (** Whether Xavier can come to own one of his sets. [xs] and [os] are the pieces of the two. *)
  Fixpoint xavier_owns (fuel : nat) (xavier_moves : bool) (xs os free : list nat) : bool :=
    owns xs ||
    match fuel with
    | 0 => false
    | S fuel =>
      if over xs os then false
      else if xavier_moves then
        existsb (fun b => existsb (fun c => xavier_owns fuel false (c :: take b xs) (b :: os) (take c free)) free) xs
      else match os, free with
           | [], _ | _, [] => false
           | _, _ => forallb (fun o => forallb (fun d => xavier_owns fuel true (o :: xs) (d :: take o os) (take d free)) free) os
           end
    end.

  (** Theorem 1, Xavier to move: if Breaker wins the Maker-Breaker game in which Maker has the X's and moves first, Olivia
      can play so that Xavier never owns a set. *)
  Theorem newest_piece fuel : forall xs os free, maker_wins fuel true free xs = false ->
    xavier_owns fuel true xs os free = false.
  Proof.
    enough (G : forall fuel xs M os free, (forall x, has x xs = has x M) -> maker_wins fuel true free M = false ->
      xavier_owns fuel true xs os free = false) by eauto.
    clear fuel. induction fuel as [fuel IH] using lt_wf_ind. intros xs M os free S W.
    rewrite <- (maker_wins_same fuel true free xs M S) in W.
    destruct fuel as [|fuel]; cbn [Potential.maker_wins xavier_owns] in *; apply orb_false_iff in W as (NO & W); rewrite NO; auto.
    cbn [orb]. destruct (over xs os); auto.
    destruct (existsb _ xs) eqn:E; auto. exfalso. apply existsb_exists in E as (b & B & E). apply existsb_exists in E as (c & C & E).
    assert (Wc : maker_wins fuel false (take c free) (c :: xs) = false).
    { destruct (maker_wins fuel false (take c free) (c :: xs)) eqn:X; auto.
      assert (Y : existsb (fun p => maker_wins fuel false (take p free) (p :: xs)) free = true)
        by (apply existsb_exists; exists c; auto). congruence. }
    (* Xavier's pieces are a part of Maker's points *)
    assert (NX : owns (c :: take b xs) = false).
    { destruct (owns (c :: take b xs)) eqn:X; auto. apply (owns_more _ (c :: xs)) in X.
      - destruct fuel; cbn [Potential.maker_wins] in Wc; rewrite X in Wc; discriminate.
      - intros x. rewrite !has_cons, take_has. destruct (x =? c), (has x xs); auto. }
    destruct fuel as [|fuel]; cbn [Potential.maker_wins xavier_owns] in *; rewrite NX in E; [discriminate|]. cbn [orb] in E.
    destruct (over _ _); [discriminate|]. apply orb_false_iff in Wc as (_ & Wc).
    destruct (take c free) as [|y l] eqn:T; [discriminate|]. rewrite <- T in *.
    (* Breaker's answer d; Olivia hops there from b, the newest O *)
    destruct (forallb_false _ _ Wc) as (d & D & Wd).
    rewrite forallb_forall in E. specialize (E b ltac:(now left)). rewrite forallb_forall in E. specialize (E d D).
    rewrite (IH fuel ltac:(lia) _ (c :: xs)) in E; [discriminate| |exact Wd].
    intros x. rewrite !has_cons, take_has. destruct (Nat.eqb_spec x b) as [->|]; cbn; [|now rewrite andb_true_r].
    assert (Hb : has b xs = true) by now apply has_in. rewrite Hb. now rewrite orb_true_r.
  Qed.

  (** Olivia to move: she first chooses an O, which becomes Maker's, and Breaker moves first. *)
  Theorem newest_piece_second fuel xs os free o : In o os -> maker_wins fuel false free (o :: xs) = false ->
    xavier_owns fuel false xs os free = false.
  Proof.
    intros O W.
    assert (NX : owns xs = false).
    { destruct (owns xs) eqn:X; auto. apply (owns_more _ (o :: xs)) in X.
      - destruct fuel; cbn [Potential.maker_wins] in W; rewrite X in W; discriminate.
      - intros x. rewrite has_cons. intros ->. apply orb_true_r. }
    destruct fuel as [|fuel]; cbn [Potential.maker_wins xavier_owns] in *; rewrite NX; auto. cbn [orb].
    apply orb_false_iff in W as (_ & W). destruct (over xs os); auto.
    destruct os as [|o1 os1] eqn:EO; [destruct O|]. rewrite <- EO in *.
    destruct free as [|y l] eqn:EF; auto. rewrite <- EF in *.
    destruct (forallb_false _ _ W) as (d & D & Wd).
    destruct (forallb _ os) eqn:E; auto. exfalso. rewrite forallb_forall in E. specialize (E o O).
    rewrite forallb_forall in E. specialize (E d D). rewrite newest_piece in E; [discriminate|exact Wd].
  Qed.
End Sets.
