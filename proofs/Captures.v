(** Strings-and-coins: captures along a path (Theorem K2 of docs/theory-scoring.md).

    Rust: crates/certificate/src/game/captures.rs, crates/solve/src/scoring/captures.rs. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Coins.
From Outplay Require Unshackle.
Import ListNotations.
Open Scope Z_scope.

Notation covered_sub := Unshackle.covered_sub.
Notation not_at_sub := Unshackle.not_at_sub.

(** A single edge on its own is captured with both its ends. *)
Lemma single_captured e K a b : joins e a b -> a <> b -> covered K a = false -> covered K b = false ->
  v (e :: K) = 2 + v K.
Proof.
  intros J N A B. rewrite (capture_best K e a b).
  - f_equal. apply (points_two _ _ _ _ J). auto.
  - split; auto. split; auto. right. left. now apply weight_zero.
Qed.

(** The ends of [g] that are not [u] or [w] do not mind an edge between these. *)
Lemma points_without e u w K g : joins e u w -> at_ u g = false -> at_ w g = false -> points (e :: K) g = points K g.
Proof.
  intros J U W. apply apart_points. intros x A B. rewrite (joins_at _ _ _ _ J) in B.
  apply orb_true_iff in B as [B|B]; apply Nat.eqb_eq in B; subst; congruence.
Qed.

(** Theorem K2 (a): a path of three vertices is captured whole. *)
Theorem path_three K : forall e g w u y, joins e u w -> joins g u y -> u <> w -> u <> y -> w <> y ->
  covered K w = false -> covered K u = false -> covered K y = false -> v (e :: g :: K) = 3 + v K.
Proof.
  enough (A : forall n K, length K = n -> forall e g w u y, joins e u w -> joins g u y -> u <> w -> u <> y -> w <> y ->
    covered K w = false -> covered K u = false -> covered K y = false -> v (e :: g :: K) = 3 + v K) by eauto.
  clear K. induction n as [n IH] using lt_wf_ind. intros K L e g w u y Je Jg N1 N2 N3 Kw Ku Ky.
  assert (Ve : v (e :: K) = 2 + v K) by (apply (single_captured e K u w); auto).
  assert (Vg : v (g :: K) = 2 + v K) by (apply (single_captured g K u y); auto).
  assert (Pe : points (g :: K) e = 1).
  { rewrite (joins_points _ _ _ _ Je), !free_cons, !(joins_at _ _ _ _ Jg), Nat.eqb_refl. unfold free. rewrite Kw.
    destruct (Nat.eqb_spec u w), (Nat.eqb_spec y w); try congruence; reflexivity. }
  assert (Pg : points (e :: K) g = 1).
  { rewrite (joins_points _ _ _ _ Jg), !free_cons, !(joins_at _ _ _ _ Je), Nat.eqb_refl. unfold free. rewrite Ky.
    destruct (Nat.eqb_spec u y), (Nat.eqb_spec w y); try congruence; reflexivity. }
  assert (We : worth (g :: K) e = 3 + v K) by (rewrite worth_earning; lia).
  apply Z.le_antisymm; [|rewrite <- We; apply margin_cons_ge].
  apply margin_cons_le; [lia|]. intros f H P.
  destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(M & Q & R)].
  - rewrite <- (worth_perm _ _ _ (perm_skip e Q)), worth_earning; lia.
  - rewrite (worth_perm _ _ _ (perm_skip e R)). pose proof (Permutation_length Q) as LQ. cbn in LQ.
    assert (VM : v (e :: g :: M) = 3 + v M).
    { apply (IH (length M) ltac:(lia) M eq_refl e g w u y); auto; apply (covered_sub K f M _ Q); auto. }
    pose proof (margin_move K f M Q) as B. unfold worth, turn in *.
    rewrite (points_without e u w), (points_without g u y) by (auto; apply (not_at_sub K f M _ Q); auto).
    rewrite VM. pose proof (points_range M f). destruct (Z.eqb_spec (points M f) 0); lia.
Qed.

