(** Strings-and-coins on boards rich in loops (Theorem K11 of docs/theory-scoring.md, without the normal
    rules).

    Rust: crates/solve/src/scoring/coins/shapes.rs and lists.rs. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Coins Bouquets.
From Outplay Require Unshackle Margins.
Import ListNotations.
Open Scope Z_scope.

Notation same := Margins.same.
Notation vertices_of := Margins.vertices_of.

(** The loops at a vertex, and its other edges. *)
Definition loops (P : graph) (x : nat) : nat := length (filter (same (loop x)) P).
Definition others (P : graph) (x : nat) : nat := length (filter (fun e => at_ x e && negb (same (loop x) e)) P).

(** Every vertex has at least two loops more than other edges. *)
Definition rich (P : graph) : Prop := forall x, covered P x = true -> (others P x + 2 <= loops P x)%nat.

Lemma same_loop x e : same (loop x) e = true <-> e = loop x.
Proof. rewrite Margins.same_eq. split; congruence. Qed.

Lemma loops_cons e P x : loops (e :: P) x = ((if same (loop x) e then 1 else 0) + loops P x)%nat.
Proof. unfold loops. cbn [filter]. now destruct (same (loop x) e). Qed.

Lemma others_cons e P x :
  others (e :: P) x = ((if at_ x e && negb (same (loop x) e) then 1 else 0) + others P x)%nat.
Proof. unfold others. cbn [filter]. now destruct (at_ x e && negb (same (loop x) e)). Qed.

Lemma filter_perm {A} (p : A -> bool) l k : Permutation l k -> length (filter p l) = length (filter p k).
Proof.
  induction 1; cbn; auto; try congruence.
  - destruct (p x); cbn; auto.
  - destruct (p x), (p y); reflexivity.
Qed.

Lemma loops_perm P Q x : Permutation P Q -> loops P x = loops Q x.
Proof. apply filter_perm. Qed.
Lemma others_perm P Q x : Permutation P Q -> others P x = others Q x.
Proof. apply filter_perm. Qed.

Lemma rich_perm P Q : Permutation P Q -> rich P -> rich Q.
Proof.
  intros E R x C. rewrite <- (loops_perm _ _ x E), <- (others_perm _ _ x E). apply R.
  now rewrite (covered_perm _ _ _ E).
Qed.

Lemma loops_covered P x : (0 < loops P x)%nat -> covered P x = true.
Proof.
  intros L. unfold loops in L. destruct (filter (same (loop x)) P) as [|e l] eqn:E; [cbn in L; lia|].
  assert (I : In e (filter (same (loop x)) P)) by (rewrite E; now left).
  apply filter_In in I as (I & S). apply same_loop in S as ->. apply covered_spec. exists (loop x). split; auto.
  now rewrite Unshackle.loop_at, Nat.eqb_refl.
Qed.

Lemma uncovered_others P x : others P x = 0%nat -> loops P x = 0%nat -> covered P x = false.
Proof.
  intros O L. destruct (covered P x) eqn:C; auto. apply covered_spec in C as (e & I & A).
  destruct (same (loop x) e) eqn:S.
  - assert (X : In e (filter (same (loop x)) P)) by now apply filter_In.
    unfold loops in L. destruct (filter (same (loop x)) P); [destruct X|discriminate].
  - assert (X : In e (filter (fun e => at_ x e && negb (same (loop x) e)) P)) by (apply filter_In; now rewrite A, S).
    unfold others in O. destruct (filter (fun e => at_ x e && negb (same (loop x) e)) P); [destruct X|discriminate].
Qed.

(** *** Counting vertices *)

Definition vertex_count (P : graph) : nat := length (vertices_of P).

Lemma vertex_count_same P Q : (forall w, covered P w = covered Q w) -> vertex_count P = vertex_count Q.
Proof.
  intros E. apply Nat.le_antisymm; apply NoDup_incl_length; try apply NoDup_nodup; intros w W;
    apply Margins.vertices_of_spec in W; apply Margins.vertices_of_spec; congruence.
Qed.

Lemma vertex_count_one_more P Q x : (forall w, covered P w = (x =? w)%nat || covered Q w) -> covered Q x = false ->
  vertex_count P = S (vertex_count Q).
Proof.
  intros E C. change (vertex_count P = length (x :: vertices_of Q)). apply Nat.le_antisymm; apply NoDup_incl_length.
  - apply NoDup_nodup.
  - intros w W. apply Margins.vertices_of_spec in W. rewrite E in W. apply orb_true_iff in W as [W|W].
    + apply Nat.eqb_eq in W. now left.
    + right. now apply Margins.vertices_of_spec.
  - constructor; [|apply NoDup_nodup]. intros W. apply Margins.vertices_of_spec in W. congruence.
  - intros w [<-|W]; apply Margins.vertices_of_spec; rewrite E; [now rewrite Nat.eqb_refl|].
    apply Margins.vertices_of_spec in W. rewrite W. apply orb_true_r.
Qed.

(** ** The moves of a rich graph *)

(** [Q] is left by a calm move [e]: it is rich, on the same vertices. *)
Definition calm (P : graph) (e : edge) (Q : graph) : Prop :=
  Permutation P (e :: Q) /\ rich Q /\ forall w, covered Q w = covered P w.

Lemma calm_edge P e Q : rich P -> Permutation P (e :: Q) -> fst e <> snd e -> calm P e Q.
Proof.
  intros R E N. split; [exact E|].
  assert (S : forall x, same (loop x) e = false).
  { intros x. destruct (same (loop x) e) eqn:S; auto. apply same_loop in S as ->. destruct N. reflexivity. }
  assert (Lx : forall x, loops Q x = loops P x) by (intros x; now rewrite (loops_perm _ _ x E), loops_cons, S).
  assert (Ox : forall x, (others Q x <= others P x)%nat) by (intros x; rewrite (others_perm _ _ x E), others_cons; lia).
  assert (C : forall w, covered Q w = covered P w).
  { intros w. destruct (covered P w) eqn:CP.
    - apply loops_covered. rewrite Lx. specialize (R w CP). lia.
    - now apply (covered_sub P e). }
  split; auto. intros x CQ. rewrite C in CQ. specialize (R x CQ). rewrite Lx. specialize (Ox x). lia.
Qed.

Lemma loop_counts P x Q : Permutation P (loop x :: Q) ->
  loops P x = S (loops Q x) /\ (forall y, others Q y = others P y) /\ (forall y, y <> x -> loops Q y = loops P y) /\
  (forall w, covered P w = (x =? w)%nat || covered Q w).
Proof.
  intros E. assert (S1 : same (loop x) (loop x) = true) by now apply same_loop. repeat split.
  - now rewrite (loops_perm _ _ x E), loops_cons, S1.
  - intros y. rewrite (others_perm _ _ y E), others_cons, Unshackle.loop_at.
    destruct (Nat.eqb_spec x y) as [->|]; [|reflexivity].
    assert (S2 : same (loop y) (loop y) = true) by now apply same_loop. now rewrite S2.
  - intros y N. rewrite (loops_perm _ _ y E), loops_cons. destruct (same (loop y) (loop x)) eqn:S2; auto.
    apply same_loop in S2. injection S2 as S2. congruence.
  - intros w. now rewrite (covered_perm _ _ _ E), covered_cons, Unshackle.loop_at.
Qed.

Lemma calm_loop P x Q : rich P -> Permutation P (loop x :: Q) -> (others P x + 3 <= loops P x)%nat -> calm P (loop x) Q.
Proof.
  intros R E L. destruct (loop_counts P x Q E) as (L1 & O1 & L2 & C1). split; [exact E|].
  assert (C : forall w, covered Q w = covered P w).
  { intros w. rewrite C1. destruct (Nat.eqb_spec x w) as [<-|]; [|reflexivity]. cbn. apply loops_covered. lia. }
  split; auto. intros y Cy. rewrite C in Cy. specialize (R y Cy). rewrite O1.
  destruct (Nat.eq_dec y x) as [->|N]; [lia|]. rewrite L2 by auto. exact R.
Qed.

Lemma others_edge P x : (0 < others P x)%nat -> exists g, In g P /\ at_ x g = true /\ fst g <> snd g.
Proof.
  intros O. unfold others in O. destruct (filter (fun e => at_ x e && negb (same (loop x) e)) P) as [|g l] eqn:E; [cbn in O; lia|].
  assert (I : In g (filter (fun e => at_ x e && negb (same (loop x) e)) P)) by (rewrite E; now left).
  apply filter_In in I as (I & S). apply andb_true_iff in S as (A & S). exists g. split; auto. split; auto.
  intros X. apply negb_true_iff in S. assert (Y : same (loop x) g = true); [|congruence].
  apply same_loop. unfold at_ in A. destruct g as (a & b). cbn in *. subst b. rewrite orb_diag in A.
  apply Nat.eqb_eq in A as ->. reflexivity.
Qed.

(** A loop of a vertex with just two more and another edge: when that edge goes as well, all is rich again. *)
Lemma tight_loop P x Q : rich P -> Permutation P (loop x :: Q) -> (loops P x = others P x + 2)%nat -> (0 < others P x)%nat ->
  exists g R, Permutation Q (g :: R) /\ rich R /\ forall w, covered R w = covered P w.
Proof.
  intros Ri E L O. destruct (loop_counts P x Q E) as (L1 & O1 & L2 & C1).
  destruct (others_edge Q x) as (g & I & A & N); [rewrite O1; lia|]. apply in_perm in I as (R & EQ).
  exists g, R. split; auto.
  assert (S : forall y, same (loop y) g = false).
  { intros y. destruct (same (loop y) g) eqn:S; auto. apply same_loop in S as ->. destruct N. reflexivity. }
  assert (LR : forall y, loops R y = loops Q y) by (intros y; now rewrite (loops_perm _ _ y EQ), loops_cons, S).
  assert (OR : forall y, others Q y = ((if at_ y g then 1 else 0) + others R y)%nat).
  { intros y. rewrite (others_perm _ _ y EQ), others_cons, S. cbn [negb]. now rewrite andb_true_r. }
  assert (Sub : forall w, covered R w = true -> covered P w = true).
  { intros w W. rewrite C1, (covered_perm _ _ _ EQ), covered_cons, W. now rewrite !orb_true_r. }
  assert (Bound : forall y, covered P y = true -> (others R y + 2 <= loops R y)%nat).
  { intros y Cy. specialize (Ri y Cy). rewrite LR. pose proof (OR y) as X. rewrite O1 in X.
    destruct (Nat.eq_dec y x) as [->|Ny]; [rewrite A in X; lia|]. rewrite L2 by auto. destruct (at_ y g); lia. }
  split; [intros y Cy; apply Bound; auto|]. intros w. destruct (covered P w) eqn:CP.
  - apply loops_covered. specialize (Bound w CP). lia.
  - destruct (covered R w) eqn:CR; auto. apply Sub in CR. congruence.
Qed.

(** A vertex with two loops and nothing else. *)
Lemma lone_pair P x Q : rich P -> Permutation P (loop x :: Q) -> loops P x = 2%nat -> others P x = 0%nat ->
  exists R, Permutation P (bouquet 2 x R) /\ rich R /\ covered R x = false.
Proof.
  intros Ri E L O. destruct (loop_counts P x Q E) as (L1 & O1 & L2 & C1).
  assert (I : In (loop x) Q).
  { assert (X : (0 < loops Q x)%nat) by lia. unfold loops in X.
    destruct (filter (same (loop x)) Q) as [|e l] eqn:F; [cbn in X; lia|].
    assert (J : In e (filter (same (loop x)) Q)) by (rewrite F; now left).
    apply filter_In in J as (J & S). now apply same_loop in S as ->. }
  apply in_perm in I as (R & EQ). exists R. destruct (loop_counts Q x R EQ) as (M1 & P1 & M2 & D1).
  split; [rewrite E, EQ; reflexivity|].
  assert (Rx : covered R x = false) by (apply uncovered_others; [rewrite P1, O1; auto|lia]).
  split; auto. intros y Cy. assert (Ny : y <> x) by (intros ->; congruence).
  rewrite P1, O1, M2, L2 by auto. apply Ri. rewrite C1, D1, Cy. now rewrite !orb_true_r.
Qed.

(** What every move of a rich graph is. *)
Lemma rich_move P e Q : rich P -> Permutation P (e :: Q) ->
  calm P e Q \/
  (exists g R, Permutation Q (g :: R) /\ rich R /\ (forall w, covered R w = covered P w) /\ forall w, covered Q w = covered P w) \/
  (exists x R, Permutation P (bouquet 2 x R) /\ rich R /\ covered R x = false).
Proof.
  intros Ri E. destruct (Nat.eq_dec (fst e) (snd e)) as [X|N]; [|left; now apply calm_edge].
  assert (e = loop (fst e)) as Ee by (destruct e; cbn in *; now subst). set (x := fst e) in *. rewrite Ee in E |- *.
  assert (Cx : covered P x = true).
  { rewrite (covered_perm _ _ _ E), covered_cons, Unshackle.loop_at, Nat.eqb_refl. reflexivity. }
  pose proof (Ri x Cx) as B. destruct (Nat.eq_dec (loops P x) (others P x + 2)) as [T|T].
  - right. destruct (Nat.eq_dec (others P x) 0) as [Z|Z].
    + right. exists x. apply (lone_pair P x Q); auto. lia.
    + left. destruct (tight_loop P x Q Ri E T) as (g & R & EQ & RR & CR); [lia|]. exists g, R. split; auto. split; auto. split; auto.
      intros w. destruct (loop_counts P x Q E) as (L1 & _ & _ & C1). rewrite C1.
      destruct (Nat.eqb_spec x w) as [<-|]; [|reflexivity]. cbn. apply loops_covered. lia.
  - left. apply calm_loop; auto. lia.
Qed.

Lemma pair_counts P x R : Permutation P (bouquet 2 x R) -> covered R x = false -> loops P x = 2%nat /\ others P x = 0%nat.
Proof.
  intros E C. assert (S : same (loop x) (loop x) = true) by now apply same_loop.
  assert (L0 : loops R x = 0%nat).
  { destruct (loops R x) eqn:L; auto. assert (X : covered R x = true) by (apply loops_covered; lia). congruence. }
  assert (O0 : others R x = 0%nat).
  { destruct (others R x) eqn:O; auto. destruct (others_edge R x) as (g & I & A & _); [lia|].
    assert (X : covered R x = true) by (apply covered_spec; now exists g). congruence. }
  rewrite (loops_perm _ _ x E), (others_perm _ _ x E). unfold bouquet. cbn [repeat app].
  rewrite !loops_cons, !others_cons, S, L0, O0. cbn [negb]. rewrite andb_false_r. auto.
Qed.

Lemma calm_exists P : rich P -> (forall z S, Permutation P (bouquet 2 z S) -> covered S z = false -> False) ->
  P <> [] -> exists e Q, calm P e Q.
Proof.
  intros R NP N. destruct P as [|e P0] eqn:EP; [easy|]. rewrite <- EP in *.
  assert (E : Permutation P (e :: P0)) by now rewrite EP. clear EP.
  destruct (Nat.eq_dec (fst e) (snd e)) as [X|Ne]; [|exists e, P0; now apply calm_edge].
  assert (e = loop (fst e)) as Ee by (destruct e; cbn in *; now subst). set (x := fst e) in *. rewrite Ee in E.
  assert (Cx : covered P x = true).
  { rewrite (covered_perm _ _ _ E), covered_cons, Unshackle.loop_at, Nat.eqb_refl. reflexivity. }
  pose proof (R x Cx) as B. destruct (Nat.eq_dec (others P x) 0) as [Z|Z].
  - destruct (Nat.eq_dec (loops P x) 2) as [T|T].
    + destruct (lone_pair P x P0 R E T Z) as (S & ES & _ & Sx). destruct (NP x S ES Sx).
    + exists (loop x), P0. apply calm_loop; auto. lia.
  - destruct (others_edge P x) as (g & I & _ & Ng); [lia|]. apply in_perm in I as (Q & EQ).
    exists g, Q. now apply calm_edge.
Qed.

(** ** Theorem K11 *)

(** The margin of H beside P*, for the parities of the numbers of vertices and edges of P; x and y are new vertices. *)
Definition star (odd_vertices odd_edges : bool) (x y : nat) (H : graph) : Z :=
  match odd_vertices, odd_edges with
  | true, false => v (bouquet 2 x H)
  | true, true => v (bouquet 3 x H)
  | false, true => v (bouquet 2 x (bouquet 3 y H))
  | false, false => v H
  end.

Definition beside (P H : graph) : Prop := forall w, covered P w = true -> covered H w = false.

Lemma beside_points P H e : (forall w, at_ w e = true -> covered P w = true) -> beside P H ->
  forall Q, (forall w, covered Q w = covered P w) -> points (Q ++ H) e = 0.
Proof.
  intros A B Q C. unfold points, free. rewrite !covered_app, !C.
  rewrite !A by (apply at_fst || apply at_snd). cbn. now destruct (_ =? _)%nat.
Qed.

Lemma star_move o1 o2 x y H g H' : Permutation H (g :: H') -> covered H x = false -> covered H y = false ->
  turn (points H' g) (star o1 o2 x y H') <= star o1 o2 x y H.
