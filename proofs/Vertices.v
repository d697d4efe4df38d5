(** Impartial games in which a move takes vertices of a graph: Node Kayles, Arc Kayles (and Cram), octal games on graphs.

    A position is the set of vertices that are left, as a number whose bits are the vertices ([BitSet] in Rust). What the
    checker believes of these games is proved here for all of them: the parts of a position that no edge joins are a
    sum, and positions that are alike under other names have one value.

    Rust: [Impartial::parts] in crates/rules/src/rules.rs, [renamed_vertices] in crates/rules/src/spaces/vertices.rs. *)
From Coq Require Import Arith List Lia Bool NArith FinFun.
From Outplay Require Import Impartial.
Import ListNotations.

Definition vertex := N.
Definition vertices := N.
Notation "v ∈ S" := (N.testbit S v = true) (at level 70).

(** ** Sets of vertices *)

Definition elements (S : vertices) : list vertex := filter (N.testbit S) (map N.of_nat (seq 0 (N.size_nat S))).

Lemma size_nat_size S : N.of_nat (N.size_nat S) = N.size S.
Proof.
  destruct S as [|p]; [reflexivity|]. cbn. induction p; cbn -[N.of_nat]; auto;
    rewrite Nat2N.inj_succ, IHp; reflexivity.
Qed.

Lemma elements_spec S v : In v (elements S) <-> v ∈ S.
Proof.
  unfold elements. rewrite filter_In. split; [tauto|]. intros H. split; auto.
  apply in_map_iff. exists (N.to_nat v). split; [apply N2Nat.id|]. apply in_seq. split; [lia|].
  destruct (N.eq_dec S 0) as [->|NZ]; [now rewrite N.bits_0 in H|].
  assert (L : (v < N.size S)%N).
  { rewrite N.size_log2 by auto. apply N.lt_succ_r. destruct (N.le_gt_cases v (N.log2 S)); auto.
    rewrite N.bits_above_log2 in H; auto. discriminate. }
  rewrite <- size_nat_size in L. lia.
Qed.

Lemma elements_NoDup S : NoDup (elements S).
Proof.
  apply NoDup_filter. apply Injective_map_NoDup; [|apply seq_NoDup]. intros a b. apply Nat2N.inj.
Qed.

(** The vertices of [S] with a property. *)
Definition set_of (l : list vertex) : vertices := fold_right (fun v S => N.setbit S v) 0%N l.
Definition select (p : vertex -> bool) (S : vertices) : vertices := set_of (filter p (elements S)).
(** The set of the images of the vertices of [S]. *)
Definition image (f : vertex -> vertex) (S : vertices) : vertices := set_of (map f (elements S)).

Lemma set_of_spec l v : v ∈ set_of l <-> In v l.
Proof.
  induction l as [|a l IH]; cbn [set_of fold_right In]; [now rewrite N.bits_0|].
  fold (set_of l). rewrite N.setbit_iff, IH. intuition.
Qed.

Lemma select_spec p S v : v ∈ select p S <-> v ∈ S /\ p v = true.
Proof. unfold select. now rewrite set_of_spec, filter_In, elements_spec. Qed.

Lemma image_spec f S w : w ∈ image f S <-> exists v, v ∈ S /\ f v = w.
Proof.
  unfold image. rewrite set_of_spec, in_map_iff. split; intros (v & A & B); exists v;
    rewrite elements_spec in *; auto.
Qed.

Lemma set_ext (A B : vertices) : (forall v, v ∈ A <-> v ∈ B) -> A = B.
Proof.
  intros H. apply N.bits_inj. intros v. specialize (H v).
  destruct (N.testbit A v), (N.testbit B v); intuition.
Qed.

Lemma union_spec A B v : v ∈ N.lor A B <-> v ∈ A \/ v ∈ B.
Proof. rewrite N.lor_spec. apply orb_true_iff. Qed.

Lemma minus_spec A B v : v ∈ N.ldiff A B <-> v ∈ A /\ ~ v ∈ B.
Proof. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. destruct (N.testbit B v); intuition congruence. Qed.

Definition count (S : vertices) : nat := length (elements S).

Lemma count_falls S R v : v ∈ S -> v ∈ R -> count (N.ldiff S R) < count S.
Proof.
  intros A B. unfold count. change (length (v :: elements (N.ldiff S R)) <= length (elements S)).
  apply NoDup_incl_length.
  - constructor; [|apply elements_NoDup]. rewrite elements_spec, minus_spec. tauto.
  - intros w [<-|I]; rewrite elements_spec in *; auto. apply minus_spec in I. tauto.
