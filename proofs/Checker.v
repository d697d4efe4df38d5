(** The kernel of the checker for Grundy values and outcomes of games on vertices, with a proof that what it accepts is
    true.

    Rust: crates/certificate/src/game/impartial.rs and book.rs, of which this is a model. The steps are those of
    docs/formats.md: [is], [not] and [copy]. *)
From Coq Require Import Arith List Lia Bool NArith FMapPositive.
From Outplay Require Import Impartial Vertices Kayles.
Import ListNotations.
Module Map := PositiveMap.

(** ** Boards *)

Definition key (n : N) : positive := N.succ_pos n.

Lemma key_inj a b : key a = key b -> a = b.
Proof. unfold key. intros E. apply N.succ_inj. now rewrite <- !N.succ_pos_spec, E. Qed.

(** For every vertex the set of its neighbours, from a list of edges. *)
Definition masks (edges : list (vertex * vertex)) : Map.t vertices :=
  let add u v m := Map.add (key u) (N.setbit (match Map.find (key u) m with Some s => s | None => 0%N end) v) m in
  fold_right (fun e m => add (fst e) (snd e) (add (snd e) (fst e) m)) (Map.empty _) edges.

Definition adjacent (m : Map.t vertices) (u v : vertex) : bool :=
  match Map.find (key u) m with Some s => N.testbit s v | None => false end.

Lemma adjacent_add m u v x y :
  adjacent (Map.add (key u) (N.setbit (match Map.find (key u) m with Some s => s | None => 0%N end) v) m) x y = true <->
  (x = u /\ y = v) \/ adjacent m x y = true.
Proof.
  unfold adjacent. destruct (N.eq_dec x u) as [->|N].
  - rewrite Map.gss, N.setbit_iff.
    assert (E : N.testbit (match Map.find (key u) m with Some s => s | None => 0%N end) y =
      match Map.find (key u) m with Some s => N.testbit s y | None => false end)
      by (destruct (Map.find (key u) m); [reflexivity|apply N.bits_0]).
    rewrite E. split; [intros [->|X]; auto|intros [(_ & ->)|X]; auto].
  - rewrite Map.gso by (intros E; apply N, key_inj, E). split; [auto|intros [(-> & _)|X]; [now destruct N|auto]].
Qed.

Theorem adjacent_edges edges u v :
  adjacent (masks edges) u v = true <-> In (u, v) edges \/ In (v, u) edges.
Proof.
  induction edges as [|(a & b) edges IH]; cbn [masks fold_right In fst snd].
  - unfold adjacent. rewrite Map.gempty. split; [discriminate|tauto].
  - fold (masks edges). rewrite !adjacent_add, IH. intuition (try congruence);
      repeat match goal with H : (_, _) = (_, _) |- _ => inversion H; clear H; subst end; auto.
Qed.

(** ** Steps *)

Inductive step :=
| Copy (entry : N) (images : list vertex)
| Is (X : vertices) (value : nat) (moves : list nat)
| Not (X : vertices) (value : nat) (move : nat).

(** What has been shown so far. Positions are numbered in the order in which they came; a copy shares the facts of its
    owner. *)
Record book := {
  names : Map.t vertices;
  next : N;
  owners : Map.t vertices;
  values : Map.t nat;
  excluded : Map.t (list nat)
}.

Definition empty_book : book := {|
  names := Map.empty _; next := 0; owners := Map.empty _; values := Map.empty _; excluded := Map.empty _
|}.

(** What is known of a sum: its value, or the nim-sum of all parts but one and what that one is not. *)
Inductive knowledge := Value (v : nat) | ButOne (rest : nat) (nots : list nat) | Unknown.