Proof.
  intros P X Y. destruct o1, o2; cbn [star].
  - pose proof (bouquet_ge_move 3 x H g H' P) as B. unfold worth in B.
    rewrite bouquet_points in B by (eapply not_at_sub; eauto). exact B.
  - pose proof (bouquet_ge_move 2 x H g H' P) as B. unfold worth in B.
    rewrite bouquet_points in B by (eapply not_at_sub; eauto). exact B.
  - pose proof (two_bouquets_ge_move 2 x 3 y H g H' P) as B. unfold worth in B.
    rewrite !bouquet_points in B by (eapply not_at_sub; eauto). exact B.
  - now apply margin_move.
Qed.

(** One of P* and Q* has a loop whose removal leaves the other. *)
Lemma star_sum o1 o2 x y H : x <> y -> covered H x = false -> covered H y = false ->
  0 <= star o1 o2 x y H + star o1 (negb o2) x y H.
Proof.
  intros N X Y. pose proof (bouquet_three_ge x H X). pose proof (two_three_ge x y H N X Y).
  destruct o1, o2; cbn [star negb]; lia.
Qed.

(** The best move in H + P* is no better than a move of H or a calm move. *)
Lemma star_upper o1 o2 x y H b : x <> y -> covered H x = false -> covered H y = false ->
  (forall g H', Permutation H (g :: H') -> turn (points H' g) (star o1 o2 x y H') <= b) ->
  - star o1 (negb o2) x y H <= b -> star o1 o2 x y H <= b.
Proof.
  intros N X Y M C. pose proof (three_near H x X) as T. pose proof (three_near H y Y) as Ty.
  destruct o1, o2; cbn [star negb] in *.
  - apply bouquet_le; [easy| |].
    + intros j E. inversion E; subst j. rewrite bouquet_three_loop by auto. exact C.
    + intros g H' P. unfold worth. rewrite bouquet_points by (eapply not_at_sub; eauto). now apply M.
  - apply bouquet_le; [easy| |].
    + intros j E. inversion E; subst j. rewrite bouquet_open by auto. lia.
    + intros g H' P. unfold worth. rewrite bouquet_points by (eapply not_at_sub; eauto). now apply M.
  - apply two_bouquets_le; [lia| | |].
    + intros i E. inversion E; subst i. rewrite bouquet_open by now apply fresh_bouquet. lia.
    + intros i E. inversion E; subst i. rewrite (worth_perm _ _ _ (bouquet_swap 2 x 2 y H)).
      rewrite bouquet_three_loop by (apply fresh_bouquet; auto). rewrite twos_cancel by auto. exact C.
    + intros g H' P. unfold worth. rewrite !bouquet_points by (eapply not_at_sub; eauto). now apply M.
  - destruct H as [|h H0] eqn:EH; [rewrite margin_nil; rewrite two_three_alone in C by auto; lia|].
    rewrite <- EH in *. apply margin_le; [now rewrite EH|]. intros g H' P. now apply M.
Qed.

Theorem rich_in_loops P : forall H x y, rich P -> beside P H -> x <> y ->
  covered P x = false -> covered H x = false -> covered P y = false -> covered H y = false ->
  v (P ++ H) = star (Nat.odd (vertex_count P)) (Nat.odd (length P)) x y H.
Proof.
  enough (A : forall n P, length P = n -> forall m H, length H = m -> forall x y, rich P -> beside P H -> x <> y ->
    covered P x = false -> covered H x = false -> covered P y = false -> covered H y = false ->
    v (P ++ H) = star (Nat.odd (vertex_count P)) (Nat.odd (length P)) x y H) by eauto.
  clear P. induction n as [n IHP] using lt_wf_ind. intros P LP.
  induction m as [m IHH] using lt_wf_ind. intros H LH x y R B N Px Hx Py Hy.
  destruct P as [|p0 P0] eqn:EP0; [reflexivity|]. rewrite <- EP0 in *.
  (* an edge of P: is there a vertex with two loops and nothing else? *)
  destruct (existsb (fun z => (loops P z =? 2)%nat && (others P z =? 0)%nat) (vertices_of P)) eqn:Ex.
  { apply existsb_exists in Ex as (z & Z & E). apply andb_true_iff in E as (E1 & E2). apply Nat.eqb_eq in E1, E2.
    apply Margins.vertices_of_spec in Z.
    assert (I : In (loop z) P).
    { assert (X : (0 < loops P z)%nat) by lia. unfold loops in X.
      destruct (filter (same (loop z)) P) as [|e l] eqn:F; [cbn in X; lia|].
      assert (J : In e (filter (same (loop z)) P)) by (rewrite F; now left).
      apply filter_In in J as (J & S). now apply same_loop in S as ->. }
    apply in_perm in I as (Q & EQ). destruct (lone_pair P z Q R EQ E1 E2) as (S & ES & RS & Sz).
    pose proof (Permutation_length ES) as LS. unfold bouquet in LS. cbn in LS.
    assert (CS : forall w, covered P w = (z =? w)%nat || covered S w).
    { intros w. now rewrite (covered_perm _ _ _ ES), bouquet_covered. }
    assert (zx : z <> x) by (intros ->; congruence). assert (zy : z <> y) by (intros ->; congruence).
    assert (Hz : covered H z = false) by now apply B.
    assert (Sx : covered S x = false) by (rewrite CS in Px; apply orb_false_iff in Px; tauto).
    assert (Sy : covered S y = false) by (rewrite CS in Py; apply orb_false_iff in Py; tauto).
    assert (BS : beside S (bouquet 2 z H)).
    { intros w W. assert (wz : w <> z) by (intros ->; congruence). apply fresh_bouquet; auto. apply B. rewrite CS, W. apply orb_true_r. }
    rewrite (margin_perm (P ++ H) (S ++ bouquet 2 z H)).
    2:{ rewrite ES. unfold bouquet. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
    rewrite (IHP (length S) ltac:(lia) S eq_refl _ (bouquet 2 z H) eq_refl x y); auto using fresh_bouquet.
    assert (VC : vertex_count P = Datatypes.S (vertex_count S)) by now apply (vertex_count_one_more P S z).
    assert (OL : Nat.odd (length P) = Nat.odd (length S)) by (rewrite LS; reflexivity).
    assert (OV : Nat.odd (vertex_count P) = negb (Nat.odd (vertex_count S))) by now rewrite VC, Nat.odd_succ, <- Nat.negb_odd.
    rewrite OL, OV. destruct (Nat.odd (vertex_count S)), (Nat.odd (length S)); cbn [star negb].
    - rewrite (bouquet_any 3 x y (bouquet 2 z H)) by (apply fresh_bouquet; auto).
      rewrite (margin_perm _ _ (bouquet_swap 3 y 2 z H)). apply bouquet_any; apply fresh_bouquet; auto.
    - now apply twos_cancel; auto.
    - rewrite (margin_perm _ _ (bouquet_perm 2 x _ _ (bouquet_swap 3 y 2 z H))).
      rewrite twos_cancel by (auto; apply fresh_bouquet; auto). now apply bouquet_any.
    - now apply bouquet_any. }
  assert (NoPair : forall z S, Permutation P (bouquet 2 z S) -> covered S z = false -> False).
  { intros z S ES Sz. destruct (pair_counts P z S ES Sz) as (E1 & E2).
    enough (X : existsb (fun z => (loops P z =? 2)%nat && (others P z =? 0)%nat) (vertices_of P) = true) by congruence.
    apply existsb_exists. exists z. split; [|now rewrite E1, E2]. apply Margins.vertices_of_spec, loops_covered. lia. }
  (* what is left of P without one edge, or two *)
  assert (Q1 : forall Q, rich Q -> (forall w, covered Q w = covered P w) -> (length Q < length P)%nat ->
    v (Q ++ H) = star (Nat.odd (vertex_count P)) (Nat.odd (length Q)) x y H).
  { intros Q RQ CQ LQ. rewrite <- (vertex_count_same Q P CQ).
    apply (IHP (length Q) ltac:(lia) Q eq_refl _ H eq_refl x y); auto; [|now rewrite CQ|now rewrite CQ].
    intros w W. apply B. now rewrite <- CQ. }
  assert (Ends : forall e Q, Permutation P (e :: Q) -> forall w, at_ w e = true -> covered P w = true).
  { intros e Q E w W. now rewrite (covered_perm _ _ _ E), covered_cons, W. }
  assert (Odd1 : forall e Q, Permutation P (e :: Q) -> Nat.odd (length Q) = negb (Nat.odd (length P)) /\ (length Q < length P)%nat).
  { intros e Q E. rewrite (Permutation_length E). cbn [length]. rewrite Nat.odd_succ, <- Nat.negb_odd, negb_involutive. split; auto. }
  (* a move of H *)
  assert (MH : forall g H', Permutation H (g :: H') ->
    worth (P ++ H') g = turn (points H' g) (star (Nat.odd (vertex_count P)) (Nat.odd (length P)) x y H')).
  { intros g H' E. pose proof (Permutation_length E) as LE. cbn in LE.
    assert (F : forall w, at_ w g = true -> covered P w = false).
    { intros w W. destruct (covered P w) eqn:C; auto. apply B in C.
      rewrite (covered_perm _ _ _ E), covered_cons, W in C. discriminate. }
    unfold worth. f_equal.
    - unfold points, free. rewrite !covered_app, !F by (apply at_fst || apply at_snd). reflexivity.
    - apply (IHH (length H') ltac:(lia) H' eq_refl x y); auto; try (eapply covered_sub; eauto; fail).
      intros w W. eapply covered_sub; eauto. }
  apply Z.le_antisymm.
  - apply margin_le; [rewrite EP0; easy|]. intros e K E.
    assert (I : In e (P ++ H)) by (apply (Permutation_in _ (Permutation_sym E)); now left).
    apply in_app_or in I as [I|I].
    + apply in_perm in I as (Q & EQ).
      assert (EK : Permutation K (Q ++ H)) by (apply (Permutation_cons_inv (a := e)); rewrite <- E, EQ; reflexivity).
      rewrite (worth_perm _ _ _ EK). destruct (Odd1 e Q EQ) as (OQ & LQ).
      destruct (rich_move P e Q R EQ) as [(_ & RQ & CQ)|[(g & S & ES & RS & CS & CQ)|(z & S & ES & RS & Sz)]].
      * rewrite worth_nothing by (apply (beside_points P H e (Ends e Q EQ) B Q CQ)).
        rewrite Q1, OQ by auto. pose proof (star_sum (Nat.odd (vertex_count P)) (Nat.odd (length P)) x y H N Hx Hy). lia.
      * rewrite worth_nothing by (apply (beside_points P H e (Ends e Q EQ) B Q CQ)).
        assert (Eg : Permutation (Q ++ H) (g :: S ++ H)) by (rewrite ES; reflexivity).
        pose proof (margin_move _ _ _ Eg) as M.
        rewrite worth_nothing in M.
        2:{ apply (beside_points P H g); auto. intros w W. rewrite <- CQ, (covered_perm _ _ _ ES), covered_cons, W. reflexivity. }
        pose proof (Permutation_length ES) as LS. cbn in LS.
        rewrite Q1 in M by (auto; lia).
        replace (Nat.odd (length S)) with (Nat.odd (length P)) in M; [lia|].
        rewrite LS, Nat.odd_succ, <- Nat.negb_odd in OQ. now destruct (Nat.odd (length S)), (Nat.odd (length P)).
      * destruct (NoPair z S ES Sz).
    + apply in_perm in I as (H' & EH).
      assert (EK : Permutation K (P ++ H')).
      { apply (Permutation_cons_inv (a := e)). rewrite <- E, EH. symmetry. apply Permutation_middle. }
      rewrite (worth_perm _ _ _ EK), MH by auto. now apply star_move.
  - apply star_upper; auto.
    + intros g H' E. rewrite <- MH by auto. apply margin_move. rewrite E. symmetry. apply Permutation_middle.
    + destruct (calm_exists P R NoPair) as (e & Q & EQ & RQ & CQ); [rewrite EP0; easy|].
      destruct (Odd1 e Q EQ) as (OQ & LQ). rewrite <- OQ, <- Q1 by auto.
      rewrite <- (worth_nothing (Q ++ H) e (beside_points P H e (Ends e Q EQ) B Q CQ)).
      apply margin_move. rewrite EQ. reflexivity.
Qed.
