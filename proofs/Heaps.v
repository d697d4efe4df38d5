(** Taking-and-breaking games on heaps and their nim-sequences: the periodicity theorem of Guy and Smith for any number
    of heaps, and the window theorem.

    Rust: crates/rules/src/octal_code.rs and octal.rs (the rules), crates/solve/src/heaps/period.rs and
    crates/certificate/src/period.rs (the theorems). Page: docs/theory-heaps.md, theorems 4 and 5. *)
From Coq Require Import Arith List Lia Bool Permutation.
From Outplay Require Import Impartial.
Import ListNotations.

(** ** The rules *)

(** A code: [d k] is the digit for taking k counters; its bit j allows leaving exactly j heaps ([OctalCode::allows]). *)
Definition code := nat -> nat.
Definition allows (d : code) (taken heaps : nat) : bool := Nat.testbit (d taken) heaps.

(** The number of counters in a row of heaps. *)
Fixpoint counters (l : list nat) : nat := match l with [] => 0 | a :: l => a + counters l end.

Lemma counters_app l k : counters (l ++ k) = counters l + counters k.
Proof. induction l; cbn; lia. Qed.

(** The heaps [l] that a move can leave of a heap of [n]: none is empty, and a move that takes nothing must split. *)
Definition is_option (d : code) (n : nat) (l : list nat) : Prop :=
  Forall (fun a => 1 <= a) l /\
  exists k, k + counters l = n /\ allows d k (length l) = true /\ (k = 0 -> 2 <= length l).

(** [G] is the nim-sequence of the code: G n is the least number that is not the value of an option of n. *)
Definition nim_sequence (d : code) (G : nat -> nat) : Prop :=
  forall n, is_mex (fun v => exists l, is_option d n l /\ nim_sum (map G l) = v) (G n).

(** The code ends: no move takes more than t counters. *)
Definition ends_at (d : code) (t : nat) : Prop := forall k, t < k -> d k = 0.
(** No move leaves more than h heaps. *)
Definition leaves_at_most (d : code) (h : nat) : Prop := forall k j, allows d k j = true -> j <= h.

(** ** Heaps are impartial games, and a nim-sequence exists *)

(** The lists of j positive numbers with sum m. *)
Fixpoint parts (j m : nat) : list (list nat) :=
  match j with
  | 0 => if m =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons a) (parts j (m - a))) (seq 1 m)
  end.

Lemma parts_spec j : forall m l,
  In l (parts j m) <-> length l = j /\ counters l = m /\ Forall (fun a => 1 <= a) l.