Section Kernel.
  Variable adj : vertex -> vertex -> bool.
  Variable T : rules adj.
  (** All vertices of the board. *)
  Variable full : vertices.

  Notation G := (grundy (taking adj T)).

  Definition value_of (b : book) (p : vertices) : option nat :=
    match Map.find (key p) (owners b) with Some o => Map.find (key o) (values b) | None => None end.
  Definition excluded_of (b : book) (p : vertices) : option (list nat) :=
    match Map.find (key p) (owners b) with Some o => Map.find (key o) (excluded b) | None => None end.

  Fixpoint know_parts (b : book) (ps : list vertices) : knowledge :=
    match ps with
    | [] => Value 0
    | p :: ps =>
      match know_parts b ps, value_of b p, excluded_of b p with
      | Value v, Some x, _ => Value (Nat.lxor x v)
      | ButOne v l, Some x, _ => ButOne (Nat.lxor x v) l
      | Value v, None, Some l => ButOne v l
      | _, _, _ => Unknown
      end
    end.

  Definition know (b : book) (S : vertices) : knowledge :=
    let ps := components adj S in know_parts b (if parts_ok adj S ps then ps else [S]).

  Definition shows (b : book) (S : vertices) (v : nat) : bool :=
    match know b S with Value x => x =? v | _ => false end.
  Definition shows_not (b : book) (S : vertices) (v : nat) : bool :=
    match know b S with
    | Value x => negb (x =? v)
    | ButOne rest l => existsb (Nat.eqb (Nat.lxor v rest)) l
    | Unknown => false
    end.

  (** The position with its facts, entered if it is new. *)
  Definition enter (b : book) (p : vertices) : book * vertices :=
    match Map.find (key p) (owners b) with
    | Some o => (b, o)
    | None => ({| names := Map.add (key (next b)) p (names b); next := N.succ (next b);
                  owners := Map.add (key p) p (owners b); values := values b; excluded := excluded b |}, p)
    end.

  (** The moves given lead to [low], [low + 1], ..., one after another. *)
  Fixpoint reaches_from (b : book) (opts : list vertices) (low : nat) (ms : list nat) : bool :=
    match ms with
    | [] => true
    | m :: ms =>
      match nth_error opts m with
      | Some U => shows b U low && reaches_from b opts (S low) ms
      | None => false
      end
    end.

  Definition check_step (b : book) (s : step) : option book :=
    match s with
    | Copy k images =>
      match Map.find (key k) (names b) with
      | None => None
      | Some p =>
        let f := renaming p images in
        let q := image f p in
        if (length images =? count p) && renames_ok adj f p && subset q full then
          match Map.find (key q) (owners b), Map.find (key p) (owners b) with
          | Some _, _ => Some b
          | None, None => None
          | None, Some o =>
            Some {| names := Map.add (key (next b)) q (names b); next := N.succ (next b);
                    owners := Map.add (key q) o (owners b); values := values b; excluded := excluded b |}
          end
        else None
      end
    | Is X g ms =>
      let opts := taken adj T X in
      if subset X full && (length ms =? g) && reaches_from b opts 0 ms && forallb (fun U => shows_not b U g) opts then
        let (b, o) := enter b X in
        Some {| names := names b; next := next b; owners := owners b;
                values := Map.add (key o) g (values b); excluded := excluded b |}
      else None
    | Not X g m =>
      match nth_error (taken adj T X) m with
      | Some U =>
        if subset X full && shows b U g then
          let (b, o) := enter b X in
          let l := match Map.find (key o) (excluded b) with Some l => l | None => [] end in
          Some {| names := names b; next := next b; owners := owners b;
                  values := values b; excluded := Map.add (key o) (g :: l) (excluded b) |}
        else None
      | None => None
      end
    end.

  Fixpoint run (b : book) (steps : list step) : option book :=
    match steps with
    | [] => Some b
    | s :: steps => match check_step b s with Some b => run b steps | None => None end
    end.

  (** ** Soundness *)

  (** All that is written in the book is true. *)
  Record honest (b : book) : Prop := {
    honest_owner : forall p o, Map.find (key p) (owners b) = Some o -> G p = G o;
    honest_value : forall o v, Map.find (key o) (values b) = Some v -> G o = v;
    honest_excluded : forall o l x, Map.find (key o) (excluded b) = Some l -> In x l -> G o <> x
  }.

  Lemma honest_empty : honest empty_book.
  Proof. constructor; cbn; intros; rewrite Map.gempty in *; discriminate. Qed.

  Lemma value_of_true b p v : honest b -> value_of b p = Some v -> G p = v.
  Proof.
    intros H E. unfold value_of in E. destruct (Map.find (key p) (owners b)) as [o|] eqn:O; [|discriminate].
    rewrite (honest_owner b H _ _ O). now apply (honest_value b H).
  Qed.

  Lemma excluded_of_true b p l x : honest b -> excluded_of b p = Some l -> In x l -> G p <> x.
  Proof.
    intros H E. unfold excluded_of in E. destruct (Map.find (key p) (owners b)) as [o|] eqn:O; [|discriminate].
    rewrite (honest_owner b H _ _ O). now apply (honest_excluded b H).
  Qed.

  Lemma know_parts_true b ps : honest b ->
    match know_parts b ps with
    | Value v => nim_sum (map G ps) = v
    | ButOne rest l => forall x, In x l -> nim_sum (map G ps) <> Nat.lxor x rest
    | Unknown => True
    end.
  Proof.
    intros H. induction ps as [|p ps IH]; [reflexivity|].
    cbn [know_parts map nim_sum fold_right]. fold (nim_sum (map G ps)).
    destruct (know_parts b ps) as [v|v l|].
    - destruct (value_of b p) as [x|] eqn:E.
      + now rewrite (value_of_true _ _ _ H E), IH.
      + destruct (excluded_of b p) as [l|] eqn:F; auto. intros x X. rewrite IH. intros C.
        apply lxor_inj_r in C. now apply (excluded_of_true b p l x).
    - destruct (value_of b p) as [x|] eqn:E; auto.
      rewrite (value_of_true _ _ _ H E). intros y Y C. apply (IH y Y).
      apply (lxor_inj_l _ _ x). rewrite C. rewrite <- !Nat.lxor_assoc. f_equal. apply Nat.lxor_comm.
    - auto.
  Qed.

  Lemma know_true b S : honest b ->
    match know b S with
    | Value v => G S = v
    | ButOne rest l => forall x, In x l -> G S <> Nat.lxor x rest
    | Unknown => True
    end.
  Proof.
    intros H. unfold know. cbv zeta.
    set (ps := if parts_ok adj S (components adj S) then components adj S else [S]).
    assert (E : G S = nim_sum (map G ps)).
    { unfold ps. destruct (parts_ok adj S (components adj S)) eqn:E; [now apply parts_ok_value|].
      cbn. now rewrite Nat.lxor_0_r. }
    rewrite E. now apply know_parts_true.
  Qed.

  Lemma shows_true b S v : honest b -> shows b S v = true -> G S = v.
  Proof.
    intros H. unfold shows. pose proof (know_true b S H) as K. destruct (know b S); try discriminate.
    rewrite Nat.eqb_eq. congruence.
  Qed.

  Lemma shows_not_true b S v : honest b -> shows_not b S v = true -> G S <> v.
  Proof.
    intros H. unfold shows_not. pose proof (know_true b S H) as K. destruct (know b S); try discriminate.
    - rewrite negb_true_iff, Nat.eqb_neq. congruence.
    - rewrite existsb_exists. intros (x & X & E) C. apply Nat.eqb_eq in E.
      apply (K x X). rewrite C, <- E. now rewrite lxor_cancel_r.
  Qed.

  Lemma reaches_from_true b opts ms : honest b -> forall low, reaches_from b opts low ms = true ->
    forall i, low <= i < low + length ms -> exists U, In U opts /\ G U = i.
  Proof.
    intros H. induction ms as [|m ms IH]; intros low E i L; cbn [length reaches_from] in *; [lia|].
    destruct (nth_error opts m) as [U|] eqn:N; [|discriminate]. apply andb_true_iff in E as (A & B).
    destruct (Nat.eq_dec i low) as [->|].
    - exists U. split; [now apply nth_error_In in N|now apply (shows_true b)].
    - apply (IH (S low)); auto. lia.
  Qed.

  Lemma enter_honest b p b' o : honest b -> enter b p = (b', o) -> honest b' /\ G p = G o.
  Proof.
    intros H. unfold enter. destruct (Map.find (key p) (owners b)) as [q|] eqn:E; intros X; inversion X; subst; clear X.
    - split; auto. now apply (honest_owner b' H).
    - split; auto. constructor; cbn; [|apply H|apply H]. intros a c F.
      destruct (N.eq_dec a o) as [->|N].
      + rewrite Map.gss in F. congruence.
      + rewrite Map.gso in F by (intros K; apply N, key_inj, K). now apply (honest_owner b H).
  Qed.

  Lemma check_step_honest b s b' : honest b -> check_step b s = Some b' -> honest b'.
  Proof.
    intros H. destruct s as [k images|X g ms|X g m]; cbn [check_step].
    - destruct (Map.find (key k) (names b)) as [p|]; [|discriminate].
      destruct ((length images =? count p) && renames_ok adj (renaming p images) p &&
        subset (image (renaming p images) p) full) eqn:C; [|discriminate].
      apply andb_true_iff in C as (C & _). apply andb_true_iff in C as (_ & C).
      pose proof (renamed_value adj T _ _ (renames_ok_spec adj _ _ C)) as R.
      destruct (Map.find (key (image (renaming p images) p)) (owners b)) eqn:Q; [intros X; inversion X; now subst|].
      destruct (Map.find (key p) (owners b)) as [o|] eqn:O; [|discriminate]. intros X. inversion X. clear X.
      constructor; cbn; [|apply H|apply H]. intros a c F.
      destruct (N.eq_dec a (image (renaming p images) p)) as [->|N].
      + rewrite Map.gss in F. injection F as <-. transitivity (G p); [exact R|now apply (honest_owner b H)].
      + rewrite Map.gso in F by (intros K; apply N, key_inj, K). now apply (honest_owner b H).
    - destruct (subset X full && (length ms =? g) && reaches_from b (taken adj T X) 0 ms &&
        forallb (fun U => shows_not b U g) (taken adj T X)) eqn:C; [|discriminate].
      apply andb_true_iff in C as (C & D). apply andb_true_iff in C as (C & E). apply andb_true_iff in C as (_ & C).
      apply Nat.eqb_eq in C. rewrite forallb_forall in D.
      assert (V : G X = g).
      { eapply is_mex_unique; [apply (grundy_mex (taking adj T))|]. split.
        - intros (U & I & F). exact (shows_not_true b U g H (D U I) F).
        - intros i L. apply (reaches_from_true b _ ms H 0 E). lia. }
      destruct (enter b X) as (b1 & o) eqn:En. apply (enter_honest b) in En as (H1 & E1); auto.
      intros Y. inversion Y. clear Y. constructor; cbn; [apply H1| |apply H1]. intros a v F.
      destruct (N.eq_dec a o) as [->|N].
      + rewrite Map.gss in F. injection F as <-. transitivity (G X); [symmetry; exact E1|exact V].
      + rewrite Map.gso in F by (intros K; apply N, key_inj, K). now apply (honest_value b1 H1).
    - destruct (nth_error (taken adj T X) m) as [U|] eqn:I; [|discriminate].
      destruct (subset X full && shows b U g) eqn:C; [|discriminate]. apply andb_true_iff in C as (_ & C).
      apply nth_error_In in I.
      assert (V : G X <> g).
      { intros E. apply (proj1 (grundy_mex (taking adj T) X)). exists U. split; auto. rewrite E.
        now apply (shows_true b). }
      destruct (enter b X) as (b1 & o) eqn:En. apply (enter_honest b) in En as (H1 & E1); auto.
      intros Y. inversion Y. clear Y. constructor; cbn; [apply H1|apply H1|]. intros a l x F Ix.
      destruct (N.eq_dec a o) as [->|N].
      + rewrite Map.gss in F. injection F as <-.
        destruct Ix as [<-|Ix]; [intros E; apply V; transitivity (G o); [exact E1|exact E]|].
        destruct (Map.find (key o) (excluded b1)) as [l'|] eqn:L; [|destruct Ix].
        now apply (honest_excluded b1 H1 o l').
      + rewrite Map.gso in F by (intros K; apply N, key_inj, K). now apply (honest_excluded b1 H1 a l).
  Qed.

  Lemma run_honest steps : forall b b', honest b -> run b steps = Some b' -> honest b'.
  Proof.
    induction steps as [|s steps IH]; intros b b' H E; cbn in E; [inversion E; now subst|].
    destruct (check_step b s) as [b1|] eqn:C; [|discriminate]. apply (IH b1); auto. now apply (check_step_honest b s).
  Qed.
End Kernel.

(** ** Certificates *)

Inductive ruleset := NodeKayles | ArcKayles | Octal (digits : list nat).

Definition rules_of (r : ruleset) (adj : vertex -> vertex -> bool) : rules adj :=
  match r with NodeKayles => node_kayles adj | ArcKayles => arc_kayles adj | Octal digits => octal adj digits end.

Inductive statement := Grundy (v : nat) | Outcome (first_wins : bool).

(** The game on the graph with the vertices 0, ..., n - 1 and these edges. *)
Definition game_on (r : ruleset) (edges : list (vertex * vertex)) : game :=
  taking _ (rules_of r (adjacent (masks edges))).
Definition start (n : N) : vertices := N.ones n.

Definition true_of (r : ruleset) (n : N) (edges : list (vertex * vertex)) (s : statement) : Prop :=
  match s with
  | Grundy v => grundy (game_on r edges) (start n) = v
  | Outcome w => wins (game_on r edges) (start n) = w
  end.

Definition check (r : ruleset) (n : N) (edges : list (vertex * vertex)) (s : statement) (steps : list step) : bool :=
  let adj := adjacent (masks edges) in
  match run adj (rules_of r adj) (start n) empty_book steps with
  | None => false
  | Some b =>
    match s with
    | Grundy v => shows adj b (start n) v
    | Outcome false => shows adj b (start n) 0
    | Outcome true => shows_not adj b (start n) 0
    end
  end.

(** What the checker accepts is true. *)
Theorem check_sound r n edges s steps : check r n edges s steps = true -> true_of r n edges s.
Proof.
  unfold check, true_of. cbv zeta.
  destruct (run _ _ _ _ _) as [b|] eqn:E; [|discriminate].
  apply run_honest in E; [|apply honest_empty].
  destruct s as [v|[|]]; intros H.
  - now apply (shows_true _ _ b).
  - rewrite wins_grundy. apply negb_true_iff, Nat.eqb_neq. now apply (shows_not_true _ _ b).
  - rewrite wins_grundy. apply negb_false_iff, Nat.eqb_eq. now apply (shows_true _ _ b).
Qed.
