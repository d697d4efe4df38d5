(** Unshackle: the margin, the exchange theorem and its consequences.

    Rust: [Variant::Unshackle] in crates/rules/src/games/scoring.rs; the solver in crates/solve/src/scoring/unshackle.rs
    and the steps [exchange] and [cancel] of the checker rest on these. Page: docs/theory-scoring.md, Theorems U1 to U3
    and 6. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph.
Import ListNotations.
Open Scope Z_scope.

(** ** The margin *)

Fixpoint largest (l : list Z) : Z :=
  match l with
  | [] => 0
  | [x] => x
  | x :: l => Z.max x (largest l)
  end.

Fixpoint margin_in (fuel : nat) (G : graph) : Z :=
  match fuel with
  | O => 0
  | S fuel => largest (map (fun m => points (snd m) (fst m) - margin_in fuel (snd m)) (removals G))
  end.

(** What the player to move will score from here on, less what the opponent will: the largest [s(e) - v(G-e)], and 0
    without edges. *)
Definition margin (G : graph) : Z := margin_in (length G) G.
Notation v := margin.

Lemma largest_ge l x : In x l -> x <= largest l.
Proof.
  induction l as [|y l IH]; [intros []|]. intros [->|I].
  - destruct l; cbn [largest]; lia.
  - specialize (IH I). destruct l; [destruct I|]. change (x <= Z.max y (largest (z :: l))). lia.
Qed.

Lemma largest_in l : l <> [] -> In (largest l) l.
Proof.
  induction l as [|y l IH]; [easy|]. intros _. destruct l as [|z l]; [now left|].
  specialize (IH ltac:(easy)). change (In (Z.max y (largest (z :: l))) (y :: z :: l)).
  destruct (Z.max_spec y (largest (z :: l))) as [(_ & ->)|(_ & ->)]; [now right|now left].
Qed.

Lemma margin_unfold G : v G = largest (map (fun m => points (snd m) (fst m) - v (snd m)) (removals G)).
Proof.
  unfold margin. destruct G as [|e G]; [reflexivity|]. cbn [length margin_in]. f_equal.
  apply map_ext_in. intros (f & H) I. apply removals_length in I. cbn [length snd fst] in *.
  now replace (length H) with (length G) by lia.
Qed.

Lemma margin_perm G : forall H, Permutation G H -> v G = v H.
Proof.
  enough (E : forall n G, length G = n -> forall H, Permutation G H -> v G <= v H).
  { intros H P. apply Z.le_antisymm; [apply (E (length G)); auto|apply (E (length H)); auto; now symmetry]. }
  clear G. induction n as [|n IH]; intros G L H P.
  { destruct G; [|discriminate]. apply Permutation_nil in P as ->. lia. }
  rewrite (margin_unfold G), (margin_unfold H).
  assert (N : map (fun m => points (snd m) (fst m) - v (snd m)) (removals G) <> []).
  { destruct G; [discriminate|]. cbn. easy. }
  apply largest_in, in_map_iff in N as ((e & K) & E & I). rewrite <- E. cbn [fst snd].
  apply removals_perm in I as Q. rewrite P in Q. destruct (removals_all _ _ _ Q) as (K' & I' & S).
  pose proof (removals_length _ _ _ I) as LK.
  transitivity (points K' e - v K').
  - rewrite (points_perm _ _ _ S). enough (v K' <= v K) by lia. apply IH; [|now symmetry].
    apply Permutation_length in S. lia.
  - apply largest_ge. apply in_map_iff. now exists (e, K').
Qed.

(** The rule, up to the order in which edges are written. *)
Lemma margin_nil : v [] = 0.
Proof. reflexivity. Qed.

Lemma margin_move G e H : Permutation G (e :: H) -> points H e - v H <= v G.
Proof.
  intros P. destruct (removals_all _ _ _ P) as (K & I & S).
  rewrite (points_perm _ _ _ S), (margin_perm _ _ S), (margin_unfold G).
  apply largest_ge, in_map_iff. now exists (e, K).
Qed.

Lemma margin_best G : G <> [] -> exists e H, Permutation G (e :: H) /\ v G = points H e - v H.
Proof.
  intros N.
  assert (N' : map (fun m => points (snd m) (fst m) - v (snd m)) (removals G) <> []) by (destruct G; easy).
  apply largest_in, in_map_iff in N' as ((e & H) & E & I). rewrite <- margin_unfold in E.
  exists e, H. split; [now apply removals_perm|now rewrite <- E].
Qed.

Lemma margin_le G b :
  G <> [] -> (forall e H, Permutation G (e :: H) -> points H e - v H <= b) -> v G <= b.
Proof. intros N A. destruct (margin_best G N) as (e & H & P & ->). auto. Qed.

(** The moves of [G + e]: [e] itself, and those of [G]. *)
Lemma margin_cons_le e G b :
  points G e - v G <= b ->
  (forall g H, Permutation G (g :: H) -> points (e :: H) g - v (e :: H) <= b) -> v (e :: G) <= b.
Proof.
  intros A B. apply margin_le; [easy|]. intros f H P.
  destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K & Q & R)].
  - now rewrite <- (points_perm _ _ _ Q), <- (margin_perm _ _ Q).
  - rewrite (points_perm _ _ _ R), (margin_perm _ _ R). auto.
Qed.

Lemma margin_cons_ge e G : points G e - v G <= v (e :: G).
Proof. now apply margin_move. Qed.

Lemma margin_swap e f G : v (e :: f :: G) = v (f :: e :: G).
Proof. apply margin_perm, perm_swap. Qed.

Lemma margin_cons_move e G g H : Permutation G (g :: H) -> points (e :: H) g - v (e :: H) <= v (e :: G).
Proof. intros P. apply margin_move. rewrite P. apply perm_swap. Qed.

(** ** Theorem U1: exchange *)

(** [|e\f|] is [points [f] e]: the number of ends of e that are not ends of f. *)
Definition apart_ends (e f : edge) : Z := points [f] e.
Notation "| e \ f |" := (apart_ends e f) (at level 40, e at level 39, f at level 39).

Lemma exchange_points g H e f :
  points (f :: H) g - points (e :: H) g =
  (points (f :: H) e - points (f :: g :: H) e) - (points (e :: H) f - points (e :: g :: H) f).
Proof.
  set (n := S (fst e + snd e + fst f + snd f + fst g + snd g)).
  rewrite !(points_sum n) by lia.
  rewrite <- !Z.add_opp_r, <- !vertex_sum_opp, <- !vertex_sum_add, <- vertex_sum_opp, <- vertex_sum_add.
  apply vertex_sum_ext. intros w. rewrite !covered_cons.
  destruct (at_ w e), (at_ w f), (at_ w g), (covered H w); reflexivity.
Qed.

Lemma exchange_one H : forall e f,
  v (f :: H) - v (e :: H) <=
  2 * Z.max (| e \ f |) (| f \ e |) - points (f :: H) e - points (e :: H) f.
Proof.
  enough (E : forall n H, length H = n -> forall e f, v (f :: H) - v (e :: H) <=
    2 * Z.max (| e \ f |) (| f \ e |) - points (f :: H) e - points (e :: H) f) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H L e f.
  enough (B : v (f :: H) <= v (e :: H) +
    (2 * Z.max (| e \ f |) (| f \ e |) - points (f :: H) e - points (e :: H) f)) by lia.
  apply margin_cons_le.
  - pose proof (margin_cons_ge e H) as M.
    assert (D : points H f - points H e = points (e :: H) f - points (f :: H) e).
    { set (m := S (fst e + snd e + fst f + snd f)). rewrite !(points_sum m) by lia.
      rewrite <- !Z.add_opp_r, <- !vertex_sum_opp, <- !vertex_sum_add.
      apply vertex_sum_ext. intros w. rewrite !covered_cons.
      destruct (at_ w e), (at_ w f), (covered H w); reflexivity. }
    pose proof (points_mono_nil e H f). unfold apart_ends. lia.
  - intros g K P. pose proof (margin_cons_move e H g K P) as M.
    pose proof (Permutation_length P) as LP. cbn in LP.
    pose proof (IH (length K) ltac:(lia) K eq_refl f e) as I.
    pose proof (exchange_points g K e f) as X.
    rewrite (points_perm _ _ e (perm_skip f P)), (points_perm _ _ f (perm_skip e P)).
    pose proof (points_mono g (e :: K) f) as Y. rewrite (points_perm _ _ f (perm_swap e g K)) in Y.
    unfold apart_ends in *. lia.
Qed.

(** Theorem U1, with G = H + e + f, so that G-e = H+f and G-f = H+e. (For copies of one edge the bound is 0.) *)
Theorem exchange H e f :
  Z.abs (v (f :: H) - v (e :: H)) <=
  2 * Z.max (| e \ f |) (| f \ e |) - points (f :: H) e - points (e :: H) f.
Proof.
  pose proof (exchange_one H e f). pose proof (exchange_one H f e).
  rewrite (Z.max_comm (| f \ e |)) in *. lia.
Qed.

Theorem exchange_copies H e f : (forall w, at_ w e = at_ w f) -> v (e :: H) = v (f :: H).
Proof.
  intros E. pose proof (exchange H e f) as X. pose proof (points_range (f :: H) e) as A.
  pose proof (points_range (e :: H) f) as B.
  assert (apart_ends e f = 0).
  { unfold apart_ends, points. rewrite !free_cons, <- !E, at_fst, at_snd. destruct (_ =? _)%nat; lia. }
  assert (apart_ends f e = 0).
  { unfold apart_ends, points. rewrite !free_cons, !E, at_fst, at_snd. destruct (_ =? _)%nat; lia. }
  lia.
Qed.

(** What a move is worth; [H] is what it leaves. *)
Definition worth (H : graph) (e : edge) : Z := points H e - v H.

Lemma exchange_worth H e f :
  worth (e :: H) f + 2 * points (f :: H) e <= worth (f :: H) e + 2 * Z.max (| e \ f |) (| f \ e |).
Proof. unfold worth. pose proof (exchange H e f). lia. Qed.

(** ** Theorem U2 *)

Lemma apart_range e f : 0 <= | e \ f | <= 2.
Proof. apply points_range. Qed.

(** (a) A move that earns two points is best. *)
Theorem two_points_first G e : points G e = 2 -> v (e :: G) = 2 - v G.
Proof.
  intros E. apply Z.le_antisymm.
  - apply margin_cons_le; [lia|]. intros g H P.
    pose proof (exchange_worth H e g) as X. unfold worth in X.
    rewrite <- (margin_perm _ _ P), <- (points_perm _ _ e P), E in X.
    pose proof (apart_range e g). pose proof (apart_range g e). lia.
  - pose proof (margin_cons_ge e G). lia.
Qed.

Lemma common_end e f a : at_ a e = true -> at_ a f = true -> | e \ f | <= 1.
Proof.
  intros A B. destruct (at_joins _ _ A) as (b & J). unfold apart_ends. rewrite (joins_points _ _ _ _ J).
  rewrite !free_cons, B. pose proof (free_range [] b). destruct (a =? b)%nat, (at_ b f); lia.
Qed.

(** (b) A move [e] that earns a point is at least as good as every other move [f] with a common end. A move from [a] to
    a leaf is such a move, for every [f] at [a]. *)
Theorem leaf_first H e f a :
  at_ a e = true -> at_ a f = true -> 1 <= points (f :: H) e -> worth (e :: H) f <= worth (f :: H) e.
Proof.
  intros A B E. pose proof (exchange_worth H e f) as X.
  pose proof (common_end e f a A B). pose proof (common_end f e a B A). lia.
Qed.

(** (c) For every move e, s(e) <= v(G) + v(G-e) <= 4 - s(e). Here G-e is [G]. *)
Theorem sum_bounds e G : points G e <= v (e :: G) + v G <= 4 - points G e.
Proof.
  split; [pose proof (margin_cons_ge e G); lia|].
  enough (v (e :: G) <= 4 - points G e - v G) by lia. apply margin_cons_le.
  - pose proof (points_range G e). lia.
  - intros g H P. pose proof (exchange_worth H e g) as X. unfold worth in X.
    rewrite <- (margin_perm _ _ P), <- (points_perm _ _ e P) in X.
    pose proof (apart_range e g). pose proof (apart_range g e). lia.
Qed.

(** ** Theorem U3: single edges and loops *)

Definition loop (z : nat) : edge := (z, z).

Lemma loop_at w z : at_ w (loop z) = (z =? w)%nat.
Proof. unfold at_, loop. cbn. apply orb_diag. Qed.

Lemma loop_points G z : points G (loop z) = free G z.
Proof. unfold points, loop. cbn [fst snd]. rewrite Nat.eqb_refl. lia. Qed.

Lemma loop_points_one G z : covered G z = false -> points G (loop z) = 1.
Proof. intros C. rewrite loop_points. unfold free. now rewrite C. Qed.

(** It does not matter which new vertex a single loop has. *)
Lemma loop_anywhere G y z : covered G y = false -> covered G z = false -> v (loop y :: G) = v (loop z :: G).
Proof.
  intros Y Z. destruct (Nat.eq_dec y z) as [->|N]; [reflexivity|].
  pose proof (exchange G (loop y) (loop z)) as X. unfold apart_ends in X.
  rewrite !loop_points, !free_cons, !loop_at in X. unfold free in X. rewrite Y, Z in X. cbn [covered existsb] in X.
  destruct (Nat.eqb_spec y z), (Nat.eqb_spec z y); try lia.
Qed.

(** A single edge K, both of whose ends are new. *)
Theorem single_edge G a b : a <> b -> covered G a = false -> covered G b = false -> v ((a, b) :: G) = 2 - v G.
Proof. intros N A B. apply two_points_first, (points_two _ _ a b); [now left|auto]. Qed.

Theorem single_edges_cancel G a b c d :
  NoDup [a; b; c; d] -> (forall w, In w [a; b; c; d] -> covered G w = false) -> v ((a, b) :: (c, d) :: G) = v G.
Proof.
  intros N F. rewrite !NoDup_cons_iff in N. cbn in N.
  rewrite single_edge; [rewrite single_edge; [lia| | |]| | |]; try (apply F; cbn; tauto); try intuition congruence.
  - rewrite covered_cons, F by (cbn; tauto). unfold at_. cbn.
    destruct (Nat.eqb_spec c a), (Nat.eqb_spec d a); intuition congruence.
  - rewrite covered_cons, F by (cbn; tauto). unfold at_. cbn.
    destruct (Nat.eqb_spec c b), (Nat.eqb_spec d b); intuition congruence.
Qed.

Lemma covered_sub G g H w : Permutation G (g :: H) -> covered G w = false -> covered H w = false.
Proof. intros P. rewrite (covered_perm _ _ _ P), covered_cons. now destruct (at_ w g). Qed.

Lemma not_at_sub G g H w : Permutation G (g :: H) -> covered G w = false -> at_ w g = false.
Proof. intros P. rewrite (covered_perm _ _ _ P), covered_cons. now destruct (at_ w g). Qed.

Lemma apart_loop g z : at_ z g = false -> apart g (loop z).
Proof. intros A w B C. rewrite loop_at in C. apply Nat.eqb_eq in C as ->. congruence. Qed.

Theorem loops_cancel G : forall y z, y <> z -> covered G y = false -> covered G z = false ->
  v (loop y :: loop z :: G) = v G.
Proof.
  enough (E : forall n G, length G = n -> forall y z, y <> z -> covered G y = false -> covered G z = false ->
    v (loop y :: loop z :: G) = v G) by eauto.
  clear G. induction n as [n IH] using lt_wf_ind. intros G L y z N Y Z.
  assert (M : forall g H, Permutation G (g :: H) ->
    points (loop y :: loop z :: H) g - v (loop y :: loop z :: H) = points H g - v H).
  { intros g H P. pose proof (Permutation_length P) as LP. cbn in LP.
    rewrite !apart_points by (apply apart_loop; eapply not_at_sub; eauto).
    rewrite (IH (length H)); auto; [lia| |]; eapply covered_sub; eauto. }
  assert (F : forall a b, a <> b -> covered G a = false -> points (loop b :: G) (loop a) = 1).
  { intros a b D C. rewrite loop_points. unfold free. rewrite covered_cons, loop_at, C.
    destruct (Nat.eqb_spec b a); [congruence|reflexivity]. }
  apply Z.le_antisymm.
  - apply margin_cons_le.
    + rewrite F by auto. pose proof (margin_cons_ge (loop z) G) as B.
      rewrite loop_points_one in B by auto. lia.
    + intros g H P. destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K & Q & R)].
      * rewrite <- (margin_perm _ _ (perm_skip _ Q)), <- (points_perm _ _ _ (perm_skip _ Q)).
        rewrite F by auto. pose proof (margin_cons_ge (loop y) G) as B.
        rewrite loop_points_one in B by auto. lia.
      * rewrite (margin_perm _ _ (perm_skip _ R)), (points_perm _ _ _ (perm_skip _ R)).
        rewrite M by auto. now apply margin_move.
  - destruct G as [|f G'] eqn:EG.
    + (* both loops follow, a point for each player *)
      pose proof (margin_cons_ge (loop y) [loop z]) as B. rewrite F in B by auto.
      assert (v [loop z] = 1); [|rewrite margin_nil; lia].
      pose proof (sum_bounds (loop z) []) as S. rewrite loop_points_one, margin_nil in S by auto.
      assert (v [loop z] <= 1); [|lia]. apply margin_cons_le; [rewrite loop_points_one, margin_nil; auto; lia|].
      intros g H P. apply Permutation_nil in P. discriminate.
    + rewrite <- EG in *. destruct (margin_best G) as (g & H & P & E); [now rewrite EG|].
      rewrite E, <- (M g H P). apply margin_move. rewrite P. rewrite (perm_swap g (loop z)). 
      apply perm_swap.
Qed.

(** ** Theorem U6: gifts *)

(** Two edges beside [X], each of which would be a single edge without the other, and earns 2 - k with it: k = 1 for a
    path of three vertices, k = 2 for a double edge. *)
Definition gift (k : Z) (e f : edge) (X : graph) : Prop :=
  points X e = 2 /\ points X f = 2 /\ points (f :: X) e = 2 - k /\ points (e :: X) f = 2 - k.

Lemma points_two_sub f X g Y : Permutation X (g :: Y) -> points X f = 2 -> points Y f = 2 /\ apart g f.
Proof.
  intros P E. rewrite (points_perm _ _ _ P) in E. pose proof (points_mono g Y f). pose proof (points_range Y f).
  split; [lia|]. apply (apart_covered f (g :: Y)); [|now left]. intros w A. eapply points_two_at; eauto.
Qed.

Lemma gift_sub k e f X g Y : gift k e f X -> Permutation X (g :: Y) -> gift k e f Y /\ apart g e /\ apart g f.
Proof.
  intros (A & B & C & D) P.
  destruct (points_two_sub e X g Y P A) as (A' & A2), (points_two_sub f X g Y P B) as (B' & B2).
  repeat split; auto.
  - rewrite <- C, (points_perm _ _ e (perm_skip f P)), (points_perm _ _ e (perm_swap g f Y)).
    symmetry. apply apart_points. now apply apart_sym.
  - rewrite <- D, (points_perm _ _ f (perm_skip e P)), (points_perm _ _ f (perm_swap g e Y)).
    symmetry. apply apart_points. now apply apart_sym.
Qed.

Definition odd_size (G : graph) : bool := Nat.odd (length G).

Lemma odd_size_cons e G : odd_size (e :: G) = negb (odd_size G).
Proof. unfold odd_size. cbn [length]. now rewrite Nat.odd_succ, <- Nat.negb_odd. Qed.

Lemma odd_size_perm G H : Permutation G H -> odd_size G = odd_size H.
Proof. intros P. unfold odd_size. now rewrite (Permutation_length P). Qed.

Theorem gifts k X : forall e f, 0 <= k -> gift k e f X ->
  v (e :: f :: X) = if odd_size X then v X + k else v X - k.
Proof.
  enough (E : forall n X, length X = n -> forall e f, 0 <= k -> gift k e f X ->
    v (e :: f :: X) = if odd_size X then v X + k else v X - k) by eauto.
  clear X. induction n as [n IH] using lt_wf_ind. intros X L e f K0 Gf.
  pose proof Gf as (A & B & C & D).
  assert (Own : points (f :: X) e - v (f :: X) = v X - k /\ points (e :: X) f - v (e :: X) = v X - k).
  { rewrite !two_points_first by auto. lia. }
  assert (M : forall g H, Permutation X (g :: H) ->
    points (e :: f :: H) g - v (e :: f :: H) = points H g - v H + if odd_size X then k else - k).
  { intros g H P. destruct (gift_sub _ _ _ _ _ _ Gf P) as (G' & Ae & Af).
    pose proof (Permutation_length P) as LP. cbn in LP.
    rewrite !apart_points by auto. rewrite (IH (length H)); auto; [|lia].
    rewrite (odd_size_perm _ _ P), odd_size_cons. destruct (odd_size H); cbn [negb]; lia. }
  assert (Up : forall b, v X - k <= b -> (forall g H, Permutation X (g :: H) ->
    points H g - v H + (if odd_size X then k else - k) <= b) -> v (e :: f :: X) <= b).
  { intros b Hb Hg. apply margin_cons_le; [lia|]. intros g H P.
    destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(Y & Q & R)].
    - rewrite <- (margin_perm _ _ (perm_skip _ Q)), <- (points_perm _ _ _ (perm_skip _ Q)). lia.
    - rewrite (margin_perm _ _ (perm_skip _ R)), (points_perm _ _ _ (perm_skip _ R)), M by auto. auto. }
  apply Z.le_antisymm.
  - apply Up; [destruct (odd_size X); lia|]. intros g H P. pose proof (margin_move X g H P).
    destruct (odd_size X); lia.
  - destruct (odd_size X) eqn:O.
    + assert (N : X <> []) by (intros ->; discriminate).
      destruct (margin_best X N) as (g & H & P & E). specialize (M g H P).
      enough (points (e :: f :: H) g - v (e :: f :: H) <= v (e :: f :: X)) by lia.
      apply margin_move. rewrite P, (perm_swap g f). apply perm_swap.
    + pose proof (margin_cons_ge e (f :: X)). lia.
Qed.
