(** Strings-and-coins (dots-and-boxes, Closing Octagons without the normal rules): a score keeps the turn.

    Rust: [Variant::StringsAndCoins] in crates/rules/src/games/scoring.rs; crates/solve/src/scoring/captures.rs and
    crates/certificate/src/game/captures.rs play captures by these theorems. Page: docs/theory-scoring.md, Keeping the
    turn. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph.
From Outplay Require Unshackle.
Import ListNotations.
Open Scope Z_scope.

Definition largest := Unshackle.largest.

(** What a move is worth, if [x] is the margin of what it leaves. *)
Definition turn (earned x : Z) : Z := if earned =? 0 then - x else earned + x.

Fixpoint margin_in (fuel : nat) (G : graph) : Z :=
  match fuel with
  | O => 0
  | S fuel => largest (map (fun m => turn (points (snd m) (fst m)) (margin_in fuel (snd m))) (removals G))
  end.

(** The largest m(e), where m(e) = s(e) + v(G-e) if s(e) > 0, and m(e) = -v(G-e) otherwise; 0 without edges. *)
Definition margin (G : graph) : Z := margin_in (length G) G.
Notation v := margin.

Definition worth (H : graph) (e : edge) : Z := turn (points H e) (v H).

Lemma margin_unfold G : v G = largest (map (fun m => worth (snd m) (fst m)) (removals G)).
Proof.
  unfold margin. destruct G as [|e G]; [reflexivity|]. cbn [length margin_in]. f_equal.
  apply map_ext_in. intros (f & H) I. apply removals_length in I. cbn [length snd fst] in *.
  unfold worth, margin. now replace (length H) with (length G) by lia.
Qed.

Lemma margin_perm G : forall H, Permutation G H -> v G = v H.
Proof.
  enough (E : forall n G, length G = n -> forall H, Permutation G H -> v G = v H) by eauto.
  clear G. induction n as [|n IHn]; intros G LG H P.
  { destruct G; [|discriminate]. apply Permutation_nil in P as ->. reflexivity. }
  assert (A : forall G H, length G = S n -> Permutation G H -> v G <= v H).
  { clear G H LG P. intros G H L P. rewrite (margin_unfold G), (margin_unfold H).
    assert (N : map (fun m => worth (snd m) (fst m)) (removals G) <> []) by (destruct G; [discriminate|cbn; easy]).
    apply Unshackle.largest_in, in_map_iff in N as ((e & K) & E & I).
    change (Unshackle.largest ?l) with (largest l) in E. rewrite <- E. cbn [fst snd].
    apply removals_perm in I as Q. rewrite P in Q. destruct (removals_all _ _ _ Q) as (K' & I' & S).
    pose proof (removals_length _ _ _ I) as LK.
    replace (worth K e) with (worth K' e).
    - apply Unshackle.largest_ge. apply in_map_iff. now exists (e, K').
    - unfold worth. rewrite (points_perm _ _ _ S). f_equal. symmetry. apply IHn; [|now symmetry || exact S]. lia. }
  apply Z.le_antisymm; [now apply A|]. apply A; [|now symmetry]. apply Permutation_length in P. lia.
Qed.

Lemma worth_perm G H e : Permutation G H -> worth G e = worth H e.
Proof. intros P. unfold worth. now rewrite (points_perm _ _ _ P), (margin_perm _ _ P). Qed.

Lemma margin_nil : v [] = 0.
Proof. reflexivity. Qed.

Lemma margin_move G e H : Permutation G (e :: H) -> worth H e <= v G.
Proof.
  intros P. destruct (removals_all _ _ _ P) as (K & I & S).
  rewrite (worth_perm _ _ _ S), (margin_unfold G). apply Unshackle.largest_ge, in_map_iff. now exists (e, K).
Qed.

Lemma margin_best G : G <> [] -> exists e H, Permutation G (e :: H) /\ v G = worth H e.
Proof.
  intros N. assert (N' : map (fun m => worth (snd m) (fst m)) (removals G) <> []) by (destruct G; easy).
  apply Unshackle.largest_in, in_map_iff in N' as ((e & H) & E & I).
  change (Unshackle.largest ?l) with (largest l) in E. rewrite <- margin_unfold in E.
  exists e, H. split; [now apply removals_perm|now rewrite <- E].
Qed.

Lemma margin_le G b : G <> [] -> (forall e H, Permutation G (e :: H) -> worth H e <= b) -> v G <= b.
Proof. intros N A. destruct (margin_best G N) as (e & H & P & ->). auto. Qed.

(** The moves of [G + e]: [e] itself, and those of [G]. *)
Lemma margin_cons_le e G b :
  worth G e <= b -> (forall g H, Permutation G (g :: H) -> worth (e :: H) g <= b) -> v (e :: G) <= b.
Proof.
  intros A B. apply margin_le; [easy|]. intros f H P.
  destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K & Q & R)].
  - now rewrite <- (worth_perm _ _ _ Q).
  - rewrite (worth_perm _ _ _ R). auto.
Qed.

Lemma margin_cons_ge e G : worth G e <= v (e :: G).
Proof. now apply margin_move. Qed.

Lemma margin_swap e f G : v (e :: f :: G) = v (f :: e :: G).
Proof. apply margin_perm, perm_swap. Qed.

Lemma worth_earning H e : 1 <= points H e -> worth H e = points H e + v H.
Proof. intros P. unfold worth, turn. destruct (Z.eqb_spec (points H e) 0); lia. Qed.

Lemma worth_nothing H e : points H e = 0 -> worth H e = - v H.
Proof. intros P. unfold worth, turn. now rewrite P. Qed.

(** ** Two leaves at one vertex are alike *)

Lemma leaf_exchange H : forall e f u w y, joins e u w -> joins f u y -> u <> w -> u <> y ->
  covered H w = false -> covered H y = false -> v (e :: H) = v (f :: H).
Proof.
  enough (A : forall n H, length H = n -> forall e f u w y, joins e u w -> joins f u y -> u <> w -> u <> y ->
    covered H w = false -> covered H y = false -> v (e :: H) <= v (f :: H)).
  { intros e f u w y Je Jf Nw Ny Hw Hy. apply Z.le_antisymm; eapply (A (length H)); eauto. }
  clear H. induction n as [n IH] using lt_wf_ind. intros H L e f u w y Je Jf Nw Ny Hw Hy.
  assert (IHeq : forall K, (length K < n)%nat -> covered K w = false -> covered K y = false -> v (e :: K) = v (f :: K)).
  { intros K LK Kw Ky. apply Z.le_antisymm; eapply (IH (length K)); eauto. }
  apply margin_cons_le.
  - replace (worth H e) with (worth H f); [apply margin_cons_ge|].
    unfold worth. f_equal. rewrite (joins_points _ _ _ _ Je), (joins_points _ _ _ _ Jf). unfold free. rewrite Hw, Hy.
    destruct (Nat.eqb_spec u w), (Nat.eqb_spec u y); congruence.
  - intros g K P. pose proof (Permutation_length P) as LP. cbn in LP.
    assert (gw : at_ w g = false) by (eapply Unshackle.not_at_sub; eauto).
    assert (gy : at_ y g = false) by (eapply Unshackle.not_at_sub; eauto).
    assert (Kw : covered K w = false) by (eapply Unshackle.covered_sub; eauto).
    assert (Ky : covered K y = false) by (eapply Unshackle.covered_sub; eauto).
    replace (worth (e :: K) g) with (worth (f :: K) g).
    + apply margin_move. rewrite P. apply perm_swap.
    + unfold worth. rewrite (IHeq K) by (auto; lia). f_equal.
      unfold points. rewrite !free_cons, !(joins_at _ _ _ _ Je), !(joins_at _ _ _ _ Jf).
      assert (F : forall x, at_ x g = true -> (w =? x)%nat = false /\ (y =? x)%nat = false).
      { intros x X. split; apply Nat.eqb_neq; intros ->; congruence. }
      destruct (F _ (at_fst g)) as (-> & ->), (F _ (at_snd g)) as (-> & ->). reflexivity.
Qed.

(** ** Theorem K1 *)

(** The number of edges at [u], a loop counted once. *)
Definition weight (G : graph) (u : nat) : nat := length (filter (at_ u) G).

Lemma weight_cons e G u : weight (e :: G) u = ((if at_ u e then 1 else 0) + weight G u)%nat.
Proof. unfold weight. cbn. now destruct (at_ u e). Qed.

Lemma weight_perm G H u : Permutation G H -> weight G u = weight H u.
Proof.
  unfold weight. induction 1; cbn; auto; try congruence.
  - destruct (at_ u x); cbn; auto.
  - destruct (at_ u x), (at_ u y); reflexivity.
Qed.

Lemma weight_zero G u : weight G u = 0%nat <-> covered G u = false.
Proof.
  unfold weight, covered. induction G as [|e G IH]; cbn; [tauto|]. destruct (at_ u e); cbn; [easy|exact IH].
Qed.

(** [e] captures [w], which has no other edge; its other end [u] is [w] (a loop), or has no other edge either, or has at
    least two others. Here [H] is what is left without [e]. *)
Definition capture (H : graph) (e : edge) (w u : nat) : Prop :=
  joins e w u /\ covered H w = false /\ (u = w \/ weight H u = 0%nat \/ (2 <= weight H u)%nat).

Lemma capture_earns H e w u : joins e w u -> covered H w = false -> 1 <= points H e.
Proof.
  intros J W. rewrite (joins_points _ _ _ _ J). unfold free at 1. rewrite W.
  pose proof (free_range H u). destruct (w =? u)%nat; lia.
Qed.

(** Capturing is best if e is a loop, or u has weight 1, or u has weight 3 or more. *)
Theorem capture_best H : forall e w u, capture H e w u -> v (e :: H) = points H e + v H.
Proof.
  enough (A : forall n H, length H = n -> forall e w u, capture H e w u -> v (e :: H) = points H e + v H) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H L e w u (J & W & U).
  pose proof (capture_earns H e w u J W) as E1.
  apply Z.le_antisymm; [|rewrite <- (worth_earning H e E1); apply margin_cons_ge].
  apply margin_cons_le; [rewrite worth_earning by auto; lia|].
  intros f K P. pose proof (Permutation_length P) as LP. cbn in LP.
  assert (fw : at_ w f = false) by (eapply Unshackle.not_at_sub; eauto).
  assert (Kw : covered K w = false) by (eapply Unshackle.covered_sub; eauto).
  pose proof (capture_earns K e w u J Kw) as EK.
  rewrite (points_perm _ _ e P), (margin_perm _ _ P). rewrite (points_perm _ _ e P) in E1.
  pose proof (points_mono f K e) as Mo.
  rewrite (weight_perm _ _ u P), weight_cons in U.
  destruct (Z.eq_dec (points (e :: K) f) 0) as [Z0|NZ].
  - (* f earns nothing: the opponent can capture *)
    rewrite worth_nothing by auto.
    pose proof (margin_cons_ge e K) as C. rewrite worth_earning in C by auto.
    assert (Zf : points K f = 0).
    { assert (F : forall x, at_ x f = true -> covered K x = covered (e :: K) x).
      { intros x X. rewrite covered_cons, (joins_at _ _ _ _ J).
        destruct (Nat.eqb_spec w x) as [->|]; [congruence|]. cbn.
        destruct (Nat.eqb_spec u x) as [<-|]; [|reflexivity]. cbn.
        destruct U as [->|[U|U]]; [congruence|rewrite X in U; lia|].
        rewrite X in U. destruct (covered K u) eqn:CK; auto. apply weight_zero in CK. lia. }
      rewrite <- Z0. unfold points, free. now rewrite !F by (apply at_fst || apply at_snd). }
    pose proof (margin_cons_ge f K) as D. rewrite worth_nothing in D by auto. lia.
  - assert (NE : 1 <= points (e :: K) f) by (pose proof (points_range (e :: K) f); lia).
    rewrite worth_earning by auto.
    destruct (at_ u f) eqn:fu.
    + (* f leads from u to another leaf *)
      assert (Nuw : u <> w) by (intros ->; congruence).
      destruct U as [->|[U|U]]; [congruence|lia|].
      destruct (at_joins _ _ fu) as (y & Jf).
      assert (Ku : covered K u = true) by (destruct (covered K u) eqn:C; auto; apply weight_zero in C; lia).
      assert (X : u <> y /\ covered K y = false).
      { rewrite (joins_points _ _ _ _ Jf), !free_cons, (joins_at_r _ _ _ J) in NE.
        destruct (Nat.eqb_spec u y); [lia|]. split; auto. unfold free in NE. destruct (covered K y); auto.
        destruct (at_ y e); lia. }
      destruct X as (Nuy & Ky).
      assert (Nwy : w <> y) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fw; discriminate).
      rewrite (leaf_exchange K e f u w y); auto; [|now apply joins_sym].
      enough (points (e :: K) f = points (f :: K) e) by lia.
      rewrite (joins_points _ _ _ _ Jf), (joins_points _ _ _ _ J), !free_cons, !(joins_at _ _ _ _ Jf), !(joins_at _ _ _ _ J).
      unfold free. rewrite Ku, Ky, Kw, !Nat.eqb_refl, orb_true_r.
      destruct (Nat.eqb_spec u y), (Nat.eqb_spec w u), (Nat.eqb_spec u w), (Nat.eqb_spec w y), (Nat.eqb_spec y w); try congruence; reflexivity.
    + (* e is still a capture of its kind in G - f *)
      assert (Af : apart f e).
      { intros x X Y. rewrite (joins_at _ _ _ _ J) in Y. apply orb_true_iff in Y as [Y|Y]; apply Nat.eqb_eq in Y; subst; congruence. }
      rewrite (apart_points f e K Af). rewrite (apart_points e f K (apart_sym _ _ Af)).
      rewrite (apart_points f e K Af) in NE.
      rewrite (IH (length K) ltac:(lia) K eq_refl e w u).
      * pose proof (margin_cons_ge f K) as D. rewrite worth_earning in D by auto. lia.
      * split; auto.
Qed.
