(** Unshackle: mirrors (Theorems U4 and U5 of docs/theory-scoring.md).

    Rust: crates/solve/src/scoring/isomorphism.rs finds mirrors; unshackle.rs takes components with one out of a position. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Unshackle.
Import ListNotations.
Open Scope Z_scope.

Section Mirror.
  Variable s : nat -> nat.
  Hypothesis involution : forall w, s (s w) = w.

  Definition moved (e : edge) : edge := (s (fst e), s (snd e)).

  (** Whether [e] and [f] are copies of one edge, and how many copies of [e] a graph has. *)
  Definition alike (e f : edge) : bool :=
    ((fst e =? fst f) && (snd e =? snd f) || (fst e =? snd f) && (snd e =? fst f))%nat.
  Definition copies (G : graph) (e : edge) : nat := length (filter (alike e) G).

  (** A symmetry of [G] such that every edge class that it takes to itself has an even number of copies. *)
  Definition mirror (G : graph) : Prop :=
    (forall e, copies G (moved e) = copies G e) /\
    (forall e, alike e (moved e) = true -> Nat.odd (copies G e) = false).

  (** The number of vertices with edges that the symmetry fixes, of those below [n]. *)
  Definition fixed (n : nat) (G : graph) : Z :=
    vertex_sum n (fun w => if (s w =? w)%nat && covered G w then 1 else 0).

  (** ** A mirror pairs the edges *)

  Inductive paired : graph -> Prop :=
  | paired_nil : paired []
  | paired_cons e f G H : paired H -> alike (moved e) f = true -> Permutation G (e :: f :: H) -> paired G.

  Lemma alike_iff e f : alike e f = true <-> joins f (fst e) (snd e).
  Proof.
    unfold alike, joins. destruct e as (a & b), f as (c & d). cbn.
    rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq. split.
    - intros [(-> & ->)|(-> & ->)]; auto.
    - intros [E|E]; inversion E; auto.
  Qed.

  Lemma alike_refl e : alike e e = true.
  Proof. apply alike_iff, joins_ends. Qed.

  Lemma alike_sym e f : alike e f = alike f e.
  Proof.
    unfold alike. rewrite (Nat.eqb_sym (fst e)), (Nat.eqb_sym (snd e)), (Nat.eqb_sym (fst e)), (Nat.eqb_sym (snd e)).
    f_equal. apply andb_comm.
  Qed.

  Lemma alike_trans e f g : alike e f = true -> alike e g = alike f g.
  Proof.
    unfold alike. destruct e as (a & b), f as (c & d). cbn.
    rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq. intros [(-> & ->)|(-> & ->)]; auto.
    rewrite orb_comm. f_equal; apply andb_comm.
  Qed.

  Lemma moved_moved e : moved (moved e) = e.
  Proof. unfold moved. cbn. rewrite !involution. now destruct e. Qed.

  Lemma s_eqb a b : (s a =? s b)%nat = (a =? b)%nat.
  Proof.
    destruct (Nat.eqb_spec a b) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros E. apply N.
    now rewrite <- (involution a), E, involution.
  Qed.

  Lemma alike_moved e f : alike (moved e) (moved f) = alike e f.
  Proof. unfold alike, moved. cbn. now rewrite !s_eqb. Qed.

  Lemma copies_perm G H e : Permutation G H -> copies G e = copies H e.
  Proof.
    unfold copies. induction 1; cbn; auto; try congruence.
    - destruct (alike e x); cbn; auto.
    - destruct (alike e x), (alike e y); reflexivity.
  Qed.

  Lemma copies_cons f G e : copies (f :: G) e = ((if alike e f then 1 else 0) + copies G e)%nat.
  Proof. unfold copies. cbn. now destruct (alike e f). Qed.

  Lemma copies_in G e : (copies G e > 0)%nat -> exists f, In f G /\ alike e f = true.
  Proof.
    unfold copies. destruct (filter (alike e) G) as [|f l] eqn:E; cbn; [lia|]. intros _. exists f.
    apply filter_In. rewrite E. now left.
  Qed.

  Theorem mirror_paired G : mirror G -> paired G.
  Proof.
    enough (H : forall n G, length G = n -> mirror G -> paired G) by eauto.
    clear G. induction n as [n IH] using lt_wf_ind. intros G L (Sym & Ev).
    destruct G as [|e G']; [constructor|]. 
    assert (X : exists f H, Permutation (e :: G') (e :: f :: H) /\ alike (moved e) f = true).
    { destruct (alike e (moved e)) eqn:A.
      - (* another copy *)
        specialize (Ev e A). rewrite copies_cons, alike_refl in Ev.
        assert (P : (copies G' e > 0)%nat) by (destruct (copies G' e); [discriminate|lia]).
        apply copies_in in P as (f & F & E). apply in_perm in F as (H & Q).
        exists f, H. split; [now constructor|]. rewrite <- (alike_trans e (moved e)); auto.
      - specialize (Sym e). rewrite !copies_cons, alike_refl in Sym.
        rewrite (alike_sym (moved e)), A in Sym.
        assert (P : (copies G' (moved e) > 0)%nat) by lia.
        apply copies_in in P as (f & F & E). apply in_perm in F as (H & Q).
        exists f, H. split; [now constructor|auto]. }
    destruct X as (f & H & P & E). apply (paired_cons e f _ H); auto.
    pose proof (Permutation_length P) as LP. cbn in LP, L.
    apply (IH (length H)); auto; [lia|]. 
    assert (C : forall g, copies (e :: G') g =
      ((if alike g e then 1 else 0) + ((if alike g (moved e) then 1 else 0) + copies H g))%nat).
    { intros g. rewrite (copies_perm _ _ _ P), !copies_cons. do 2 f_equal.
      rewrite (alike_sym g f), <- (alike_trans (moved e) f g E), (alike_sym (moved e) g). reflexivity. }
    split.
    - intros g. pose proof (Sym g) as Sg. rewrite !C in Sg.
      assert (X1 : alike (moved g) e = alike g (moved e)) by now rewrite <- (alike_moved g), moved_moved.
      assert (X2 : alike (moved g) (moved e) = alike g e) by apply alike_moved.
      rewrite X1, X2 in Sg. destruct (alike g e), (alike g (moved e)); lia.
    - intros g Ag. pose proof (Ev g Ag) as Eg. rewrite C in Eg.
      assert (X : alike g e = alike g (moved e)).
      { rewrite (alike_trans g (moved g) e Ag). now rewrite <- (alike_moved g (moved e)), moved_moved. }
      rewrite <- X in Eg. destruct (alike g e); [|exact Eg].
      cbn [Nat.add] in Eg. now rewrite !Nat.odd_succ, <- Nat.odd_succ, Nat.odd_succ, Nat.even_succ in Eg.
  Qed.

  (** ** The strategy *)

  Lemma moved_at e f w : alike (moved e) f = true -> at_ w f = at_ (s w) e.
  Proof.
    intros A. apply alike_iff in A. rewrite (joins_at _ _ _ _ A). unfold at_, moved. cbn [fst snd].
    rewrite <- (s_eqb (s (fst e))), <- (s_eqb (s (snd e))), !involution. reflexivity.
  Qed.

  Lemma paired_covered G w : paired G -> covered G (s w) = covered G w.
  Proof.
    induction 1 as [|e f G H _ IH A P]; [reflexivity|].
    rewrite !(covered_perm _ _ _ P), !covered_cons, IH, !(moved_at e f) by auto. rewrite involution.
    destruct (at_ w e), (at_ (s w) e); reflexivity.
  Qed.

  Lemma paired_points e f H : paired H -> alike (moved e) f = true -> points H f = points H e.
  Proof.
    intros P A. apply alike_iff in A. rewrite (joins_points _ _ _ _ A). unfold points, free, moved. cbn [fst snd].
    now rewrite !paired_covered, s_eqb.
  Qed.

  (** What the pair e, f frees of fixed vertices goes to who moves second. *)
  Lemma fixed_pair n e f H : (forall w, at_ w e = true -> (w < n)%nat) -> alike (moved e) f = true ->
    fixed n (e :: f :: H) - fixed n H <= points H e - points (f :: H) e.
  Proof.
    intros B A.
    assert (Bf : (fst e < n)%nat) by (apply B, at_fst). assert (Bs : (snd e < n)%nat) by (apply B, at_snd).
    rewrite !(points_sum n) by auto. unfold fixed.
    rewrite <- !Z.add_opp_r, <- !vertex_sum_opp, <- !vertex_sum_add. apply vertex_sum_le. intros w.
    rewrite !covered_cons, (moved_at e f w A).
    destruct (Nat.eqb_spec (s w) w) as [E|N]; [rewrite E|]; destruct (at_ w e), (covered H w); cbn; try lia.
    all: destruct (at_ (s w) e); cbn; lia.
  Qed.

  (** No vertex of [M] has an edge of [R]. *)
  Definition beside (R M : graph) : Prop := forall w, covered R w = true -> covered M w = true -> False.

  Lemma beside_points R M e : beside R M -> (forall w, at_ w e = true -> covered R w = false) ->
    points (R ++ M) e = points M e.
  Proof.
    intros _ F. unfold points, free. rewrite !covered_app, !F by (apply at_fst || apply at_snd). reflexivity.
  Qed.

  (** A move of [M] is answered by another move of [M]. *)
  Lemma paired_move M e K : paired M -> Permutation M (e :: K) ->
    exists f H, Permutation K (f :: H) /\ paired H /\ alike (moved e) f = true.
  Proof.
    intros P. revert e K. induction P as [|a b M H PH IH A P]; intros e K Q.
    { apply Permutation_nil in Q. discriminate. }
    rewrite P in Q. destruct (perm_cons_cases _ _ _ _ Q) as [(<- & Q1)|(K1 & Q1 & R1)].
    { exists b, H. split; [now symmetry|auto]. }
    destruct (perm_cons_cases _ _ _ _ Q1) as [(<- & Q2)|(K2 & Q2 & R2)].
    { exists a, H. split; [now rewrite R1, Q2|]. split; auto.
      rewrite alike_sym, <- (moved_moved a), alike_moved. exact A. }
    destruct (IH e K2 Q2) as (f & H2 & Q3 & P3 & A3).
    exists f, (a :: b :: H2). split; [|split; auto].
    - rewrite R1, R2, Q3, (perm_swap f b H2). apply perm_swap.
    - now apply (paired_cons a b _ H2).
  Qed.

  Theorem paired_beside n R M : paired M -> beside R M -> (forall w, covered M w = true -> (w < n)%nat) ->
    if odd_size R then v R + fixed n M <= v (R ++ M) else v (R ++ M) <= v R - fixed n M.
  Proof.
    enough (H : forall k R M, (length R + length M)%nat = k -> paired M -> beside R M ->
      (forall w, covered M w = true -> (w < n)%nat) ->
      if odd_size R then v R + fixed n M <= v (R ++ M) else v (R ++ M) <= v R - fixed n M)
      by (intros; now apply (H (length R + length M)%nat)).
    clear R M. induction k as [k IH] using lt_wf_ind. intros R M L P B N.
    (* a move of R *)
    assert (MR : forall g R', Permutation R (g :: R') ->
      points (R' ++ M) g = points R' g /\ beside R' M /\ odd_size R = negb (odd_size R') /\
      (length R' + length M < k)%nat).
    { intros g R' Q. pose proof (Permutation_length Q) as LQ. cbn in LQ. repeat split; try lia.
      - assert (F : forall w, at_ w g = true -> covered M w = false).
        { intros w W. destruct (covered M w) eqn:C; auto. exfalso. apply (B w); auto.
          now rewrite (covered_perm _ _ _ Q), covered_cons, W. }
        unfold points, free. rewrite !covered_app, !F by (apply at_fst || apply at_snd). now rewrite !orb_false_r.
      - intros w W C. apply (B w); auto. rewrite (covered_perm _ _ _ Q), covered_cons, W. apply orb_true_r.
      - now rewrite (odd_size_perm _ _ Q), odd_size_cons. }
    destruct (odd_size R) eqn:O.
    - assert (NE : R <> []) by (intros ->; discriminate).
      destruct (margin_best R NE) as (g & R' & Q & E). destruct (MR g R' Q) as (Pg & B' & O' & L').
      specialize (IH _ L' R' M eq_refl P B' N). destruct (odd_size R'); [discriminate|].
      assert (X : points (R' ++ M) g - v (R' ++ M) <= v (R ++ M)).
      { apply margin_move. rewrite Q. reflexivity. }
      lia.
    - destruct (R ++ M) as [|x l] eqn:EM.
      { apply app_eq_nil in EM as (-> & ->). rewrite margin_nil.
        enough (fixed n [] = 0) by lia. unfold fixed.
        rewrite (vertex_sum_ext n _ (fun _ => 0)); [clear; induction n; cbn; lia|].
        intros w. cbn. now rewrite andb_false_r. }
      rewrite <- EM. apply margin_le; [now rewrite EM|]. clear x l EM. intros e K Q.
      assert (I : In e (R ++ M)) by (apply (Permutation_in _ (Permutation_sym Q)); now left).
      apply in_app_or in I as [I|I].
      + apply in_perm in I as (R' & QR). destruct (MR e R' QR) as (Pg & B' & O' & L').
        assert (QK : Permutation K (R' ++ M)).
        { apply (Permutation_cons_inv (a := e)). rewrite <- Q, QR. reflexivity. }
        rewrite (points_perm _ _ _ QK), (margin_perm _ _ QK), Pg.
        specialize (IH _ L' R' M eq_refl P B' N). destruct (odd_size R'); [|discriminate].
        pose proof (margin_move R e R' QR). lia.
      + apply in_perm in I as (M' & QM). destruct (paired_move M e M' P QM) as (f & H & QH & PH & A).
        assert (QM2 : Permutation M (e :: f :: H)) by (rewrite QM, QH; reflexivity).
        assert (QK : Permutation K (f :: R ++ H)).
        { apply (Permutation_cons_inv (a := e)). rewrite <- Q, QM2.
          rewrite <- (Permutation_middle R (f :: H) e). constructor. symmetry. apply Permutation_middle. }
        assert (CM : forall w, covered M w = at_ w e || (at_ w f || covered H w)).
        { intros w. now rewrite (covered_perm _ _ _ QM2), !covered_cons. }
        assert (FR : forall w, covered M w = true -> covered R w = false).
        { intros w W. destruct (covered R w) eqn:C; auto. destruct (B w C W). }
        assert (Fe : forall w, at_ w e = true -> covered R w = false) by (intros w W; apply FR; now rewrite CM, W).
        assert (Ff : forall w, at_ w f = true -> covered R w = false).
        { intros w W. apply FR. rewrite CM, W. apply orb_true_r. }
        assert (BH : beside R H).
        { intros w W C. apply (B w W). rewrite CM, C. now rewrite !orb_true_r. }
        assert (P1 : points (f :: R ++ H) e = points (f :: H) e).
        { unfold points, free. rewrite !covered_cons, !covered_app, !Fe by (apply at_fst || apply at_snd). reflexivity. }
        assert (P2 : points (R ++ H) f = points H e).
        { rewrite (beside_points R H f BH Ff). now apply paired_points. }
        rewrite (points_perm _ _ _ QK), (margin_perm _ _ QK), P1.
        pose proof (margin_cons_ge f (R ++ H)) as X. rewrite P2 in X.
        pose proof (Permutation_length QM2) as LM. cbn in LM.
        specialize (IH (length R + length H)%nat ltac:(lia) R H eq_refl PH BH). rewrite O in IH.
        assert (NH : forall w, covered H w = true -> (w < n)%nat).
        { intros w W. apply N. rewrite CM, W. now rewrite !orb_true_r. }
        specialize (IH NH).
        assert (Ne : forall w, at_ w e = true -> (w < n)%nat) by (intros w W; apply N; now rewrite CM, W).
        pose proof (fixed_pair n e f H Ne A) as Fx.
        assert (FM : fixed n M = fixed n (e :: f :: H)).
        { apply vertex_sum_ext. intros w. now rewrite (covered_perm _ _ _ QM2). }
        lia.
  Qed.

  (** Theorem U5: [M] has a mirror with k fixed vertices and lies beside [R]. ([n] bounds the vertices of [M].) *)
  Theorem mirror_beside_even n R M : mirror M -> beside R M -> (forall w, covered M w = true -> (w < n)%nat) ->
    odd_size R = false -> v (R ++ M) <= v R - fixed n M.
  Proof.
    intros Mi B N O. pose proof (paired_beside n R M (mirror_paired M Mi) B N) as X. now rewrite O in X.
  Qed.

  Theorem mirror_beside_odd n R M : mirror M -> beside R M -> (forall w, covered M w = true -> (w < n)%nat) ->
    odd_size R = true -> v R + fixed n M <= v (R ++ M).
  Proof.
    intros Mi B N O. pose proof (paired_beside n R M (mirror_paired M Mi) B N) as X. now rewrite O in X.
  Qed.

  (** Theorem U4. *)
  Theorem mirror_margin n G : mirror G -> (forall w, covered G w = true -> (w < n)%nat) -> v G <= - fixed n G.
  Proof.
    intros Mi N. pose proof (mirror_beside_even n [] G Mi) as X. rewrite margin_nil in X. cbn [app] in X.
    enough (v G <= 0 - fixed n G) by lia. apply X; auto. intros w W. discriminate.
  Qed.
End Mirror.
