(** The sparse-space method and the window theorem.

    Rust: [Split] and [Sequence] in crates/certificate/src/nim_sequence.rs, crates/solve/src/heaps/rarity.rs and
    sparse.rs (lemma 1, theorem 2); [Argument::Window] in crates/solve/src/heaps/period.rs (theorem 5).
    Page: docs/theory-heaps.md, sections 1 and 4. *)
From Coq Require Import Arith List Lia Bool Permutation.
From Outplay Require Import Impartial Heaps.
Import ListNotations.

(** ** Rare and common values *)

Fixpoint parity_below (i mask v : nat) : bool :=
  match i with
  | 0 => false
  | S i => xorb (Nat.testbit mask i && Nat.testbit v i) (parity_below i mask v)
  end.

(** The parity of the number of ones of [v] under the mask. *)
Definition parity (mask v : nat) : bool := parity_below (S (Nat.log2 mask)) mask v.

Lemma parity_lxor mask v w : parity mask (Nat.lxor v w) = xorb (parity mask v) (parity mask w).
Proof.
  unfold parity. generalize (S (Nat.log2 mask)). induction n as [|n IH]; cbn [parity_below]; auto.
  rewrite IH, Nat.lxor_spec.
  destruct (Nat.testbit mask n), (Nat.testbit v n), (Nat.testbit w n), (parity_below n mask v),
    (parity_below n mask w); reflexivity.
Qed.

(** The plain split goes by the parity of the value; the split by parity also by that of the heap, and by the parity
    [taken_odd] of what splitting moves take. *)
Record split := { mask : nat; by_parity : bool; taken_odd : bool }.

(** Whether the value [v] is common at [n]: by parity, if the parities of [v], of [n] and of what is taken add up to 1. *)
Definition common (sp : split) (n v : nat) : bool :=
  if by_parity sp then xorb (xorb (parity (mask sp) v) (Nat.odd n)) (taken_odd sp)
  else parity (mask sp) v.

(** The split by parity needs codes in which all moves that leave two heaps take numbers of one parity. *)
Definition split_fits (d : code) (sp : split) : Prop :=
  by_parity sp = true -> forall k, allows d k 2 = true -> Nat.odd k = taken_odd sp.

