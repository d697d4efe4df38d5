(** The kernel of the checker for periods of nim-sequences, with a proof that what it accepts is true.

    Rust: [PeriodCertificate::check] in crates/certificate/src/period.rs, of which this is a model (without splits, which only
    make it fast). *)
From Coq Require Import Arith List Lia Bool.
From Outplay Require Import Impartial Heaps.
Import ListNotations.

(** ** The values, one after another *)

Definition code_of (digits : list nat) : code := fun k => nth k digits 0.

(** The values of the heaps 0, ..., n - 1. *)
Fixpoint table (d : code) (n : nat) : list nat :=
  match n with
  | 0 => []
  | S n =>
    let t := table d n in
    t ++ [mex (map (fun l => nim_sum (map (fun a => nth a t 0) l)) (heap_options d n))]
  end.

Lemma table_spec d n : table d n = map (heap_value d) (seq 0 n).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, map_app. cbn [table map Nat.add]. rewrite IH. f_equal. f_equal.
  eapply is_mex_unique; [apply mex_spec|]. eapply is_mex_ext; [|apply heap_value_nim_sequence].
  intros v. rewrite in_map_iff.
  assert (E : forall l, is_option d n l ->
    map (fun a => nth a (map (heap_value d) (seq 0 n)) 0) l = map (heap_value d) l).
  { intros l O. apply map_ext_in. intros a Ha. apply (option_smaller d n l a O) in Ha.
    rewrite (nth_indep _ 0 (heap_value d 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. reflexivity. }
  split; intros (l & A & B).
  - exists l. rewrite heap_options_spec. rewrite E by auto. auto.
  - exists l. rewrite heap_options_spec in B. rewrite E in A by auto. auto.
Qed.

Lemma table_nth d n i : i < n -> nth i (table d n) 0 = heap_value d i.
Proof.
  intros L. rewrite table_spec, (nth_indep _ 0 (heap_value d 0)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.

(** ** The statement *)

(** From [start] on the sequence repeats after [p], not before, and after nothing smaller. *)
Definition has_period (G : nat -> nat) (start p : nat) : Prop :=
  (forall n, start <= n -> G (n + p) = G n) /\
  (0 < start -> G (start - 1 + p) <> G (start - 1)) /\
  (forall q, 1 <= q < p -> ~ forall n, start <= n -> G (n + q) = G n).

Lemma period_times (G : nat -> nat) s p k : (forall n, s <= n -> G (n + p) = G n) -> forall n, s <= n -> G (n + k * p) = G n.
Proof.
  intros H. induction k as [|k IH]; intros n L; [f_equal; lia|].
  replace (n + S k * p) with (n + k * p + p) by lia. rewrite H by lia. now apply IH.
Qed.

(** The greatest common divisor of two periods is one. *)
Lemma period_gcd (G : nat -> nat) s p q : 1 <= p -> (forall n, s <= n -> G (n + p) = G n) -> (forall n, s <= n -> G (n + q) = G n) ->
  forall n, s <= n -> G (n + Nat.gcd p q) = G n.
Proof.
  intros P Hp Hq n L. destruct (Nat.gcd_bezout_pos p q ltac:(lia)) as (a & b & E).
  rewrite <- (period_times G s q b Hq (n + Nat.gcd p q)) by lia.
  replace (n + Nat.gcd p q + b * q) with (n + a * p) by lia. now apply (period_times G s).
Qed.

(** ** The check *)

(** The place of the last digit that is not 0, and the most heaps that a move leaves. *)
Definition last_digit (digits : list nat) : nat :=
  fold_right Nat.max 0 (filter (fun k => negb (nth k digits 0 =? 0)) (seq 0 (length digits))).
Definition most_heaps (digits : list nat) : nat :=
  fold_right Nat.max 0 (flat_map (fun d => filter (Nat.testbit d) (seq 0 (S (Nat.log2 d)))) digits).

Definition check_period (digits : list nat) (start p : nat) : bool :=
  let h := Nat.max 1 (most_heaps digits) in
  let n0 := Nat.max 1 start in
  let bound := h * n0 + (h - 1) * p + last_digit digits in
  let t := table (code_of digits) (bound + p) in
  let repeats q n := nth (n + q) t 0 =? nth n t 0 in
  let range := seq start (bound - start) in
  (1 <=? p) && forallb (repeats p) range &&
  match start with 0 => true | S s => negb (repeats p s) end &&
  forallb (fun q => negb (p mod q =? 0) || negb (forallb (repeats q) range)) (seq 1 (p - 1)).

Lemma fold_max l x : In x l -> x <= fold_right Nat.max 0 l.
Proof. induction l as [|y l IH]; cbn; [tauto|]. intros [->|I]; [lia|]. apply IH in I. lia. Qed.

Lemma last_digit_ends digits : ends_at (code_of digits) (last_digit digits).
Proof.
  intros k L. unfold code_of. destruct (Nat.eq_dec (nth k digits 0) 0) as [|N]; auto. exfalso.
  assert (K : k < length digits).
  { destruct (Nat.lt_ge_cases k (length digits)); auto. rewrite nth_overflow in N by auto. congruence. }
  enough (k <= last_digit digits) by lia. apply fold_max, filter_In. split; [apply in_seq; lia|].
  apply negb_true_iff, Nat.eqb_neq. exact N.
Qed.

Lemma most_heaps_leaves digits : leaves_at_most (code_of digits) (most_heaps digits).
Proof.
  intros k j A. unfold allows, code_of in A.
  assert (K : k < length digits).
  { destruct (Nat.lt_ge_cases k (length digits)); auto. rewrite nth_overflow, Nat.bits_0 in A by auto. discriminate. }
  apply fold_max, in_flat_map. exists (nth k digits 0). split; [now apply nth_In|].
  apply filter_In. split; auto. apply in_seq. split; [lia|].
  destruct (Nat.le_gt_cases j (Nat.log2 (nth k digits 0))) as [|G]; [lia|]. rewrite Nat.bits_above_log2 in A; [discriminate|auto].
Qed.

(** What the checker accepts is true. *)
Theorem check_period_sound digits start p : check_period digits start p = true ->
  has_period (heap_value (code_of digits)) start p.
Proof.
  unfold check_period. cbv zeta. set (h := Nat.max 1 (most_heaps digits)). set (n0 := Nat.max 1 start).
  set (bound := h * n0 + (h - 1) * p + last_digit digits). set (G := heap_value (code_of digits)).
  rewrite !andb_true_iff. intros (((P & Rep) & Ex) & Small). apply Nat.leb_le in P. rewrite forallb_forall in Rep, Small.
  assert (B : start <= bound /\ 1 <= bound) by (unfold bound, h, n0; nia).
  assert (Rp : forall n, start <= n < bound -> G (n + p) = G n).
  { intros n L. assert (I : In n (seq start (bound - start))) by (apply in_seq; lia).
    specialize (Rep n I). apply Nat.eqb_eq in Rep. rewrite !table_nth in Rep by lia. exact Rep. }
  assert (For_ever : forall n, start <= n -> G (n + p) = G n).
  { intros n L. destruct (Nat.lt_ge_cases n n0) as [Ln|Ln].
    - apply Rp. split; auto. unfold bound, h, n0 in *. nia.
    - apply (periodicity (code_of digits) G (last_digit digits) h n0 p); auto.
      + apply heap_value_nim_sequence.
      + apply last_digit_ends.
      + intros k j A. apply most_heaps_leaves in A. unfold h. lia.
      + unfold h. lia.
      + unfold n0. lia.
      + intros m Lm. apply Rp. unfold bound, n0 in *. lia. }
  split; auto. split.
  - intros Pos. destruct start as [|s]; [lia|]. apply negb_true_iff, Nat.eqb_neq in Ex.
    rewrite !table_nth in Ex by lia. now replace (S s - 1) with s by lia.
  - intros q Q Hq.
    set (g := Nat.gcd p q).
    assert (G0 : forall n, start <= n -> G (n + g) = G n) by (apply period_gcd; auto).
    destruct (Nat.gcd_divide_l p q) as (a & Ea), (Nat.gcd_divide_r p q) as (b & Eb). fold g in Ea, Eb.
    assert (Lg : 1 <= g <= q).
    { clearbody g. split; [destruct g; [rewrite Nat.mul_0_r in Ea; lia|lia]|].
      destruct b as [|b]; [lia|]. rewrite Eb. cbn. lia. }
    assert (I : In g (seq 1 (p - 1))) by (apply in_seq; lia).
    specialize (Small g I). apply orb_true_iff in Small as [X|X].
    + apply negb_true_iff, Nat.eqb_neq in X. apply X. rewrite Ea. apply Nat.mod_mul. lia.
    + apply negb_true_iff in X. enough (Y : forallb (fun n => nth (n + g) (table (code_of digits) (bound + p)) 0 =?
        nth n (table (code_of digits) (bound + p)) 0) (seq start (bound - start)) = true) by congruence.
      rewrite forallb_forall. intros n Hn. apply in_seq in Hn. apply Nat.eqb_eq. rewrite !table_nth by lia. apply G0. lia.
Qed.
