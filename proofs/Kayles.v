(** The rules of the games on vertices, each with its list of moves: Node Kayles, Arc Kayles and Cram, octal games on graphs.

    Rust: crates/rules/src/games/node_kayles.rs, arc_kayles.rs, octal.rs. Moves are listed in the order of their vertices,
    compared as lists, as the certificates number them. *)
From Coq Require Import Arith List Lia Bool NArith.
From Outplay Require Import Impartial Vertices.
Import ListNotations.

Section Rules.
  Variable adj : vertex -> vertex -> bool.

  (** ** Node Kayles: a vertex goes with its neighbours *)

  Definition closed (v : vertex) (S : vertices) : vertices := select (fun u => N.eqb u v || adj v u) S.

  Definition node_legal (S R : vertices) : Prop := exists v, v ∈ S /\ R = closed v S.
  Definition node_moves (S : vertices) : list vertices := map (fun v => closed v S) (elements S).

  Lemma closed_spec u v S : u ∈ closed v S <-> u ∈ S /\ (u = v \/ adj v u = true).
  Proof. unfold closed. now rewrite select_spec, orb_true_iff, N.eqb_eq. Qed.

  Lemma closed_local A B v : separated adj A B -> v ∈ A -> closed v (N.lor A B) = closed v A.
  Proof.
    intros Sp V. apply set_ext. intros u. rewrite !closed_spec, union_spec. split; [|tauto].
    intros ([U|U] & E); auto. destruct (Sp v u V U) as (N & X & _). destruct E as [->|E]; congruence.
  Qed.

  Program Definition node_kayles : rules adj := {| legal := node_legal; moves := node_moves |}.
  Next Obligation.
    unfold node_moves, node_legal. rewrite in_map_iff. split.
    - intros (v & <- & V). exists v. split; auto. now apply elements_spec.
    - intros (v & V & ->). exists v. split; auto. now apply elements_spec.
  Qed.
  Next Obligation.
    destruct H as (v & V & ->). split.
    - intros u U. apply closed_spec in U. tauto.
    - exists v. apply closed_spec. auto.
  Qed.
  Next Obligation.
    unfold node_legal. split.
    - intros (v & V & ->). apply union_spec in V as [V|V].
      + left. exists v. split; auto. now apply closed_local.
      + right. exists v. split; auto. rewrite N.lor_comm. apply closed_local; auto. now apply separated_sym.
    - intros [(v & V & ->)|(v & V & ->)]; exists v; (split; [apply union_spec; auto|symmetry]).
      + now apply closed_local.
      + rewrite N.lor_comm. apply closed_local; auto. now apply separated_sym.
  Qed.
  Next Obligation.
    destruct H0 as (v & V & ->). exists (f v). split; [apply image_spec; now exists v|].
    apply set_ext. intros w. rewrite image_spec, closed_spec, image_spec. split.
    - intros (u & U & <-). apply closed_spec in U as (U & E). split; [now exists u|].
      destruct (H v u V U) as (_ & X). rewrite X. destruct E as [->|E]; auto.
    - intros ((u & U & <-) & E). exists u. split; auto. apply closed_spec. split; auto.
      destruct (H v u V U) as (I & X). rewrite X in E. destruct E as [E|E]; auto. left. symmetry. auto.
  Qed.

  (** ** Arc Kayles: an edge goes with its ends; a loop takes its vertex *)

  Definition joined (u v : vertex) : bool := adj u v || adj v u.

  Lemma joined_sym u v : joined u v = joined v u.
  Proof. apply orb_comm. Qed.

  Definition arc_legal (S R : vertices) : Prop :=
    exists u v, u ∈ S /\ v ∈ S /\ joined u v = true /\ R = set_of [u; v].
  Definition arc_moves (S : vertices) : list vertices :=
    flat_map (fun u => map (fun v => set_of [u; v])
      (filter (fun v => N.leb u v && joined u v) (elements S))) (elements S).

  Lemma pair_spec w u v : w ∈ set_of [u; v] <-> w = u \/ w = v.
  Proof. rewrite set_of_spec. cbn. intuition. Qed.

  Program Definition arc_kayles : rules adj := {| legal := arc_legal; moves := arc_moves |}.
  Next Obligation.
    unfold arc_moves, arc_legal. rewrite in_flat_map. split.
    - intros (u & U & I). apply in_map_iff in I as (v & <- & V). apply filter_In in V as (V & E).
      apply andb_true_iff in E as (_ & E). apply elements_spec in U, V. exists u, v. auto.
    - intros (u & v & U & V & E & ->). destruct (N.le_ge_cases u v) as [L|L].
      + exists u. split; [now apply elements_spec|]. apply in_map_iff. exists v. split; auto.
        apply filter_In. split; [now apply elements_spec|]. apply N.leb_le in L. now rewrite L, E.
      + exists v. split; [now apply elements_spec|]. apply in_map_iff. exists u. split.
        * apply set_ext. intros w. rewrite !pair_spec. tauto.
        * apply filter_In. split; [now apply elements_spec|]. apply N.leb_le in L. now rewrite L, joined_sym, E.
  Qed.
  Next Obligation.
    destruct H as (u & v & U & V & _ & ->). split.
    - intros w W. apply pair_spec in W as [->| ->]; auto.
    - exists u. apply pair_spec. auto.
  Qed.
  Next Obligation.
    unfold arc_legal, joined. split.
    - intros (u & v & U & V & E & ->). apply union_spec in U, V.
      destruct U as [U|U], V as [V|V].
      + left. exists u, v. auto.
      + destruct (H u v U V) as (_ & X & Y). rewrite X, Y in E. discriminate.
      + destruct (H v u V U) as (_ & X & Y). rewrite X, Y in E. discriminate.
      + right. exists u, v. auto.
    - intros [(u & v & U & V & E & ->)|(u & v & U & V & E & ->)]; exists u, v; rewrite !union_spec; auto.
  Qed.
  Next Obligation.
    destruct H0 as (u & v & U & V & E & ->). exists (f u), (f v).
    destruct (H u v U V) as (_ & X), (H v u V U) as (_ & Y). unfold joined in *. rewrite X, Y.
    repeat split; auto; try (apply image_spec; eauto).
    apply set_ext. intros w. rewrite image_spec, pair_spec. split.
    - intros (x & P & <-). apply pair_spec in P as [->| ->]; auto.
    - intros [->| ->]; [exists u|exists v]; rewrite pair_spec; auto.
  Qed.

  (** ** Octal games on graphs *)

  (** [v] can be reached from [u] within [S]. *)
  Inductive conn (S : vertices) (u : vertex) : vertex -> Prop :=
  | conn_refl : u ∈ S -> conn S u u
  | conn_step v w : conn S u v -> w ∈ S -> joined v w = true -> conn S u w.

  Definition connected (R : vertices) : Prop := exists r, r ∈ R /\ forall v, v ∈ R -> conn R r v.

  (** Taking [R] from [S] leaves exactly the components of the [reps] of the component that [R] lies in. *)
  Definition leaves_pieces (S R : vertices) (reps : list vertex) : Prop :=
    let rest x := x ∈ N.ldiff S R /\ exists r, r ∈ R /\ conn S r x in
    NoDup reps /\ (forall x, In x reps -> rest x) /\
    (forall x y, In x reps -> In y reps -> conn (N.ldiff S R) x y -> x = y) /\
    (forall x, rest x -> exists y, In y reps /\ conn (N.ldiff S R) y x).

  (** The digits of a code, the first for taking nothing; bit j of digit k allows taking k and leaving j components. *)
  Variable digits : list nat.
  Definition allows (k j : nat) : bool := Nat.testbit (nth k digits 0) j.

  (** Definition 22: a connected set of i vertices of one component, of which j components are left. *)
  Definition octal_legal (S R : vertices) : Prop :=
    (forall v, v ∈ R -> v ∈ S) /\ connected R /\
    exists reps, leaves_pieces S R reps /\ allows (count R) (length reps) = true.

  Lemma conn_in S u v : conn S u v -> u ∈ S /\ v ∈ S.
  Proof. induction 1; tauto. Qed.

  Lemma conn_trans S u v w : conn S u v -> conn S v w -> conn S u w.
  Proof. intros A B. induction B; [auto|]. now apply conn_step with v0. Qed.

  Lemma conn_sym S u v : conn S u v -> conn S v u.
  Proof.
    induction 1 as [|v w A IH W E]; [now apply conn_refl|].
    apply conn_trans with v; auto. apply conn_step with w; [now apply conn_refl|apply (conn_in _ _ _ A)|].
    now rewrite joined_sym.
  Qed.

  Lemma conn_sub S S' u v : (forall w, w ∈ S -> w ∈ S') -> conn S u v -> conn S' u v.
  Proof. intros H. induction 1; [apply conn_refl; auto|]. now apply conn_step with v; auto. Qed.

  Lemma separated_joined A B u v : separated adj A B -> u ∈ A -> v ∈ B -> joined u v = false.
  Proof. intros Sp U V. destruct (Sp u v U V) as (_ & X & Y). unfold joined. now rewrite X, Y. Qed.

  Lemma conn_left A B u v : separated adj A B -> u ∈ A -> conn (N.lor A B) u v -> conn A u v.
  Proof.
    intros Sp U. induction 1 as [|v w C IH W E]; [now apply conn_refl|].
    apply union_spec in W as [W|W]; [now apply conn_step with v|].
    destruct (conn_in _ _ _ IH) as (_ & V). rewrite (separated_joined A B) in E; auto. discriminate.
  Qed.

  Lemma conn_left_iff A B u v : separated adj A B -> u ∈ A -> (conn (N.lor A B) u v <-> conn A u v).
  Proof.
    intros Sp U. split; [now apply conn_left|]. apply conn_sub. intros w W. apply union_spec. auto.
  Qed.

  Lemma pieces_left A B R reps : separated adj A B -> (forall v, v ∈ R -> v ∈ A) ->
    (leaves_pieces (N.lor A B) R reps <-> leaves_pieces A R reps).
  Proof.
    intros Sp P.
    assert (E : N.ldiff (N.lor A B) R = N.lor (N.ldiff A R) B) by now apply (less_left adj).
    assert (Sp' : separated adj (N.ldiff A R) B) by now apply separated_less.
    assert (Rest : forall x, (x ∈ N.ldiff (N.lor A B) R /\ exists r, r ∈ R /\ conn (N.lor A B) r x) <->
      (x ∈ N.ldiff A R /\ exists r, r ∈ R /\ conn A r x)).
    { intros x. split.
      - intros (X & r & Hr & C). apply conn_left_iff in C; auto.
        pose proof (conn_in _ _ _ C) as (_ & XA). split; [|now exists r].
        apply minus_spec in X. apply minus_spec. tauto.
      - intros (X & r & Hr & C). split; [rewrite E; apply union_spec; auto|]. exists r. split; auto.
        apply conn_left_iff; auto. }
    unfold leaves_pieces. rewrite E in *. split; intros (ND & A1 & A2 & A3).
    - assert (A1' : forall x, In x reps -> x ∈ N.ldiff A R /\ exists r, r ∈ R /\ conn A r x)
        by (intros x X; apply Rest; auto).
      split; [auto|split; [auto|split]].
      + intros x y X Y C. apply A2; auto. apply conn_left_iff; auto. now apply A1'.
      + intros x X. apply Rest in X. destruct (A3 x X) as (y & Y & C). exists y. split; auto.
        apply conn_left_iff in C; auto. now apply A1'.
    - split; [auto|split; [intros x X; apply Rest; auto|split]].
      + intros x y X Y C. apply A2; auto. apply conn_left_iff in C; auto. now apply A1.
      + intros x X. apply Rest in X. destruct (A3 x X) as (y & Y & C). exists y. split; auto.
        apply conn_left_iff; auto. now apply A1.
  Qed.

  Lemma octal_left A B R : separated adj A B -> (forall v, v ∈ R -> v ∈ A) ->
    (octal_legal (N.lor A B) R <-> octal_legal A R).
  Proof.
    intros Sp P. unfold octal_legal. split.
    - intros (_ & C & reps & L & D). split; auto. split; auto. exists reps. split; auto.
      now apply (pieces_left A B).
    - intros (_ & C & reps & L & D). split; [intros v V; apply union_spec; auto|]. split; auto.
      exists reps. split; auto. now apply (pieces_left A B).
  Qed.

  Lemma octal_local A B R : separated adj A B ->
    (octal_legal (N.lor A B) R <-> octal_legal A R \/ octal_legal B R).
  Proof.
    intros Sp. pose proof (separated_sym _ _ _ Sp) as Sp'. split.
    - intros L. pose proof L as (P & (r & Hr & C) & _). pose proof (P r Hr) as X. apply union_spec in X as [X|X].
      + left. apply (octal_left A B); auto. intros v V.
        specialize (C v V). apply (conn_sub R (N.lor A B)) in C; auto.
        apply conn_left in C; auto. apply (conn_in _ _ _ C).
      + right. rewrite N.lor_comm in L, P. apply (octal_left B A); auto. intros v V.
        specialize (C v V). apply (conn_sub R (N.lor B A)) in C; auto.
        apply conn_left in C; auto. apply (conn_in _ _ _ C).
    - intros [L|L]; [|rewrite N.lor_comm]; apply octal_left; auto; apply L.
  Qed.

  Lemma renames_part f S R : renames adj f S -> (forall v, v ∈ R -> v ∈ S) -> renames adj f R.
  Proof. intros H P u v U V. auto. Qed.

  Lemma conn_image f S u v : renames adj f S -> conn S u v -> conn (image f S) (f u) (f v).
  Proof.
    intros H. induction 1 as [U|v w C IH W E]; [apply conn_refl, image_spec; eauto|].
    apply conn_step with (f v); auto; [apply image_spec; eauto|].
    destruct (conn_in _ _ _ C) as (_ & V). destruct (H v w V W) as (_ & X), (H w v W V) as (_ & Y).
    unfold joined in *. now rewrite X, Y.
  Qed.

  Lemma conn_image_inv f S u w : renames adj f S -> u ∈ S -> conn (image f S) (f u) w ->
    exists v, w = f v /\ conn S u v.
  Proof.
    intros H U. induction 1 as [_|x w C IH W E]; [exists u; split; auto; now apply conn_refl|].
    destruct IH as (v & -> & Cv). apply image_spec in W as (y & Y & <-). exists y. split; auto.
    apply conn_step with v; auto.
    destruct (conn_in _ _ _ Cv) as (_ & V). destruct (H v y V Y) as (_ & X1), (H y v Y V) as (_ & X2).
    unfold joined in *. now rewrite X1, X2 in E.
  Qed.

  Lemma conn_image_iff f S u v : renames adj f S -> u ∈ S -> v ∈ S ->
    (conn (image f S) (f u) (f v) <-> conn S u v).
  Proof.
    intros H U V. split; [|now apply conn_image]. intros C.
    apply conn_image_inv in C as (x & E & C); auto. destruct (conn_in _ _ _ C) as (_ & X).
    destruct (H v x V X) as (I & _). now rewrite (I E).
  Qed.

  Lemma count_image f R : renames adj f R -> count (image f R) = count R.
  Proof.
    intros H. unfold count. rewrite <- (map_length f (elements R)).
    assert (ND : NoDup (map f (elements R))).
    { pose proof (elements_NoDup R) as N.
      assert (I : forall v, In v (elements R) -> v ∈ R) by (intros v; apply elements_spec).
      induction N as [|x l NI N IH]; cbn; constructor.
      - rewrite in_map_iff. intros (y & E & Y). apply NI.
        destruct (H y x) as (J & _); [apply I; now right|apply I; now left|]. now rewrite <- (J E).
      - apply IH. intros v V. apply I. now right. }
    apply Nat.le_antisymm; apply NoDup_incl_length; auto using elements_NoDup; intros w W.
    - apply elements_spec, image_spec in W as (v & V & <-). apply in_map. now apply elements_spec.
    - apply in_map_iff in W as (v & <- & V). apply elements_spec, image_spec. exists v. split; auto.
      now apply elements_spec.
  Qed.

  Lemma octal_renamed f S R : renames adj f S -> octal_legal S R -> octal_legal (image f S) (image f R).
  Proof.
    intros H (P & (r & Hr & C) & reps & (ND & A1 & A2 & A3) & D).
    pose proof (renames_part f S R H P) as HR.
    pose proof (renames_less adj f S R H) as HD.
    assert (ED : N.ldiff (image f S) (image f R) = image f (N.ldiff S R)) by (symmetry; now apply (image_less adj)).
    split; [|split].
    - intros w W. apply image_spec in W as (v & V & <-). apply image_spec. eauto.
    - exists (f r). split; [apply image_spec; eauto|]. intros w W. apply image_spec in W as (v & V & <-).
      apply conn_image; auto.
    - exists (map f reps). rewrite map_length, count_image by auto. split; auto.
      unfold leaves_pieces. rewrite ED.
      assert (RS : forall x, In x reps -> x ∈ N.ldiff S R) by (intros x X; now apply A1).
      repeat split.
      + clear A2 A3 D. induction ND as [|x l NI N IH]; cbn; constructor.
        * rewrite in_map_iff. intros (y & E & Y). apply NI.
          destruct (HD y x) as (J & _); [apply RS; now right|apply RS; now left|]. now rewrite <- (J E).
        * apply IH; intros y Y; [apply A1|apply RS]; now right.
      + apply in_map_iff in H0 as (y & <- & Y). apply image_spec. exists y. auto.
      + apply in_map_iff in H0 as (y & <- & Y). destruct (A1 y Y) as (_ & q & Q & Cq).
        exists (f q). split; [apply image_spec; eauto|]. now apply conn_image.
      + intros x y X Y Cxy. apply in_map_iff in X as (x' & <- & X), Y as (y' & <- & Y).
        f_equal. apply A2; auto. apply (conn_image_iff f); auto.
      + intros w (W & q & Q & Cq). apply image_spec in W as (x & X & <-). apply image_spec in Q as (p & Pp & <-).
        assert (XS : x ∈ S) by (apply minus_spec in X; tauto).
        apply conn_image_iff in Cq; auto.
        destruct (A3 x) as (y & Y & Cy); [split; eauto|].
        exists (f y). split; [now apply in_map|]. now apply conn_image.
  Qed.

  (** *** Listing the moves *)

  (** The vertices reached from [U] within [S]: neighbours are added until nothing changes. *)
  Definition spread (S U : vertices) : vertices :=
    N.lor U (select (fun w => existsb (fun u => joined u w) (elements U)) S).
  Fixpoint flood (fuel : nat) (S U : vertices) : vertices :=
    match fuel with
    | 0 => U
    | Datatypes.S fuel => let U' := spread S U in if N.eqb U' U then U else flood fuel S U'
    end.
  Definition component (S : vertices) (v : vertex) : vertices := flood (count S) S (set_of [v]).

  Lemma spread_spec S U w : w ∈ spread S U <-> w ∈ U \/ (w ∈ S /\ exists u, u ∈ U /\ joined u w = true).
  Proof.
    unfold spread. rewrite union_spec, select_spec, existsb_exists.
    split; (intros [X|(X & u & U' & E)]; [auto|right; split; auto; exists u; rewrite elements_spec in *; auto]).
  Qed.

  Lemma count_incl A B : (forall v, v ∈ A -> v ∈ B) -> count A <= count B.
  Proof.
    intros H. apply NoDup_incl_length; [apply elements_NoDup|]. intros v. rewrite !elements_spec. auto.
  Qed.

  Lemma count_strict A B : (forall v, v ∈ A -> v ∈ B) -> A <> B -> count A < count B.
  Proof.
    intros H N. pose proof (count_incl A B H) as L. destruct (Nat.eq_dec (count A) (count B)) as [E|]; [|lia].
    exfalso. apply N, set_ext. intros v. split; auto. intros V.
    apply elements_spec.
    assert (I : incl (elements A) (elements B)) by (intros w; rewrite !elements_spec; auto).
    apply (NoDup_length_incl (elements_NoDup A)) in I; [|unfold count in *; lia].
    apply I. now apply elements_spec.
  Qed.

  Lemma flood_spec fuel : forall S U v, (forall w, w ∈ U -> w ∈ S) -> count S <= fuel + count U ->
    (v ∈ flood fuel S U <-> exists u, u ∈ U /\ conn S u v).
  Proof.
    induction fuel as [|fuel IH]; intros S U v P L; cbn [flood].
    - (* U is all of S *)
      assert (E : U = S).
      { destruct (N.eq_dec U S) as [|N]; auto. pose proof (count_strict U S P N). lia. }
      subst U. split; [intros V; exists v; split; auto; now apply conn_refl|].
      intros (u & _ & C). apply (conn_in _ _ _ C).
    - destruct (N.eqb_spec (spread S U) U) as [E|E].
      + split; [intros V; exists v; split; auto; now apply conn_refl, P|].
        intros (u & Hu & C). induction C as [|x w C IHC W J]; auto.
        rewrite <- E. apply spread_spec. right. split; auto. exists x. auto.
      + assert (P' : forall w, w ∈ spread S U -> w ∈ S).
        { intros w W. apply spread_spec in W as [W|(W & _)]; auto. }
        assert (Lt : count U < count (spread S U)).
        { apply count_strict; [|auto]. intros w W. apply spread_spec. auto. }
        rewrite (IH S (spread S U) v P') by lia. split.
        * intros (u & Hu & C). apply spread_spec in Hu as [Hu|(Hu & x & X & J)]; [exists u; auto|].
          exists x. split; auto. apply conn_trans with u; auto.
          apply conn_step with x; auto. now apply conn_refl, P.
        * intros (u & Hu & C). exists u. split; auto. apply spread_spec. auto.
  Qed.

  Lemma component_spec S u v : u ∈ S -> (v ∈ component S u <-> conn S u v).
  Proof.
    intros U. unfold component. rewrite flood_spec; [|intros w W; apply set_of_spec in W as [<-|[]]; auto|lia].
    split; [intros (x & X & C); apply set_of_spec in X as [<-|[]]; auto|].
    intros C. exists u. split; auto. apply set_of_spec. now left.
  Qed.

  (** The least vertex of each component. *)
  Definition representatives (X : vertices) : list vertex :=
    filter (fun v => forallb (N.leb v) (elements (component X v))) (elements X).

  Lemma representatives_spec X x : In x (representatives X) <-> x ∈ X /\ forall u, conn X x u -> (x <= u)%N.
  Proof.
    unfold representatives. rewrite filter_In, elements_spec, forallb_forall.
    split; intros (H & E); split; auto; intros u U.
    - apply N.leb_le, E, elements_spec. now apply component_spec.
    - apply N.leb_le, E. apply component_spec; auto. now apply elements_spec.
  Qed.

  Lemma least_connected X x : x ∈ X -> exists y, In y (representatives X) /\ conn X y x.
  Proof.
    enough (H : forall n x, N.to_nat x < n -> x ∈ X -> exists y, In y (representatives X) /\ conn X y x)
      by (apply (H (Datatypes.S (N.to_nat x))); lia).
    induction n as [|n IH]; [lia|]. clear x. intros x L Hx.
    destruct (forallb (N.leb x) (elements (component X x))) eqn:Y.
    - exists x. split; [|now apply conn_refl]. unfold representatives. now rewrite filter_In, elements_spec.
    - assert (Z : exists u, conn X x u /\ (u < x)%N).
      { clear -Y Hx. assert (P : forall u, In u (elements (component X x)) -> conn X x u)
          by (intros u U; apply component_spec; auto; now apply elements_spec).
        induction (elements (component X x)) as [|u l IHl]; [discriminate|]. cbn in Y.
        destruct (N.leb_spec x u) as [L|L]; [|exists u; split; auto; apply P; now left].
        apply IHl; auto. intros w W. apply P. now right. }
      destruct Z as (u & C & Lu). destruct (IH u) as (y & Hy & Cy); [lia|apply (conn_in _ _ _ C)|].
      exists y. split; auto. apply conn_trans with u; auto. now apply conn_sym.
  Qed.

  (** What is left of the component of [R]. *)
  Definition remainder (S R : vertices) : vertices :=
    match elements R with [] => 0%N | r :: _ => N.ldiff (component S r) R end.

  Definition octal_ok (S R : vertices) : bool :=
    match elements R with
    | [] => false
    | r :: _ => N.eqb (component R r) R && allows (count R) (length (representatives (remainder S R)))
    end.

  Lemma connected_component R r : r ∈ R -> (component R r = R <-> connected R).
  Proof.
    intros Hr. split.
    - intros E. exists r. split; auto. intros v V. rewrite <- E in V. now apply component_spec in V.
    - intros (q & Q & C). apply set_ext. intros v. rewrite component_spec by auto. split.
      + intros X. apply (conn_in _ _ _ X).
      + intros V. apply conn_trans with q; auto. apply conn_sym. auto.
  Qed.

  Lemma remainder_spec S R x : (forall v, v ∈ R -> v ∈ S) -> connected R ->
    (x ∈ remainder S R <-> x ∈ N.ldiff S R /\ exists r, r ∈ R /\ conn S r x).
  Proof.
    intros P (q & Q & C). unfold remainder. destruct (elements R) as [|r l] eqn:E.
    { apply elements_spec in Q. rewrite E in Q. destruct Q. }
    assert (Hr : r ∈ R) by (apply elements_spec; rewrite E; now left).
    rewrite !minus_spec, component_spec by auto. split.
    - intros (X & N). destruct (conn_in _ _ _ X). repeat split; auto. now exists r.
    - intros ((X & N) & p & Pp & Cp). split; auto. apply conn_trans with p; auto.
      apply conn_trans with q; [apply conn_sym|]; apply (conn_sub R S); auto.
  Qed.

  (** Connected within what is left: it makes no difference whether other components are there. *)
  Lemma conn_remainder S R x y : (forall v, v ∈ R -> v ∈ S) -> connected R -> x ∈ remainder S R ->
    (conn (remainder S R) x y <-> conn (N.ldiff S R) x y).
  Proof.
    intros P CR X. split.
    - apply conn_sub. intros w W. apply remainder_spec in W; tauto.
    - intros C. induction C as [|y w C IH W J]; [now apply conn_refl|].
      apply conn_step with y; auto. destruct (conn_in _ _ _ IH) as (_ & Y).
      apply remainder_spec in Y as (Y & r & Hr & Cr); auto. apply remainder_spec; auto. split; auto.
      exists r. split; auto. apply conn_step with y; auto. apply minus_spec in W. tauto.
  Qed.

  Lemma representatives_pieces S R : (forall v, v ∈ R -> v ∈ S) -> connected R ->
    leaves_pieces S R (representatives (remainder S R)).
  Proof.
    intros P CR. split; [apply NoDup_filter, elements_NoDup|split; [|split]].
    - intros x X. apply representatives_spec in X as (X & _). now apply remainder_spec.
    - intros x y X Y C. apply representatives_spec in X as (X & LX), Y as (Y & LY).
      apply conn_remainder in C; auto. pose proof (LX y C). pose proof (LY x (conn_sym _ _ _ C)). lia.
    - intros x X. apply remainder_spec in X; auto. destruct (least_connected _ _ X) as (y & Hy & C).
      exists y. split; auto. apply conn_remainder in C; auto. apply representatives_spec in Hy. tauto.
  Qed.

  Lemma injection_length {A} (Q : A -> A -> Prop) (l : list A) : forall k, NoDup l ->
    (forall x, In x l -> exists y, In y k /\ Q x y) ->
    (forall x x' y, In x l -> In x' l -> In y k -> Q x y -> Q x' y -> x = x') -> length l <= length k.
  Proof.
    induction l as [|x l IH]; intros k ND F I; [cbn; lia|]. inversion ND as [|? ? NI ND']; subst.
    destruct (F x) as (y & Y & E); [now left|]. apply in_split in Y as (k1 & k2 & ->).
    enough (L : length l <= length (k1 ++ k2)) by (rewrite !app_length in *; cbn; lia).
    apply IH; auto.
    - intros z Z. destruct (F z) as (u & U & E'); [now right|]. exists u. split; auto.
      apply in_app_or in U as [U|[<-|U]]; [apply in_or_app; auto| |apply in_or_app; auto].
      exfalso. apply NI. rewrite (I x z y); auto; [now left|now right|].
      apply in_or_app. right. now left.
    - intros a b c A1 B1 C1. apply I; [now right|now right|].
      apply in_app_or in C1. apply in_or_app. cbn. tauto.
  Qed.

  Lemma pieces_number S R l k : leaves_pieces S R l -> leaves_pieces S R k -> length l <= length k.
  Proof.
    intros (ND & A1 & A2 & _) (_ & _ & _ & B3).
    apply (injection_length (fun x y => conn (N.ldiff S R) y x)); auto.
    intros x x' y X X' _ C C'. apply A2; auto. apply conn_trans with y; auto. now apply conn_sym.
  Qed.

  Lemma octal_ok_spec S R : (forall v, v ∈ R -> v ∈ S) -> (octal_ok S R = true <-> octal_legal S R).
  Proof.
    intros P. unfold octal_ok. destruct (elements R) as [|r l] eqn:E.
    - split; [discriminate|]. intros (_ & (q & Q & _) & _). apply elements_spec in Q. rewrite E in Q. destruct Q.
    - assert (Hr : r ∈ R) by (apply elements_spec; rewrite E; now left).
      rewrite andb_true_iff, N.eqb_eq, connected_component by auto. split.
      + intros (C & A). split; auto. split; auto. exists (representatives (remainder S R)).
        split; auto. now apply representatives_pieces.
      + intros (_ & C & reps & L & A). split; auto. pose proof (representatives_pieces S R P C) as L'.
        replace (length (representatives (remainder S R))) with (length reps); auto.
        apply Nat.le_antisymm; eapply pieces_number; eauto.
  Qed.

  (** All sublists of up to [t] elements, in the order of lists. *)
  Fixpoint sublists {A} (t : nat) (l : list A) : list (list A) :=
    match l, t with
    | x :: l, Datatypes.S t' => ([x] :: map (cons x) (sublists t' l)) ++ sublists t l
    | _, _ => []
    end.

  Lemma sublists_part {A} (l : list A) : forall t k, In k (sublists t l) -> incl k l.
  Proof.
    induction l as [|x l IH]; intros [|t] k H; try (now destruct H). cbn [sublists] in H.
    apply in_app_or in H as [[<-|H]|H].
    - intros y [<-|[]]. now left.
    - apply in_map_iff in H as (k' & <- & H). intros y [<-|Y]; [now left|]. right. now apply (IH t k').
    - intros y Y. right. now apply (IH (Datatypes.S t) k).
  Qed.

  Lemma sublists_all {A} (p : A -> bool) (l : list A) : forall t, filter p l <> [] -> length (filter p l) <= t ->
    In (filter p l) (sublists t l).
  Proof.
    induction l as [|x l IH]; intros t N L; cbn [filter] in *; [easy|].
    destruct (p x); cbn [length] in L; destruct t as [|t]; try lia.
    - cbn [sublists]. apply in_or_app. left. destruct (filter p l) as [|y k] eqn:E; [now left|].
      right. apply in_map_iff. exists (y :: k). split; auto. apply IH; [easy|lia].
    - destruct (filter p l); [easy|cbn in L; lia].
    - cbn [sublists]. apply in_or_app. right. now apply IH.
  Qed.

  Definition octal_moves (S : vertices) : list vertices :=
    filter (octal_ok S) (map set_of (sublists (length digits - 1) (elements S))).

  Lemma octal_moves_legal S R : In R (octal_moves S) <-> octal_legal S R.
  Proof.
    unfold octal_moves. rewrite filter_In, in_map_iff. split.
    - intros ((l & <- & H) & O). apply octal_ok_spec; auto. intros v V. apply set_of_spec in V.
      apply elements_spec. now apply (sublists_part _ _ _ H).
    - intros L. pose proof L as (P & (q & Q & _) & reps & _ & A). split; [|now apply octal_ok_spec].
      set (l := filter (N.testbit R) (elements S)).
      assert (Il : forall v, In v l <-> v ∈ R).
      { intros v. unfold l. rewrite filter_In, elements_spec. split; [tauto|auto]. }
      exists l. split; [apply set_ext; intros v; now rewrite set_of_spec, Il|].
      apply sublists_all.
      + intros E. change (l = []) in E. apply Il in Q. rewrite E in Q. destruct Q.
      + change (length l <= length digits - 1). assert (C : length l <= count R).
        { apply NoDup_incl_length; [apply NoDup_filter, elements_NoDup|]. intros v V.
          apply elements_spec. now apply Il. }
        enough (count R < length digits) by lia.
        destruct (Nat.lt_ge_cases (count R) (length digits)) as [|G]; auto. unfold allows in A.
        rewrite nth_overflow, Nat.bits_0 in A by auto. discriminate.
  Qed.

  Lemma octal_part S R : octal_legal S R -> (forall v, v ∈ R -> v ∈ S) /\ exists v, v ∈ R.
  Proof. intros (P & (q & Q & _) & _). split; auto. now exists q. Qed.

  Definition octal : rules adj := {|
    legal := octal_legal; moves := octal_moves; moves_legal := octal_moves_legal; legal_part := octal_part;
    legal_local := octal_local; legal_renamed := octal_renamed
  |}.

  (** The components of a position, as the checker finds them; it tests what it found ([parts_ok]). *)
  Fixpoint components_in (fuel : nat) (S : vertices) : list vertices :=
    match fuel, elements S with
    | Datatypes.S fuel, v :: _ => let c := component S v in c :: components_in fuel (N.ldiff S c)
    | _, _ => []
    end.
  Definition components (S : vertices) : list vertices := components_in (count S) S.
End Rules.