Section Sparse.
  Variables (d : code) (G : nat -> nat) (sp : split).
  Hypothesis HG : nim_sequence d G.
  Hypothesis Two : leaves_at_most d 2.
  Hypothesis Fits : split_fits d sp.

  Definition common_heap (n : nat) : bool := common sp n (G n).

  Definition option_value (n v : nat) : Prop := exists l, is_option d n l /\ nim_sum (map G l) = v.

  (** The set M of theorem 2: values of options that leave at most one heap, or two of which at least one is rare. *)
  Definition marked (n v : nat) : Prop :=
    exists l, is_option d n l /\ nim_sum (map G l) = v /\
      (length l <= 1 \/ exists a, In a l /\ common_heap a = false).

  Lemma nim_sum_two a b : nim_sum [a; b] = Nat.lxor a b.
  Proof. cbn. now rewrite Nat.lxor_0_r. Qed.

  (** Lemma 1: an option that leaves two common heaps has a rare value. *)
  Theorem two_common n a b :
    is_option d n [a; b] -> common_heap a = true -> common_heap b = true ->
    common sp n (nim_sum (map G [a; b])) = false.
  Proof.
    intros (_ & k & S & A & _). unfold common_heap, common. cbn [map counters length] in *.
    rewrite nim_sum_two, parity_lxor. destruct (by_parity sp) eqn:B.
    - pose proof (Fits B k A) as K. subst n. rewrite !Nat.odd_add, Nat.odd_0, K.
      destruct (parity (mask sp) (G a)), (parity (mask sp) (G b)), (Nat.odd a), (Nat.odd b), (taken_odd sp);
        cbn; congruence.
    - now intros -> ->.
  Qed.

  Lemma option_length n l : is_option d n l -> length l <= 2.
  Proof. intros (_ & k & _ & A & _). exact (Two _ _ A). Qed.

  (** Hence an option with a common value is marked. *)
  Lemma common_marked n v : option_value n v -> common sp n v = true -> marked n v.
  Proof.
    intros (l & O & E) C. exists l. split; [exact O|]. split; [exact E|]. pose proof (option_length _ _ O) as L.
    destruct l as [|a [|b [|c l]]]; cbn in L; try (left; cbn; lia). right.
    destruct (common_heap a) eqn:A; [|exists a; split; cbn; auto].
    destruct (common_heap b) eqn:B; [|exists b; split; cbn; auto].
    rewrite <- E, (two_common _ _ _ O A B) in C. discriminate.
  Qed.

  Lemma marked_value n v : marked n v -> option_value n v.
  Proof. intros (l & O & E & _). now exists l. Qed.

  (** Theorem 2. [m] is the least value common at n that is not marked. *)
  Theorem sparse n m :
    common sp n m = true -> ~ marked n m ->
    (forall v, v < m -> common sp n v = true -> marked n v) ->
    ((forall v, v < m -> common sp n v = false -> option_value n v) -> G n = m) /\
    (forall u, u < m -> common sp n u = false -> ~ option_value n u ->
       (forall v, v < u -> common sp n v = false -> option_value n v) -> G n = u).
  Proof.
    intros Cm Nm Lm. split.
    - intros R. apply (is_mex_unique (option_value n)); [apply HG|]. split.
      + intros V. apply Nm. now apply common_marked.
      + intros v Hv. destruct (common sp n v) eqn:C; auto. apply marked_value; auto.
    - intros u Hu Cu Nu R. apply (is_mex_unique (option_value n)); [apply HG|]. split; auto.
      intros v Hv. destruct (common sp n v) eqn:C; auto. apply marked_value, Lm; auto. lia.
  Qed.

  (** ** The window *)

  Variables (t r w : nat).
  Hypothesis Ends : ends_at d t.
  (** How far back the method looks. *)
  Definition reach : nat := Nat.max r w + t.

  (** The value [v] at [n] has a witness: two heaps, of which one is not larger than [w]. *)
  Definition witness (n v : nat) : Prop :=
    exists k a, allows d k 2 = true /\ 1 <= a <= w /\ k + a < n /\ Nat.lxor (G a) (G (n - k - a)) = v.

  Lemma witness_value n v : witness n v -> option_value n v.
  Proof.
    intros (k & a & A & La & L & E). exists [a; n - k - a]. split.
    - split; [repeat constructor; lia|]. exists k. cbn [counters length]. repeat split; auto; lia.
    - cbn [map]. now rewrite nim_sum_two.
  Qed.

  Definition same_window (n n' : nat) : Prop := forall i, 1 <= i <= reach -> G (n - i) = G (n' - i).

  Lemma marked_transfer n n' v :
    same_window n n' -> reach < n -> reach < n' -> (forall a, r < a < n -> common_heap a = true) ->
    marked n v -> marked n' v.
  Proof.
    unfold reach. intros W Ln Ln' C (l & O & E & M).
    pose proof (option_length _ _ O) as Len. pose proof O as (F & k & S & A & Z).
    pose proof (allows_ends _ _ _ _ Ends A) as Lk.
    destruct l as [|a [|b [|c l]]]; cbn [counters length map] in *; try lia.
    - (* one heap is left *)
      assert (k <> 0) by (intros ->; specialize (Z eq_refl); lia).
      exists [n' - k]. split; [apply (option_shift _ _ _ a _ _ O); lia|]. split; [|left; cbn; lia].
      rewrite <- E. cbn [map]. do 2 f_equal. replace a with (n - k) by lia. symmetry. apply W. unfold reach. lia.
    - (* two heaps: put the rare one first *)
      destruct M as [M|(x & Hx & R)]; [cbn in M; lia|].
      assert (X : exists y, Permutation [a; b] [x; y]).
      { destruct Hx as [<-|[<-|[]]]; [exists b; auto|exists a; apply perm_swap]. }
      destruct X as (y & P). pose proof (is_option_perm _ _ _ _ P O) as O'.
      pose proof (nim_sum_perm _ _ (Permutation_map G P)) as E'. cbn [map] in E'. rewrite E in E'.
      assert (Sx : 1 <= x < n) by (apply (option_smaller d n _ x O'); now left).
      assert (x <= r). { destruct (le_lt_dec x r); auto. rewrite C in R by lia. discriminate. }
      apply counters_perm in P. cbn in P.
      assert (Y : y = n - (k + x)) by lia.
      exists [x; n' - (k + x)]. split; [|split].
      + apply (is_option_perm d n' [n' - (k + x); x]); [apply perm_swap|].
        apply (option_shift d n n' y); try lia. now apply (is_option_perm d n [x; y]); [apply perm_swap|].
      + rewrite E', Y. cbn [map]. rewrite (W (k + x)) by (unfold reach; lia). reflexivity.
      + right. exists x. split; auto. now left.
  Qed.

  Lemma witness_transfer n n' v :
    same_window n n' -> reach < n -> reach < n' -> witness n v -> witness n' v.
  Proof.
    unfold reach. intros W Ln Ln' (k & a & A & La & L & E). exists k, a.
    pose proof (allows_ends _ _ _ _ Ends A) as Lk. repeat split; auto; try lia.
    rewrite <- E. f_equal. rewrite <- !Nat.sub_add_distr. symmetry. apply W. unfold reach. lia.
  Qed.

  Lemma common_same n n' v : (by_parity sp = true -> Nat.odd n = Nat.odd n') -> common sp n v = common sp n' v.
  Proof. unfold common. destruct (by_parity sp); auto. now intros ->. Qed.

  (** At [n] every smaller rare value is marked or has a witness up to [w]. *)
  Definition settled (n : nat) : Prop :=
    forall v, v < G n -> common sp n v = false -> marked n v \/ witness n v.

  Variables (N q s : nat).
  Hypothesis Positive : 1 <= q.
  Hypothesis Far : Nat.max s (reach + 1) <= N - q.
  Hypothesis Repeats : same_window N (N - q).
  (** r is the last rare position below N. *)
  Hypothesis LastRare : forall n, r < n < N -> common_heap n = true.
  (** w is the largest witness used from s on. *)
  Hypothesis LargestWitness : forall n, s <= n < N -> common_heap n = true -> settled n.
  (** Only the split by parity needs this. The page does not say so: see [window_needs_taking]. *)
  Hypothesis Takes : by_parity sp = true -> 1 <= t.

  Theorem window_even : by_parity sp = true -> Nat.odd q = false.
  Proof.
    intros B. specialize (Takes B). pose proof Far as Far'. unfold reach in Far'.
    pose proof (LastRare (N - 1) ltac:(lia)) as C1. pose proof (LastRare (N - q - 1) ltac:(lia)) as C2.
    pose proof (Repeats 1) as E. unfold reach in E. specialize (E ltac:(lia)).
    unfold common_heap, common in C1, C2. rewrite B in *. rewrite E in C1.
    replace (N - 1) with (N - q - 1 + q) in C1 by lia. rewrite Nat.odd_add in C1.
    destruct (parity (mask sp) (G (N - q - 1))), (Nat.odd (N - q - 1)), (Nat.odd q), (taken_odd sp);
      cbn in *; congruence.
  Qed.

  Lemma same_class n v : q <= n -> common sp n v = common sp (n - q) v.
  Proof.
    intros L. apply common_same. intros B. replace n with (n - q + q) at 1 by lia.
    rewrite Nat.odd_add, (window_even B). apply xorb_false_r.
  Qed.

  Lemma window_step n : N - q <= n ->
    common_heap n = true /\ settled n /\ (N <= n -> G n = G (n - q)).
  Proof.
    pose proof Far as Far'. unfold reach in Far'.
    induction n as [n IH] using lt_wf_ind. intros L. destruct (lt_dec n N) as [Ln|Ln].
    { assert (C : common_heap n = true) by (apply LastRare; lia).
      repeat split; auto; [apply LargestWitness; auto; lia|lia]. }
    assert (W : same_window n (n - q)).
    { intros i Hi. unfold reach in Hi. destruct (lt_dec (n - i) N) as [M|M].
      - pose proof (Repeats (N - (n - i))) as E. unfold reach in E. specialize (E ltac:(lia)).
        replace (N - (N - (n - i))) with (n - i) in E by lia.
        replace (N - q - (N - (n - i))) with (n - q - i) in E by lia. exact E.
      - destruct (IH (n - i)) as (_ & _ & E); try lia.
        rewrite E by lia. f_equal. lia. }
    assert (W' : same_window (n - q) n) by (intros i Hi; symmetry; now apply W).
    assert (Cn : forall a, r < a < n -> common_heap a = true).
    { intros a Ha. destruct (lt_dec a N); [apply LastRare; lia|]. apply (IH a); lia. }
    assert (Ln1 : reach < n) by (unfold reach; lia).
    assert (Ln2 : reach < n - q) by (unfold reach; lia).
    destruct (IH (n - q)) as (C & St & _); try lia.
    assert (Up : forall v, v < G (n - q) -> common sp n v = false -> marked n v \/ witness n v).
    { intros v Hv Cv. rewrite same_class in Cv by lia. destruct (St v Hv Cv) as [M|X].
      - left. apply (marked_transfer (n - q)); auto. intros a Ha. apply Cn. lia.
      - right. now apply (witness_transfer (n - q)). }
    assert (E : G n = G (n - q)).
    { apply (is_mex_unique (option_value n)); [apply HG|]. split.
      - intros V. apply common_marked in V; [|rewrite same_class by lia; exact C].
        apply (marked_transfer n (n - q)) in V; auto.
        apply (proj1 (HG (n - q))). now apply marked_value.
      - intros v Hv. destruct (common sp n v) eqn:Cv.
        + rewrite same_class in Cv by lia.
          assert (V : option_value (n - q) v) by (apply (HG (n - q)); auto).
          apply common_marked in V; auto. apply marked_value, (marked_transfer (n - q)); auto.
          intros a Ha. apply Cn. lia.
        + destruct (Up v Hv Cv) as [M|X]; [now apply marked_value|now apply witness_value]. }
    split; [|split; auto].
    - unfold common_heap. rewrite E, same_class by lia. exact C.
    - intros v Hv Cv. apply Up; auto. now rewrite <- E.
  Qed.

  (** Theorem 5. *)
  Theorem window n : N - q - reach <= n -> G (n + q) = G n.
  Proof.
    pose proof Far as Far'. intros L. destruct (lt_dec (n + q) N) as [M|M].
    - pose proof (Repeats (N - (n + q))) as E. specialize (E ltac:(lia)).
      replace (N - (N - (n + q))) with (n + q) in E by lia.
      now replace (N - q - (N - (n + q))) with n in E by lia.
    - destruct (window_step (n + q)) as (_ & _ & E); [lia|]. rewrite E by lia. f_equal. lia.
  Qed.
End Sparse.

(** The split by parity needs t >= 1. In 4.0 (split a heap, take nothing) t = 0; with the mask 1, s = 1, r = w = 0,
    N = 2 and q = 1 all that the page asks for holds, but the period is 2, not 1. *)
Definition splitting : code := fun k => if k =? 0 then 4 else 0.

Theorem window_needs_taking :
  let G := heap_value splitting in
  let sp := {| mask := 1; by_parity := true; taken_odd := false |} in
  ends_at splitting 0 /\ leaves_at_most splitting 2 /\ split_fits splitting sp /\
  Nat.max 1 (reach 0 0 0 + 1) <= 2 - 1 /\ same_window G 0 0 0 2 (2 - 1) /\
  (forall n, 0 < n < 2 -> common_heap G sp n = true) /\
  (forall n, 1 <= n < 2 -> common_heap G sp n = true -> settled splitting G sp 0 n) /\
  G (1 + 1) <> G 1.
Proof.
  cbv zeta. repeat split.
  - intros k L. unfold splitting. destruct k; [lia|reflexivity].
  - intros k j A. unfold allows, splitting in A. destruct k; cbn [Nat.eqb] in A; [|now rewrite Nat.bits_0 in A].
    destruct j as [|[|[|j]]]; try lia. exfalso.
    change 4 with (2 * (2 * (2 * 0 + 1))) in A. rewrite !Nat.testbit_even_succ, Nat.testbit_odd_succ, Nat.bits_0 in A
      by lia. discriminate.
  - intros _ k A. unfold allows, splitting in A. destruct k; [reflexivity|].
    cbn [Nat.eqb] in A. now rewrite Nat.bits_0 in A.
  - cbn. lia.
  - intros i Hi. cbn in Hi. lia.
  - intros n Hn. replace n with 1 by lia. vm_compute. reflexivity.
  - intros n Hn _ v Hv. replace n with 1 in * by lia. vm_compute in Hv. lia.
  - vm_compute. discriminate.
Qed.
