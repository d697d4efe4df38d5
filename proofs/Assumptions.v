(** Every theorem that docs/proofs.md lists. The build fails if one of them rests on an axiom. *)
From Outplay Require Import Impartial Heaps Window Periods Graph Unshackle Leaves Mirror Parity Grids Vertices Kayles Checker Margins Potential Coins Captures Bouquets Rich Hops Stealing.

(* Impartial games *)
Print Assumptions grundy_mex.
Print Assumptions grundy_unique.
Print Assumptions wins_spec.
Print Assumptions wins_grundy.
Print Assumptions sprague_grundy.
Print Assumptions sprague_grundy_many.

(* Heaps *)
Print Assumptions heaps_value.
Print Assumptions heap_value_nim_sequence.
Print Assumptions nim_sequence_unique.
Print Assumptions periodicity.
Print Assumptions two_common.
Print Assumptions sparse.
Print Assumptions window_even.
Print Assumptions window.
Print Assumptions window_needs_taking.
Print Assumptions table_spec.
Print Assumptions check_period_sound.

(* Unshackle *)
Print Assumptions exchange.
Print Assumptions exchange_copies.
Print Assumptions two_points_first.
Print Assumptions leaf_first.
Print Assumptions sum_bounds.
Print Assumptions single_edge.
Print Assumptions single_edges_cancel.
Print Assumptions loops_cancel.
Print Assumptions gifts.
Print Assumptions mirror_margin.
Print Assumptions mirror_beside_even.
Print Assumptions mirror_beside_odd.
Print Assumptions leaves_come_off.
Print Assumptions who_wins.
Print Assumptions grid_winner.

(* The kernel of the checker *)
Print Assumptions parts_sum.
Print Assumptions renamed_value.
Print Assumptions adjacent_edges.
Print Assumptions check_sound.
Print Assumptions margin_within.
Print Assumptions renamed_margin.
Print Assumptions check_margin_sound.

(* Strings-and-coins *)
Print Assumptions capture_best.
Print Assumptions path_three.
Print Assumptions capture_along.
Print Assumptions bouquet_two_more.
Print Assumptions twos_cancel.
Print Assumptions threes_cancel.
Print Assumptions rich_in_loops.

(* Positional games *)
Print Assumptions erdos_selfridge.
Print Assumptions erdos_selfridge_maker.
Print Assumptions pairing.
Print Assumptions newest_piece.
Print Assumptions newest_piece_second.
Print Assumptions piece_more.
Print Assumptions stealing.
Print Assumptions point_more.
Print Assumptions stealing_points.
