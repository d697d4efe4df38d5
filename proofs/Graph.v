(** Multigraphs with loops as lists of edges, and the points that removing an edge earns.

    Rust: crates/rules/src/spaces/edges.rs ([Edges::earns], [Edges::without]) and scoring.rs. A position is the
    multiset of edges that are left. Isolated vertices never score, so they are not written down. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
Import ListNotations.
Open Scope Z_scope.

(** An edge is the pair of its ends, in either order; a loop has one end. *)
Definition edge : Type := nat * nat.
Definition graph : Type := list edge.

(** Whether [w] is an end of [e]. *)
Definition at_ (w : nat) (e : edge) : bool := ((fst e =? w) || (snd e =? w))%nat.
(** Whether an edge of [G] ends at [w]. *)
Definition covered (G : graph) (w : nat) : bool := existsb (at_ w) G.
(** 1 if [w] has no edge, so that it is free. *)
Definition free (G : graph) (w : nat) : Z := if covered G w then 0 else 1.
(** What removing [e] earns when [G] is left: the number of ends of [e] that lose their last edge. *)
Definition points (G : graph) (e : edge) : Z :=
  free G (fst e) + (if (fst e =? snd e)%nat then 0 else free G (snd e)).

(** Every edge of [G] with the graph that is left without it. *)
Fixpoint removals (G : graph) : list (edge * graph) :=
  match G with
  | [] => []
  | e :: G => (e, G) :: map (fun m => (fst m, e :: snd m)) (removals G)
  end.

(** ** Removals and permutations *)

Lemma removals_perm G : forall e H, In (e, H) (removals G) -> Permutation G (e :: H).
Proof.
  induction G as [|f G IH]; cbn; [tauto|]. intros e H [E|I].
  - inversion E. reflexivity.
  - apply in_map_iff in I as ((e' & H') & E & I). cbn in E. inversion E; subst.
    rewrite (IH _ _ I). apply perm_swap.
Qed.

Lemma perm_cons_cases (e f : edge) G H :
  Permutation (e :: G) (f :: H) ->
  (e = f /\ Permutation G H) \/ exists K, Permutation G (f :: K) /\ Permutation H (e :: K).
Proof.
  intros P. assert (I : In f (e :: G)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
  destruct I as [<-|I].
  - left. split; auto. now apply Permutation_cons_inv in P.
  - right. apply in_split in I as (l1 & l2 & ->). exists (l1 ++ l2).
    assert (Q : Permutation (l1 ++ f :: l2) (f :: l1 ++ l2)) by (symmetry; apply Permutation_middle).
    split; auto. apply (Permutation_cons_inv (a := f)).
    rewrite <- P, Q. apply perm_swap.
Qed.

Lemma removals_all G : forall e H, Permutation G (e :: H) ->
  exists K, In (e, K) (removals G) /\ Permutation H K.
Proof.
  induction G as [|f G IH]; intros e H P.
  - apply Permutation_nil in P. discriminate.
  - destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K & Q & R)].
    + exists G. split; [now left|now symmetry].
    + destruct (IH e K Q) as (K' & I & S). exists (f :: K'). split.
      * cbn. right. apply in_map_iff. now exists (e, K').
      * rewrite R. now constructor.
Qed.

Lemma removals_length G e H : In (e, H) (removals G) -> length G = S (length H).
Proof. intros I. apply removals_perm, Permutation_length in I. exact I. Qed.

Lemma in_perm (e : edge) G : In e G -> exists H, Permutation G (e :: H).
Proof.
  intros I. apply in_split in I as (l1 & l2 & ->). exists (l1 ++ l2). symmetry. apply Permutation_middle.
Qed.

(** ** Ends *)

Lemma covered_perm G H w : Permutation G H -> covered G w = covered H w.
Proof.
  unfold covered. induction 1; cbn; auto; try congruence.
  destruct (at_ w x), (at_ w y); reflexivity.
Qed.

Lemma covered_cons e G w : covered (e :: G) w = at_ w e || covered G w.
Proof. reflexivity. Qed.

Lemma covered_app G H w : covered (G ++ H) w = covered G w || covered H w.
Proof. apply existsb_app. Qed.

Lemma covered_spec G w : covered G w = true <-> exists e, In e G /\ at_ w e = true.
Proof. apply existsb_exists. Qed.

Lemma points_perm G H e : Permutation G H -> points G e = points H e.
Proof. intros P. unfold points, free. now rewrite !(covered_perm _ _ _ P). Qed.

(** The edge [e] joins [a] and [b]; a loop joins a vertex to itself. *)
Definition joins (e : edge) (a b : nat) : Prop := e = (a, b) \/ e = (b, a).

Lemma joins_sym e a b : joins e a b -> joins e b a.
Proof. intros [->| ->]; [now right|now left]. Qed.

Lemma at_joins e a : at_ a e = true -> exists b, joins e a b.
Proof.
  destruct e as (x & y). unfold at_, joins. cbn. intros H. apply orb_true_iff in H as [H|H];
    apply Nat.eqb_eq in H as ->; [exists y|exists x]; auto.
Qed.

Lemma joins_at e a b w : joins e a b -> at_ w e = ((a =? w) || (b =? w))%nat.
Proof. intros [->| ->]; unfold at_; cbn; auto. apply orb_comm. Qed.

Lemma joins_ends e : joins e (fst e) (snd e).
Proof. left. now destruct e. Qed.

Lemma joins_at_l e a b : joins e a b -> at_ a e = true.
Proof. intros J. rewrite (joins_at _ _ _ _ J), Nat.eqb_refl. reflexivity. Qed.

Lemma joins_at_r e a b : joins e a b -> at_ b e = true.
Proof. intros J. apply (joins_at_l e b a), joins_sym, J. Qed.

Lemma joins_points e a b G : joins e a b -> points G e = free G a + (if (a =? b)%nat then 0 else free G b).
Proof.
  intros [->| ->]; unfold points; cbn [fst snd]; auto.
  rewrite (Nat.eqb_sym b a). destruct (Nat.eqb_spec a b) as [->|]; lia.
Qed.

Lemma free_range G w : 0 <= free G w <= 1.
Proof. unfold free. destruct (covered G w); lia. Qed.

Lemma points_range G e : 0 <= points G e <= 2.
Proof.
  unfold points. pose proof (free_range G (fst e)). pose proof (free_range G (snd e)).
  destruct (_ =? _)%nat; lia.
Qed.

Lemma free_cons e G w : free (e :: G) w = if at_ w e then 0 else free G w.
Proof. unfold free. rewrite covered_cons. now destruct (at_ w e). Qed.

Lemma points_mono f G e : points (f :: G) e <= points G e.
Proof.
  unfold points. rewrite !free_cons. pose proof (free_range G (fst e)). pose proof (free_range G (snd e)).
  destruct (_ =? _)%nat, (at_ (fst e) f), (at_ (snd e) f); lia.
Qed.

Lemma points_mono_nil f G e : points (f :: G) e <= points [f] e.
Proof.
  unfold points. rewrite !free_cons. pose proof (free_range G (fst e)). pose proof (free_range G (snd e)).
  change (free [] (fst e)) with 1. change (free [] (snd e)) with 1.
  destruct (_ =? _)%nat, (at_ (fst e) f), (at_ (snd e) f); lia.
Qed.

(** Both ends of [e] become free: it is a single edge on its own beside [G]. *)
Lemma points_two G e a b :
  joins e a b -> (points G e = 2 <-> a <> b /\ covered G a = false /\ covered G b = false).
Proof.
  intros J. rewrite (joins_points _ _ _ _ J). unfold free.
  destruct (Nat.eqb_spec a b), (covered G a), (covered G b); intuition (try lia; try congruence).
Qed.

Lemma points_two_at G e w : points G e = 2 -> at_ w e = true -> covered G w = false.
Proof.
  intros P A. destruct (at_joins _ _ A) as (b & J). apply (points_two _ _ _ _ J) in P. tauto.
Qed.

(** Edges without a common end do not matter to each other. *)
Definition apart (e f : edge) : Prop := forall w, at_ w e = true -> at_ w f = true -> False.

Lemma apart_sym e f : apart e f -> apart f e.
Proof. intros A w H K. exact (A w K H). Qed.

Lemma at_fst e : at_ (fst e) e = true.
Proof. apply (joins_at_l _ _ _ (joins_ends e)). Qed.
Lemma at_snd e : at_ (snd e) e = true.
Proof. apply (joins_at_r _ _ _ (joins_ends e)). Qed.

Lemma apart_points e f G : apart e f -> points (f :: G) e = points G e.
Proof.
  intros A. unfold points. rewrite !free_cons.
  destruct (at_ (fst e) f) eqn:E; [destruct (A (fst e)); auto; apply at_fst|].
  destruct (at_ (snd e) f) eqn:F; [destruct (A (snd e)); auto; apply at_snd|]. reflexivity.
Qed.

Lemma apart_covered e G f : (forall w, at_ w e = true -> covered G w = false) -> In f G -> apart f e.
Proof.
  intros H I w A B. specialize (H w B).
  assert (C : covered G w = true) by (apply covered_spec; now exists f). congruence.
Qed.

(** A sum over all vertices below a bound: how points are counted in the exchange theorem. *)
Fixpoint vertex_sum (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S n => f n + vertex_sum n f end.

Lemma vertex_sum_ext n f g : (forall w, f w = g w) -> vertex_sum n f = vertex_sum n g.
Proof. intros E. induction n; cbn; rewrite ?E; lia. Qed.
Lemma vertex_sum_le n f g : (forall w, f w <= g w) -> vertex_sum n f <= vertex_sum n g.
Proof. intros E. induction n as [|n IH]; cbn; [lia|]. specialize (E n). lia. Qed.
Lemma vertex_sum_add n f g : vertex_sum n (fun w => f w + g w) = vertex_sum n f + vertex_sum n g.
Proof. induction n; cbn; lia. Qed.
Lemma vertex_sum_opp n f : vertex_sum n (fun w => - f w) = - vertex_sum n f.
Proof. induction n; cbn; lia. Qed.
Lemma vertex_sum_one n a f : (a < n)%nat -> vertex_sum n (fun w => if (a =? w)%nat then f w else 0) = f a.
Proof.
  enough (H : vertex_sum n (fun w => if (a =? w)%nat then f w else 0) = if (a <? n)%nat then f a else 0).
  { intros L. apply Nat.ltb_lt in L. now rewrite H, L. }
  induction n as [|n IH]; cbn [vertex_sum]; auto. rewrite IH.
  destruct (Nat.ltb_spec a n), (Nat.ltb_spec a (S n)), (Nat.eqb_spec a n); subst; lia.
Qed.

Lemma points_sum n G e : (fst e < n)%nat -> (snd e < n)%nat ->
  points G e = vertex_sum n (fun w => if at_ w e && negb (covered G w) then 1 else 0).
Proof.
  intros A B. unfold points. rewrite <- (vertex_sum_one n (fst e) (free G) A).
  rewrite <- (vertex_sum_one n (snd e) (fun w => if (fst e =? w)%nat then 0 else free G w) B).
  rewrite <- vertex_sum_add. apply vertex_sum_ext. intros w. unfold at_, free.
  destruct (Nat.eqb_spec (fst e) w), (Nat.eqb_spec (snd e) w), (covered G w); cbn; lia.
Qed.
