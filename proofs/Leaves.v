(** Unshackle: leaves come off (Theorem U7 of docs/theory-scoring.md).

    Rust: crates/solve/src/scoring/components.rs (cores). *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Unshackle.
Import ListNotations.
Open Scope Z_scope.

(** [a] is an end of a K: of an edge on its own. *)
Definition single_at (H : graph) (a : nat) : Prop :=
  exists e Y, Permutation H (e :: Y) /\ at_ a e = true /\ points Y e = 2.

Lemma single_dec H a : single_at H a \/ ~ single_at H a.
Proof.
  destruct (existsb (fun m => at_ a (fst m) && (points (snd m) (fst m) =? 2)) (removals H)) eqn:E.
  - left. apply existsb_exists in E as ((e & Y) & I & E). apply andb_true_iff in E as (A & B).
    apply Z.eqb_eq in B. exists e, Y. cbn in *. split; auto. now apply removals_perm.
  - right. intros (e & Y & P & A & B). destruct (removals_all _ _ _ P) as (K & I & S).
    rewrite (points_perm _ _ _ S) in B.
    enough (X : existsb (fun m => at_ a (fst m) && (points (snd m) (fst m) =? 2)) (removals H) = true) by congruence.
    apply existsb_exists. exists (e, K). split; auto. cbn. now rewrite A, B.
Qed.

Lemma fresh_vertex G : exists z, covered G z = false.
Proof.
  enough (H : exists n, forall z, (n <= z)%nat -> covered G z = false) by (destruct H as (n & H); exists n; auto).
  induction G as [|e G (n & IH)]; [now exists 0%nat|]. exists (S (n + fst e + snd e)). intros z L.
  rewrite covered_cons, IH by lia. unfold at_.
  destruct (Nat.eqb_spec (fst e) z), (Nat.eqb_spec (snd e) z); cbn; lia.
Qed.

Lemma points_leaf H e a w :
  joins e a w -> a <> w -> covered H a = true -> covered H w = false -> points H e = 1.
Proof.
  intros J N A W. rewrite (joins_points _ _ _ _ J). unfold free. rewrite A, W.
  destruct (Nat.eqb_spec a w); [congruence|reflexivity].
Qed.

Lemma apart_joins g e a w : joins e a w -> at_ a g = false -> at_ w g = false -> apart g e.
Proof.
  intros J A W u B C. rewrite (joins_at _ _ _ _ J) in C. apply orb_true_iff in C as [C|C];
    apply Nat.eqb_eq in C; subst; congruence.
Qed.

Lemma gift_loop k f g Y z : at_ z f = false -> at_ z g = false -> gift k f g Y -> gift k f g (loop z :: Y).
Proof.
  intros F G (A & B & C & D).
  assert (Af : apart f (loop z)) by now apply apart_loop.
  assert (Ag : apart g (loop z)) by now apply apart_loop.
  repeat split; try (rewrite (apart_points _ (loop z)); now auto).
  - now rewrite (points_perm _ _ f (perm_swap (loop z) g Y)), apart_points.
  - now rewrite (points_perm _ _ g (perm_swap (loop z) f Y)), apart_points.
Qed.

Lemma gift_swap k f g Y : gift k f g Y -> gift k g f Y.
Proof. intros (A & B & C & D). repeat split; auto. Qed.

Lemma gift_not_single k f g Y a : 1 <= k -> gift k f g Y -> covered [f; g] a = true -> ~ single_at (f :: g :: Y) a.
Proof.
  intros K (A & B & C & D) Ca (h & Z & P & Ah & E).
  assert (a_Y : covered Y a = false).
  { cbn in Ca. destruct (at_ a f) eqn:F; [now apply (points_two_at Y f)|].
    destruct (at_ a g) eqn:G; [now apply (points_two_at Y g)|]. discriminate. }
  destruct (perm_cons_cases _ _ _ _ P) as [(<- & Q)|(K1 & Q & R)].
  { rewrite <- (points_perm _ _ _ Q) in E. lia. }
  destruct (perm_cons_cases _ _ _ _ Q) as [(<- & S)|(K2 & S & T)].
  { rewrite (points_perm _ _ _ R), <- (points_perm _ _ _ (perm_skip f S)) in E. lia. }
  assert (covered Y a = true); [|congruence]. rewrite (covered_perm _ _ _ S), covered_cons, Ah. reflexivity.
Qed.

(** Two edges at a common end, with their other ends new, make a gift P. *)
Lemma gift_path f g a b c Y : joins f b a -> joins g b c -> a <> b -> b <> c -> a <> c ->
  covered Y a = false -> covered Y b = false -> covered Y c = false -> gift 1 f g Y.
Proof.
  intros F G N1 N2 N3 A B C. unfold gift.
  rewrite !(joins_points _ _ _ _ F), !(joins_points _ _ _ _ G), !free_cons.
  rewrite !(joins_at _ _ _ _ F), !(joins_at _ _ _ _ G). unfold free. rewrite A, B, C, !Nat.eqb_refl.
  destruct (Nat.eqb_spec b a), (Nat.eqb_spec b c), (Nat.eqb_spec a c), (Nat.eqb_spec c a); try congruence;
    cbn; lia.
Qed.

(** Two copies of an edge between new vertices make a gift D. *)
Lemma gift_double f g a b Y : joins f a b -> joins g a b -> a <> b ->
  covered Y a = false -> covered Y b = false -> gift 2 f g Y.
Proof.
  intros F G N A B. unfold gift.
  rewrite !(joins_points _ _ _ _ F), !(joins_points _ _ _ _ G), !free_cons.
  rewrite !(joins_at _ _ _ _ F), !(joins_at _ _ _ _ G). unfold free. rewrite A, B, !Nat.eqb_refl.
  destruct (Nat.eqb_spec a b); [congruence|]. rewrite orb_true_r. cbn. lia.
Qed.

(** The induction hypothesis of Theorem U7 is a universal equation, in which [congruence] would lose itself. *)
Ltac quick := repeat match goal with X : forall K : graph, @?P K |- _ => clear X end; congruence.

Section Step.
  Variables (H : graph) (e : edge) (a w z : nat).
  Hypothesis J : joins e a w.
  Hypothesis Naw : a <> w.
  Hypothesis Ha : covered H a = true.
  Hypothesis Hs : ~ single_at H a.
  Hypothesis Hw : covered H w = false.
  Hypothesis Hz : covered H z = false.
  Hypothesis IH : forall K e a w z, (length K < length H)%nat -> joins e a w -> a <> w -> covered K a = true ->
    ~ single_at K a -> covered K w = false -> covered K z = false -> v (e :: K) = v (loop z :: K).

  Lemma e_ge : 1 - v H <= v (e :: H).
  Proof. rewrite <- (points_leaf H e a w) by auto. apply margin_cons_ge. Qed.

  Lemma loop_ge : 1 - v H <= v (loop z :: H).
  Proof. rewrite <- (loop_points_one H z) by auto. apply margin_cons_ge. Qed.

  Lemma sub_length g K : Permutation H (g :: K) -> (length K < length H)%nat.
  Proof. intros P. apply Permutation_length in P. cbn in P. lia. Qed.

  (** A move that does not end at [a], while [a] stays no end of a K: the same beside e and beside the loop. *)
  Lemma elsewhere g K : Permutation H (g :: K) -> at_ a g = false -> ~ single_at K a ->
    worth (e :: K) g = worth (loop z :: K) g.
  Proof.
    intros P A S. unfold worth.
    pose proof (covered_sub _ _ _ _ P Hw) as Kw. pose proof (covered_sub _ _ _ _ P Hz) as Kz.
    pose proof (not_at_sub _ _ _ _ P Hw) as gw. pose proof (not_at_sub _ _ _ _ P Hz) as gz.
    assert (Ka : covered K a = true) by (rewrite (covered_perm _ _ _ P), covered_cons, A in Ha; exact Ha).
    rewrite (IH K e a w z) by (auto; eapply sub_length; eauto).
    rewrite (apart_points g e) by (eapply apart_joins; eauto).
    rewrite (apart_points g (loop z)) by now apply apart_loop. reflexivity.
  Qed.

  (** Otherwise [a] has a single edge [f] = ab, and [b] has [f] and [g]. *)
  Lemma becomes_single g K : Permutation H (g :: K) -> at_ a g = false -> single_at K a ->
    exists f Y b, Permutation K (f :: Y) /\ joins f a b /\ a <> b /\ covered Y a = false /\ covered Y b = false /\
      at_ b g = true.
  Proof.
    intros P A (f & Y & Q & Af & Ef). destruct (at_joins _ _ Af) as (b & Jf).
    pose proof (proj1 (points_two _ _ _ _ Jf) Ef) as (N & Ya & Yb).
    exists f, Y, b. repeat split; auto.
    destruct (at_ b g) eqn:B; auto. exfalso. apply Hs. exists f, (g :: Y). repeat split; auto.
    - rewrite P, Q. apply perm_swap.
    - rewrite apart_points; auto. apply apart_sym. eapply apart_joins; eauto.
  Qed.

  Lemma first_half : v (e :: H) <= v (loop z :: H).
  Proof.
    apply margin_cons_le; [rewrite (points_leaf H e a w) by auto; apply loop_ge|].
    intros g K P. fold (worth (e :: K) g). destruct (at_ a g) eqn:A.
    { transitivity (worth (g :: K) e).
      - apply (leaf_first K e g a); auto; [eapply joins_at_l; eauto|].
        rewrite <- (points_perm _ _ e P), (points_leaf H e a w); auto. lia.
      - unfold worth. rewrite <- (points_perm _ _ e P), (points_leaf H e a w), <- (margin_perm _ _ P) by auto.
        apply loop_ge. }
    destruct (single_dec K a) as [S|S]; [|rewrite (elsewhere g K) by auto; now apply margin_cons_move].
    destruct (becomes_single g K P A S) as (f & Y & b & Q & Jf & N & Ya & Yb & B).
    destruct (at_joins _ _ B) as (x & Jg).
    pose proof (covered_sub _ _ _ _ P Hw) as Kw. pose proof (covered_sub _ _ _ _ P Hz) as Kz.
    pose proof (covered_sub _ _ _ _ Q Kw) as Yw. pose proof (covered_sub _ _ _ _ Q Kz) as Yz.
    pose proof (not_at_sub _ _ _ _ P Hw) as gw. pose proof (not_at_sub _ _ _ _ P Hz) as gz.
    pose proof (not_at_sub _ _ _ _ Q Kw) as fw. pose proof (not_at_sub _ _ _ _ Q Kz) as fz.
    assert (bw : b <> w) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fw; discriminate).
    assert (bz : b <> z) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fz; discriminate).
    assert (az : a <> z) by (intros ->; rewrite (joins_at_l _ _ _ Jf) in fz; discriminate).
    assert (xa : x <> a) by (intros ->; rewrite (joins_at_r _ _ _ Jg) in A; discriminate).
    assert (xz : x <> z) by (intros ->; rewrite (joins_at_r _ _ _ Jg) in gz; discriminate).
    assert (PH : Permutation H (f :: g :: Y)) by (rewrite P, Q; apply perm_swap).
    pose proof (Permutation_length PH) as LH. cbn in LH.
    assert (Gef : gift 1 e f Y) by (eapply (gift_path e f w a b); eauto).
    assert (VK : v (e :: K) = if odd_size Y then v Y + 1 else v Y - 1)
      by (rewrite (margin_perm _ _ (perm_skip e Q)); apply gifts; [lia|exact Gef]).
    assert (sg : points (e :: K) g = points K g) by (apply apart_points; eapply apart_joins; eauto).
    unfold worth. rewrite VK, sg.
    pose proof (margin_cons_ge (loop z) Y) as LY. rewrite loop_points_one in LY by auto.
    destruct (odd_size Y) eqn:O.
    { pose proof (margin_cons_move (loop z) H g K P) as M.
      rewrite (apart_points g (loop z)) in M by now apply apart_loop.
      assert (E : v (loop z :: K) = 2 - v (loop z :: Y)); [|lia].
      rewrite (margin_perm _ _ (perm_skip _ Q)), margin_swap. apply two_points_first.
      rewrite apart_points by now apply apart_loop. apply (points_two _ _ _ _ Jf); auto. }
    (* |Y| is even *)
    assert (Kb : free K b = 0).
    { unfold free. rewrite (covered_perm _ _ _ Q), covered_cons, (joins_at_r _ _ _ Jf). reflexivity. }
    rewrite (joins_points _ _ _ _ Jg), Kb.
    destruct (Nat.eqb_spec b x) as [<-|Nbx].
    { (* g is a loop *)
      assert (E : v H = v Y); [|pose proof loop_ge; lia].
      assert (Eg : g = loop b) by now destruct Jg.
      rewrite (margin_perm _ _ PH), (IH (g :: Y) f b a z); auto; cbn [length]; try lia.
      - rewrite Eg. apply loops_cancel; auto.
      - now apply joins_sym.
      - rewrite covered_cons, B. reflexivity.
      - intros (h & Z & R & Ah & E). destruct (perm_cons_cases _ _ _ _ R) as [(<- & _)|(L & R1 & _)].
        + apply (points_two _ _ _ _ Jg) in E. tauto.
        + rewrite (not_at_sub _ _ _ _ R1 Yb) in Ah. discriminate.
      - now rewrite covered_cons, A, Ya.
      - now rewrite covered_cons, gz, Yz. }
    assert (fx : at_ x f = false).
    { rewrite (joins_at _ _ _ _ Jf).
      destruct (Nat.eqb_spec a x) as [E|_]; [now destruct xa|].
      destruct (Nat.eqb_spec b x) as [E|_]; [now destruct Nbx|reflexivity]. }
    unfold free. rewrite (covered_perm _ _ _ Q), covered_cons, fx. cbn [orb].
    destruct (covered Y x) eqn:Yx.
    2:{ (* Y has no edge at x: H = Y + P *)
      assert (Gfg : gift 1 f g (loop z :: Y)).
      { apply gift_loop; auto. apply (gift_path f g a b x); auto. now apply joins_sym. }
      assert (E : v (loop z :: H) = v (loop z :: Y) + 1); [|lia].
      rewrite (margin_perm _ (f :: g :: loop z :: Y)).
      - rewrite (gifts 1) by (auto; lia). now rewrite odd_size_cons, O.
      - rewrite PH, (perm_swap f (loop z)), (perm_swap g (loop z)). reflexivity. }
    (* the move f = ab in H + L earns a point *)
    pose proof (margin_cons_move (loop z) H f (g :: Y) PH) as M.
    assert (Pf : points (loop z :: g :: Y) f = 1).
    { rewrite (joins_points _ _ _ _ Jf). unfold free. rewrite !covered_cons, !loop_at, A, B, Ya.
      destruct (Nat.eqb_spec z a) as [E|_]; [now destruct az|].
      destruct (Nat.eqb_spec a b) as [E|_]; [now destruct N|]. now destruct (z =? b)%nat. }
    rewrite Pf in M. clear Pf.
    destruct (single_dec Y x) as [(h & Z & R & Ah & Eh)|Sx].
    - (* x is an end of a K in Y *)
      destruct (at_joins _ _ Ah) as (y & Jh). pose proof (proj1 (points_two _ _ _ _ Jh) Eh) as (Nxy & Zx & Zy).
      pose proof (covered_sub _ _ _ _ R Yz) as Zz. pose proof (not_at_sub _ _ _ _ R Yz) as hz.
      pose proof (covered_sub _ _ _ _ R Yb) as Zb. pose proof (not_at_sub _ _ _ _ R Yb) as hb.
      assert (by_ : b <> y) by (intros ->; rewrite (joins_at_r _ _ _ Jh) in hb; discriminate).
      assert (EY : v Y = 2 - v Z) by (rewrite (margin_perm _ _ R); now apply two_points_first).
      assert (Ggh : gift 1 g h (loop z :: Z)).
      { apply gift_loop; auto. apply (gift_path g h b x y); auto. now apply joins_sym. }
      assert (E : v (loop z :: g :: Y) = v (loop z :: Z) - 1).
      { rewrite (margin_perm _ (g :: h :: loop z :: Z)).
        - rewrite (gifts 1) by (auto; lia). rewrite (odd_size_perm _ _ R), odd_size_cons in O.
          now rewrite odd_size_cons, O.
        - rewrite R, (perm_swap g (loop z)), (perm_swap h (loop z)). reflexivity. }
      pose proof (sum_bounds (loop z) Z) as SB. rewrite loop_points_one in SB by auto. lia.
    - destruct (fresh_vertex (loop z :: Y)) as (z' & Fz).
      assert (E : v (loop z :: g :: Y) = v Y); [|lia].
      rewrite margin_swap, (IH (loop z :: Y) g x b z'); auto; cbn [length]; try lia.
      + rewrite covered_cons, loop_at in Fz. apply orb_false_iff in Fz as (F1 & F2).
        apply loops_cancel; auto. intros ->. rewrite Nat.eqb_refl in F1. discriminate.
      + now apply joins_sym.
      + rewrite covered_cons, Yx. apply orb_true_r.
      + intros (h & Z & R & Ah & E). destruct (perm_cons_cases _ _ _ _ R) as [(<- & _)|(L & R1 & R2)].
        * rewrite loop_at in Ah. apply Nat.eqb_eq in Ah. now destruct xz.
        * apply Sx. exists h, L. repeat split; auto.
          rewrite (points_perm _ _ _ R2) in E. pose proof (points_mono (loop z) L h).
          pose proof (points_range L h). lia.
      + rewrite covered_cons, loop_at, Yb. destruct (Nat.eqb_spec z b) as [E|_]; [now destruct bz|reflexivity].
  Qed.

  (** What is left at the end of the proof: H is a gift beside Y, at which the leaf hangs. *)
  Lemma at_gift k f g Y : 1 <= k -> gift k f g Y -> Permutation H (f :: g :: Y) -> covered [f; g] a = true ->
    v (loop z :: Y) - k <= v (e :: H).
  Proof.
    intros K Gf P Ca. pose proof e_ge as E. pose proof (Permutation_length P) as LP. cbn in LP.
    rewrite (margin_perm _ _ P), (gifts k) in E by (auto; lia).
    pose proof Hz as Hz'. rewrite (covered_perm _ _ _ P), !covered_cons in Hz'.
    apply orb_false_iff in Hz' as (zf & Hz'). apply orb_false_iff in Hz' as (zg & zY).
    pose proof Hw as Hw'. rewrite (covered_perm _ _ _ P), !covered_cons in Hw'.
    apply orb_false_iff in Hw' as (wf & Hw'). apply orb_false_iff in Hw' as (wg & wY).
    assert (aY : covered Y a = false).
    { destruct Gf as (A & B & _). cbn in Ca. destruct (at_ a f) eqn:F; [now apply (points_two_at Y f)|].
      destruct (at_ a g) eqn:G; [now apply (points_two_at Y g)|]. discriminate. }
    destruct (odd_size Y) eqn:O.
    2:{ pose proof (sum_bounds (loop z) Y) as SB. rewrite loop_points_one in SB by auto. lia. }
    enough (v (loop z :: Y) <= v (e :: H) + k) by lia. apply margin_cons_le.
    { rewrite loop_points_one by auto. lia. }
    intros h Y' Q. destruct (gift_sub _ _ _ _ _ _ Gf Q) as (Gf' & hf & hg).
    assert (M : points (e :: f :: g :: Y') h - v (e :: f :: g :: Y') <= v (e :: H)).
    { apply margin_cons_move. rewrite P, Q, (perm_swap h g). apply perm_swap. }
    pose proof (covered_sub _ _ _ _ Q zY) as zY'. pose proof (covered_sub _ _ _ _ Q wY) as wY'.
    rewrite (IH (f :: g :: Y') e a w z) in M; auto.
    - rewrite !apart_points in M; auto.
      2:{ eapply apart_joins; eauto; [exact (not_at_sub _ _ _ _ Q aY)|exact (not_at_sub _ _ _ _ Q wY)]. }
      rewrite apart_points by (apply apart_loop; exact (not_at_sub _ _ _ _ Q zY)).
      rewrite (margin_perm _ (f :: g :: loop z :: Y')) in M.
      + rewrite (gifts k) in M by (auto using gift_loop; lia).
        rewrite (odd_size_perm _ _ Q), odd_size_cons in O. rewrite odd_size_cons, O in M. lia.
      + rewrite (perm_swap f (loop z)), (perm_swap g (loop z)). reflexivity.
    - cbn [length]. apply Permutation_length in Q. cbn in Q. lia.
    - change (covered ([f; g] ++ Y') a = true). now rewrite covered_app, Ca.
    - now apply (gift_not_single k).
    - now rewrite !covered_cons, wf, wg, wY'.
    - now rewrite !covered_cons, zf, zg, zY'.
  Qed.

  (** A move in such a gift, beside the loop. *)
  Lemma in_gift k f g Y : 1 <= k -> gift k f g Y -> Permutation H (f :: g :: Y) -> covered [f; g] a = true ->
    worth (loop z :: f :: Y) g <= v (e :: H).
  Proof.
    intros K Gf P Ca. transitivity (v (loop z :: Y) - k); [|now apply (at_gift k f g)].
    pose proof Hz as Hz'. rewrite (covered_perm _ _ _ P), !covered_cons in Hz'.
    apply orb_false_iff in Hz' as (zf & Hz'). apply orb_false_iff in Hz' as (zg & zY).
    destruct (gift_loop k f g Y z zf zg Gf) as (A & B & C & D). unfold worth.
    rewrite margin_swap, (points_perm _ _ g (perm_swap f (loop z) Y)), D, two_points_first by auto. lia.
  Qed.

  (** A move at [a] after which [a] has an edge and is no end of a K. *)
  Lemma at_a_calm g K : Permutation H (g :: K) -> at_ a g = true -> covered K a = true -> ~ single_at K a ->
    worth (loop z :: K) g <= v (e :: H).
  Proof.
    intros P A C S. pose proof (margin_cons_move e H g K P) as M.
    pose proof (covered_sub _ _ _ _ P Hw) as Kw. pose proof (covered_sub _ _ _ _ P Hz) as Kz.
    pose proof (not_at_sub _ _ _ _ P Hw) as gw. pose proof (not_at_sub _ _ _ _ P Hz) as gz.
    rewrite (IH K e a w z) in M by (auto; eapply sub_length; eauto). unfold worth.
    enough (points (loop z :: K) g = points (e :: K) g) by lia.
    rewrite (apart_points g (loop z)) by now apply apart_loop.
    destruct (at_joins _ _ A) as (x & Jg). rewrite !(joins_points _ _ _ _ Jg), !free_cons.
    rewrite !(joins_at _ _ _ _ J), Nat.eqb_refl. unfold free at 1. rewrite C. cbn [orb].
    destruct (Nat.eqb_spec a x); [reflexivity|].
    destruct (Nat.eqb_spec w x) as [<-|]; [|reflexivity].
    rewrite (joins_at_r _ _ _ Jg) in gw. discriminate.
  Qed.

  Lemma at_a g K : Permutation H (g :: K) -> at_ a g = true -> worth (loop z :: K) g <= v (e :: H).
  Proof.
    intros P A.
    pose proof (covered_sub _ _ _ _ P Hw) as Kw. pose proof (covered_sub _ _ _ _ P Hz) as Kz.
    pose proof (not_at_sub _ _ _ _ P Hw) as gw. pose proof (not_at_sub _ _ _ _ P Hz) as gz.
    destruct (covered K a) eqn:Ka.
    - destruct (single_dec K a) as [(f & Y & Q & Af & Ef)|S]; [|now apply at_a_calm].
      destruct (at_joins _ _ Af) as (b & Jf). pose proof (proj1 (points_two _ _ _ _ Jf) Ef) as (N & Ya & Yb).
      assert (PH : Permutation H (f :: g :: Y)) by (rewrite P, Q; apply perm_swap).
      assert (E : worth (loop z :: K) g = worth (loop z :: f :: Y) g).
      { unfold worth. now rewrite (margin_perm _ _ (perm_skip _ Q)), (points_perm _ _ _ (perm_skip _ Q)). }
      rewrite E. clear E.
      assert (Ca : covered [f; g] a = true) by (cbn; now rewrite Af).
      destruct (at_joins _ _ A) as (c & Jg).
      destruct (at_ b g) eqn:B.
      + (* g is a copy of f *)
        assert (c = b) as ->.
        { rewrite (joins_at _ _ _ _ Jg) in B. apply orb_true_iff in B as [B|B]; apply Nat.eqb_eq in B; quick. }
        apply (in_gift 2); auto; [lia|]. now apply (gift_double f g a b).
      + destruct (single_dec (g :: Y) a) as [(h & Z & R & Ah & Eh)|S].
        * destruct (perm_cons_cases _ _ _ _ R) as [(<- & R1)|(L & R1 & _)].
          2:{ rewrite (not_at_sub _ _ _ _ R1 Ya) in Ah. discriminate. }
          rewrite <- (points_perm _ _ _ R1) in Eh.
          pose proof (proj1 (points_two _ _ _ _ Jg) Eh) as (Nc & _ & Yc).
          apply (in_gift 1); auto; [lia|]. apply (gift_path f g b a c); auto.
          intros ->. rewrite (joins_at_r _ _ _ Jg) in B. discriminate.
        * transitivity (worth (g :: loop z :: Y) f).
          { transitivity (worth (f :: loop z :: Y) g).
            - unfold worth. rewrite margin_swap, (points_perm _ _ g (perm_swap f (loop z) Y)). lia.
            - apply (leaf_first (loop z :: Y) f g a); auto.
              rewrite (joins_points _ _ _ _ Jf). unfold free. rewrite !covered_cons, !loop_at, A, B, Yb.
              pose proof (not_at_sub _ _ _ _ Q Kz) as fz.
              destruct (Nat.eqb_spec a b); [quick|]. cbn [orb].
              destruct (Nat.eqb_spec z b) as [->|]; [|cbn; lia].
              rewrite (joins_at_r _ _ _ Jf) in fz. discriminate. }
          replace (worth (g :: loop z :: Y) f) with (worth (loop z :: g :: Y) f).
          { apply at_a_calm; auto. rewrite covered_cons, A. reflexivity. }
          unfold worth. now rewrite margin_swap, (points_perm _ _ f (perm_swap g (loop z) Y)).
    - destruct (at_joins _ _ A) as (b & Jg).
      assert (az : a <> z) by (intros ->; quick).
      destruct (Nat.eq_dec a b) as [<-|N].
      + (* g is a loop: H = K + L *)
        assert (Eg : g = loop a) by now destruct Jg. 
        transitivity (v (loop z :: H)); [now apply margin_cons_move|].
        rewrite (margin_perm _ _ (perm_skip _ P)), Eg, loops_cancel by auto.
        destruct K as [|k0 K0] eqn:EK.
        * pose proof e_ge as E. rewrite (margin_perm _ _ P), Eg in E.
          assert (v [loop a] <= 1); [|rewrite margin_nil; lia].
          apply margin_cons_le; [rewrite loop_points_one, margin_nil; auto; lia|].
          intros h X X'. apply Permutation_nil in X'. discriminate.
        * rewrite <- EK in *. destruct (margin_best K) as (h & K' & Q & ->); [now rewrite EK|].
          assert (PH : Permutation H (h :: g :: K')) by (rewrite P, Q; apply perm_swap).
          pose proof (margin_cons_move e H h (g :: K') PH) as M.
          pose proof (not_at_sub _ _ _ _ Q Ka) as ha. pose proof (covered_sub _ _ _ _ Q Ka) as K'a.
          pose proof (not_at_sub _ _ _ _ Q Kw) as hw. pose proof (covered_sub _ _ _ _ Q Kw) as K'w.
          pose proof (covered_sub _ _ _ _ Q Kz) as K'z.
          rewrite (apart_points h e), (apart_points h g) in M.
          2:{ rewrite Eg. now apply apart_loop. }
          2:{ eapply apart_joins; eauto. }
          rewrite (IH (g :: K') e a w z) in M; auto.
          -- rewrite Eg, loops_cancel in M by auto. lia.
          -- apply Permutation_length in PH. cbn in *. lia.
          -- rewrite covered_cons, A. reflexivity.
          -- intros (k & X & R & Ak & Ek). destruct (perm_cons_cases _ _ _ _ R) as [(<- & _)|(L & R1 & _)].
             ++ apply (points_two _ _ _ _ Jg) in Ek. tauto.
             ++ rewrite (not_at_sub _ _ _ _ R1 K'a) in Ak. discriminate.
          -- now rewrite covered_cons, gw, K'w.
          -- now rewrite covered_cons, gz, K'z.
      + destruct (covered K b) eqn:Kb.
        2:{ exfalso. apply Hs. exists g, K. repeat split; auto. now apply (points_two _ _ _ _ Jg). }
        destruct (single_dec K b) as [(f & Y & Q & Bf & Ef)|S].
        * destruct (at_joins _ _ Bf) as (c & Jf). pose proof (proj1 (points_two _ _ _ _ Jf) Ef) as (Nc & Yb & Yc).
          assert (Ac : a <> c).
          { intros <-. pose proof (joins_at_r _ _ _ Jf). pose proof (not_at_sub _ _ _ _ Q Ka). quick. }
          replace (worth (loop z :: K) g) with (worth (loop z :: f :: Y) g).
          { apply (in_gift 1); auto; [lia| | |].
            - apply gift_swap, (gift_path g f a b c); auto; [now apply joins_sym|exact (covered_sub _ _ _ _ Q Ka)].
            - rewrite P, Q. apply perm_swap.
            - cbn. rewrite A. now destruct (at_ a f). }
          unfold worth. now rewrite (margin_perm _ _ (perm_skip _ Q)), (points_perm _ _ _ (perm_skip _ Q)).
        * pose proof e_ge as E. unfold worth.
          rewrite (margin_perm _ _ P), (IH K g b a z) in E; auto.
          -- rewrite (apart_points g (loop z)) by now apply apart_loop.
             rewrite (joins_points _ _ _ _ Jg). unfold free. rewrite Ka, Kb.
             destruct (Nat.eqb_spec a b); [quick|]. lia.
          -- eapply sub_length; eauto.
          -- now apply joins_sym.
  Qed.

  Lemma second_half : v (loop z :: H) <= v (e :: H).
  Proof.
    apply margin_cons_le; [rewrite loop_points_one by auto; apply e_ge|].
    intros g K P. fold (worth (loop z :: K) g). destruct (at_ a g) eqn:A; [now apply at_a|].
    destruct (single_dec K a) as [S|S]; [|rewrite <- (elsewhere g K) by auto; now apply margin_cons_move].
    destruct (becomes_single g K P A S) as (f & Y & b & Q & Jf & N & Ya & Yb & B).
    pose proof (covered_sub _ _ _ _ P Hz) as Kz. pose proof (not_at_sub _ _ _ _ Q Kz) as fz.
    assert (az : a <> z) by (intros ->; rewrite (joins_at_l _ _ _ Jf) in fz; discriminate).
    assert (PH : Permutation H (f :: g :: Y)) by (rewrite P, Q; apply perm_swap).
    transitivity (worth (g :: loop z :: Y) f).
    - transitivity (worth (f :: loop z :: Y) g).
      + unfold worth. rewrite (margin_perm _ _ (perm_skip _ Q)), (points_perm _ _ _ (perm_skip _ Q)).
        rewrite margin_swap, (points_perm _ _ g (perm_swap f (loop z) Y)). lia.
      + apply (leaf_first (loop z :: Y) f g b); auto; [eapply joins_at_r; eauto|].
        rewrite (joins_points _ _ _ _ Jf). unfold free. rewrite !covered_cons, !loop_at, A, B, Ya.
        destruct (Nat.eqb_spec z a), (Nat.eqb_spec a b); try quick; cbn; lia.
    - transitivity (worth (loop z :: g :: Y) f).
      + unfold worth. rewrite margin_swap, (points_perm _ _ f (perm_swap g (loop z) Y)). lia.
      + apply at_a; auto. eapply joins_at_l; eauto.
  Qed.
End Step.

(** Theorem U7. The edge [e] leads from [a] to a new vertex [w]; the loop is at a new vertex [z]. *)
Theorem leaves_come_off H : forall e a w z,
  joins e a w -> a <> w -> covered H a = true -> ~ single_at H a -> covered H w = false -> covered H z = false ->
  v (e :: H) = v (loop z :: H).
Proof.
  enough (E : forall n H e a w z, length H = n -> joins e a w -> a <> w -> covered H a = true -> ~ single_at H a ->
    covered H w = false -> covered H z = false -> v (e :: H) = v (loop z :: H)) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H e a w z L J N A S W Z.
  assert (IH' : forall K e a w z, (length K < length H)%nat -> joins e a w -> a <> w -> covered K a = true ->
    ~ single_at K a -> covered K w = false -> covered K z = false -> v (e :: K) = v (loop z :: K)).
  { intros. eapply (IH (length K)); eauto. lia. }
  apply Z.le_antisymm; [eapply first_half|eapply second_half]; eauto.
Qed.