Proof.
  induction j as [|j IH]; intros m l.
  - cbn [parts]. destruct (Nat.eqb_spec m 0) as [->|N].
    + split; [intros [<-|[]]; auto|]. intros (L & _). destruct l; [now left|discriminate].
    + split; [intros []|]. intros (L & S & _). destruct l; [cbn in S; congruence|discriminate].
  - cbn [parts]. rewrite in_flat_map. split.
    + intros (a & Ha & Hl). apply in_seq in Ha. apply in_map_iff in Hl as (l' & <- & Hl).
      apply IH in Hl as (L & S & F). cbn. repeat split; try lia. constructor; auto; lia.
    + intros (L & S & F). destruct l as [|a l]; [discriminate|]. cbn in L, S. inversion F; subst.
      exists a. split; [apply in_seq; lia|]. apply in_map. apply IH. repeat split; auto; lia.
Qed.

Definition heap_options (d : code) (n : nat) : list (list nat) :=
  flat_map (fun k => flat_map (fun j =>
    if allows d k j && ((1 <=? k) || (2 <=? j)) then parts j (n - k) else [])
    (seq 0 (S n))) (seq 0 (S n)).

Lemma heap_options_spec d n l : In l (heap_options d n) <-> is_option d n l.
Proof.
  unfold heap_options, is_option. rewrite in_flat_map. split.
  - intros (k & Hk & H). apply in_seq in Hk. apply in_flat_map in H as (j & Hj & H).
    destruct (allows d k j) eqn:A; [|destruct H]. cbn [andb] in H.
    destruct ((1 <=? k) || (2 <=? j)) eqn:B; [|destruct H].
    apply parts_spec in H as (L & S & F). split; auto. exists k. rewrite L. repeat split; auto; try lia.
    intros ->. cbn in B. destruct j as [|[|j]]; cbn in B; try discriminate; lia.
  - intros (F & k & S & A & Z).
    assert (Len : length l <= counters l).
    { clear -F. induction F; cbn; lia. }
    exists k. split; [apply in_seq; lia|]. apply in_flat_map. exists (length l).
    split; [apply in_seq; lia|]. rewrite A. cbn [andb].
    replace ((1 <=? k) || (2 <=? length l)) with true.
    + apply parts_spec. repeat split; auto; lia.
    + symmetry. apply orb_true_iff. destruct k; [right|left]; apply Nat.leb_le; [auto|lia].
Qed.

Fixpoint heaps_options (d : code) (l : list nat) : list (list nat) :=
  match l with
  | [] => []
  | n :: l => map (fun p => p ++ l) (heap_options d n) ++ map (cons n) (heaps_options d l)
  end.

(** n counters can be split n - 1 times and taken n times. *)
Definition weight (n : nat) : nat := 2 * n - 1.

Lemma total_app {A} (r : A -> nat) l k : total r (l ++ k) = total r l + total r k.
Proof. induction l; cbn; lia. Qed.

Lemma option_weight d n p : is_option d n p -> total weight p < weight n.
Proof.
  intros (F & k & S & _ & Z).
  assert (W : total weight p + length p = 2 * counters p).
  { clear -F. induction F as [|a p H F IH]; cbn; auto. change (weight a) with (2 * a - 1). lia. }
  unfold weight at 2. destruct (Nat.eq_dec k 0) as [->|N]; [specialize (Z eq_refl)|]; lia.
Qed.

Lemma heaps_falls d l : forall k, In k (heaps_options d l) -> total weight k < total weight l.
Proof.
  induction l as [|n l IH]; intros k H; cbn in H; [tauto|].
  apply in_app_or in H. rewrite !in_map_iff in H. destruct H as [(p & <- & H)|(p & <- & H)].
  - apply heap_options_spec, option_weight in H. rewrite total_app. cbn [total]. lia.
  - apply IH in H. cbn [total]. lia.
Qed.

(** A row of heaps: a move is a move in one of them. *)
Definition heap_game (d : code) : game := {|
  position := list nat;
  options := heaps_options d;
  rank := total weight;
  rank_falls := fun p q H => heaps_falls d p q H
|}.

Definition heap_value (d : code) (n : nat) : nat := grundy (heap_game d) [n].

(** The value of a row of heaps is the nim-sum of the values of its heaps. *)
Theorem heaps_value d (l : list nat) : grundy (heap_game d) l = nim_sum (map (heap_value d) l).
Proof.
  enough (H : forall N (l : list nat), total weight l < N ->
    grundy (heap_game d) l = nim_sum (map (heap_value d) l)) by (apply (H (S (total weight l))); lia).
  clear l. induction N as [|N IHN]; [lia|]. induction l as [|n l IHl]; intros W.
  - eapply is_mex_unique; [apply grundy_mex|]. split; [intros (q & [] & _)|cbn; lia].
  - cbn [map nim_sum fold_right]. fold (nim_sum (map (heap_value d) l)).
    cbn [total] in W. rewrite <- IHl by lia.
    eapply is_mex_unique; [apply grundy_mex|].
    eapply is_mex_ext; [|apply (is_mex_sum _ _ _ _ (grundy_mex (heap_game d) [n]) (grundy_mex (heap_game d) l))].
    intros v. cbn [options heap_game heaps_options map]. rewrite app_nil_r. split.
    + intros [(x & (q & Hq & <-) & ->)|(x & (k & Hk & <-) & ->)].
      * apply in_map_iff in Hq as (p & <- & Hp). rewrite app_nil_r. exists (p ++ l). split.
        { apply in_or_app. left. apply in_map_iff. now exists p. }
        apply heap_options_spec, option_weight in Hp.
        rewrite !IHN by (rewrite ?total_app; lia). rewrite map_app. apply nim_sum_app.
      * exists (n :: k). split; [apply in_or_app; right; apply in_map_iff; now exists k|].
        apply heaps_falls in Hk. rewrite IHN by (cbn [total]; lia). cbn [map nim_sum fold_right].
        fold (nim_sum (map (heap_value d) k)). rewrite <- IHN by lia. reflexivity.
    + intros (q & Hq & <-). apply in_app_or in Hq. rewrite !in_map_iff in Hq.
      destruct Hq as [(p & <- & Hp)|(k & <- & Hk)].
      * left. pose proof Hp as W'. apply heap_options_spec, option_weight in W'.
        exists (grundy (heap_game d) p). split.
        { exists p. split; auto. apply in_map_iff. exists p. now rewrite app_nil_r. }
        rewrite !IHN by (rewrite ?total_app; lia). rewrite map_app. apply nim_sum_app.
      * right. exists (grundy (heap_game d) k). pose proof Hk as W'. apply heaps_falls in W'.
        split; [now exists k|].
        rewrite IHN by (cbn [total]; lia). cbn [map nim_sum fold_right].
        fold (nim_sum (map (heap_value d) k)). rewrite <- IHN by lia. reflexivity.
Qed.

Theorem heap_value_nim_sequence d : nim_sequence d (heap_value d).
Proof.
  intros n. eapply is_mex_ext; [|apply (grundy_mex (heap_game d) [n])].
  intros v. cbn [options heap_game heaps_options map]. rewrite app_nil_r. split.
  - intros (q & Hq & <-). apply in_map_iff in Hq as (p & <- & Hp). rewrite app_nil_r.
    exists p. split; [now apply heap_options_spec|]. symmetry. apply heaps_value.
  - intros (p & Hp & <-). exists p. split.
    + apply in_map_iff. exists p. rewrite app_nil_r. split; auto. now apply heap_options_spec.
    + apply heaps_value.
Qed.

Lemma In_le_sum a l : In a l -> a <= counters l.
Proof. induction l as [|b l IH]; cbn; [tauto|]. intros [->|H]; [lia|]. apply IH in H. lia. Qed.

(** The heaps left are smaller than the heap. *)
Lemma option_smaller d n l a : is_option d n l -> In a l -> 1 <= a < n.
Proof.
  intros (F & k & S & _ & Z) H. pose proof (proj1 (Forall_forall _ _) F) as F'.
  split; [now apply F'|].
  apply in_split in H as (l1 & l2 & ->). rewrite counters_app in S. cbn in S.
  destruct (Nat.eq_dec k 0) as [->|N]; [|lia].
  specialize (Z eq_refl). rewrite app_length in Z. cbn in Z.
  assert (B : exists b, In b (l1 ++ l2)).
  { destruct l1 as [|b l1]; [destruct l2 as [|b l2]; [cbn in Z; lia|]|]; exists b; cbn; auto. }
  destruct B as (b & B). pose proof (In_le_sum _ _ B) as Lb. rewrite counters_app in Lb.
  assert (1 <= b); [|lia]. apply F'. apply in_app_or in B. apply in_or_app. cbn. tauto.
Qed.

Theorem nim_sequence_unique d G G' : nim_sequence d G -> nim_sequence d G' -> forall n, G n = G' n.
Proof.
  intros H H'. induction n as [n IH] using lt_wf_ind. eapply is_mex_unique; [|apply H'].
  eapply is_mex_ext; [|apply H]. intros v.
  split; intros (l & O & E); exists l; split; auto; rewrite <- E; f_equal; apply map_ext_in;
    intros a Ha; apply (option_smaller d n l a O) in Ha; [symmetry|]; apply IH; lia.
Qed.

(** ** The periodicity theorem *)

Lemma nim_sum_perm l k : Permutation l k -> nim_sum l = nim_sum k.
Proof.
  unfold nim_sum. induction 1; cbn; try congruence.
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm x y).
Qed.

