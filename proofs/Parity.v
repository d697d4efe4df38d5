(** Unshackle: who wins on a graph without leaves, loops and parallel edges (Theorem U10 of docs/theory-scoring.md).

    The proof here does not need Theorem U9 of the page. Cores are taken as they come off, without chains: that an edge
    can be removed after which an even number of leaves comes off follows from a count in a preorder. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Unshackle Leaves.
Import ListNotations.
Open Scope Z_scope.

(** ** The words of the statement *)

(** The number of edges at [w], a loop counted once. *)
Definition weight (G : graph) (w : nat) : nat := length (filter (at_ w) G).
(** A vertex of weight 1 at the end of an edge that is no loop. *)
Definition leaf (G : graph) (w : nat) : Prop :=
  weight G w = 1%nat /\ exists e, In e G /\ at_ w e = true /\ fst e <> snd e.
Definition no_loops (G : graph) : Prop := forall e, In e G -> fst e <> snd e.
(** No two edges of the multiset have the same ends. *)
Definition no_parallel (G : graph) : Prop :=
  forall e f K, Permutation G (e :: f :: K) -> ~ (forall w, at_ w e = at_ w f).

(** ** Cores *)

(** No move earns a point: without loops that is, no leaves. *)
Definition leafless (G : graph) : Prop := forall e K, Permutation G (e :: K) -> points K e = 0.
(** No component is a single edge. *)
Definition no_single (G : graph) : Prop := forall e K, Permutation G (e :: K) -> points K e <> 2.

Lemma weight_covered G w : weight G w = 0%nat <-> covered G w = false.
Proof.
  unfold weight, covered. induction G as [|e G IH]; cbn; [tauto|]. destruct (at_ w e); cbn; [easy|exact IH].
Qed.

Lemma weight_perm G H w : Permutation G H -> weight G w = weight H w.
Proof.
  unfold weight. induction 1; cbn; auto; try congruence.
  - destruct (at_ w x); cbn; auto.
  - destruct (at_ w x), (at_ w y); reflexivity.
Qed.

Lemma no_leaf_leafless G : no_loops G -> (forall w, ~ leaf G w) -> leafless G.
Proof.
  intros NL L e K P.
  assert (F : forall w, at_ w e = true -> free K w = 0).
  { intros w A. unfold free. destruct (covered K w) eqn:C; auto. destruct (L w). split.
    - rewrite (weight_perm _ _ _ P). apply weight_covered in C. unfold weight in *. cbn. rewrite A. cbn. lia.
    - exists e. assert (I : In e G) by (apply (Permutation_in _ (Permutation_sym P)); now left). auto. }
  unfold points. rewrite F by apply at_fst. rewrite F by apply at_snd. now destruct (_ =? _)%nat.
Qed.

Lemma no_loops_sub G R C : Permutation G (R ++ C) -> no_loops G -> no_loops C.
Proof. intros P N e I. apply N. apply (Permutation_in _ (Permutation_sym P)), in_or_app. now right. Qed.

Lemma no_parallel_sub G R C : Permutation G (R ++ C) -> no_parallel G -> no_parallel C.
Proof.
  intros P N e f K Q. apply (N e f (R ++ K)). rewrite P, Q.
  rewrite <- (Permutation_middle R (f :: K) e). constructor. symmetry. apply Permutation_middle.
Qed.

Lemma no_parallel_NoDup G : no_parallel G -> NoDup G.
Proof.
  induction G as [|e G IH]; intros N; constructor.
  - intros I. apply in_perm in I as (H & P). apply (N e e H); auto.
  - apply IH. now apply (no_parallel_sub (e :: G) [e]).
Qed.

Lemma covered_incl G H w : incl G H -> covered H w = false -> covered G w = false.
Proof.
  intros I C. destruct (covered G w) eqn:E; auto. apply covered_spec in E as (e & J & A).
  assert (covered H w = true) by (apply covered_spec; exists e; auto). congruence.
Qed.

Lemma single_loop K a z : a <> z -> ~ single_at K a -> ~ single_at (loop z :: K) a.
Proof.
  intros N S (h & Z & R & Ah & E). destruct (perm_cons_cases _ _ _ _ R) as [(<- & _)|(L & R1 & R2)].
  - rewrite loop_at in Ah. apply Nat.eqb_eq in Ah. congruence.
  - apply S. exists h, L. repeat split; auto.
    rewrite (points_perm _ _ _ R2) in E. pose proof (points_mono (loop z) L h).
    pose proof (points_range L h). lia.
Qed.

Lemma leafless_dec G : leafless G \/ exists e K, Permutation G (e :: K) /\ points K e <> 0.
Proof.
  destruct (existsb (fun m => negb (points (snd m) (fst m) =? 0)) (removals G)) eqn:E.
  - right. apply existsb_exists in E as ((e & K) & I & E). cbn in E. exists e, K.
    split; [now apply removals_perm|]. apply negb_true_iff, Z.eqb_neq in E. exact E.
  - left. intros e K P. destruct (removals_all _ _ _ P) as (K' & I & S). rewrite (points_perm _ _ _ S).
    destruct (Z.eqb_spec (points K' e) 0) as [|N]; auto. exfalso.
    enough (X : existsb (fun m => negb (points (snd m) (fst m) =? 0)) (removals G) = true) by congruence.
    apply existsb_exists. exists (e, K'). split; auto. cbn. apply Z.eqb_neq in N. now rewrite N.
Qed.

Definition sign (odd : bool) : Z := if odd then 1 else -1.

(** What comes off [H]: j leaves, which count as loops, and k gifts of two edges each; [C] is what is left. *)
Record comes_to (H C : graph) (j k : nat) : Prop := {
  ct_part : exists R, Permutation H (R ++ C);
  ct_leafless : leafless C;
  ct_size : length H = (length C + j + 2 * k)%nat;
  ct_largest : forall X, NoDup X -> leafless X -> incl X H -> incl X C;
  ct_something : H <> [] -> C <> [] \/ (1 <= k)%nat;
  ct_margin : forall z, covered H z = false ->
    v H = (if Nat.odd j then v (loop z :: C) else v C) + sign (odd_size H) * Z.of_nat k;
  ct_margin_loop : forall z, covered H z = false ->
    v (loop z :: H) = (if Nat.odd j then v C else v (loop z :: C)) + sign (negb (odd_size H)) * Z.of_nat k
}.

(** An edge to a leaf is in no part without leaves. *)
Lemma leaf_edge_off H e K X w : Permutation H (e :: K) -> at_ w e = true -> covered K w = false ->
  NoDup X -> leafless X -> incl X H -> incl X K.
Proof.
  intros P A C ND LX I f F. pose proof (Permutation_in _ P (I f F)) as [<-|Fk]; auto. exfalso.
  apply in_perm in F as (X' & Q). specialize (LX e X' Q).
  assert (Cw : covered X' w = true).
  { destruct (covered X' w) eqn:E; auto. exfalso. destruct (at_joins _ _ A) as (b & J).
    rewrite (joins_points _ _ _ _ J) in LX. unfold free at 1 in LX. rewrite E in LX.
    pose proof (free_range X' b). destruct (w =? b)%nat; lia. }
  apply covered_spec in Cw as (f & F & Af).
  assert (f <> e).
  { intros ->. apply (Permutation_NoDup Q) in ND. inversion ND. auto. }
  assert (FH : In f H) by (apply I, (Permutation_in _ (Permutation_sym Q)); now right).
  apply (Permutation_in _ P) in FH as [->|Fk]; [congruence|].
  assert (covered K w = true) by (apply covered_spec; now exists f). congruence.
Qed.

Lemma no_single_sub H e K : no_single H -> Permutation H (e :: K) ->
  (forall f Y, Permutation K (f :: Y) -> points Y f = 2 -> points (e :: Y) f = 2) -> no_single K.
Proof.
  intros N P E f Y Q F. apply (N f (e :: Y)); [|auto]. rewrite P, Q. apply perm_swap.
Qed.

Lemma comes_to_exists H : no_loops H -> no_single H -> exists C j k, comes_to H C j k.
Proof.
  enough (E : forall n H, length H = n -> no_loops H -> no_single H -> exists C j k, comes_to H C j k) by eauto.
  clear H. induction n as [n IH] using lt_wf_ind. intros H L NL NS.
  destruct (leafless_dec H) as [LL|(e & K & P & E)].
  { exists H, 0%nat, 0%nat. constructor; cbn [Nat.odd Nat.even negb]; auto; try lia.
    now exists []. }
  pose proof (Permutation_length P) as LP. cbn in LP.
  assert (E1 : points K e = 1) by (pose proof (NS e K P); pose proof (points_range K e); lia).
  assert (Ne : fst e <> snd e) by (apply NL, (Permutation_in _ (Permutation_sym P)); now left).
  (* e = aw, where w is the leaf *)
  assert (X : exists a w, joins e a w /\ a <> w /\ covered K a = true /\ covered K w = false).
  { rewrite (joins_points _ _ _ _ (joins_ends e)) in E1. unfold free in E1.
    destruct (Nat.eqb_spec (fst e) (snd e)); [congruence|].
    destruct (covered K (fst e)) eqn:C1, (covered K (snd e)) eqn:C2; try lia.
    - exists (fst e), (snd e). repeat split; auto. apply joins_ends.
    - exists (snd e), (fst e). repeat split; auto. apply joins_sym, joins_ends. }
  destruct X as (a & w & J & N & Ka & Kw).
  assert (NLK : no_loops K) by now apply (no_loops_sub H [e] K).
  assert (aw : forall z, covered H z = false -> covered K z = false /\ a <> z /\ w <> z).
  { intros z Hz. rewrite (covered_perm _ _ _ P), covered_cons in Hz. apply orb_false_iff in Hz as (A & B).
    repeat split; auto; intros ->; [rewrite (joins_at_l _ _ _ J) in A|rewrite (joins_at_r _ _ _ J) in A]; easy. }
  destruct (single_dec K a) as [(f & Y & Q & Af & Ef)|NSa].
  - (* e and f are a gift P *)
    destruct (at_joins _ _ Af) as (b & Jf). pose proof (proj1 (points_two _ _ _ _ Jf) Ef) as (Nab & Ya & Yb).
    pose proof (covered_sub _ _ _ _ Q Kw) as Yw. pose proof (not_at_sub _ _ _ _ Q Kw) as fw.
    assert (bw : w <> b) by (intros ->; rewrite (joins_at_r _ _ _ Jf) in fw; discriminate).
    pose proof (Permutation_length Q) as LQ. cbn in LQ.
    assert (G1 : gift 1 e f Y) by (apply (gift_path e f w a b); auto).
    assert (NLY : no_loops Y) by now apply (no_loops_sub K [f] Y).
    assert (PH : Permutation H (e :: f :: Y)) by (rewrite P, Q; reflexivity).
    assert (NSY : no_single Y).
    { intros g Y' R Eg. apply (NS g (e :: f :: Y')).
      - rewrite PH, R, (perm_swap g f). apply perm_swap.
      - destruct (gift_sub _ _ _ _ _ _ G1 R) as (_ & A1 & A2). now rewrite !apart_points. }
    destruct (IH (length Y) ltac:(lia) Y eq_refl NLY NSY) as (C & j & k & [(R & PR) CL CS CM CT CV CW]).
    assert (Hodd : odd_size H = odd_size Y).
    { now rewrite (odd_size_perm _ _ PH), !odd_size_cons, negb_involutive. }
    exists C, j, (S k). constructor; auto; try lia.
    + exists (e :: f :: R). rewrite PH, PR. reflexivity.
    + intros X ND LX I. apply CM; auto.
      apply (leaf_edge_off K f Y X a); auto.
      apply (leaf_edge_off H e K X w); auto. eapply joins_at_r; eauto.
    + intros z Hz. destruct (aw z Hz) as (Kz & _ & _). pose proof (covered_sub _ _ _ _ Q Kz) as Yz.
      specialize (CV z Yz). rewrite (margin_perm _ _ PH), (gifts 1) by (auto; lia).
      rewrite Hodd. unfold sign in *. destruct (odd_size Y), (Nat.odd j); lia.
    + intros z Hz. destruct (aw z Hz) as (Kz & az & wz). pose proof (covered_sub _ _ _ _ Q Kz) as Yz.
      pose proof (not_at_sub _ _ _ _ Q Kz) as fz.
      specialize (CW z Yz). rewrite (margin_perm _ (e :: f :: loop z :: Y)).
      * assert (ez : at_ z e = false).
        { rewrite (joins_at _ _ _ _ J). destruct (Nat.eqb_spec a z), (Nat.eqb_spec w z); easy. }
        rewrite (gifts 1) by (auto using gift_loop; lia). rewrite odd_size_cons, Hodd.
        unfold sign in *. destruct (odd_size Y), (Nat.odd j); cbn [negb] in *; lia.
      * rewrite PH, (perm_swap e (loop z)), (perm_swap f (loop z)). reflexivity.
  - (* e comes off *)
    assert (NSK : no_single K).
    { apply (no_single_sub H e); auto. intros f Y Q Ef. rewrite apart_points; auto.
      apply (apart_joins f e a w); auto; [|exact (not_at_sub _ _ _ _ Q Kw)].
      destruct (at_ a f) eqn:Af; auto. destruct NSa. now exists f, Y. }
    destruct (IH (length K) ltac:(lia) K eq_refl NLK NSK) as (C & j & k & [(R & PR) CL CS CM CT CV CW]).
    assert (Hodd : odd_size H = negb (odd_size K)) by now rewrite (odd_size_perm _ _ P), odd_size_cons.
    assert (Oj : Nat.odd (S j) = negb (Nat.odd j)) by now rewrite Nat.odd_succ, <- Nat.negb_odd.
    exists C, (S j), k. constructor; rewrite ?Oj; auto; try lia.
    + exists (e :: R). rewrite P, PR. reflexivity.
    + intros X ND LX I. apply CM; auto.
      apply (leaf_edge_off H e K X w); auto. eapply joins_at_r; eauto.
    + intros _. apply CT. intros ->. discriminate.
    + intros z Hz. destruct (aw z Hz) as (Kz & _ & _). specialize (CW z Kz).
      rewrite (margin_perm _ _ P), (leaves_come_off K e a w z) by auto.
      rewrite Hodd. destruct (Nat.odd j); exact CW.
    + intros z Hz. destruct (aw z Hz) as (Kz & az & wz). specialize (CV z Kz).
      destruct (fresh_vertex (loop z :: K)) as (z' & Fz).
      pose proof Fz as Fz'. rewrite covered_cons, loop_at in Fz'. apply orb_false_iff in Fz' as (F1 & F2).
      apply Nat.eqb_neq in F1.
      rewrite (margin_perm _ (e :: loop z :: K)) by (rewrite P; apply perm_swap).
      rewrite (leaves_come_off (loop z :: K) e a w z'); auto.
      * rewrite loops_cancel by auto. rewrite Hodd, negb_involutive. destruct (Nat.odd j); exact CV.
      * rewrite covered_cons, Ka. apply orb_true_r.
      * now apply single_loop.
      * rewrite covered_cons, loop_at, Kw. destruct (Nat.eqb_spec z w); [congruence|reflexivity].
Qed.

(** ** A count in a preorder *)

Lemma smallest {A} (m : A -> nat) (l : list A) : l <> [] -> exists x, In x l /\ forall y, In y l -> (m x <= m y)%nat.
Proof.
  induction l as [|a l IH]; [easy|]. intros _. destruct l as [|b l].
  { exists a. split; [now left|]. intros y [->|[]]. lia. }
  destruct IH as (x & I & M); [easy|]. destruct (le_lt_dec (m a) (m x)) as [L|L].
  - exists a. split; [now left|]. intros y [->|J]; [lia|]. specialize (M y J). lia.
  - exists x. split; [now right|]. intros y [->|J]; [lia|]. now apply M.
Qed.

Lemma filter_length_split {A} (p : A -> bool) l :
  length l = (length (filter p l) + length (filter (fun x => negb (p x)) l))%nat.
Proof. induction l as [|x l IH]; cbn; auto. destruct (p x); cbn; lia. Qed.

Lemma filter_filter {A} (p q : A -> bool) l : filter p (filter q l) = filter (fun x => q x && p x) l.
Proof.
  induction l as [|x l IH]; cbn; auto. destruct (q x); cbn; rewrite IH; auto.
Qed.

Lemma NoDup_app_r {A} (l k : list A) : NoDup (l ++ k) -> NoDup k.
Proof. induction l as [|a l IH]; auto. cbn. intros N. inversion N; auto. Qed.

(** If below every element of a finite preorder lie evenly many, it has evenly many elements. [D e f]: f is below e. *)
Lemma preorder_even {A} (D : A -> A -> bool) : forall n (E : list A), length E = n -> NoDup E ->
  (forall e, In e E -> D e e = true) ->
  (forall e f g, In e E -> In f E -> In g E -> D e f = true -> D f g = true -> D e g = true) ->
  (forall e, In e E -> Nat.odd (length (filter (D e) E)) = false) -> Nat.odd n = false.
Proof.
  induction n as [n IH] using lt_wf_ind. intros E L ND Refl Trans Even.
  destruct E as [|e0 E0] eqn:EE; [now subst n|]. rewrite <- EE in *.
  destruct (smallest (fun e => length (filter (D e) E)) E) as (e & I & M); [now rewrite EE|]. clear e0 E0 EE.
  (* all below the lowest element are equivalent to it *)
  assert (Low : forall f, In f E -> D e f = true -> D f e = true).
  { intros f F De. destruct (D f e) eqn:X; auto. exfalso.
    assert (Y : (length (e :: filter (D f) E) <= length (filter (D e) E))%nat).
    { apply NoDup_incl_length.
      - constructor; [|now apply NoDup_filter]. intros J. apply filter_In in J as (_ & J). congruence.
      - intros g [<-|J]; apply filter_In; [auto|]. apply filter_In in J as (J & K).
        split; auto. now apply (Trans e f g). }
    specialize (M f F). cbn in Y, M. lia. }
  set (E' := filter (fun f => negb (D e f)) E).
  assert (Split : length E = (length (filter (D e) E) + length E')%nat) by apply filter_length_split.
  assert (Pos : (0 < length (filter (D e) E))%nat).
  { destruct (filter (D e) E) eqn:X; cbn; [|lia]. assert (J : In e []) by (rewrite <- X; apply filter_In; auto).
    destruct J. }
  assert (In' : forall f, In f E' -> In f E /\ D e f = false).
  { intros f F. apply filter_In in F as (F & X). split; auto. now destruct (D e f). }
  rewrite <- L, Split, Nat.odd_add, (Even e I), xorb_false_l.
  apply (IH (length E') ltac:(lia) E' eq_refl).
  - now apply NoDup_filter.
  - intros f F. apply Refl. now apply In'.
  - intros a b c A1 B1 C1. apply Trans; now apply In'.
  - intros f F. destruct (In' f F) as (FE & NF). rewrite <- (Even f FE).
    rewrite (filter_length_split (D e) (filter (D f) E)), Nat.odd_add, !filter_filter.
    unfold E'. rewrite filter_filter.
    rewrite (filter_ext (fun x => negb (D e x) && D f x) (fun x => D f x && negb (D e x)))
      by (intros x; apply andb_comm).
    enough (Z : Nat.odd (length (filter (fun x => D f x && D e x) E)) = false) by now rewrite Z, xorb_false_l.
    destruct (D f e) eqn:X.
    + rewrite (filter_ext_in (fun x => D f x && D e x) (D e)); [now apply Even|].
      intros x Hx. destruct (D e x) eqn:Y; [|apply andb_false_r]. now rewrite (Trans f e x).
    + rewrite (filter_ext_in (fun x => D f x && D e x) (fun _ => false)).
      * clear. induction E; auto.
      * intros x Hx. destruct (D f x) eqn:Y; auto. destruct (D e x) eqn:W; auto.
        rewrite (Trans f x e) in X; auto; discriminate.
Qed.

(** ** Who wins *)

Definition edge_dec (e f : edge) : {e = f} + {e <> f}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Lemma finite_choice {B} (Q : edge -> B -> Prop) (b : B) (l : list edge) :
  (forall e, In e l -> exists x, Q e x) -> exists F, forall e, In e l -> Q e (F e).
Proof.
  induction l as [|e l IH]; intros H; [exists (fun _ => b); intros _ []|].
  destruct IH as (F & HF); [intros f I; apply H; now right|]. destruct (H e) as (x & X); [now left|].
  exists (fun f => if edge_dec f e then x else F f). intros f I. destruct (edge_dec f e) as [->|N]; auto.
  destruct I; [congruence|auto].
Qed.

(** Without parallel edges, removing an edge of a graph without leaves leaves no single edge. *)
Lemma no_single_after G e K : no_parallel G -> leafless G -> Permutation G (e :: K) -> no_single K.
Proof.
  intros NP LL P f Y Q E. pose proof (joins_ends f) as J. revert J.
  generalize (fst f) as a, (snd f) as b. intros a b J.
  pose proof (proj1 (points_two _ _ _ _ J) E) as (N & Ya & Yb).
  assert (PG : Permutation G (f :: e :: Y)) by (rewrite P, Q; apply perm_swap).
  pose proof (LL f (e :: Y) PG) as Z. rewrite (joins_points _ _ _ _ J), !free_cons in Z.
  unfold free in Z. rewrite Ya, Yb in Z. destruct (Nat.eqb_spec a b); [congruence|].
  destruct (at_ a e) eqn:A, (at_ b e) eqn:B; try lia.
  destruct (at_joins _ _ A) as (c & Je).
  assert (c = b) as ->.
  { rewrite (joins_at _ _ _ _ Je) in B. apply orb_true_iff in B as [B|B]; apply Nat.eqb_eq in B; congruence. }
  apply (NP f e Y PG). intros w. now rewrite (joins_at _ _ _ _ J), (joins_at _ _ _ _ Je).
Qed.

(** An edge after which evenly many leaves come off. *)
Lemma even_cut G : no_loops G -> no_parallel G -> leafless G -> odd_size G = true ->
  exists e K C j k, Permutation G (e :: K) /\ comes_to K C j k /\ odd_size C = false.
Proof.
  intros NL NP LL O.
  pose proof (no_parallel_NoDup G NP) as ND.
  set (Q := fun e C => exists K j k, Permutation G (e :: K) /\ comes_to K C j k).
  assert (Ch : exists F, forall e, In e G -> Q e (F e)).
  { apply (finite_choice Q []). intros e I. apply in_perm in I as (K & P).
    destruct (comes_to_exists K) as (C & j & k & CT).
    - now apply (no_loops_sub G [e]).
    - now apply (no_single_after G e).
    - exists C, K, j, k. auto. }
  destruct Ch as (F & HF).
  set (D := fun e f => if in_dec edge_dec f (F e) then false else true).
  assert (DF : forall e f, D e f = false <-> In f (F e)).
  { intros e f. unfold D. destruct (in_dec edge_dec f (F e)); split; intros; auto; [discriminate|contradiction]. }
  assert (Part : forall e, In e G -> incl (F e) G /\ ~ In e (F e) /\ NoDup (F e) /\ leafless (F e)).
  { intros e I. destruct (HF e I) as (K & j & k & P & CT). destruct (ct_part _ _ _ _ CT) as (R & PR).
    assert (PG : Permutation G (e :: R ++ F e)) by (rewrite P, PR; reflexivity).
    pose proof (Permutation_NoDup PG ND) as ND'. inversion ND' as [|x l NI ND'' E1]; subst.
    split; [|split; [|split]].
    - intros f If. apply (Permutation_in _ (Permutation_sym PG)). right. apply in_or_app. now right.
    - intros If. apply NI, in_or_app. now right.
    - exact (NoDup_app_r _ _ ND'').
    - exact (ct_leafless _ _ _ _ CT). }
  assert (Big : forall e X, In e G -> NoDup X -> leafless X -> incl X G -> ~ In e X -> incl X (F e)).
  { intros e X I NDX LX IX NI. destruct (HF e I) as (K & j & k & P & CT).
    apply (ct_largest _ _ _ _ CT); auto. intros f If.
    pose proof (Permutation_in _ P (IX f If)) as [<-|]; auto. contradiction. }
  destruct (existsb (fun e => Nat.odd (length (filter (D e) G))) G) eqn:Ex.
  - apply existsb_exists in Ex as (e & I & Od). destruct (HF e I) as (K & j & k & P & CT).
    exists e, K, (F e), j, k. split; [exact P|]. split; [exact CT|].
    (* what stays is what is not below e *)
    assert (S : length G = (length (filter (D e) G) + length (filter (fun f => negb (D e f)) G))%nat)
      by apply filter_length_split.
    assert (T : length (filter (fun f => negb (D e f)) G) = length (F e)).
    { destruct (Part e I) as (P1 & _ & P3 & _). apply Nat.le_antisymm; apply NoDup_incl_length; auto.
      - now apply NoDup_filter.
      - intros f If. apply filter_In in If as (_ & X). apply negb_true_iff, DF in X. exact X.
      - intros f If. apply filter_In. split; auto. apply DF in If. now rewrite If. }
    unfold odd_size in *. rewrite S, Nat.odd_add, Od, T in O.
    destruct (Nat.odd (length (F e))); [discriminate|reflexivity].
  - exfalso. unfold odd_size in O.
    rewrite (preorder_even D (length G) G eq_refl ND) in O; [discriminate| | |].
    + intros e I. destruct (D e e) eqn:X; auto. apply DF in X. destruct (Part e I) as (_ & N & _). contradiction.
    + intros e f g Ie If Ig De Df. destruct (D e g) eqn:X; auto. apply DF in X.
      enough (Y : In g (F f)) by (apply DF in Y; congruence).
      destruct (Part e Ie) as (P1 & _ & P3 & P4). apply (Big f (F e)); auto.
      intros Z. apply DF in Z. congruence.
    + intros e I. destruct (Nat.odd (length (filter (D e) G))) eqn:X; auto.
      enough (Y : existsb (fun e => Nat.odd (length (filter (D e) G))) G = true) by congruence.
      apply existsb_exists. now exists e.
Qed.

Theorem leafless_parity G : G <> [] -> no_loops G -> no_parallel G -> leafless G ->
  if odd_size G then 1 <= v G else v G <= -1.
Proof.
  enough (E : forall n G, length G = n -> G <> [] -> no_loops G -> no_parallel G -> leafless G ->
    if odd_size G then 1 <= v G else v G <= -1) by (intros; now apply (E (length G))).
  clear G. induction n as [n IH] using lt_wf_ind. intros G L NE NL NP LL.
  (* what the induction says of the core that is left after a move *)
  assert (Core : forall e K C j k, Permutation G (e :: K) -> comes_to K C j k -> C <> [] ->
    if odd_size C then 1 <= v C else v C <= -1).
  { intros e K C j k P CT NC. destruct (ct_part _ _ _ _ CT) as (R & PR).
    assert (PG : Permutation G ((e :: R) ++ C)) by (rewrite P, PR; reflexivity).
    pose proof (Permutation_length PG) as LG. cbn in LG. rewrite app_length in LG.
    apply (IH (length C)); auto; [lia| | |exact (ct_leafless _ _ _ _ CT)].
    - now apply (no_loops_sub G (e :: R)).
    - now apply (no_parallel_sub G (e :: R)). }
  assert (Odd : forall K C j k, comes_to K C j k -> odd_size K = xorb (odd_size C) (Nat.odd j)).
  { intros K C j k CT. unfold odd_size. rewrite (ct_size _ _ _ _ CT), !Nat.odd_add.
    replace (Nat.odd (2 * k)) with false; [now rewrite xorb_false_r|].
    now rewrite Nat.odd_mul. }
  destruct (odd_size G) eqn:O.
  - destruct (even_cut G NL NP LL O) as (e & K & C & j & k & P & CT & OC).
    pose proof (margin_move G e K P) as M. rewrite (LL e K P) in M.
    enough (v K <= -1) by lia.
    assert (OK : odd_size K = false).
    { rewrite (odd_size_perm _ _ P), odd_size_cons in O. now destruct (odd_size K). }
    pose proof (Odd _ _ _ _ CT) as OJ. rewrite OK, OC, xorb_false_l in OJ.
    destruct (fresh_vertex K) as (z & Z). rewrite (ct_margin _ _ _ _ CT z Z), <- OJ, OK. unfold sign.
    assert (NK : K <> []).
    { intros ->. pose proof (LL e [] P) as X. unfold points in X. cbn in X. destruct (_ =? _)%nat; lia. }
    destruct C as [|c C'] eqn:EC.
    + destruct (ct_something _ _ _ _ CT NK) as [X|X]; [congruence|]. rewrite margin_nil. lia.
    + rewrite <- EC in *. specialize (Core e K C j k P CT ltac:(now rewrite EC)). rewrite OC in Core. lia.
  - apply margin_le; auto. intros e K P. rewrite (LL e K P).
    enough (1 <= v K) by lia.
    assert (OK : odd_size K = true).
    { rewrite (odd_size_perm _ _ P), odd_size_cons in O. now destruct (odd_size K). }
    destruct (comes_to_exists K) as (C & j & k & CT).
    { now apply (no_loops_sub G [e]). }
    { now apply (no_single_after G e). }
    pose proof (Odd _ _ _ _ CT) as OJ. rewrite OK in OJ.
    destruct (fresh_vertex K) as (z & Z). rewrite (ct_margin _ _ _ _ CT z Z), OK. unfold sign.
    destruct (Nat.odd j).
    + (* |C| is even, and the loop is worth 1 - v C at least *)
      destruct (odd_size C) eqn:OC; [discriminate|].
      assert (Cz : covered C z = false).
      { destruct (ct_part _ _ _ _ CT) as (R & PR). apply (covered_incl C K); auto. intros f F.
        apply (Permutation_in _ (Permutation_sym PR)), in_or_app. now right. }
      pose proof (margin_cons_ge (loop z) C) as M. rewrite loop_points_one in M by auto.
      assert (v C <= 0); [|lia].
      destruct C as [|c C'] eqn:EC; [rewrite margin_nil; lia|]. rewrite <- EC in *.
      specialize (Core e K C j k P CT ltac:(now rewrite EC)). rewrite OC in Core. lia.
    + destruct (odd_size C) eqn:OC; [|discriminate].
      assert (NC : C <> []) by (intros ->; discriminate).
      specialize (Core e K C j k P CT NC). rewrite OC in Core. lia.
Qed.

(** Theorem U10. Let G be a graph with edges, without leaves, loops and parallel edges. Who moves wins if the number of
    edges is odd, and loses if it is even. *)
Theorem who_wins G : G <> [] -> (forall w, ~ leaf G w) -> no_loops G -> no_parallel G ->
  if odd_size G then 0 < v G else v G < 0.
Proof.
  intros NE NF NL NP. pose proof (leafless_parity G NE NL NP (no_leaf_leafless G NL NF)) as X.
  destruct (odd_size G); lia.
Qed.
