(** Impartial games: the mex rule, Grundy values, outcomes, and the theorem of Sprague and Grundy for sums.

    Rust: [Impartial] in crates/rules/src/rules.rs; the solvers and the checker
    (crates/certificate/src/game/impartial.rs) take the nim-sum of the parts of a position. *)
From Coq Require Import Arith List Lia Bool.
Import ListNotations.

Arguments Nat.lxor : simpl never.

(** ** Nim-sum *)

Definition nim_sum (l : list nat) : nat := fold_right Nat.lxor 0 l.

Lemma nim_sum_app l k : nim_sum (l ++ k) = Nat.lxor (nim_sum l) (nim_sum k).
Proof.
  unfold nim_sum. induction l as [|x l IH]; cbn.
  - now rewrite Nat.lxor_0_l.
  - now rewrite IH, Nat.lxor_assoc.
Qed.

Lemma lxor_cancel_r a b : Nat.lxor (Nat.lxor a b) b = a.
Proof. now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r. Qed.

Lemma lxor_inj_r a b c : Nat.lxor a c = Nat.lxor b c -> a = b.
Proof. intros E. rewrite <- (lxor_cancel_r a c), E. apply lxor_cancel_r. Qed.

Lemma lxor_inj_l a b c : Nat.lxor c a = Nat.lxor c b -> a = b.
Proof. rewrite !(Nat.lxor_comm c). apply lxor_inj_r. Qed.

(** Every number is twice another plus its lowest bit, and the nim-sum works bit by bit. *)
Lemma lxor_step a x b y :
  Nat.lxor (2 * a + Nat.b2n x) (2 * b + Nat.b2n y) = 2 * Nat.lxor a b + Nat.b2n (xorb x y).
Proof.
  apply Nat.bits_inj. intros [|n].
  - rewrite Nat.lxor_spec, !Nat.testbit_0_r. reflexivity.
  - rewrite Nat.lxor_spec, !Nat.testbit_succ_r. now rewrite Nat.lxor_spec.
Qed.

Lemma halve a : exists b x, a = 2 * b + Nat.b2n x.
Proof. destruct (Nat.exists_div2 a) as (b & x & E). now exists b, x. Qed.