Lemma counters_perm l k : Permutation l k -> counters l = counters k.
Proof. induction 1; cbn in *; lia. Qed.

Lemma is_option_perm d n l k : Permutation l k -> is_option d n l -> is_option d n k.
Proof.
  intros P (F & t & S & A & Z). split; [now apply (Permutation_Forall P)|]. exists t.
  now rewrite <- (counters_perm _ _ P), <- (Permutation_length P).
Qed.

(** A largest heap, put first. *)
Lemma largest_first l : l <> [] -> exists a k, Permutation l (a :: k) /\ counters l <= length l * a.
Proof.
  enough (H : l <> [] -> exists a k, Permutation l (a :: k) /\ Forall (fun b => b <= a) l).
  { intros N. destruct (H N) as (a & k & P & F). exists a, k. split; auto.
    clear -F. induction F; cbn; lia. }
  induction l as [|x l IH]; [easy|]. intros _. destruct l as [|y l].
  { exists x, []. split; auto. }
  destruct IH as (a & k & P & F); [easy|]. destruct (le_ge_dec x a) as [L|L].
  - exists a, (x :: k). split; [rewrite P; apply perm_swap|]. now constructor.
  - exists x, (y :: l). split; auto. constructor; auto.
    eapply Forall_impl; [|exact F]. cbn. intros b. lia.