(** What a path of four vertices is worth does not depend on which vertices they are. *)
Lemma path_four L : forall e g h a b c d e' g' h' a' b' c' d',
  joins e a b -> joins g b c -> joins h c d -> NoDup [a; b; c; d] -> (forall x, In x [a; b; c; d] -> covered L x = false) ->
  joins e' a' b' -> joins g' b' c' -> joins h' c' d' -> NoDup [a'; b'; c'; d'] ->
  (forall x, In x [a'; b'; c'; d'] -> covered L x = false) ->
  v (e :: g :: h :: L) <= v (e' :: g' :: h' :: L).
Proof.
  enough (A : forall n L, length L = n -> forall e g h a b c d e' g' h' a' b' c' d',
    joins e a b -> joins g b c -> joins h c d -> NoDup [a; b; c; d] -> (forall x, In x [a; b; c; d] -> covered L x = false) ->
    joins e' a' b' -> joins g' b' c' -> joins h' c' d' -> NoDup [a'; b'; c'; d'] ->
    (forall x, In x [a'; b'; c'; d'] -> covered L x = false) ->
    v (e :: g :: h :: L) <= v (e' :: g' :: h' :: L)) by eauto.
  clear L.
  (* the three moves in the path *)
  assert (Moves : forall L e g h a b c d, joins e a b -> joins g b c -> joins h c d -> NoDup [a; b; c; d] ->
    (forall x, In x [a; b; c; d] -> covered L x = false) ->
    worth (g :: h :: L) e = 4 + v L /\ worth (e :: h :: L) g = - (4 + v L) /\ worth (e :: g :: L) h = 4 + v L).
  { intros L e g h a b c d Je Jg Jh ND F.
    rewrite !NoDup_cons_iff in ND. cbn in ND. destruct ND as (Na & Nb & Nc & _).
    assert (ab : a <> b) by (intros ->; apply Na; auto). assert (ac : a <> c) by (intros ->; apply Na; auto).
    assert (ad : a <> d) by (intros ->; apply Na; auto). assert (bc : b <> c) by (intros ->; apply Nb; auto).
    assert (bd : b <> d) by (intros ->; apply Nb; auto). assert (cd : c <> d) by (intros ->; apply Nc; auto). clear Na Nb Nc.
    assert (Fa : covered L a = false) by (apply F; cbn; auto). assert (Fb : covered L b = false) by (apply F; cbn; auto).
    assert (Fc : covered L c = false) by (apply F; cbn; auto). assert (Fd : covered L d = false) by (apply F; cbn; auto 6).
    clear F.
    assert (E1 : points (g :: h :: L) e = 1).
    { rewrite (joins_points _ _ _ _ Je), !free_cons, !(joins_at _ _ _ _ Jg), !(joins_at _ _ _ _ Jh), !Nat.eqb_refl. unfold free. rewrite Fa.
      destruct (Nat.eqb_spec a b), (Nat.eqb_spec b a), (Nat.eqb_spec c a), (Nat.eqb_spec d a); try congruence; reflexivity. }
    assert (E2 : points (e :: h :: L) g = 0).
    { rewrite (joins_points _ _ _ _ Jg), !free_cons, !(joins_at _ _ _ _ Je), !(joins_at _ _ _ _ Jh), !Nat.eqb_refl, orb_true_r. cbn [orb].
      destruct (a =? c)%nat, (b =? c)%nat; reflexivity. }
    assert (E3 : points (e :: g :: L) h = 1).
    { rewrite (joins_points _ _ _ _ Jh), !free_cons, !(joins_at _ _ _ _ Je), !(joins_at _ _ _ _ Jg), !Nat.eqb_refl, orb_true_r. unfold free. rewrite Fd.
      destruct (Nat.eqb_spec c d), (Nat.eqb_spec a d), (Nat.eqb_spec b d), (Nat.eqb_spec a c), (Nat.eqb_spec b c); try congruence; reflexivity. }
    assert (V1 : v (g :: h :: L) = 3 + v L).
    { apply (path_three L g h b c d); auto; [now apply joins_sym]. }
    assert (V3 : v (e :: g :: L) = 3 + v L).
    { apply (path_three L e g a b c); auto; [now apply joins_sym]. }
    assert (V2 : v (e :: h :: L) = 4 + v L).
    { rewrite (single_captured e (h :: L) a b), (single_captured h L c d); auto; try lia;
        rewrite covered_cons, (joins_at _ _ _ _ Jh).
      - destruct (Nat.eqb_spec c a), (Nat.eqb_spec d a); try congruence; cbn; auto.
      - destruct (Nat.eqb_spec c b), (Nat.eqb_spec d b); try congruence; cbn; auto. }
    split; [rewrite worth_earning; lia|]. split; [rewrite worth_nothing; lia|rewrite worth_earning; lia]. }
  induction n as [n IH] using lt_wf_ind. intros L Ln e g h a b c d e' g' h' a' b' c' d' Je Jg Jh ND F Je' Jg' Jh' ND' F'.
  destruct (Moves L e g h a b c d Je Jg Jh ND F) as (M1 & M2 & M3).
  destruct (Moves L e' g' h' a' b' c' d' Je' Jg' Jh' ND' F') as (M1' & M2' & M3').
  pose proof (margin_cons_ge e' (g' :: h' :: L)) as B1.
  assert (B2 : worth (e' :: h' :: L) g' <= v (e' :: g' :: h' :: L)) by (apply margin_move, perm_swap).
  apply margin_cons_le; [lia|]. intros f H P.
  destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K & Q & R)].
  { rewrite <- (worth_perm _ _ _ (perm_skip e Q)). lia. }
  rewrite (worth_perm _ _ _ (perm_skip e R)).
  destruct (perm_cons_cases _ _ _ _ Q) as [(<- & S)|(M & S & T)].
  { rewrite <- (worth_perm _ _ _ (perm_skip e (perm_skip g S))). lia. }
  rewrite (worth_perm _ _ _ (perm_skip e (perm_skip g T))). pose proof (Permutation_length S) as LS. cbn in LS.
  assert (F1 : forall x, In x [a; b; c; d] -> at_ x f = false) by (intros x X; apply (not_at_sub L f M x S); auto).
  assert (F2 : forall x, In x [a'; b'; c'; d'] -> at_ x f = false) by (intros x X; apply (not_at_sub L f M x S); auto).
  assert (V : v (e :: g :: h :: M) = v (e' :: g' :: h' :: M)).
  { assert (G1 : forall x, In x [a; b; c; d] -> covered M x = false) by (intros x X; apply (covered_sub L f M x S); auto).
    assert (G2 : forall x, In x [a'; b'; c'; d'] -> covered M x = false) by (intros x X; apply (covered_sub L f M x S); auto).
    apply Z.le_antisymm; [apply (IH (length M) ltac:(lia) M eq_refl e g h a b c d e' g' h' a' b' c' d')|
      apply (IH (length M) ltac:(lia) M eq_refl e' g' h' a' b' c' d' e g h a b c d)]; auto. }
  replace (worth (e :: g :: h :: M) f) with (worth (e' :: g' :: h' :: M) f).
  - apply margin_move. rewrite S, (perm_swap f h'), (perm_swap f g'). apply perm_swap.
  - unfold worth. rewrite V. f_equal.
    rewrite (points_without e a b), (points_without g b c), (points_without h c d) by (auto; apply F1; cbn; auto 6).
    rewrite (points_without e' a' b'), (points_without g' b' c'), (points_without h' c' d') by (auto; apply F2; cbn; auto 6).
    reflexivity.
Qed.

(** Theorem K2 (b): the captured vertex w hangs at u, which has one other edge g, to y; y has one other edge h, which is a loop or
    leads to a vertex z of weight 2 or more. Capturing w is best. *)
Theorem capture_along M : forall e g h w u y z,
  joins e u w -> joins g u y -> joins h y z -> u <> w -> u <> y -> w <> y -> z <> u -> z <> w ->
  covered M w = false -> covered M u = false -> covered M y = false -> (z = y \/ covered M z = true) ->
  v (e :: g :: h :: M) = 1 + v (g :: h :: M).
Proof.
  enough (A : forall n M, length M = n -> forall e g h w u y z,
    joins e u w -> joins g u y -> joins h y z -> u <> w -> u <> y -> w <> y -> z <> u -> z <> w ->
    covered M w = false -> covered M u = false -> covered M y = false -> (z = y \/ covered M z = true) ->
    v (e :: g :: h :: M) = 1 + v (g :: h :: M)) by eauto.
  clear M. induction n as [n IH] using lt_wf_ind.
  intros M Ln e g h w u y z Je Jg Jh uw uy wy zu zw Mw Mu My Z.
  assert (Pe : points (g :: h :: M) e = 1).
  { rewrite (joins_points _ _ _ _ Je), !free_cons, !(joins_at _ _ _ _ Jg), !(joins_at _ _ _ _ Jh), Nat.eqb_refl. unfold free. rewrite Mw.
    destruct (Nat.eqb_spec u w), (Nat.eqb_spec y w), (Nat.eqb_spec z w); try congruence; reflexivity. }
  assert (We : worth (g :: h :: M) e = 1 + v (g :: h :: M)) by (rewrite worth_earning; lia).
  (* h earns nothing while g is there *)
  assert (Ph : points (g :: M) h = 0).
  { rewrite (joins_points _ _ _ _ Jh), !free_cons, (joins_at_r _ _ _ Jg). unfold free.
    destruct (Nat.eqb_spec y z) as [|N]; [reflexivity|]. destruct Z as [->|Z]; [congruence|]. rewrite Z. now destruct (at_ z g). }
  assert (Vg : v (g :: M) = 2 + v M) by (apply (single_captured g M u y); auto).
  assert (Low : - (2 + v M) <= v (g :: h :: M)).
  { rewrite <- Vg, <- (worth_nothing (g :: M) h Ph). apply margin_move, perm_swap. }
  apply Z.le_antisymm; [|rewrite <- We; apply margin_cons_ge].
  apply margin_cons_le; [lia|]. intros f H P.
  destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K & Q & R)].
  - (* g is dealt *)
    rewrite <- (worth_perm _ _ _ (perm_skip e Q)).
    assert (Pg : points (e :: h :: M) g = 0).
    { rewrite (joins_points _ _ _ _ Jg), !free_cons, (joins_at_l _ _ _ Je), (joins_at_l _ _ _ Jh).
      destruct (u =? y)%nat, (at_ y e); reflexivity. }
    rewrite worth_nothing by auto.
    assert (Ve : v (e :: h :: M) = 2 + v (h :: M)).
    { apply (single_captured e (h :: M) u w); auto; rewrite covered_cons, (joins_at _ _ _ _ Jh).
      - destruct (Nat.eqb_spec y u), (Nat.eqb_spec z u); try congruence; cbn; auto.
      - destruct (Nat.eqb_spec y w), (Nat.eqb_spec z w); try congruence; cbn; auto. }
    pose proof (margin_cons_ge h M) as B.
    pose proof (capture_earns M h y z Jh My) as E. rewrite worth_earning in B by auto. lia.
  - rewrite (worth_perm _ _ _ (perm_skip e R)).
    destruct (perm_cons_cases _ _ _ _ Q) as [(<- & S)|(L & S & T)].
    + (* h leaves a path of three *)
      rewrite <- (worth_perm _ _ _ (perm_skip e (perm_skip g S))).
      rewrite worth_nothing.
      * rewrite (path_three M e g w u y); auto. lia.
      * pose proof (points_mono e (g :: M) h). pose proof (points_range (e :: g :: M) h). lia.
    + rewrite (worth_perm _ _ _ (perm_skip e (perm_skip g T))). pose proof (Permutation_length S) as LS. cbn in LS.
      pose proof (not_at_sub M f L w S Mw) as fw. pose proof (not_at_sub M f L u S Mu) as fu. pose proof (not_at_sub M f L y S My) as fy.
      pose proof (covered_sub M f L w S Mw) as Lw. pose proof (covered_sub M f L u S Mu) as Lu. pose proof (covered_sub M f L y S My) as Ly.
      assert (Pf : points (e :: g :: h :: L) f = points (g :: h :: L) f) by (apply (points_without e u w); auto).
      assert (Mf : worth (g :: h :: L) f <= v (g :: h :: M)).
      { apply margin_move. rewrite S, (perm_swap f h). apply perm_swap. }
      assert (Ce : 1 + v (g :: h :: L) <= v (e :: g :: h :: L)).
      { pose proof (margin_cons_ge e (g :: h :: L)) as B.
        assert (E : points (g :: h :: L) e = 1).
        { rewrite (joins_points _ _ _ _ Je), !free_cons, !(joins_at _ _ _ _ Jg), !(joins_at _ _ _ _ Jh), Nat.eqb_refl. unfold free. rewrite Lw.
          destruct (Nat.eqb_spec u w), (Nat.eqb_spec y w), (Nat.eqb_spec z w); try congruence; reflexivity. }
        rewrite worth_earning in B by lia. lia. }
      destruct (Z.eq_dec (points (g :: h :: L) f) 0) as [Z0|NZ].
      * (* f earns nothing: the opponent captures *)
        rewrite worth_nothing in Mf |- * by congruence. lia.
      * assert (E1 : 1 <= points (g :: h :: L) f) by (pose proof (points_range (g :: h :: L) f); lia).
        rewrite worth_earning in Mf by auto. rewrite worth_earning by lia. rewrite Pf.
        assert (Keep : z = y \/ covered L z = true \/ (z <> y /\ covered L z = false)).
        { destruct (Nat.eq_dec z y); auto. destruct (covered L z); auto. }
        destruct Keep as [K1|[K1|(K1 & K2)]].
        -- rewrite (IH (length L) ltac:(lia) L eq_refl e g h w u y z); auto. lia.
        -- rewrite (IH (length L) ltac:(lia) L eq_refl e g h w u y z); auto. lia.
        -- (* f takes a leaf at z: a path of five, whose ends are alike *)
           destruct Z as [Z|Z]; [congruence|]. rewrite (covered_perm _ _ _ S), covered_cons, K2, orb_false_r in Z.
           destruct (at_joins _ _ Z) as (x & Jf).
           assert (X : z <> x /\ covered L x = false).
           { rewrite (joins_points _ _ _ _ Jf), !free_cons, (joins_at_r _ _ _ Jh) in E1.
             destruct (Nat.eqb_spec z x); [destruct (at_ z g); lia|]. split; auto. unfold free in E1.
             destruct (covered L x); auto. destruct (at_ z g), (at_ x g), (at_ x h); lia. }
           destruct X as (zx & Lx).
           assert (xw : x <> w) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fw; discriminate).
           assert (xu : x <> u) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fu; discriminate).
           assert (xy : x <> y) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fy; discriminate).
           assert (P1 : points (g :: h :: L) f = 1).
           { rewrite (joins_points _ _ _ _ Jf), !free_cons, !(joins_at _ _ _ _ Jg), !(joins_at _ _ _ _ Jh), !Nat.eqb_refl, orb_true_r. unfold free. rewrite Lx.
             destruct (Nat.eqb_spec z x), (Nat.eqb_spec u x), (Nat.eqb_spec y x); try congruence;
               destruct ((u =? z) || (y =? z))%nat; reflexivity. }
           rewrite P1.
           enough (V : v (e :: g :: h :: L) <= v (g :: h :: M)) by lia.
           rewrite (margin_perm (g :: h :: M) (g :: h :: f :: L)) by (now do 2 constructor).
           apply (path_four L e g h w u y z g h f u y z x); auto.
           ++ now apply joins_sym.
           ++ repeat constructor; cbn; intuition congruence.
           ++ intros q [<-|[<-|[<-|[<-|[]]]]]; auto.
           ++ repeat constructor; cbn; intuition congruence.
           ++ intros q [<-|[<-|[<-|[<-|[]]]]]; auto.
Qed.
