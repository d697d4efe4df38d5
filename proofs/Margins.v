(** The kernel of the checker for margins of Unshackle, with a proof that what it accepts is true.

    Rust: crates/certificate/src/game/scoring.rs, of which this is a model. The steps are [least], [most], [exchange],
    [cancel] and [copy] of docs/formats.md. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith NArith FMapPositive.
From Outplay Require Import Graph Unshackle Leaves.
Import ListNotations.
Open Scope Z_scope.

(** ** Edges and positions *)

Definition same (e f : edge) : bool := ((fst e =? fst f) && (snd e =? snd f))%nat.

Lemma same_eq e f : same e f = true <-> e = f.
Proof.
  unfold same. destruct e, f. cbn. rewrite andb_true_iff, !Nat.eqb_eq. split; [intros (-> & ->)|intros E; inversion E]; auto.
Qed.

Fixpoint same_graph (G H : graph) : bool :=
  match G, H with
  | [], [] => true
  | e :: G, f :: H => same e f && same_graph G H
  | _, _ => false
  end.

Lemma same_graph_eq G : forall H, same_graph G H = true -> G = H.
Proof.
  induction G as [|e G IH]; intros [|f H] E; cbn in E; try discriminate; auto.
  apply andb_true_iff in E as (A & B). apply same_eq in A as ->. now rewrite (IH H B).
Qed.

(** [G] without one copy of [e]. *)
Fixpoint without (e : edge) (G : graph) : graph :=
  match G with
  | [] => []
  | f :: G => if same e f then G else f :: without e G
  end.

Lemma without_perm e G : In e G -> Permutation G (e :: without e G).
Proof.
  induction G as [|f G IH]; [intros []|]. cbn. intros I. destruct (same e f) eqn:E.
  - apply same_eq in E as ->. reflexivity.
  - destruct I as [->|I]; [|rewrite (IH I) at 1; apply perm_swap].
    assert (X : same e e = true) by now apply same_eq. congruence.
Qed.

(** The edges, copies of one edge that follow each other counted once. *)
Fixpoint distinct (G : graph) : list edge :=
  match G with
  | [] => []
  | e :: G => match G with f :: _ => if same e f then distinct G else e :: distinct G | [] => [e] end
  end.

Lemma distinct_in G e : In e (distinct G) <-> In e G.
Proof.
  induction G as [|f G IH]; [reflexivity|]. destruct G as [|g G]; [reflexivity|].
  change (In e (if same f g then distinct (g :: G) else f :: distinct (g :: G)) <-> In e (f :: g :: G)).
  destruct (same f g) eqn:E; cbn [In] in *; rewrite IH.
  - apply same_eq in E as ->. tauto.
  - tauto.
Qed.

(** Every move with the position it leaves, in the order of certificates. *)
Definition moves (G : graph) : list (edge * graph) := map (fun e => (e, without e G)) (distinct G).

Lemma moves_perm G e H : In (e, H) (moves G) -> Permutation G (e :: H).
Proof.
  intros I. apply in_map_iff in I as (f & E & I). inversion E; subst. apply without_perm. now apply distinct_in.
Qed.

Lemma moves_all G e H : Permutation G (e :: H) -> exists K, In (e, K) (moves G) /\ Permutation H K.
Proof.
  intros P. assert (I : In e G) by (apply (Permutation_in _ (Permutation_sym P)); now left).
  exists (without e G). split.
  - apply in_map_iff. exists e. split; auto. now apply distinct_in.
  - apply (Permutation_cons_inv (a := e)). rewrite <- P. now apply without_perm.
Qed.

(** ** Points left *)

Definition vertices_of (G : graph) : list nat := nodup Nat.eq_dec (flat_map (fun e => [fst e; snd e]) G).
(** The number of vertices with edges ([points_left]). *)
Definition points_left (G : graph) : Z := Z.of_nat (length (vertices_of G)).

Lemma vertices_of_spec G w : In w (vertices_of G) <-> covered G w = true.
Proof.
  unfold vertices_of. rewrite nodup_In, in_flat_map, covered_spec. split; intros (e & I & A); exists e; split; auto.
  - unfold at_. apply orb_true_iff. rewrite !Nat.eqb_eq. destruct A as [<-|[<-|[]]]; auto.
  - unfold at_ in A. apply orb_true_iff in A. rewrite !Nat.eqb_eq in A. cbn. tauto.
Qed.

Lemma points_left_move G e H : Permutation G (e :: H) -> points_left H + points H e <= points_left G.
Proof.
  intros P.
  set (fr := filter (fun w => negb (covered H w)) (if (fst e =? snd e)%nat then [fst e] else [fst e; snd e])).
  assert (L : points H e = Z.of_nat (length fr)).
  { unfold fr, points, free. destruct (fst e =? snd e)%nat; cbn;
      destruct (covered H (fst e)), (covered H (snd e)); reflexivity. }
  unfold points_left. rewrite L, <- Nat2Z.inj_add, <- app_length. apply inj_le. apply NoDup_incl_length.
  - assert (ND : NoDup fr).
    { apply NoDup_filter. destruct (Nat.eqb_spec (fst e) (snd e)) as [E|E].
      - constructor; [intros []|constructor].
      - constructor; [intros [X|[]]; congruence|]. constructor; [intros []|constructor]. }
    assert (D : forall (a b : list nat), NoDup a -> NoDup b -> (forall p, In p a -> ~ In p b) -> NoDup (a ++ b)).
    { induction a as [|p a IHa]; cbn; auto. intros b Na Nb X. inversion Na; subst. constructor.
      - rewrite in_app_iff. intros [Y|Y]; [auto|]. apply (X p); auto.
      - apply IHa; auto. }
    apply D; auto; [apply NoDup_nodup|]. intros w W F. apply vertices_of_spec in W. apply filter_In in F as (_ & F).
    rewrite W in F. discriminate.
  - intros w W. apply vertices_of_spec. rewrite (covered_perm _ _ _ P), covered_cons.
    apply in_app_or in W as [W|W]; [apply vertices_of_spec in W; rewrite W; apply orb_true_r|].
    apply filter_In in W as (W & _). destruct (fst e =? snd e)%nat; cbn in W.
    + destruct W as [<-|[]]. now rewrite at_fst.
    + destruct W as [<-|[<-|[]]]; [now rewrite at_fst|now rewrite at_snd].
Qed.

Theorem margin_within G : - points_left G <= v G <= points_left G.
Proof.
  enough (E : forall n G, length G = n -> - points_left G <= v G <= points_left G) by eauto.
  clear G. induction n as [|n IH]; intros G L.
  - destruct G; [|discriminate]. rewrite margin_nil. unfold points_left. cbn. lia.
  - assert (N : G <> []) by (intros ->; discriminate). split.
    + destruct (margin_best G N) as (e & H & P & E). pose proof (points_left_move G e H P).
      pose proof (Permutation_length P) as LP. cbn in LP. specialize (IH H ltac:(lia)).
      pose proof (points_range H e). lia.
    + apply margin_le; auto. intros e H P. pose proof (points_left_move G e H P).
      pose proof (Permutation_length P) as LP. cbn in LP. specialize (IH H ltac:(lia)). lia.
Qed.

(** ** Other names *)

Definition renamed_edge (f : nat -> nat) (e : edge) : edge := (f (fst e), f (snd e)).

Definition one_to_one (f : nat -> nat) (G : graph) : Prop :=
  forall u w, covered G u = true -> covered G w = true -> f u = f w -> u = w.

Lemma renamed_covered f G w : (forall u, covered G u = true -> f u = f w -> u = w) ->
  covered (map (renamed_edge f) G) (f w) = covered G w.
Proof.
  intros I. apply eq_iff_eq_true. rewrite !covered_spec. split.
  - intros (e' & J & A). apply in_map_iff in J as (e & <- & J). exists e. split; auto.
    unfold at_, renamed_edge in *. cbn in A. apply orb_true_iff in A. rewrite !Nat.eqb_eq in A.
    apply orb_true_iff. rewrite !Nat.eqb_eq.
    destruct A as [A|A]; [left|right]; apply I; auto; apply covered_spec; exists e; split; auto; [apply at_fst|apply at_snd].
  - intros (e & J & A). exists (renamed_edge f e). split; [now apply in_map|].
    unfold at_, renamed_edge in *. cbn. apply orb_true_iff. rewrite !Nat.eqb_eq.
    apply orb_true_iff in A. rewrite !Nat.eqb_eq in A. destruct A as [-> | ->]; auto.
Qed.

Theorem renamed_margin f G : one_to_one f G -> v (map (renamed_edge f) G) = v G.
Proof.
  enough (E : forall n G, length G = n -> one_to_one f G -> v (map (renamed_edge f) G) = v G) by eauto.
  clear G. induction n as [|n IH]; intros G L I.
  { destruct G; [reflexivity|discriminate]. }
  assert (N : G <> []) by (intros ->; discriminate).
  assert (M : forall e H, Permutation G (e :: H) ->
    points (map (renamed_edge f) H) (renamed_edge f e) - v (map (renamed_edge f) H) = points H e - v H).
  { intros e H P. pose proof (Permutation_length P) as LP. cbn in LP.
    assert (Sub : forall w, covered H w = true -> covered G w = true).
    { intros w W. rewrite (covered_perm _ _ _ P), covered_cons, W. apply orb_true_r. }
    assert (Ends : forall w, at_ w e = true -> covered G w = true).
    { intros w W. now rewrite (covered_perm _ _ _ P), covered_cons, W. }
    rewrite IH; [|lia|intros u w U W; apply I; auto]. f_equal. unfold points, free.
    change (fst (renamed_edge f e)) with (f (fst e)). change (snd (renamed_edge f e)) with (f (snd e)).
    rewrite !renamed_covered by (intros u U; apply I; auto; apply Ends; apply at_fst || apply at_snd).
    assert (X : (f (fst e) =? f (snd e))%nat = (fst e =? snd e)%nat); [|now rewrite X].
    destruct (Nat.eqb_spec (fst e) (snd e)) as [-> |D]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros Y. apply D.
    apply I; auto; apply Ends; [apply at_fst|apply at_snd]. }
  apply Z.le_antisymm.
  - apply margin_le; [destruct G; easy|]. intros e' H' P.
    assert (J : In e' (map (renamed_edge f) G)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
    apply in_map_iff in J as (e & <- & J). apply in_perm in J as (H & Q).
    assert (R : Permutation H' (map (renamed_edge f) H)).
    { apply (Permutation_cons_inv (a := renamed_edge f e)). rewrite <- P.
      exact (Permutation_map (renamed_edge f) Q). }
    rewrite (points_perm _ _ _ R), (margin_perm _ _ R), M by auto. now apply margin_move.
  - destruct (margin_best G N) as (e & H & P & E). rewrite E, <- (M e H P). apply margin_move.
    exact (Permutation_map (renamed_edge f) P).
Qed.

(** Edges are written with the smaller end first, and in order. *)
Definition tidy (e : edge) : edge := if (fst e <=? snd e)%nat then e else (snd e, fst e).
Definition before (e f : edge) : bool := ((fst e <? fst f) || (fst e =? fst f) && (snd e <=? snd f))%nat.
Fixpoint insert (e : edge) (G : graph) : graph :=
  match G with [] => [e] | f :: H => if before e f then e :: G else f :: insert e H end.
Definition sorted (G : graph) : graph := fold_right insert [] G.

Lemma insert_perm e G : Permutation (insert e G) (e :: G).
Proof.
  induction G as [|f G IH]; cbn; auto. destruct (before e f); auto. rewrite IH. apply perm_swap.
Qed.

Lemma sorted_perm G : Permutation (sorted G) G.
Proof. induction G as [|e G IH]; cbn; auto. rewrite insert_perm. now constructor. Qed.

Lemma tidy_margin G : v (map tidy G) = v G.
Proof.
  enough (E : forall K, v (K ++ map tidy G) = v (K ++ G)) by apply (E []).
  induction G as [|e G IH]; intros K; [reflexivity|]. cbn [map].
  transitivity (v (K ++ tidy e :: G)).
  - pose proof (IH (K ++ [tidy e])) as X. now rewrite <- !app_assoc in X.
  - rewrite <- (margin_perm _ _ (Permutation_middle K G (tidy e))), <- (margin_perm _ _ (Permutation_middle K G e)).
    apply exchange_copies. intros w. unfold tidy. destruct (fst e <=? snd e)%nat; auto.
    unfold at_. cbn. apply orb_comm.
Qed.

Definition renaming (vs images : list nat) (w : nat) : nat :=
  match find (fun p => (fst p =? w)%nat) (combine vs images) with Some p => snd p | None => w end.

Definition one_to_one_ok (f : nat -> nat) (vs : list nat) : bool :=
  forallb (fun u => forallb (fun w => (u =? w)%nat || negb (f u =? f w)%nat) vs) vs.

Lemma one_to_one_ok_spec f G : one_to_one_ok f (vertices_of G) = true -> one_to_one f G.
Proof.
  intros E u w U W F. unfold one_to_one_ok in E. rewrite forallb_forall in E. apply vertices_of_spec in U, W.
  specialize (E u U). rewrite forallb_forall in E. specialize (E w W).
  apply orb_true_iff in E as [E|E]; [now apply Nat.eqb_eq|]. apply negb_true_iff, Nat.eqb_neq in E. contradiction.
Qed.

Definition image (f : nat -> nat) (G : graph) : graph := sorted (map tidy (map (renamed_edge f) G)).

Lemma image_margin f G : one_to_one f G -> v (image f G) = v G.
Proof. intros I. unfold image. now rewrite (margin_perm _ _ (sorted_perm _)), tidy_margin, renamed_margin. Qed.

(** ** Cancelling *)

Definition is_loop (e : edge) : bool := (fst e =? snd e)%nat.
Definition alone (G : graph) (e : edge) : bool := points (without e G) e =? (if is_loop e then 1 else 2).

(** Takes single edges out, and says whether they were odd in number. *)
Fixpoint cancel_edges (es : list edge) (G : graph) (odd : bool) : graph * bool :=
  match es with
  | [] => (G, odd)
  | e :: es =>
    if existsb (same e) G && (points (without e G) e =? 2) then cancel_edges es (without e G) (negb odd)
    else cancel_edges es G odd
  end.

(** Takes pairs of single loops out. *)
Fixpoint cancel_loops (ls : list edge) (G : graph) : graph :=
  match ls with
  | e :: (f :: ls') =>
    let H := without f (without e G) in
    if is_loop e && is_loop f && negb (same e f) && existsb (same e) G && existsb (same f) (without e G) &&
       negb (covered H (fst e)) && negb (covered H (fst f))
    then cancel_loops ls' H else G
  | _ => G
  end.

Definition cancelled (G : graph) : graph * bool :=
  let (H, odd) := cancel_edges (filter (fun e => negb (is_loop e) && alone G e) G) G false in
  (cancel_loops (filter (fun e => is_loop e && alone G e) G) H, odd).

Definition flipped (odd : bool) (x : Z) : Z := if odd then 2 - x else x.

Lemma existsb_same e G : existsb (same e) G = true -> In e G.
Proof. intros E. apply existsb_exists in E as (f & I & S). now apply same_eq in S as ->. Qed.

Lemma cancel_edges_margin es : forall G odd H odd', cancel_edges es G odd = (H, odd') ->
  flipped odd (v G) = flipped odd' (v H).
Proof.
  induction es as [|e es IH]; intros G odd H odd' E; cbn [cancel_edges] in E; [inversion E; now subst|].
  destruct (existsb (same e) G && (points (without e G) e =? 2)) eqn:C; [|now apply IH in E].
  apply andb_true_iff in C as (A & B). apply existsb_same in A. apply Z.eqb_eq in B.
  apply IH in E. rewrite <- E, (margin_perm _ _ (without_perm e G A)), two_points_first by auto.
  destruct odd; cbn [flipped negb]; lia.
Qed.

Lemma cancel_loops_margin n : forall ls G, (length ls <= n)%nat -> v (cancel_loops ls G) = v G.
Proof.
  induction n as [|n IH]; intros ls G L; destruct ls as [|e [|f ls]]; cbn [length] in L; try lia; try reflexivity.
  cbn [cancel_loops]. set (H := without f (without e G)).
  destruct (is_loop e && is_loop f && negb (same e f) && existsb (same e) G && existsb (same f) (without e G) &&
    negb (covered H (fst e)) && negb (covered H (fst f))) eqn:C; [|reflexivity].
  rewrite !andb_true_iff in C. destruct C as ((((((Le & Lf) & Nef) & Ie) & If) & Ce) & Cf).
  apply existsb_same in Ie, If. apply negb_true_iff in Nef, Ce, Cf. unfold is_loop in Le, Lf.
  apply Nat.eqb_eq in Le, Lf.
  rewrite (IH ls H) by lia.
  rewrite (margin_perm G (e :: f :: H)).
  - assert (Ee : e = loop (fst e)) by (destruct e; cbn in *; now subst).
    assert (Ef : f = loop (fst f)) by (destruct f; cbn in *; now subst).
    rewrite Ee, Ef. symmetry. apply loops_cancel; auto.
    intros X. rewrite Ee, Ef, X in Nef. assert (Y : same (loop (fst f)) (loop (fst f)) = true) by now apply same_eq.
    congruence.
  - rewrite (without_perm e G Ie) at 1. constructor. now apply without_perm.
Qed.

Lemma cancelled_margin G H odd : cancelled G = (H, odd) -> v G = flipped odd (v H).
Proof.
  unfold cancelled. destruct (cancel_edges _ G false) as (K & o) eqn:E. intros X. inversion X; subst.
  apply cancel_edges_margin in E. cbn [flipped] in E. rewrite E.
  now rewrite (cancel_loops_margin _ _ _ (le_n _)).
Qed.

(** ** Steps *)

Inductive step :=
| Copy (entry : N) (images : list nat)
| Least (X : graph) (m : Z) (move : nat)
| Most (X : graph) (m : Z)
| Exchange (X : graph) (m : Z) (listed : list nat)
| Cancel (X : graph).

Module Map := PositiveMap.

(** Where a position is kept. Nothing depends on it: what is found is compared. *)
Definition place (G : graph) : positive :=
  N.succ_pos (fold_left (fun h e => (h * 4096 + N.of_nat (fst e) * 64 + N.of_nat (snd e) + 1)%N) G 0%N).

Definition look {A} (G : graph) (m : Map.t (graph * A)) : option A :=
  match Map.find (place G) m with Some (H, a) => if same_graph G H then Some a else None | None => None end.

Definition put {A} (G : graph) (a : A) (m : Map.t (graph * A)) : Map.t (graph * A) := Map.add (place G) (G, a) m.

Lemma look_put {A} G (a : A) m H b : look H (put G a m) = Some b -> (H = G /\ b = a) \/ look H m = Some b.
Proof.
  unfold look, put. destruct (Pos.eq_dec (place H) (place G)) as [E|N].
  - rewrite E, Map.gss. destruct (same_graph H G) eqn:S; [|discriminate].
    apply same_graph_eq in S. intros X. inversion X. auto.
  - rewrite Map.gso by auto. auto.
Qed.

Record book := {
  names : Map.t graph;
  next : N;
  owners : Map.t (graph * graph);
  bounds : Map.t (graph * (Z * Z))
}.

Definition empty_book : book := {| names := Map.empty _; next := 0; owners := Map.empty _; bounds := Map.empty _ |}.

(** The bounds on the margin of a position. *)
Definition bounds_of (b : book) (G : graph) : Z * Z :=
  let p := points_left G in
  match look G (owners b) with
  | Some o => match look o (bounds b) with Some (l, u) => (Z.max l (- p), Z.min u p) | None => (- p, p) end
  | None => (- p, p)
  end.

(** The bounds on what a move is worth. *)
Definition gets (b : book) (m : edge * graph) : Z * Z :=
  let (l, u) := bounds_of b (snd m) in (points (snd m) (fst m) - u, points (snd m) (fst m) - l).

(** How much more [f] may be worth than [e], which earns [earned]. *)
Definition slack (e f : edge) (earned : Z) : Z :=
  if same e f then 0 else 2 * Z.max (apart_ends e f) (apart_ends f e) - 2 * earned.

Definition enter (b : book) (G : graph) : book * graph :=
  match look G (owners b) with
  | Some o => (b, o)
  | None => ({| names := Map.add (N.succ_pos (next b)) G (names b); next := N.succ (next b);
                owners := put G G (owners b); bounds := bounds b |}, G)
  end.

Definition note (b : book) (G : graph) (l u : Z) : book :=
  let (b, o) := enter b G in
  let (l, u) := match look o (bounds b) with Some (l', u') => (Z.max l l', Z.min u u') | None => (l, u) end in
  {| names := names b; next := next b; owners := owners b; bounds := put o (l, u) (bounds b) |}.

(** Whether [G] is a part of [H]. *)
Fixpoint within (G H : graph) : bool :=
  match G with [] => true | e :: G => existsb (same e) H && within G (without e H) end.

Definition check_step (full : graph) (b : book) (s : step) : option book :=
  match s with
  | Copy k images =>
    match Map.find (N.succ_pos k) (names b) with
    | None => None
    | Some p =>
      let vs := filter (covered p) (seq 0 (S (fold_right (fun e n => Nat.max (Nat.max (fst e) (snd e)) n) 0%nat p))) in
      let f := renaming vs images in
      let q := image f p in
      if (length images =? length vs)%nat && one_to_one_ok f (vertices_of p) && within q full then
        match look q (owners b), look p (owners b) with
        | Some _, _ => Some b
        | None, None => None
        | None, Some o =>
          Some {| names := Map.add (N.succ_pos (next b)) q (names b); next := N.succ (next b);
                  owners := put q o (owners b); bounds := bounds b |}
        end
      else None
    end
  | Least X m i =>
    match nth_error (moves X) i with
    | Some mv => if m <=? fst (gets b mv) then Some (note b X m (points_left X)) else None
    | None => None
    end
  | Most X m =>
    let worst := match X with [] => 0 <=? m | _ => forallb (fun mv => snd (gets b mv) <=? m) (moves X) end in
    if worst then Some (note b X (- points_left X) m) else None
  | Exchange X m listed =>
    let ms := moves X in
    let bounded mv := existsb (fun i =>
      match nth_error ms i with
      | Some other => snd (gets b other) + slack (fst other) (fst mv) (points (snd other) (fst other)) <=? m
      | None => false
      end) listed in
    match X with
    | [] => None
    | _ => if forallb bounded ms then Some (note b X (- points_left X) m) else None
    end
  | Cancel X =>
    let (H, odd) := cancelled X in
    let (l, u) := bounds_of b H in
    Some (if odd then note b X (2 - u) (2 - l) else note b X l u)
  end.

Fixpoint run (full : graph) (b : book) (steps : list step) : option book :=
  match steps with
  | [] => Some b
  | s :: steps => match check_step full b s with Some b => run full b steps | None => None end
  end.

(** ** Soundness *)

Record honest (b : book) : Prop := {
  honest_owner : forall p o, look p (owners b) = Some o -> v p = v o;
  honest_bounds : forall o l u, look o (bounds b) = Some (l, u) -> l <= v o <= u
}.

Lemma honest_empty : honest empty_book.
Proof. constructor; unfold look; cbn; intros; rewrite Map.gempty in *; discriminate. Qed.

Lemma bounds_of_true b G : honest b -> fst (bounds_of b G) <= v G <= snd (bounds_of b G).
Proof.
  intros H. unfold bounds_of. pose proof (margin_within G) as W.
  destruct (look G (owners b)) as [o|] eqn:O; [|exact W].
  destruct (look o (bounds b)) as [(l & u)|] eqn:B; [|exact W].
  apply (honest_owner b H) in O. apply (honest_bounds b H) in B. cbn. lia.
Qed.

Lemma gets_true b e K : honest b -> fst (gets b (e, K)) <= worth K e <= snd (gets b (e, K)).
Proof.
  intros H. unfold gets, worth. cbn [fst snd]. pose proof (bounds_of_true b K H) as B.
  destruct (bounds_of b K) as (l & u). cbn in *. lia.
Qed.

Lemma note_honest b G l u : honest b -> l <= v G <= u -> honest (note b G l u).
Proof.
  intros H B. unfold note.
  assert (X : exists b' o, enter b G = (b', o) /\ honest b' /\ v G = v o).
  { unfold enter. destruct (look G (owners b)) as [o|] eqn:O.
    - exists b, o. split; auto. split; auto. now apply (honest_owner b H).
    - eexists. exists G. split; [reflexivity|]. split; auto. constructor; cbn; [|apply H].
      intros p o L. apply look_put in L as [(-> & ->)|L]; auto. now apply (honest_owner b H). }
  destruct X as (b' & o & -> & H' & E). 
  destruct (look o (bounds b')) as [(l' & u')|] eqn:L.
  - pose proof (honest_bounds b' H' _ _ _ L) as B'. constructor; cbn; [apply H'|].
    intros p x y P. apply look_put in P as [(-> & Q)|P]; [inversion Q; lia|now apply (honest_bounds b' H')].
  - constructor; cbn; [apply H'|].
    intros p x y P. apply look_put in P as [(-> & Q)|P]; [inversion Q; lia|now apply (honest_bounds b' H')].
Qed.

Lemma moves_upper G m : G <> [] -> (forall e K, In (e, K) (moves G) -> worth K e <= m) -> v G <= m.
Proof.
  intros N A. apply margin_le; auto. intros e H P. destruct (moves_all G e H P) as (K & I & Q).
  rewrite (points_perm _ _ _ Q), (margin_perm _ _ Q). exact (A e K I).
Qed.

Lemma slack_true G e K f L : In (e, K) (moves G) -> In (f, L) (moves G) ->
  worth L f <= worth K e + slack e f (points K e).
Proof.
  intros Ie If. unfold slack. destruct (same e f) eqn:S.
  - apply same_eq in S as ->. apply moves_perm in Ie, If.
    assert (Q : Permutation K L) by (apply (Permutation_cons_inv (a := f)); rewrite <- Ie; exact If).
    unfold worth. rewrite (points_perm _ _ _ Q), (margin_perm _ _ Q). lia.
  - apply moves_perm in Ie, If. rewrite Ie in If.
    destruct (perm_cons_cases _ _ _ _ If) as [(E & _)|(H & Q & R)].
    + apply same_eq in E. congruence.
    + unfold worth. rewrite (points_perm _ _ e Q), (margin_perm _ _ Q), (points_perm _ _ f R), (margin_perm _ _ R).
      pose proof (exchange_worth H e f) as X. unfold worth in X. lia.
Qed.

Lemma check_step_honest full b s b' : honest b -> check_step full b s = Some b' -> honest b'.
Proof.
  intros H. destruct s as [k images|X m i|X m|X m listed|X]; cbn [check_step].
  - destruct (Map.find (N.succ_pos k) (names b)) as [p|]; [|discriminate]. cbv zeta.
    set (f := renaming _ images). set (q := image f p).
    destruct ((_ =? _)%nat && one_to_one_ok f (vertices_of p) && within q full) eqn:C; [|discriminate].
    apply andb_true_iff in C as (C & _). apply andb_true_iff in C as (_ & C). apply one_to_one_ok_spec, image_margin in C. fold q in C.
    destruct (look q (owners b)); [intros E; inversion E; now subst|].
    destruct (look p (owners b)) as [o|] eqn:O; [|discriminate]. intros E. inversion E. clear E.
    constructor; cbn; [|apply H]. intros a c L. apply look_put in L as [(-> & ->)|L].
    + rewrite C. now apply (honest_owner b H).
    + now apply (honest_owner b H).
  - destruct (nth_error (moves X) i) as [(e & K)|] eqn:I; [|discriminate].
    destruct (Z.leb_spec m (fst (gets b (e, K)))) as [L|]; [|discriminate]. intros E. inversion E. clear E.
    apply nth_error_In, moves_perm in I. pose proof (gets_true b e K H) as G. pose proof (margin_move X e K I) as M.
    pose proof (margin_within X). apply note_honest; auto. unfold worth in G. lia.
  - destruct (match X with [] => 0 <=? m | _ => _ end) eqn:W; [|discriminate]. intros E. inversion E. clear E.
    pose proof (margin_within X) as B. apply note_honest; auto. split; [lia|].
    destruct X as [|x X'] eqn:EX; [rewrite margin_nil; now apply Z.leb_le|]. rewrite <- EX in *.
    rewrite forallb_forall in W. apply moves_upper; [now rewrite EX|]. intros e K I.
    specialize (W (e, K) I). apply Z.leb_le in W. pose proof (gets_true b e K H). lia.
  - destruct X as [|x X'] eqn:EX; [discriminate|]. rewrite <- EX.
    destruct (forallb _ _) eqn:W; [|discriminate]. intros E. inversion E. clear E.
    pose proof (margin_within X) as B. apply note_honest; auto. split; [lia|].
    rewrite forallb_forall in W. apply moves_upper; [now rewrite EX|]. intros f L I.
    specialize (W (f, L) I). apply existsb_exists in W as (i & _ & W).
    destruct (nth_error (moves X) i) as [(e & K)|] eqn:J; [|discriminate]. apply nth_error_In in J.
    apply Z.leb_le in W. cbn [fst snd] in W. pose proof (gets_true b e K H). pose proof (slack_true X e K f L J I). lia.
  - destruct (cancelled X) as (K & odd) eqn:C. apply cancelled_margin in C.
    pose proof (bounds_of_true b K H) as B. destruct (bounds_of b K) as (l & u). cbn [fst snd] in B.
    unfold flipped in C.
    assert (N : honest (if odd then note b X (2 - u) (2 - l) else note b X l u))
      by (destruct odd; (apply note_honest; [exact H|lia])).
    intros E. injection E as <-. exact N.
Qed.

Lemma run_honest full steps : forall b b', honest b -> run full b steps = Some b' -> honest b'.
Proof.
  induction steps as [|s steps IH]; intros b b' H E; cbn in E; [inversion E; now subst|].
  destruct (check_step full b s) as [b1|] eqn:C; [|discriminate]. apply (IH b1); auto.
  now apply (check_step_honest full b s).
Qed.

(** The steps show that the margin of the graph lies within the bounds, where bounds are given. *)
Definition check_margin (start : graph) (least most : option Z) (steps : list step) : bool :=
  match run start empty_book steps with
  | None => false
  | Some b =>
    let (l, u) := bounds_of b start in
    match least with Some a => a <=? l | None => true end && match most with Some c => u <=? c | None => true end
  end.

(** What the checker accepts is true. *)
Theorem check_margin_sound start least most steps : check_margin start least most steps = true ->
  (forall a, least = Some a -> a <= margin start) /\ (forall c, most = Some c -> margin start <= c).
Proof.
  unfold check_margin. destruct (run start empty_book steps) as [b|] eqn:E; [|discriminate].
  apply run_honest in E; [|apply honest_empty]. pose proof (bounds_of_true b start E) as B.
  destruct (bounds_of b start) as (l & u). cbn [fst snd] in B. intros H. apply andb_true_iff in H as (A & C). split.
  - intros a ->. apply Z.leb_le in A. lia.
  - intros c ->. apply Z.leb_le in C. lia.
Qed.
