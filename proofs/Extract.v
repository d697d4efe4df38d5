(** The kernels as OCaml programs. Booleans, options, pairs and lists become OCaml's own; numbers stay what they were
    in the proof, so nothing can overflow. *)
From Coq Require Import Extraction ExtrOcamlBasic NArith.
From Outplay Require Checker Margins Periods.

Extraction Language OCaml.
Extraction "kernel.ml" Checker.check N.add N.mul N.shiftl.
Extraction "margins.ml" Margins.check_margin.
Extraction "periods.ml" Periods.check_period.