Qed.

(** Changing the first heap of an option by the same amount as the heap itself. *)
Lemma option_shift d n n' a a' k :
  is_option d n (a :: k) -> 1 <= a' -> n + a' = n' + a -> is_option d n' (a' :: k).
Proof.
  intros (F & t & S & A & Z) L E. inversion F; subst. split; [now constructor|]. exists t.
  cbn in *. repeat split; auto. lia.
Qed.

Lemma allows_ends d t k j : ends_at d t -> allows d k j = true -> k <= t.
Proof.
  intros T A. destruct (le_lt_dec k t) as [|L]; auto. unfold allows in A.
  rewrite (T _ L), Nat.bits_0 in A. discriminate.
Qed.

(** Theorem 4 (Guy and Smith 1956 for h = 2). *)
Theorem periodicity d G t h n0 p :
  nim_sequence d G -> ends_at d t -> leaves_at_most d h -> 1 <= h -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n < h * n0 + (h - 1) * p + t -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  intros HG Ht Hh H1 Hn0 Hp Hyp. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (lt_dec n (h * n0 + (h - 1) * p + t)) as [L|L]; [apply Hyp; lia|].
  assert (C : forall m l, is_option d m l -> h * n0 + (h - 1) * p + t <= m ->
    exists a k, Permutation l (a :: k) /\ h * a + t >= m).
  { intros m l O Lm. pose proof O as (F & u & S & A & _).
    pose proof (allows_ends _ _ _ _ Ht A) as Hu. pose proof (Hh _ _ A) as Hl.
    assert (h * n0 >= 1) by nia.
    assert (N : l <> []) by (intros ->; cbn in S; lia).
    destruct (largest_first l N) as (a & k & P & Q). exists a, k. split; auto. nia. }
  eapply is_mex_unique; [apply HG|]. eapply is_mex_ext; [|apply HG].
  intros v. split; intros (l & O & E).
  - (* an option of n: its largest heap becomes larger by p *)
    destruct (C n l O) as (a & k & P & La); [lia|].
    pose proof (is_option_perm _ _ _ _ P O) as O'.
    assert (a >= n0) by nia.
    assert (Sa : 1 <= a < n) by (apply (option_smaller d n _ a O'); now left).
    exists (a + p :: k). split; [apply (option_shift _ _ _ _ _ _ O'); lia|].
    rewrite <- E, (nim_sum_perm _ _ (Permutation_map G P)). cbn [map]. rewrite IH by lia. reflexivity.
  - destruct (C (n + p) l O) as (a & k & P & La); [lia|].
    pose proof (is_option_perm _ _ _ _ P O) as O'.
    assert (h * a >= h * (n0 + p)) by nia.
    assert (a >= n0 + p) by nia.
    assert (Sa : 1 <= a < n + p) by (apply (option_smaller d (n + p) _ a O'); now left).
    exists (a - p :: k). split; [apply (option_shift _ _ _ _ _ _ O'); lia|].
    rewrite <- E, (nim_sum_perm _ _ (Permutation_map G P)). cbn [map].
    rewrite <- (IH (a - p)) by lia. replace (a - p + p) with a by lia. reflexivity.
Qed.