Qed.

(** ** Taking games *)

Section Graph.
  Variable adj : vertex -> vertex -> bool.

  (** [A] and [B] have no common vertex, and no edge joins them. *)
  Definition separated (A B : vertices) : Prop :=
    forall u v, u ∈ A -> v ∈ B -> u <> v /\ adj u v = false /\ adj v u = false.

  (** [f] gives the vertices of [S] other names and keeps edges and loops. *)
  Definition renames (f : vertex -> vertex) (S : vertices) : Prop :=
    forall u v, u ∈ S -> v ∈ S -> (f u = f v -> u = v) /\ adj (f u) (f v) = adj u v.

  (** What the checker needs to know of the rules. [moves S] lists the sets that may be taken from [S], in the order of
      the numbers that certificates use. *)
  Record rules := {
    legal : vertices -> vertices -> Prop;
    moves : vertices -> list vertices;
    moves_legal : forall S R, In R (moves S) <-> legal S R;
    legal_part : forall S R, legal S R -> (forall v, v ∈ R -> v ∈ S) /\ exists v, v ∈ R;
    legal_local : forall A B R, separated A B -> (legal (N.lor A B) R <-> legal A R \/ legal B R);
    legal_renamed : forall f S R, renames f S -> legal S R -> legal (image f S) (image f R)
  }.

  Variable T : rules.

  Definition taken (S : vertices) : list vertices := map (N.ldiff S) (moves T S).

  Lemma taken_spec S U : In U (taken S) <-> exists R, legal T S R /\ U = N.ldiff S R.
  Proof.
    unfold taken. rewrite in_map_iff. split; intros (R & A & B); exists R; rewrite moves_legal in *; auto.
  Qed.

  Lemma taken_falls S U : In U (taken S) -> count U < count S.
  Proof.
    rewrite taken_spec. intros (R & L & ->). destruct (legal_part _ _ _ L) as (P & v & V).
    now apply (count_falls S R v); [apply P|].
  Qed.

  Definition taking : game := {|
    position := vertices; options := taken; rank := count; rank_falls := taken_falls
  |}.

  Notation G := (grundy taking).

  Lemma separated_sym A B : separated A B -> separated B A.
  Proof. intros S u v U V. destruct (S v u V U) as (N & E1 & E2). auto. Qed.

  Lemma separated_less A B R : separated A B -> separated (N.ldiff A R) B.
  Proof. intros S u v U V. apply minus_spec in U as (U & _). auto. Qed.

  Lemma less_left A B R : separated A B -> (forall v, v ∈ R -> v ∈ A) ->
    N.ldiff (N.lor A B) R = N.lor (N.ldiff A R) B.
  Proof.
    intros S P. apply set_ext. intros v. rewrite minus_spec, !union_spec, minus_spec. split.
    - intros ([X|X] & N); auto.
    - intros [(X & N)|X]; auto. split; auto. intros Y. destruct (S v v (P v Y) X) as (N & _). congruence.
  Qed.

  (** Parts that no edge joins are a sum. *)
  Theorem parts_sum A B : separated A B -> G (N.lor A B) = Nat.lxor (G A) (G B).
  Proof.
    enough (H : forall n A B, count A + count B < n -> separated A B -> G (N.lor A B) = Nat.lxor (G A) (G B))
      by (apply (H (S (count A + count B))); lia).
    clear A B. induction n as [|n IH]; [lia|]. intros A B L S.
    eapply is_mex_unique; [apply (grundy_mex taking)|].
    eapply is_mex_ext; [|apply (is_mex_sum _ _ _ _ (grundy_mex taking A) (grundy_mex taking B))].
    cbn [options taking]. intros x.
    assert (LA : forall R, legal T A R -> G (N.ldiff (N.lor A B) R) = Nat.lxor (G (N.ldiff A R)) (G B)).
    { intros R LR. pose proof (legal_part _ _ _ LR) as (P & v & V).
      rewrite less_left by auto. apply IH; [|now apply separated_less].
      pose proof (count_falls A R v (P v V) V). lia. }
    assert (LB : forall R, legal T B R -> G (N.ldiff (N.lor A B) R) = Nat.lxor (G A) (G (N.ldiff B R))).
    { intros R LR. pose proof (legal_part _ _ _ LR) as (P & v & V).
      rewrite N.lor_comm, less_left, N.lor_comm by (auto using separated_sym).
      apply IH; [|now apply separated_sym, separated_less, separated_sym].
      pose proof (count_falls B R v (P v V) V). lia. }
    split.
    - intros [(y & (U & HU & <-) & ->)|(y & (U & HU & <-) & ->)]; apply taken_spec in HU as (R & LR & ->);
        exists (N.ldiff (N.lor A B) R); (split; [apply taken_spec; exists R; split; auto;
        apply (legal_local T); auto|auto]).
    - intros (U & HU & <-). apply taken_spec in HU as (R & LR & ->). apply (legal_local T) in LR as [LR|LR]; auto.
      + left. exists (G (N.ldiff A R)). split; [|auto]. exists (N.ldiff A R). split; auto.
        apply taken_spec. now exists R.
      + right. exists (G (N.ldiff B R)). split; [|auto]. exists (N.ldiff B R). split; auto.
        apply taken_spec. now exists R.
  Qed.

  Lemma renames_less f S R : renames f S -> renames f (N.ldiff S R).
  Proof. intros H u v U V. apply minus_spec in U as (U & _), V as (V & _). auto. Qed.

  Lemma image_less f S R : renames f S -> (forall v, v ∈ R -> v ∈ S) ->
    image f (N.ldiff S R) = N.ldiff (image f S) (image f R).
  Proof.
    intros H P. apply set_ext. intros w. rewrite minus_spec, !image_spec. split.
    - intros (v & V & <-). apply minus_spec in V as (V & N). split; [now exists v|].
      intros (u & U & E). apply N. destruct (H u v (P u U) V) as (I & _). now rewrite <- (I E).
    - intros ((v & V & <-) & N). exists v. split; auto. apply minus_spec. split; auto. intros X. apply N. now exists v.
  Qed.

  (** The way back. *)
  Definition inverse (f : vertex -> vertex) (S : vertices) (w : vertex) : vertex :=
    match find (fun v => N.eqb (f v) w) (elements S) with Some v => v | None => w end.

  Lemma inverse_spec f S v : renames f S -> v ∈ S -> inverse f S (f v) = v.
  Proof.
    intros H V. unfold inverse. destruct (find _ _) as [u|] eqn:E.
    - apply find_some in E as (U & E). apply elements_spec in U. apply N.eqb_eq in E.
      now apply (H u v).
    - apply elements_spec in V. pose proof (find_none _ _ E _ V) as X. cbn in X. now rewrite N.eqb_refl in X.
  Qed.

  Lemma image_inverse f S : renames f S -> image (inverse f S) (image f S) = S.
  Proof.
    intros H. apply set_ext. intros v. rewrite image_spec. split.
    - intros (w & W & <-). apply image_spec in W as (u & U & <-). now rewrite inverse_spec.
    - intros V. exists (f v). split; [apply image_spec; now exists v|now apply inverse_spec].
  Qed.

  Lemma renames_inverse f S : renames f S -> renames (inverse f S) (image f S).
  Proof.
    intros H u v U V. apply image_spec in U as (x & X & <-), V as (y & Y & <-).
    rewrite !inverse_spec by auto. split; [now intros ->|]. symmetry. now apply (H x y).
  Qed.

  (** A position under other names has the same value. *)
  Theorem renamed_value f S : renames f S -> G (image f S) = G S.
  Proof.
    enough (H : forall n S f, count S < n -> renames f S -> G (image f S) = G S)
      by (apply (H (Datatypes.S (count S))); lia).
    clear f S. induction n as [|n IH]; [lia|]. intros S f L H.
    eapply is_mex_unique; [apply (grundy_mex taking)|].
    eapply is_mex_ext; [|apply (grundy_mex taking S)]. cbn [options taking]. intros x.
    assert (Step : forall R, legal T S R -> G (N.ldiff (image f S) (image f R)) = G (N.ldiff S R)).
    { intros R LR. pose proof (legal_part _ _ _ LR) as (P & v & V).
      rewrite <- image_less by auto. apply IH; [|now apply renames_less].
      pose proof (count_falls S R v (P v V) V). lia. }
    split.
    - intros (U & HU & <-). apply taken_spec in HU as (R & LR & ->).
      exists (N.ldiff (image f S) (image f R)). split; [|auto].
      apply taken_spec. exists (image f R). split; auto. now apply legal_renamed.
    - intros (U & HU & <-). apply taken_spec in HU as (R' & LR' & ->).
      pose proof (legal_renamed T _ _ _ (renames_inverse f S H) LR') as LR. rewrite image_inverse in LR by auto.
      pose proof (legal_part _ _ _ LR') as (P' & _).
      assert (E : image f (image (inverse f S) R') = R').
      { apply set_ext. intros w. rewrite image_spec. split.
        - intros (v & V & <-). apply image_spec in V as (w & W & <-).
          pose proof (P' w W) as X. apply image_spec in X as (u & U & <-). now rewrite inverse_spec.
        - intros W. pose proof (P' w W) as X. apply image_spec in X as (u & U & <-).
          exists u. split; auto. apply image_spec. exists (f u). split; auto. now apply inverse_spec. }
      exists (N.ldiff S (image (inverse f S) R')). split; [apply taken_spec; eauto|].
      rewrite <- Step by auto. now rewrite E.
  Qed.

  (** ** The checks that the checker makes *)

  Definition subset (A B : vertices) : bool := N.eqb (N.ldiff A B) 0.

  Lemma subset_spec A B : subset A B = true -> forall v, v ∈ A -> v ∈ B.
  Proof.
    intros H v V. apply N.eqb_eq in H. destruct (N.testbit B v) eqn:E; auto.
    assert (X : v ∈ N.ldiff A B) by (apply minus_spec; rewrite E; auto). rewrite H, N.bits_0 in X. discriminate.
  Qed.

  Definition apart_from (A B : vertices) : bool :=
    forallb (fun u => forallb (fun v => negb (N.eqb u v) && negb (adj u v) && negb (adj v u)) (elements B)) (elements A).

  Lemma apart_from_spec A B : apart_from A B = true -> separated A B.
  Proof.
    intros H u v U V. unfold apart_from in H. rewrite forallb_forall in H.
    apply elements_spec in U, V. specialize (H u U). rewrite forallb_forall in H. specialize (H v V).
    apply andb_true_iff in H as (H & C). apply andb_true_iff in H as (A1 & B1).
    apply negb_true_iff in A1, B1, C. apply N.eqb_neq in A1. auto.
  Qed.

  (** Whether the parts are all of [S], and no edge joins one to another. *)
  Fixpoint parts_ok (S : vertices) (ps : list vertices) : bool :=
    match ps with
    | [] => N.eqb S 0
    | p :: ps => subset p S && apart_from p (N.ldiff S p) && parts_ok (N.ldiff S p) ps
    end.

  Lemma nothing_value : G 0%N = 0.
  Proof.
    destruct (grundy_mex taking 0%N) as (_ & L). destruct (Nat.eq_dec (G 0%N) 0) as [|N]; auto.
    destruct (L 0) as (q & Q & _); [lia|]. apply taken_falls in Q. cbn in Q. unfold count in Q. cbn in Q. lia.
  Qed.

  Theorem parts_ok_value ps : forall S, parts_ok S ps = true -> G S = nim_sum (map G ps).
  Proof.
    induction ps as [|p ps IH]; intros S H; cbn in H.
    - apply N.eqb_eq in H as ->. apply nothing_value.
    - apply andb_true_iff in H as (H & C). apply andb_true_iff in H as (A & B).
      pose proof (subset_spec _ _ A) as A'.
      assert (E : S = N.lor p (N.ldiff S p)).
      { apply set_ext. intros v. rewrite union_spec, minus_spec. split; [|intros [X|X]; [auto|tauto]].
        intros V. destruct (N.testbit p v); [auto|right; split; [auto|easy]]. }
      cbn [map nim_sum fold_right]. fold (nim_sum (map G ps)). rewrite <- (IH _ C).
      rewrite E at 1. apply parts_sum. now apply apart_from_spec.
  Qed.

  (** Whether the images, given for the vertices of [S] in ascending order, keep edges and loops. *)
  Definition renaming (S : vertices) (images : list vertex) (v : vertex) : vertex :=
    match find (fun p => N.eqb (fst p) v) (combine (elements S) images) with Some p => snd p | None => v end.

  Definition renames_ok (f : vertex -> vertex) (S : vertices) : bool :=
    forallb (fun u => forallb (fun v =>
      (N.eqb u v || negb (N.eqb (f u) (f v))) && Bool.eqb (adj (f u) (f v)) (adj u v)) (elements S)) (elements S).

  Lemma renames_ok_spec f S : renames_ok f S = true -> renames f S.
  Proof.
    intros H u v U V. unfold renames_ok in H. rewrite forallb_forall in H. apply elements_spec in U, V.
    specialize (H u U). rewrite forallb_forall in H. specialize (H v V).
    apply andb_true_iff in H as (A & B). apply eqb_prop in B. split; auto. intros E.
    apply orb_true_iff in A as [A|A]; [now apply N.eqb_eq|]. apply negb_true_iff, N.eqb_neq in A. contradiction.
  Qed.
End Graph.
