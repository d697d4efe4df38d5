(** Strategy stealing, in games of taking points and in hop games with free hops.

    Rust: the step [stealing] of the checker (crates/certificate/src/game/arguments.rs) for points;
    crates/solve/src/positional/stealing.rs for hops. Page: docs/theory-positional.md, Stealing, and theorems 2 and 3 (not to
    lose). *)
From Coq Require Import Arith List Lia Bool.
From Outplay Require Import Potential.
From Outplay Require Hops.
Import ListNotations.

Section Stealing.
  (** The winning sets, the same for both players. *)
  Variable sets : list (list nat).
  Notation owns := (owns sets).

  (** Whether the player with the pieces [mine] can force not to lose. A hop goes from an own piece b to any free point c; c
      becomes the player's, and b the opponent's. The game ends when somebody owns a set: who alone does has won. It ends
      without a winner when no hop is left. *)
  Fixpoint not_lose (fuel : nat) (my_turn : bool) (mine theirs free : list nat) : bool :=
    if owns mine || owns theirs then negb (owns theirs && negb (owns mine))
    else match fuel with
    | 0 => true
    | S fuel =>
      if my_turn then
        match mine, free with
        | [], _ | _, [] => true
        | _, _ => existsb (fun b => existsb (fun c => not_lose fuel false (c :: take b mine) (b :: theirs) (take c free)) free) mine
        end
      else
        match theirs, free with
        | [], _ | _, [] => true
        | _, _ => forallb (fun o => forallb (fun d => not_lose fuel true (o :: mine) (d :: take o theirs) (take d free)) free) theirs
        end
    end.

  (** ** Lists as sets *)

  Definition alike (l k : list nat) : Prop := forall x, In x l <-> In x k.

  Lemma alike_has l k x : alike l k -> has x l = has x k.
  Proof. intros A. apply eq_true_iff_eq. rewrite !has_in. apply A. Qed.

  Lemma owns_more M M' : (forall x, In x M -> In x M') -> owns M = true -> owns M' = true.
  Proof.
    intros S O. unfold Potential.owns in *. apply existsb_exists in O as (A & IA & F). apply existsb_exists.
    exists A. split; auto. rewrite forallb_forall in *. intros x X. apply has_in, S, has_in. auto.
  Qed.

  Lemma owns_alike M M' : alike M M' -> owns M = owns M'.
  Proof. intros A. apply eq_true_iff_eq. split; apply owns_more; intros x; apply A. Qed.

  Lemma alike_nil l k : alike l k -> l = [] -> k = [].
  Proof. intros A ->. destruct k as [|x k]; auto. destruct (proj2 (A x) (or_introl eq_refl)). Qed.

  Lemma alike_sym l k : alike l k -> alike k l.
  Proof. intros A x. symmetry. apply A. Qed.

  Lemma alike_refl l : alike l l.
  Proof. intros x. reflexivity. Qed.

  Lemma existsb_alike f g l k : alike l k -> (forall x, In x l -> f x = g x) -> existsb f l = existsb g k.
  Proof.
    intros A E. apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (x & X & Y); exists x.
    - split; [now apply A|]. now rewrite <- E.
    - apply A in X. split; auto. now rewrite E.
  Qed.

  Lemma forallb_alike f g l k : alike l k -> (forall x, In x l -> f x = g x) -> forallb f l = forallb g k.
  Proof.
    intros A E. apply eq_true_iff_eq. rewrite !forallb_forall. split; intros F x X.
    - apply A in X. rewrite <- E by auto. auto.
    - rewrite E by auto. apply F. now apply A.
  Qed.

  Lemma alike_cons a l k : alike l k -> alike (a :: l) (a :: k).
  Proof. intros A x. cbn. now rewrite (A x). Qed.

  Lemma alike_take a l k : alike l k -> alike (take a l) (take a k).
  Proof. intros A x. now rewrite !take_in, (A x). Qed.

  Lemma not_lose_alike fuel : forall t m m' o o' f f', alike m m' -> alike o o' -> alike f f' ->
    not_lose fuel t m o f = not_lose fuel t m' o' f'.
  Proof.
    induction fuel as [|fuel IH]; intros t m m' o o' f f' M O F; cbn [not_lose];
      rewrite (owns_alike m m' M), (owns_alike o o' O); auto.
    destruct (owns m' || owns o'); auto. destruct t.
    - destruct m as [|b m]; [rewrite (alike_nil _ _ M eq_refl); auto|].
      destruct m' as [|b' m']; [discriminate (alike_nil _ _ (alike_sym _ _ M) eq_refl)|].
      destruct f as [|c f]; [rewrite (alike_nil _ _ F eq_refl); auto|].
      destruct f' as [|c' f']; [discriminate (alike_nil _ _ (alike_sym _ _ F) eq_refl)|].
      apply existsb_alike; auto. intros x _. apply existsb_alike; auto. intros y _.
      apply IH; auto using alike_cons, alike_take.
    - destruct o as [|b o]; [rewrite (alike_nil _ _ O eq_refl); auto|].
      destruct o' as [|b' o']; [discriminate (alike_nil _ _ (alike_sym _ _ O) eq_refl)|].
      destruct f as [|c f]; [rewrite (alike_nil _ _ F eq_refl); auto|].
      destruct f' as [|c' f']; [discriminate (alike_nil _ _ (alike_sym _ _ F) eq_refl)|].
      apply forallb_alike; auto. intros x _. apply forallb_alike; auto. intros y _.
      apply IH; auto using alike_cons, alike_take.
  Qed.

  Lemma take_shorter p l : In p l -> length (take p l) < length l.
  Proof.
    unfold take. induction l as [|x l IH]; cbn; [tauto|]. intros I.
    assert (L : length (filter (fun x => negb (x =? p)) l) <= length l) by (clear; induction l as [|y l IH]; cbn; [lia|destruct (negb (y =? p)); cbn; lia]).
    destruct (Nat.eqb_spec x p) as [->|N]; cbn; [lia|]. destruct I as [->|I]; [congruence|]. specialize (IH I). lia.
  Qed.

  (** Longer than there are free points no game lasts. *)
  Lemma not_lose_enough fuel : forall fuel' t m o f, length f <= fuel -> length f <= fuel' ->
    not_lose fuel t m o f = not_lose fuel' t m o f.
  Proof.
    induction fuel as [|fuel IH]; intros fuel' t m o f L L'.
    - destruct f; [|cbn in L; lia]. destruct fuel'; cbn [not_lose]; destruct (owns m || owns o); auto.
      destruct t; [destruct m|destruct o]; auto.
    - destruct fuel' as [|fuel'].
      + destruct f; [|cbn in L'; lia]. cbn [not_lose]. destruct (owns m || owns o); auto. destruct t; [destruct m|destruct o]; auto.
      + cbn [not_lose]. destruct (owns m || owns o); auto. destruct t.
        * destruct m as [|b0 m0]; auto. destruct f as [|c0 f0] eqn:Ef; auto. rewrite <- Ef in *.
          apply existsb_alike; [apply alike_refl|]. intros x _. apply existsb_alike; [apply alike_refl|]. intros y Y.
          pose proof (take_shorter y f Y). apply IH; lia.
        * destruct o as [|b0 o0]; auto. destruct f as [|c0 f0] eqn:Ef; auto. rewrite <- Ef in *.
          apply forallb_alike; [apply alike_refl|]. intros x _. apply forallb_alike; [apply alike_refl|]. intros y Y.
          pose proof (take_shorter y f Y). apply IH; lia.
  Qed.

  (** Who cannot be kept from winning does not lose: if a player cannot force not to lose, the other can. *)
  Lemma not_lose_other fuel : forall t m o f, not_lose fuel t m o f = false -> not_lose fuel (negb t) o m f = true.
  Proof.
    induction fuel as [|fuel IH]; intros t m o f E; cbn [not_lose] in *; rewrite (orb_comm (owns o)).
    - destruct (owns m || owns o); [|discriminate]. destruct (owns m), (owns o); cbn in *; congruence.
    - destruct (owns m || owns o); [destruct (owns m), (owns o); cbn in *; congruence|].
      destruct t; cbn [negb].
      + destruct m as [|b0 m0] eqn:Em; [discriminate|]. rewrite <- Em in *. destruct f as [|c0 f0] eqn:Ef; [discriminate|]. rewrite <- Ef in *.
        rewrite forallb_forall. intros x X. rewrite forallb_forall. intros y Y. apply (IH false).
        destruct (not_lose fuel false (y :: take x m) (x :: o) (take y f)) eqn:N; auto.
        assert (Z : existsb (fun b => existsb (fun c => not_lose fuel false (c :: take b m) (b :: o) (take c f)) f) m = true).
        { apply existsb_exists. exists x. split; auto. apply existsb_exists. now exists y. }
        congruence.
      + destruct o as [|b0 o0] eqn:Eo; [discriminate|]. rewrite <- Eo in *. destruct f as [|c0 f0] eqn:Ef; [discriminate|]. rewrite <- Ef in *.
        destruct (Hops.forallb_false _ _ E) as (x & X & Fx). destruct (Hops.forallb_false _ _ Fx) as (y & Y & N).
        apply existsb_exists. exists x. split; auto. apply existsb_exists. exists y. split; auto.
        exact (IH true _ _ _ N).
  Qed.

  (** Theorem 2 (a piece more): the point [c], free in the one game, is the player's in the other. Who is to move has a
      piece. *)
  Theorem piece_more fuel : forall t mine theirs free c, (t = true -> mine <> []) ->
    ~ In c free -> (forall x, In x (c :: free) -> ~ In x mine /\ ~ In x theirs) ->
    not_lose fuel t mine theirs (c :: free) = true -> not_lose fuel t (c :: mine) theirs free = true.
  Proof.
    induction fuel as [|fuel IH]; intros t mine theirs free c NM NC D H.
    all: assert (Up : owns mine = true -> owns (c :: mine) = true) by (apply owns_more; intros x X; now right).
    all: cbn [not_lose] in *.
    - destruct (owns theirs); [|rewrite orb_false_r in *; destruct (owns (c :: mine)); reflexivity].
      rewrite orb_true_r in *. cbn in *. destruct (owns mine); [rewrite Up by auto; reflexivity|discriminate].
    - destruct (owns theirs) eqn:OT.
      { rewrite orb_true_r in *. cbn in *. destruct (owns mine); [rewrite Up by auto; reflexivity|discriminate]. }
      rewrite orb_false_r in *. destruct (owns (c :: mine)) eqn:OM; [reflexivity|].
      destruct (owns mine); [discriminate (Up eq_refl)|].
      assert (cm : ~ In c mine /\ ~ In c theirs) by (apply D; now left).
      destruct t.
      + destruct free as [|f0 fr] eqn:EF; auto. rewrite <- EF in *.
        destruct mine as [|m0 mi] eqn:Emi; [now destruct NM|]. rewrite <- Emi in *. clear NM.
        apply existsb_exists in H as (b & B & H). apply existsb_exists in H as (d & Dd & H).
        assert (bc : b <> c) by (intros ->; tauto).
        apply existsb_exists. exists b. split; [now right|]. destruct (Nat.eq_dec d c) as [->|N].
        * (* the hop goes to the extra piece: any other free point will do *)
          assert (Fe : In f0 free) by (rewrite EF; now left).
          assert (ec : f0 <> c) by (intros ->; contradiction).
          apply existsb_exists. exists f0. split; auto.
          rewrite (not_lose_alike fuel false _ (f0 :: c :: take b mine) _ (b :: theirs) _ (take f0 free));
            [|intros x; cbn [In]; rewrite !take_in; cbn [In]; intuition congruence|apply alike_refl|apply alike_refl].
          apply IH; [discriminate|rewrite take_in; tauto| |].
          { intros x X. assert (Xf : In x free) by (destruct X as [<-|X]; [auto|apply take_in in X; tauto]).
            destruct (D x (or_intror Xf)) as (D1 & D2). assert (xc : x <> c) by (intros ->; contradiction).
            cbn [In]. rewrite take_in. split; [intuition congruence|]. intros [<-|X']; [contradiction|contradiction]. }
          rewrite <- H. apply not_lose_alike; try apply alike_refl.
          intros x. cbn [In]. rewrite !take_in. cbn [In]. destruct (Nat.eq_dec x f0) as [->|]; [intuition congruence|].
          destruct (Nat.eq_dec x c) as [->|]; intuition congruence.
        * destruct Dd as [<-|Dd]; [congruence|].
          apply existsb_exists. exists d. split; auto.
          rewrite (not_lose_alike fuel false _ (c :: d :: take b mine) _ (b :: theirs) _ (take d free));
            [|intros x; cbn [In]; rewrite !take_in; cbn [In]; intuition congruence|apply alike_refl|apply alike_refl].
          apply IH; [discriminate|rewrite take_in; tauto| |].
          { intros x X. assert (Xf : In x (c :: free) /\ x <> d).
            { destruct X as [<-|X]; [split; [now left|auto]|apply take_in in X; split; [right|]; tauto]. }
            destruct Xf as (Xf & Xd). destruct (D x Xf) as (D1 & D2).
            cbn [In]. rewrite take_in. split; [intuition congruence|]. intros [<-|X']; [contradiction|contradiction]. }
          rewrite <- H. apply not_lose_alike; try apply alike_refl.
          intros x. cbn [In]. rewrite !take_in. cbn [In]. intuition congruence.
      + destruct theirs as [|t0 th] eqn:Et; auto. rewrite <- Et in *.
        destruct free as [|f0 fr] eqn:EF; auto. rewrite <- EF in *.
        rewrite forallb_forall in *. intros o O. specialize (H o O). rewrite forallb_forall in *. intros d Dd.
        specialize (H d (or_intror Dd)). assert (dc : d <> c) by (intros ->; contradiction).
        rewrite (not_lose_alike fuel true _ (c :: o :: mine) _ (d :: take o theirs) _ (take d free));
          [|intros x; cbn [In]; intuition|apply alike_refl|apply alike_refl].
        apply IH; [easy|rewrite take_in; tauto| |].
        { intros x X. assert (Xf : In x (c :: free) /\ x <> d).
          { destruct X as [<-|X]; [split; [now left|auto]|apply take_in in X; split; [right|]; tauto]. }
          destruct Xf as (Xf & Xd). destruct (D x Xf) as (D1 & D2).
          cbn [In]. rewrite take_in. split; [intros [<-|X']; contradiction|intuition congruence]. }
        refine (eq_trans _ H). apply not_lose_alike; try apply alike_refl.
        intros x. cbn [In]. rewrite !take_in. cbn [In]. intuition congruence.
  Qed.

  (** Theorem 3 (stealing): with free hops, the sets the same for both, and one piece on the board, which is the first
      player's, the first player does not lose. *)
  Theorem stealing fuel s free : length free <= fuel -> ~ In s free -> not_lose fuel true [s] [] free = true.
  Proof.
    intros L NS. rewrite (not_lose_enough fuel (S (length free))) by lia.
    destruct (not_lose (S (length free)) true [s] [] free) eqn:E; auto.
    assert (G : not_lose (length free) true [s] [] free = false)
      by (rewrite (not_lose_enough (length free) (S (length free))) by lia; exact E).
    apply not_lose_other in G. cbn [negb] in G. cbn [not_lose] in E.
    destruct (owns [s] || owns []) eqn:O.
    { destruct (owns [s]) eqn:O1; [rewrite andb_false_r in E; discriminate|].
      cbn in O. apply (owns_more [] [s]) in O; [congruence|intros x []]. }
    destruct free as [|c fr] eqn:EF; [discriminate|]. rewrite <- EF in *.
    cbn [existsb] in E. rewrite orb_false_r in E.
    assert (C : In c free) by (rewrite EF; now left).
    assert (X : not_lose (length free) false (c :: take s [s]) [s] (take c free) = false).
    { destruct (not_lose (length free) false (c :: take s [s]) [s] (take c free)) eqn:X; auto.
      assert (Y : existsb (fun c => not_lose (length free) false (c :: take s [s]) [s] (take c free)) free = true)
        by (apply existsb_exists; now exists c). congruence. }
    rewrite (not_lose_alike _ _ _ [c] _ [s] _ (take c free)) in X;
      [|intros x; cbn [In]; rewrite take_in; cbn [In]; intuition|apply alike_refl|apply alike_refl].
    rewrite (piece_more (length free) false [] [s] (take c free) c) in X; [discriminate X|easy|rewrite take_in; tauto| |].
    - intros x Hx. split; [intros []|]. intros [<-|[]]. destruct Hx as [->|Hx]; [contradiction|]. apply take_in in Hx. tauto.
    - rewrite <- G. apply not_lose_alike; try apply alike_refl. intros x. cbn [In]. rewrite take_in.
      destruct (Nat.eq_dec x c) as [->|N]; [tauto|].
      split; [intros [E'|E']; [now destruct N|tauto]|tauto].
  Qed.

  (** ** Games of taking points *)

  (** Whether the player with the points [mine] can force not to lose: points are taken one by one in turn, and who first
      owns a set wins. *)
  Fixpoint safe (fuel : nat) (my_turn : bool) (mine theirs free : list nat) : bool :=
    if owns mine then true else if owns theirs then false
    else match fuel with
    | 0 => true
    | S fuel =>
      match free with
      | [] => true
      | _ => if my_turn then existsb (fun p => safe fuel false (p :: mine) theirs (take p free)) free
             else forallb (fun p => safe fuel true mine (p :: theirs) (take p free)) free
      end
    end.

  Lemma safe_alike fuel : forall t m m' o o' f f', alike m m' -> alike o o' -> alike f f' ->
    safe fuel t m o f = safe fuel t m' o' f'.
  Proof.
    induction fuel as [|fuel IH]; intros t m m' o o' f f' M O F; cbn [safe];
      rewrite (owns_alike m m' M), (owns_alike o o' O); auto.
    destruct (owns m'); auto. destruct (owns o'); auto.
    destruct f as [|c f]; [rewrite (alike_nil _ _ F eq_refl); auto|].
    destruct f' as [|c' f']; [discriminate (alike_nil _ _ (alike_sym _ _ F) eq_refl)|]. destruct t.
    - apply existsb_alike; auto. intros x _. apply IH; auto using alike_cons, alike_take.
    - apply forallb_alike; auto. intros x _. apply IH; auto using alike_cons, alike_take.
  Qed.

  Lemma safe_enough fuel : forall fuel' t m o f, length f <= fuel -> length f <= fuel' ->
    safe fuel t m o f = safe fuel' t m o f.
  Proof.
    induction fuel as [|fuel IH]; intros fuel' t m o f L L'.
    - destruct f; [|cbn in L; lia]. destruct fuel'; reflexivity.
    - destruct fuel' as [|fuel']; [destruct f; [|cbn in L'; lia]; reflexivity|].
      cbn [safe]. destruct (owns m); auto. destruct (owns o); auto. destruct f as [|c0 f0] eqn:Ef; auto. rewrite <- Ef in *.
      destruct t; [apply existsb_alike|apply forallb_alike]; try apply alike_refl; intros y Y;
        pose proof (take_shorter y f Y); apply IH; lia.
  Qed.

  (** Both cannot own a set before anyone has: this holds at the start and after every move that decides nothing. *)
  Lemma safe_other fuel : forall t m o f, owns m = false \/ owns o = false ->
    safe fuel t m o f = false -> safe fuel (negb t) o m f = true.
  Proof.
    induction fuel as [|fuel IH]; intros t m o f D E; cbn [safe] in *;
      destruct (owns m) eqn:M; try discriminate; destruct (owns o) eqn:O; auto; try discriminate.
    destruct f as [|c0 f0] eqn:Ef; [discriminate|]. rewrite <- Ef in *. destruct t; cbn [negb].
    - rewrite forallb_forall. intros p P. apply (IH false); auto.
      destruct (safe fuel false (p :: m) o (take p f)) eqn:N; auto.
      assert (Z : existsb (fun p => safe fuel false (p :: m) o (take p f)) f = true) by (apply existsb_exists; now exists p).
      congruence.
    - destruct (Hops.forallb_false _ _ E) as (p & P & N). apply existsb_exists. exists p. split; auto. apply (IH true); auto.
  Qed.

  (** An own point more never hurts. *)
  Theorem point_more fuel : forall t mine theirs free c, ~ In c free ->
    safe fuel t mine theirs (c :: free) = true -> safe fuel t (c :: mine) theirs free = true.
  Proof.
    induction fuel as [|fuel IH]; intros t mine theirs free c NC H.
    all: assert (Up : owns mine = true -> owns (c :: mine) = true) by (apply owns_more; intros x X; now right).
    all: cbn [safe] in *; destruct (owns (c :: mine)) eqn:OM; auto; destruct (owns mine); [discriminate (Up eq_refl)|].
    all: destruct (owns theirs); auto.
    destruct free as [|f0 fr] eqn:EF; auto. rewrite <- EF in *. destruct t.
    - apply existsb_exists in H as (d & Dd & H). destruct (Nat.eq_dec d c) as [->|N].
      + assert (Fe : In f0 free) by (rewrite EF; now left). assert (ec : f0 <> c) by (intros ->; contradiction).
        apply existsb_exists. exists f0. split; auto. apply IH; [rewrite take_in; tauto|].
        rewrite <- H. apply safe_alike; try apply alike_refl.
        intros x. cbn [In]. rewrite !take_in. cbn [In]. destruct (Nat.eq_dec x f0) as [->|]; [intuition congruence|].
        destruct (Nat.eq_dec x c) as [->|]; intuition congruence.
      + destruct Dd as [<-|Dd]; [congruence|]. apply existsb_exists. exists d. split; auto.
        rewrite (safe_alike fuel false _ (c :: d :: mine) _ theirs _ (take d free));
          [|intros x; cbn [In]; intuition|apply alike_refl|apply alike_refl].
        apply IH; [rewrite take_in; tauto|]. rewrite <- H. apply safe_alike; try apply alike_refl.
        intros x. cbn [In]. rewrite !take_in. cbn [In]. intuition congruence.
    - rewrite forallb_forall in *. intros d Dd. specialize (H d (or_intror Dd)).
      assert (dc : d <> c) by (intros ->; contradiction).
      apply IH; [rewrite take_in; tauto|]. refine (eq_trans _ H). apply safe_alike; try apply alike_refl.
      intros x. cbn [In]. rewrite !take_in. cbn [In]. intuition congruence.
  Qed.

  (** From the empty board the first player does not lose. (A winning set without points is nobody's.) *)
  Theorem stealing_points fuel free : length free <= fuel -> ~ In [] sets -> safe fuel true [] [] free = true.
  Proof.
    intros L NE.
    assert (O0 : owns [] = false).
    { destruct (owns []) eqn:O; auto. unfold Potential.owns in O. apply existsb_exists in O as ([|x A] & IA & F); [contradiction|].
      discriminate F. }
    rewrite (safe_enough fuel (S (length free))) by lia.
    destruct (safe (S (length free)) true [] [] free) eqn:E; auto.
    assert (G : safe (length free) true [] [] free = false)
      by (rewrite (safe_enough (length free) (S (length free))) by lia; exact E).
    apply safe_other in G; [|auto]. cbn [negb] in G. cbn [safe] in E. rewrite O0 in E.
    destruct free as [|c fr] eqn:EF; [discriminate|]. rewrite <- EF in *.
    assert (C : In c free) by (rewrite EF; now left).
    assert (X : safe (length free) false [c] [] (take c free) = true).
    { apply point_more; [rewrite take_in; tauto|]. rewrite <- G. apply safe_alike; try apply alike_refl.
      intros x. cbn [In]. rewrite take_in. destruct (Nat.eq_dec x c) as [->|N]; [tauto|].
      split; [intros [E'|E']; [now destruct N|tauto]|tauto]. }
    assert (Y : existsb (fun p => safe (length free) false [p] [] (take p free)) free = true)
      by (apply existsb_exists; now exists c).
    congruence.
  Qed.
End Stealing.