(** The heart of the theory of Nim: whatever is less than [a xor b] is reached by making [a] or [b] smaller. *)
Lemma lxor_less c : forall a b, c < Nat.lxor a b -> Nat.lxor c b < a \/ Nat.lxor c a < b.
Proof.
  enough (H : forall n a b c, a < n -> b < n -> c < Nat.lxor a b -> Nat.lxor c b < a \/ Nat.lxor c a < b).
  { intros a b. apply (H (S (a + b))); lia. }
  induction n as [|n IH]; [lia|]. intros a b d Ha Hb Hd.
  destruct (Nat.eq_dec a 0) as [->|Na].
  { rewrite Nat.lxor_0_l in Hd. rewrite Nat.lxor_0_r. now right. }
  destruct (Nat.eq_dec b 0) as [->|Nb].
  { rewrite Nat.lxor_0_r in Hd. rewrite Nat.lxor_0_r. now left. }
  destruct (halve a) as (a' & x & ->), (halve b) as (b' & y & ->), (halve d) as (d' & z & ->).
  rewrite lxor_step in Hd. rewrite !lxor_step.
  assert (C : d' < Nat.lxor a' b' \/ d' = Nat.lxor a' b' /\ z = false /\ xorb x y = true).
  { destruct x, y, z; cbn [Nat.b2n xorb] in *; lia. }
  destruct C as [C|(-> & -> & X)].
  - destruct (IH a' b' d') as [D|D]; try lia; [left|right];
      destruct x, y, z; cbn [Nat.b2n xorb] in *; lia.
  - destruct x, y; try discriminate.
    + left. rewrite lxor_cancel_r. cbn [Nat.b2n xorb]. lia.
    + right. rewrite (Nat.lxor_comm a' b'), lxor_cancel_r. cbn [Nat.b2n xorb]. lia.
Qed.

(** ** The least number that is missing *)

Definition is_mex (P : nat -> Prop) (m : nat) : Prop := ~ P m /\ forall i, i < m -> P i.

Lemma is_mex_unique P m n : is_mex P m -> is_mex P n -> m = n.
Proof.
  intros (A & B) (C & D). destruct (lt_eq_lt_dec m n) as [[E|E]|E]; auto; exfalso; auto.
Qed.

Lemma is_mex_ext P Q m : (forall v, P v <-> Q v) -> is_mex P m -> is_mex Q m.
Proof. intros E (A & B). split; [rewrite <- E; auto | intros i H; apply E; auto]. Qed.

(** The first of [start, start + 1, ...] that is not in the list; [fuel] numbers are tried. *)
Fixpoint missing (fuel start : nat) (l : list nat) : nat :=
  match fuel with
  | 0 => start
  | S fuel => if existsb (Nat.eqb start) l then missing fuel (S start) l else start
  end.

Definition mex (l : list nat) : nat := missing (length l) 0 l.

Lemma existsb_In v l : existsb (Nat.eqb v) l = true <-> In v l.
Proof.
  rewrite existsb_exists. split.
  - intros (x & H & E). now apply Nat.eqb_eq in E as <-.
  - intros H. exists v. now rewrite Nat.eqb_refl.
Qed.

Lemma missing_spec fuel : forall start l,
  let m := missing fuel start l in
  (forall i, start <= i < m -> In i l) /\ (In m l -> m = start + fuel).
Proof.
  induction fuel as [|fuel IH]; intros start l; cbn.
  - split; lia.
  - destruct (existsb (Nat.eqb start) l) eqn:E.
    + apply existsb_In in E. destruct (IH (S start) l) as (A & B). split.
      * intros i H. destruct (Nat.eq_dec i start) as [->|N]; auto. apply A. lia.
      * intros H. rewrite (B H). lia.
    + split; [lia|]. intros H. apply existsb_In in H. congruence.
Qed.

Lemma mex_spec l : is_mex (fun v => In v l) (mex l).
Proof.
  unfold mex. destruct (missing_spec (length l) 0 l) as (A & B). split.
  - intros H. specialize (B H). cbn in B.
    (* then 0, ..., length l would all be in the list *)
    assert (N : length (seq 0 (S (length l))) <= length l).
    { apply NoDup_incl_length; [apply seq_NoDup|]. intros i Hi. apply in_seq in Hi.
      destruct (Nat.eq_dec i (length l)) as [->|]; [now rewrite <- B at 1|]. apply A. lia. }
    rewrite seq_length in N. lia.
  - intros i H. apply A. lia.
Qed.

(** If [a] and [b] are the mexes of two sets of options, [a xor b] is that of the options of the sum. *)
Lemma is_mex_sum A B a b :
  is_mex A a -> is_mex B b ->
  is_mex (fun v => (exists x, A x /\ v = Nat.lxor x b) \/ (exists y, B y /\ v = Nat.lxor a y)) (Nat.lxor a b).
Proof.
  intros (NA & LA) (NB & LB). split.
  - intros [(x & H & E)|(y & H & E)].
    + apply lxor_inj_r in E. congruence.
    + apply lxor_inj_l in E. congruence.
  - intros i H. destruct (lxor_less _ _ _ H) as [L|L].
    + left. exists (Nat.lxor i b). split; auto. now rewrite lxor_cancel_r.
    + right. exists (Nat.lxor i a). split; auto. now rewrite (Nat.lxor_comm a), lxor_cancel_r.
Qed.

(** ** Impartial games *)

(** Finitely many options at every position, and a rank that falls with every move: no play goes on for ever. *)
Record game := {
  position : Type;
  options : position -> list position;
  rank : position -> nat;
  rank_falls : forall p q, In q (options p) -> rank q < rank p
}.

Section Values.
  Variable G : game.

  Fixpoint grundy_in (fuel : nat) (p : position G) : nat :=
    match fuel with
    | 0 => 0
    | S fuel => mex (map (grundy_in fuel) (options G p))
    end.

  (** The Grundy value: the least number that is not the value of an option. *)
  Definition grundy (p : position G) : nat := grundy_in (S (rank G p)) p.

  Lemma grundy_in_enough fuel : forall fuel' p,
    rank G p < fuel -> rank G p < fuel' -> grundy_in fuel p = grundy_in fuel' p.
  Proof.
    induction fuel as [|fuel IH]; intros [|fuel'] p H H'; try lia. cbn. f_equal.
    apply map_ext_in. intros q Hq. apply rank_falls in Hq. apply IH; lia.
  Qed.

  Theorem grundy_mex p : is_mex (fun v => exists q, In q (options G p) /\ grundy q = v) (grundy p).
  Proof.
    apply (is_mex_ext (fun v => In v (map grundy (options G p)))).
    - intros v. rewrite in_map_iff. firstorder.
    - replace (grundy p) with (mex (map grundy (options G p))); [apply mex_spec|].
      unfold grundy at 2. cbn [grundy_in]. f_equal. apply map_ext_in. intros q Hq.
      apply rank_falls in Hq. apply grundy_in_enough; lia.
  Qed.

  (** Grundy values are the only numbers that obey the mex rule. *)
  Theorem grundy_unique (f : position G -> nat) :
    (forall p, is_mex (fun v => exists q, In q (options G p) /\ f q = v) (f p)) -> forall p, f p = grundy p.
  Proof.
    intros Hf.
    enough (H : forall n p, rank G p < n -> f p = grundy p) by (intros p; apply (H (S (rank G p))); lia).
    induction n as [|n IH]; [lia|]. intros p Hp.
    eapply is_mex_unique; [|apply grundy_mex]. eapply is_mex_ext; [|apply Hf].
    intros v. split; intros (q & Hq & E); exists q; split; auto; rewrite <- E;
      apply rank_falls in Hq; [symmetry|]; apply IH; lia.
  Qed.

  Fixpoint wins_in (fuel : nat) (p : position G) : bool :=
    match fuel with
    | 0 => false
    | S fuel => existsb (fun q => negb (wins_in fuel q)) (options G p)
    end.

  (** Normal play: who cannot move loses. [wins p]: p is an N-position, the player to move wins. *)
  Definition wins (p : position G) : bool := wins_in (S (rank G p)) p.

  Lemma wins_in_grundy fuel : forall p, rank G p < fuel -> wins_in fuel p = negb (grundy p =? 0).
  Proof.
    induction fuel as [|fuel IH]; [lia|]. intros p Hp. cbn [wins_in].
    destruct (grundy_mex p) as (N & L).
    destruct (Nat.eqb_spec (grundy p) 0) as [E|E]; cbn.
    - destruct (existsb _ _) eqn:X; auto. exfalso. apply existsb_exists in X as (q & Hq & W).
      pose proof (rank_falls G _ _ Hq) as R. rewrite IH in W by lia.
      rewrite negb_involutive in W. apply Nat.eqb_eq in W. apply N. exists q. now rewrite E.
    - apply existsb_exists. destruct (L 0) as (q & Hq & E0); [lia|]. exists q. split; auto.
      pose proof (rank_falls G _ _ Hq) as R. rewrite IH by lia. now rewrite E0.
  Qed.

  (** A position is won by the player to move exactly if its Grundy value is not 0. *)
  Theorem wins_grundy p : wins p = negb (grundy p =? 0).
  Proof. apply wins_in_grundy. lia. Qed.

  Theorem wins_spec p : wins p = true <-> exists q, In q (options G p) /\ wins q = false.
  Proof.
    rewrite wins_grundy, negb_true_iff, Nat.eqb_neq. destruct (grundy_mex p) as (N & L). split.
    - intros E. destruct (L 0) as (q & Hq & E0); [lia|]. exists q. split; auto. now rewrite wins_grundy, E0.
    - intros (q & Hq & W) E. apply N. exists q. split; auto.
      rewrite wins_grundy in W. apply negb_false_iff, Nat.eqb_eq in W. congruence.
  Qed.
End Values.

(** ** Sums *)

Definition sum_options (G H : game) (p : position G * position H) : list (position G * position H) :=
  map (fun g => (g, snd p)) (options G (fst p)) ++ map (fun h => (fst p, h)) (options H (snd p)).

Lemma sum_falls (G H : game) p q :
  In q (sum_options G H p) -> rank G (fst q) + rank H (snd q) < rank G (fst p) + rank H (snd p).
Proof.
  intros I. apply in_app_or in I. rewrite !in_map_iff in I.
  destruct I as [(g & <- & I)|(g & <- & I)]; apply rank_falls in I; cbn; lia.
Qed.

(** The disjunctive sum: a move is a move in one of the two. *)
Definition sum (G H : game) : game := {|
  position := position G * position H;
  options := sum_options G H;
  rank := fun p => rank G (fst p) + rank H (snd p);
  rank_falls := sum_falls G H
|}.

(** Sprague and Grundy: the value of a sum is the nim-sum of the values. *)
Theorem sprague_grundy G H (g : position G) (h : position H) :
  grundy (sum G H) (g, h) = Nat.lxor (grundy G g) (grundy H h).
Proof.
  symmetry.
  refine (grundy_unique (sum G H) (fun p => Nat.lxor (grundy G (fst p)) (grundy H (snd p))) _ (g, h)).
  clear g h. intros (g & h). cbn [fst snd position sum].
  eapply is_mex_ext; [|apply (is_mex_sum _ _ _ _ (grundy_mex G g) (grundy_mex H h))].
  intros v. cbn [options sum]. unfold sum_options. cbn [fst snd]. split.
  - intros [(x & (q & Hq & <-) & ->)|(x & (q & Hq & <-) & ->)].
    + exists (q, h). split; auto. apply in_or_app. left. apply in_map_iff. now exists q.
    + exists (g, q). split; auto. apply in_or_app. right. apply in_map_iff. now exists q.
  - intros (q & Hq & E). apply in_app_or in Hq. rewrite !in_map_iff in Hq.
    destruct Hq as [(x & <- & I)|(x & <- & I)]; cbn in E; subst v; [left|right];
      eexists; (split; [exists x; split; [exact I|reflexivity]|reflexivity]).
Qed.

(** The sum of any number of positions of one game: a move is a move in one of them. *)
Fixpoint many_options {A} (opts : A -> list A) (l : list A) : list (list A) :=
  match l with
  | [] => []
  | p :: l => map (fun q => q :: l) (opts p) ++ map (cons p) (many_options opts l)
  end.

Fixpoint total {A} (r : A -> nat) (l : list A) : nat :=
  match l with [] => 0 | p :: l => r p + total r l end.

Lemma many_falls (G : game) l : forall k,
  In k (many_options (options G) l) -> total (rank G) k < total (rank G) l.
Proof.
  induction l as [|p l IH]; intros k H; cbn in *; [tauto|].
  apply in_app_or in H. rewrite !in_map_iff in H. destruct H as [(q & <- & I)|(m & <- & I)]; cbn.
  - apply rank_falls in I. lia.
  - apply IH in I. lia.
Qed.

Definition many (G : game) : game := {|
  position := list (position G);
  options := many_options (options G);
  rank := total (rank G);
  rank_falls := fun p q H => many_falls G p q H
|}.

Theorem sprague_grundy_many G (l : list (position G)) : grundy (many G) l = nim_sum (map (grundy G) l).
Proof.
  symmetry. apply (grundy_unique (many G) (fun l => nim_sum (map (grundy G) l))).
  clear l. cbn [position many options]. intros l. induction l as [|p l IH]; cbn [map nim_sum fold_right many_options].
  - split; [now intros (q & [] & _)|lia].
  - eapply is_mex_ext; [|apply (is_mex_sum _ _ _ _ (grundy_mex G p) IH)].
    intros v. split.
    + intros [(x & (q & Hq & <-) & ->)|(x & (k & Hk & <-) & ->)].
      * exists (q :: l). split; auto. apply in_or_app. left. apply in_map_iff. now exists q.
      * exists (p :: k). split; auto. apply in_or_app. right. apply in_map_iff. now exists k.
    + intros (q & Hq & E). apply in_app_or in Hq. rewrite !in_map_iff in Hq.
      destruct Hq as [(x & <- & I)|(x & <- & I)]; cbn in E; subst v; [left|right];
        eexists; (split; [exists x; split; [exact I|reflexivity]|reflexivity]).
Qed.
