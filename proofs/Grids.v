(** Unshackle on grids: the conjecture of the paper, for all sizes at once.

    Rust: [families::grid] in crates/rules/src/graph/families.rs. Page: docs/theory-scoring.md, after Theorem U10. *)
From Coq Require Import Arith List Lia Bool Permutation ZArith.
From Outplay Require Import Graph Unshackle Parity.
Import ListNotations.
Open Scope nat_scope.

(** The vertex in row r and column c of a grid with n columns. *)
Definition cell (n r c : nat) : nat := r * n + c.

Definition horizontal (m n : nat) : graph :=
  map (fun p => (cell n (fst p) (snd p), cell n (fst p) (snd p + 1))) (list_prod (seq 0 m) (seq 0 (n - 1))).
Definition vertical (m n : nat) : graph :=
  map (fun p => (cell n (fst p) (snd p), cell n (fst p + 1) (snd p))) (list_prod (seq 0 (m - 1)) (seq 0 n)).
(** The grid of m rows and n columns of vertices. *)
Definition grid (m n : nat) : graph := horizontal m n ++ vertical m n.

Lemma horizontal_spec m n e : In e (horizontal m n) <->
  exists r c, r < m /\ c + 1 < n /\ e = (cell n r c, cell n r (c + 1)).
Proof.
  unfold horizontal. rewrite in_map_iff. split.
  - intros ((r & c) & <- & I). apply in_prod_iff in I as (R & C). apply in_seq in R, C. exists r, c.
    cbn. repeat split; lia.
  - intros (r & c & R & C & ->). exists (r, c). split; auto. apply in_prod_iff. split; apply in_seq; lia.
Qed.

Lemma vertical_spec m n e : In e (vertical m n) <->
  exists r c, r + 1 < m /\ c < n /\ e = (cell n r c, cell n (r + 1) c).
Proof.
  unfold vertical. rewrite in_map_iff. split.
  - intros ((r & c) & <- & I). apply in_prod_iff in I as (R & C). apply in_seq in R, C. exists r, c.
    cbn. repeat split; lia.
  - intros (r & c & R & C & ->). exists (r, c). split; auto. apply in_prod_iff. split; apply in_seq; lia.
Qed.

