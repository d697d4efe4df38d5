(** Strings-and-coins: bouquets of loops cancel in pairs, and boards rich in loops (Theorems K7, K8 and K11
    in docs/theory-scoring.md, without the normal rules).

    Rust: crates/solve/src/scoring/coins/shapes.rs and lists.rs; crates/certificate/src/game/captures.rs. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Coins.
From Outplay Require Unshackle Margins.
Import ListNotations.
Open Scope Z_scope.

Notation loop := Unshackle.loop.
Notation covered_sub := Unshackle.covered_sub.
Notation not_at_sub := Unshackle.not_at_sub.

(** k loops at the vertex x, beside H. *)
Definition bouquet (k x : nat) (H : graph) : graph := repeat (loop x) k ++ H.

Lemma bouquet_covered k x H w : covered (bouquet k x H) w = ((0 <? k)%nat && (x =? w)%nat) || covered H w.
Proof.
  unfold bouquet. rewrite covered_app. f_equal. induction k as [|k IH]; [reflexivity|].
  cbn [repeat]. rewrite covered_cons, IH, Unshackle.loop_at. change (0 <? S k)%nat with true.
  destruct (x =? w)%nat; cbn; [reflexivity|apply andb_false_r].
Qed.

Lemma bouquet_perm k x H K : Permutation H K -> Permutation (bouquet k x H) (bouquet k x K).
Proof. intros P. now apply Permutation_app_head. Qed.

Lemma bouquet_swap k x j y H : Permutation (bouquet k x (bouquet j y H)) (bouquet j y (bouquet k x H)).
Proof. unfold bouquet. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. Qed.

Lemma bouquet_cons k x e H : Permutation (bouquet k x (e :: H)) (e :: bouquet k x H).
Proof. unfold bouquet. symmetry. apply Permutation_middle. Qed.

(** A move in H earns the same beside a bouquet. *)
Lemma bouquet_points k x H g : at_ x g = false -> points (bouquet k x H) g = points H g.
Proof.
  intros A. unfold points, free. rewrite !bouquet_covered.
  assert (F : forall w, at_ w g = true -> (x =? w)%nat = false) by (intros w W; apply Nat.eqb_neq; intros ->; congruence).
  rewrite (F _ (at_fst g)), (F _ (at_snd g)), !andb_false_r. reflexivity.
Qed.

Lemma bouquet_loop_points k x H : covered H x = false ->
  points (bouquet k x H) (loop x) = if (0 <? k)%nat then 0 else 1.
Proof.
  intros C. rewrite Unshackle.loop_points. unfold free. rewrite bouquet_covered, Nat.eqb_refl, C, orb_false_r, andb_true_r.
  reflexivity.
Qed.

(** The moves of a bouquet beside H: a loop, or a move of H. *)
Lemma bouquet_moves k x H g K : Permutation (bouquet k x H) (g :: K) ->
  (exists j, k = S j /\ g = loop x /\ Permutation K (bouquet j x H)) \/
  (exists H', Permutation H (g :: H') /\ Permutation K (bouquet k x H')).
Proof.
  revert g K. induction k as [|k IH]; intros g K P.
  - right. exists K. split; auto.
  - change (bouquet (S k) x H) with (loop x :: bouquet k x H) in P.
    destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(L & Q & R)].
    + left. exists k. split; auto. split; auto. now symmetry.
    + apply IH in Q as [(j & -> & -> & Q)|(H' & Q1 & Q2)].
      * left. exists (S j). split; auto. split; auto. rewrite R, Q. reflexivity.
      * right. exists H'. split; auto. rewrite R, Q2. reflexivity.
Qed.

Lemma bouquet_le k x H b : bouquet k x H <> [] ->
  (forall j, k = S j -> worth (bouquet j x H) (loop x) <= b) ->
  (forall g H', Permutation H (g :: H') -> worth (bouquet k x H') g <= b) -> v (bouquet k x H) <= b.
Proof.
  intros N A B. apply margin_le; auto. intros g K P. apply bouquet_moves in P as [(j & -> & -> & P)|(H' & P & Q)].
  - rewrite (worth_perm _ _ _ P). now apply A.
  - rewrite (worth_perm _ _ _ Q). now apply B.
Qed.

Lemma bouquet_ge_loop k x H : worth (bouquet k x H) (loop x) <= v (bouquet (S k) x H).
Proof. now apply margin_move. Qed.

Lemma bouquet_ge_move k x H g H' : Permutation H (g :: H') -> worth (bouquet k x H') g <= v (bouquet k x H).
Proof. intros P. apply margin_move. rewrite <- bouquet_cons. now apply bouquet_perm. Qed.

(** A single loop is captured. *)
Lemma bouquet_one x H : covered H x = false -> v (bouquet 1 x H) = 1 + v H.
Proof.
  intros C. change (bouquet 1 x H) with (loop x :: H). rewrite (capture_best H (loop x) x x).
  - now rewrite Unshackle.loop_points_one.
  - split; [now left|]. split; auto.
Qed.

(** Opening two loops gives the point away. *)
Lemma bouquet_open x H : covered H x = false -> worth (bouquet 1 x H) (loop x) = - (1 + v H).
Proof. intros C. rewrite worth_nothing by (now rewrite bouquet_loop_points). now rewrite bouquet_one. Qed.

Lemma bouquet_two_ge x H : covered H x = false -> - (1 + v H) <= v (bouquet 2 x H).
Proof. intros C. rewrite <- (bouquet_open x H C). apply bouquet_ge_loop. Qed.

(** A loop of three leaves two. *)
Lemma bouquet_three_loop x H : covered H x = false -> worth (bouquet 2 x H) (loop x) = - v (bouquet 2 x H).
Proof. intros C. apply worth_nothing. now rewrite bouquet_loop_points. Qed.

Lemma bouquet_three_ge x H : covered H x = false -> - v (bouquet 2 x H) <= v (bouquet 3 x H).
Proof. intros C. rewrite <- (bouquet_three_loop x H C). apply bouquet_ge_loop. Qed.

(** It does not matter which new vertex a bouquet has. *)
Lemma bouquet_any k : forall x y H, covered H x = false -> covered H y = false -> v (bouquet k x H) = v (bouquet k y H).
Proof.
  induction k as [|k IHk]; [reflexivity|].
  enough (A : forall n H, length H = n -> forall x y, covered H x = false -> covered H y = false ->
    v (bouquet (S k) x H) <= v (bouquet (S k) y H)).
  { intros x y H X Y. apply Z.le_antisymm; eapply (A (length H)); eauto. }
  induction n as [n IH] using lt_wf_ind. intros H L x y X Y.
  apply bouquet_le; [easy| |].
  - intros j E. inversion E; subst j. replace (worth (bouquet k x H) (loop x)) with (worth (bouquet k y H) (loop y)).
    + apply bouquet_ge_loop.
    + unfold worth. rewrite !bouquet_loop_points by auto. now rewrite (IHk x y).
  - intros g H' P. pose proof (Permutation_length P) as LP. cbn in LP.
    replace (worth (bouquet (S k) x H') g) with (worth (bouquet (S k) y H') g); [now apply bouquet_ge_move|].
    unfold worth. rewrite !bouquet_points by (eapply not_at_sub; eauto). f_equal.
    assert (X' : covered H' x = false) by (eapply covered_sub; eauto).
    assert (Y' : covered H' y = false) by (eapply covered_sub; eauto).
    apply Z.le_antisymm; eapply (IH (length H')); eauto; lia.
Qed.

(** ** Theorem K8 for bouquets *)

Lemma one_alone x : v (bouquet 2 x []) = -1.
Proof.
  apply Z.le_antisymm.
  - apply bouquet_le; [easy| |].
    + intros j E. inversion E; subst j. rewrite bouquet_open, margin_nil by auto. lia.
    + intros g H' P. apply Permutation_nil in P. discriminate.
  - pose proof (bouquet_two_ge x [] eq_refl) as B. rewrite margin_nil in B. lia.
Qed.

Lemma fresh_bouquet k x y H : x <> y -> covered H x = false -> covered (bouquet k y H) x = false.
Proof.
  intros N C. rewrite bouquet_covered, C. destruct (Nat.eqb_spec y x); [congruence|]. now rewrite andb_false_r.
Qed.

(** Moves of H beside two bouquets, if the margins there are known. *)
Lemma two_bouquets_move k x j y H g H' : Permutation H (g :: H') -> covered H x = false -> covered H y = false ->
  v (bouquet k x (bouquet j y H')) = v H' -> worth (bouquet k x (bouquet j y H')) g = worth H' g.
Proof.
  intros P X Y E. unfold worth. rewrite E. f_equal.
  rewrite !bouquet_points by (eapply not_at_sub; eauto). reflexivity.
Qed.

Lemma two_bouquets_le k x j y H b : (0 < k)%nat ->
  (forall i, k = S i -> worth (bouquet i x (bouquet j y H)) (loop x) <= b) ->
  (forall i, j = S i -> worth (bouquet k x (bouquet i y H)) (loop y) <= b) ->
  (forall g H', Permutation H (g :: H') -> worth (bouquet k x (bouquet j y H')) g <= b) ->
  v (bouquet k x (bouquet j y H)) <= b.
Proof.
  intros K A B C. apply bouquet_le; auto; [destruct k; [lia|easy]|].
  intros g L P. apply bouquet_moves in P as [(i & -> & -> & P)|(H' & P & Q)].
  - rewrite (worth_perm _ _ _ (bouquet_perm k x _ _ P)). now apply B.
  - rewrite (worth_perm _ _ _ (bouquet_perm k x _ _ Q)). now apply C.
Qed.

Lemma two_bouquets_ge_move k x j y H g H' : Permutation H (g :: H') ->
  worth (bouquet k x (bouquet j y H')) g <= v (bouquet k x (bouquet j y H)).
Proof.
  intros P. apply margin_move. rewrite <- bouquet_cons. apply bouquet_perm. rewrite <- bouquet_cons. now apply bouquet_perm.
Qed.

(** Two B_2 cancel. *)
Theorem twos_cancel H : forall x y, x <> y -> covered H x = false -> covered H y = false ->
  v (bouquet 2 x (bouquet 2 y H)) = v H.
Proof.
  enough (A : forall n H, length H = n -> forall x y, x <> y -> covered H x = false -> covered H y = false ->
    v (bouquet 2 x (bouquet 2 y H)) = v H) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H L x y N X Y.
  assert (M : forall g H', Permutation H (g :: H') -> worth (bouquet 2 x (bouquet 2 y H')) g = worth H' g).
  { intros g H' P. pose proof (Permutation_length P) as LP. cbn in LP. apply (two_bouquets_move _ _ _ _ H); auto.
    apply (IH (length H')); auto; [lia| |]; eapply covered_sub; eauto. }
  apply Z.le_antisymm.
  - apply two_bouquets_le; [lia| | |].
    + intros i E. inversion E; subst i. rewrite bouquet_open by now apply fresh_bouquet.
      pose proof (bouquet_two_ge y H Y). lia.
    + intros i E. inversion E; subst i. rewrite (worth_perm _ _ _ (bouquet_swap 2 x 1 y H)).
      rewrite bouquet_open by (apply fresh_bouquet; auto). pose proof (bouquet_two_ge x H X). lia.
    + intros g H' P. rewrite M by auto. now apply margin_move.
  - destruct H as [|h H0] eqn:EH.
    + pose proof (bouquet_two_ge x (bouquet 2 y []) (fresh_bouquet 2 x y [] N eq_refl)) as B.
      rewrite one_alone in B. rewrite margin_nil. lia.
    + rewrite <- EH in *. destruct (margin_best H) as (g & H' & P & ->); [now rewrite EH|].
      rewrite <- (M g H' P). now apply two_bouquets_ge_move.
Qed.

Lemma two_three_ge x y H : x <> y -> covered H x = false -> covered H y = false ->
  - v H <= v (bouquet 2 x (bouquet 3 y H)).
Proof.
  intros N X Y. rewrite <- (twos_cancel H x y N X Y).
  rewrite (margin_perm _ _ (bouquet_swap 2 x 3 y H)), (margin_perm _ _ (bouquet_swap 2 x 2 y H)).
  apply bouquet_three_ge. now apply fresh_bouquet; auto.
Qed.

(** |v(H+B_3) - v(H)| <= 1. *)
Lemma three_near H : forall x, covered H x = false -> v H - 1 <= v (bouquet 3 x H) <= v H + 1.
Proof.
  enough (A : forall n H, length H = n -> forall x, covered H x = false ->
    v H - 1 <= v (bouquet 3 x H) <= v H + 1) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H L x X.
  assert (M : forall g H', Permutation H (g :: H') ->
    worth H' g - 1 <= worth (bouquet 3 x H') g <= worth H' g + 1).
  { intros g H' P. pose proof (Permutation_length P) as LP. cbn in LP.
    assert (X' : covered H' x = false) by (eapply covered_sub; eauto).
    specialize (IH (length H') ltac:(lia) H' eq_refl x X'). unfold worth, turn.
    rewrite bouquet_points by (eapply not_at_sub; eauto). destruct (points H' g =? 0); lia. }
  split.
  - destruct H as [|h H0] eqn:EH.
    + pose proof (bouquet_three_ge x [] eq_refl) as B. rewrite one_alone in B. rewrite margin_nil. lia.
    + rewrite <- EH in *. destruct (margin_best H) as (g & H' & P & ->); [now rewrite EH|].
      pose proof (bouquet_ge_move 3 x H g H' P). specialize (M g H' P). lia.
  - apply bouquet_le; [easy| |].
    + intros j E. inversion E; subst j. rewrite bouquet_three_loop by auto. pose proof (bouquet_two_ge x H X). lia.
    + intros g H' P. specialize (M g H' P). pose proof (margin_move H g H' P). lia.
Qed.

Lemma two_three_alone x y : x <> y -> v (bouquet 2 x (bouquet 3 y [])) = 0.
Proof.
  intros N. apply Z.le_antisymm.
  - apply two_bouquets_le; [lia| | |].
    + intros i E. inversion E; subst i. rewrite bouquet_open by now apply fresh_bouquet.
      pose proof (bouquet_three_ge y [] eq_refl) as B. rewrite one_alone in B. lia.
    + intros i E. inversion E; subst i. rewrite (worth_perm _ _ _ (bouquet_swap 2 x 2 y [])).
      rewrite bouquet_three_loop by (apply fresh_bouquet; auto). rewrite twos_cancel, margin_nil by auto. lia.
    + intros g H' P. apply Permutation_nil in P. discriminate.
  - pose proof (two_three_ge x y [] N eq_refl eq_refl) as B. rewrite margin_nil in B. lia.
Qed.

(** Two B_3 cancel. *)
Theorem threes_cancel H : forall x y, x <> y -> covered H x = false -> covered H y = false ->
  v (bouquet 3 x (bouquet 3 y H)) = v H.
Proof.
  enough (A : forall n H, length H = n -> forall x y, x <> y -> covered H x = false -> covered H y = false ->
    v (bouquet 3 x (bouquet 3 y H)) = v H) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H L x y N X Y.
  assert (M : forall g H', Permutation H (g :: H') -> worth (bouquet 3 x (bouquet 3 y H')) g = worth H' g).
  { intros g H' P. pose proof (Permutation_length P) as LP. cbn in LP. apply (two_bouquets_move _ _ _ _ H); auto.
    apply (IH (length H')); auto; [lia| |]; eapply covered_sub; eauto. }
  apply Z.le_antisymm.
  - apply two_bouquets_le; [lia| | |].
    + intros i E. inversion E; subst i. rewrite bouquet_three_loop by now apply fresh_bouquet.
      pose proof (two_three_ge x y H N X Y). lia.
    + intros i E. inversion E; subst i. rewrite (worth_perm _ _ _ (bouquet_swap 3 x 2 y H)).
      rewrite bouquet_three_loop by (apply fresh_bouquet; auto).
      pose proof (two_three_ge y x H (not_eq_sym N) Y X). lia.
    + intros g H' P. rewrite M by auto. now apply margin_move.
  - destruct H as [|h H0] eqn:EH.
    + pose proof (bouquet_three_ge x (bouquet 3 y []) (fresh_bouquet 3 x y [] N eq_refl)) as B.
      rewrite two_three_alone in B by auto. rewrite margin_nil. lia.
    + rewrite <- EH in *. destruct (margin_best H) as (g & H' & P & ->); [now rewrite EH|].
      rewrite <- (M g H' P). now apply two_bouquets_ge_move.
Qed.

(** ** Theorem K7: two loops more make no difference *)
Theorem bouquet_two_more k : (2 <= k)%nat -> forall H x, covered H x = false -> v (bouquet (2 + k) x H) = v (bouquet k x H).
Proof.
  induction k as [k IHk] using lt_wf_ind. intros K.
  enough (A : forall n H, length H = n -> forall x, covered H x = false -> v (bouquet (2 + k) x H) = v (bouquet k x H)) by eauto.
  induction n as [n IH] using lt_wf_ind. intros H L x X.
  assert (M : forall g H', Permutation H (g :: H') -> worth (bouquet (2 + k) x H') g = worth (bouquet k x H') g).
  { intros g H' P. pose proof (Permutation_length P) as LP. cbn in LP. unfold worth.
    rewrite !bouquet_points by (eapply not_at_sub; eauto). f_equal.
    apply (IH (length H')); auto; [lia|]. eapply covered_sub; eauto. }
  assert (Loop : forall j, (0 < j)%nat -> worth (bouquet j x H) (loop x) = - v (bouquet j x H)).
  { intros j J. apply worth_nothing. rewrite bouquet_loop_points by auto. now destruct j. }
  apply Z.le_antisymm.
  - apply bouquet_le; [easy| |].
    + intros j E. inversion E; subst j. rewrite Loop by lia. pose proof (bouquet_ge_loop k x H) as B.
      rewrite Loop in B by lia. lia.
    + intros g H' P. rewrite M by auto. now apply bouquet_ge_move.
  - apply bouquet_le; [destruct k; [lia|easy]| |].
    + intros j E. subst k. pose proof (bouquet_ge_loop (2 + j) x H) as B. rewrite Loop in B by lia.
      destruct (Nat.eq_dec j 1) as [->|N].
      * rewrite bouquet_open by auto. pose proof (three_near H x X). change (2 + 1)%nat with 3%nat in B.
        change (2 + 2)%nat with 4%nat. lia.
      * rewrite Loop by lia. rewrite (IHk j) in B by (auto; lia). exact B.
    + intros g H' P. rewrite <- M by auto. now apply bouquet_ge_move.
Qed.
