(** The kernel as an OCaml program. Booleans, options, pairs and lists become OCaml's own; numbers stay what they were
    in the proof, so nothing can overflow. *)
From Coq Require Import Extraction ExtrOcamlBasic NArith.
From Outplay Require Import Checker.

Extraction Language OCaml.
Extraction "kernel.ml" check N.add N.mul N.shiftl.