Lemma cell_inj n r c r' c' : c < n -> c' < n -> cell n r c = cell n r' c' -> r = r' /\ c = c'.
Proof.
  unfold cell. intros C C' E. assert (r = r') as ->; [|lia].
  destruct (lt_eq_lt_dec r r') as [[L|L]|L]; auto; nia.
Qed.

Lemma NoDup_map_on {A B} (f : A -> B) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros I N. induction N as [|x l NI N IH]; cbn; constructor.
  - rewrite in_map_iff. intros (y & E & Y). apply NI. rewrite (I x y); cbn; auto.
  - apply IH. intros a b A1 B1. apply I; now right.
Qed.

Lemma NoDup_prod {A B} (l : list A) (k : list B) : NoDup l -> NoDup k -> NoDup (list_prod l k).
Proof.
  intros L K. induction L as [|x l NI L IH]; cbn; [constructor|].
  assert (D : forall (a b : list (A * B)), NoDup a -> NoDup b -> (forall p, In p a -> ~ In p b) -> NoDup (a ++ b)).
  { induction a as [|p a IHa]; cbn; auto. intros b Na Nb H. inversion Na; subst. constructor.
    - rewrite in_app_iff. intros [X|X]; [auto|]. apply (H p); auto.
    - apply IHa; auto. }
  apply D; auto.
  - apply NoDup_map_on; auto. intros a b _ _ E. congruence.
  - intros p P Q. apply in_map_iff in P as (y & <- & _). apply in_prod_iff in Q as (Q & _). contradiction.
Qed.

Section Grid.
  Variables m n : nat.
  Hypothesis Rows : 2 <= m.
  Hypothesis Columns : 2 <= n.

  Lemma grid_NoDup : NoDup (grid m n).
  Proof.
    assert (D : forall (a b : graph), NoDup a -> NoDup b -> (forall p, In p a -> ~ In p b) -> NoDup (a ++ b)).
    { induction a as [|p a IHa]; cbn; auto. intros b Na Nb H. inversion Na; subst. constructor.
      - rewrite in_app_iff. intros [X|X]; [auto|]. apply (H p); auto.
      - apply IHa; auto. }
    apply D.
    - apply NoDup_map_on; [|apply NoDup_prod; apply seq_NoDup]. intros (r & c) (r' & c') P Q E.
      apply in_prod_iff in P as (_ & P), Q as (_ & Q). apply in_seq in P, Q. cbn in E.
      injection E as E _. apply cell_inj in E as (-> & ->); auto; lia.
    - apply NoDup_map_on; [|apply NoDup_prod; apply seq_NoDup]. intros (r & c) (r' & c') P Q E.
      apply in_prod_iff in P as (_ & P), Q as (_ & Q). apply in_seq in P, Q. cbn in E.
      injection E as E _. apply cell_inj in E as (-> & ->); auto; lia.
    - intros p P Q. apply horizontal_spec in P as (r & c & R & C & ->). apply vertical_spec in Q as (r' & c' & R' & C' & E).
      injection E as E1 E2. unfold cell in *. nia.
  Qed.

  Lemma grid_ascending e : In e (grid m n) -> fst e < snd e.
  Proof.
    intros I. apply in_app_or in I as [I|I].
    - apply horizontal_spec in I as (r & c & _ & _ & ->). cbn. unfold cell. lia.
    - apply vertical_spec in I as (r & c & _ & _ & ->). cbn. unfold cell. nia.
  Qed.

  Lemma grid_no_loops : no_loops (grid m n).
  Proof. intros e I. apply grid_ascending in I. lia. Qed.

  Lemma grid_no_parallel : no_parallel (grid m n).
  Proof.
    intros e f K P A.
    assert (Ie : In e (grid m n)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
    assert (If : In f (grid m n)) by (apply (Permutation_in _ (Permutation_sym P)); right; now left).
    assert (E : e = f).
    { apply grid_ascending in Ie, If. pose proof (A (fst e)) as A1. pose proof (A (snd e)) as A2.
      rewrite at_fst in A1. rewrite at_snd in A2. unfold at_ in A1, A2.
      symmetry in A1, A2. apply orb_true_iff in A1, A2. rewrite !Nat.eqb_eq in A1, A2.
      destruct e, f. cbn in *. f_equal; lia. }
    subst f. pose proof (Permutation_NoDup P grid_NoDup) as N. inversion N as [|x l NI _]. apply NI. now left.
  Qed.

  (** Every vertex has a horizontal and a vertical edge. *)
  Lemma has_horizontal r c : r < m -> c < n -> exists f, In f (horizontal m n) /\ at_ (cell n r c) f = true.
  Proof.
    intros R C. destruct (Nat.eq_dec (c + 1) n) as [E|E].
    - exists (cell n r (c - 1), cell n r (c - 1 + 1)). split; [apply horizontal_spec; exists r, (c - 1); repeat split; lia|].
      unfold at_. cbn. apply orb_true_iff. right. apply Nat.eqb_eq. f_equal. lia.
    - exists (cell n r c, cell n r (c + 1)). split; [apply horizontal_spec; exists r, c; repeat split; lia|].
      unfold at_. cbn. now rewrite Nat.eqb_refl.
  Qed.

  Lemma has_vertical r c : r < m -> c < n -> exists f, In f (vertical m n) /\ at_ (cell n r c) f = true.
  Proof.
    intros R C. destruct (Nat.eq_dec (r + 1) m) as [E|E].
    - exists (cell n (r - 1) c, cell n (r - 1 + 1) c). split; [apply vertical_spec; exists (r - 1), c; repeat split; lia|].
      unfold at_. cbn. apply orb_true_iff. right. apply Nat.eqb_eq. f_equal. lia.
    - exists (cell n r c, cell n (r + 1) c). split; [apply vertical_spec; exists r, c; repeat split; lia|].
      unfold at_. cbn. now rewrite Nat.eqb_refl.
  Qed.

  Lemma directions_differ e f : In e (horizontal m n) -> In f (vertical m n) -> e <> f.
  Proof.
    intros I J ->. apply horizontal_spec in I as (r & c & R & C & E). apply vertical_spec in J as (r' & c' & R' & C' & F).
    rewrite E in F. injection F as F1 F2. unfold cell in *. nia.
  Qed.

  Lemma grid_other e w : In e (grid m n) -> at_ w e = true -> exists f, In f (grid m n) /\ f <> e /\ at_ w f = true.
  Proof.
    intros I A. apply in_app_or in I as [I|I].
    - assert (X : exists r c, r < m /\ c < n /\ w = cell n r c).
      { apply horizontal_spec in I as (r & c & R & C & ->). unfold at_ in A. cbn in A.
        apply orb_true_iff in A as [A|A]; apply Nat.eqb_eq in A; [exists r, c|exists r, (c + 1)]; repeat split; auto; lia. }
      destruct X as (r & c & R & C & ->). destruct (has_vertical r c R C) as (f & F & B).
      exists f. split; [apply in_or_app; auto|]. split; auto. intros ->. exact (directions_differ _ _ I F eq_refl).
    - assert (X : exists r c, r < m /\ c < n /\ w = cell n r c).
      { apply vertical_spec in I as (r & c & R & C & ->). unfold at_ in A. cbn in A.
        apply orb_true_iff in A as [A|A]; apply Nat.eqb_eq in A; [exists r, c|exists (r + 1), c]; repeat split; auto; lia. }
      destruct X as (r & c & R & C & ->). destruct (has_horizontal r c R C) as (f & F & B).
      exists f. split; [apply in_or_app; auto|]. split; auto. intros ->. exact (directions_differ _ _ F I eq_refl).
  Qed.

  Lemma grid_no_leaf w : ~ leaf (grid m n) w.
  Proof.
    intros (W & e & I & A & _). destruct (grid_other e w I A) as (f & F & N & B).
    enough (X : length [e; f] <= weight (grid m n) w) by (cbn in X; lia).
    apply NoDup_incl_length.
    - constructor; [intros [->|[]]; now apply N|]. constructor; [intros []|constructor].
    - intros g [<-|[<-|[]]]; now apply filter_In.
  Qed.

  (** A grid has 2mn - m - n edges. *)
  Lemma grid_size : length (grid m n) = m * (n - 1) + (m - 1) * n.
  Proof. unfold grid, horizontal, vertical. rewrite app_length, !map_length, !prod_length, !seq_length. reflexivity. Qed.

  Lemma grid_odd : odd_size (grid m n) = Nat.odd (m + n).
  Proof.
    unfold odd_size. rewrite grid_size. destruct m as [|m']; [lia|]. destruct n as [|n']; [lia|].
    replace (S m' * (S n' - 1) + (S m' - 1) * S n') with (m' + n' + 2 * (m' * n')) by lia.
    replace (S m' + S n') with (m' + n' + 2 * 1) by lia.
    rewrite !(Nat.odd_add (m' + n')), !Nat.odd_mul. reflexivity.
  Qed.

  (** The second player wins on a grid of m x n, m, n >= 2, if m + n is even, and the first player if it is odd. *)
  Theorem grid_winner : if Nat.odd (m + n) then (0 < margin (grid m n))%Z else (margin (grid m n) < 0)%Z.
  Proof.
    rewrite <- grid_odd. apply who_wins.
    - intros E. pose proof grid_size as X. rewrite E in X. cbn in X. nia.
    - exact grid_no_leaf.
    - exact grid_no_loops.
    - exact grid_no_parallel.
  Qed.
End Grid.
