(* Reads a certificate in the text form and asks the verified kernels. What is not verified is here: reading the file, the
   checksum, and the graph that a board's name stands for. Exit code 0: accepted; 1: refused; 2: not for this checker. *)

open Kernel

exception Not_ours of string
exception Refused of string

let not_ours format = Printf.ksprintf (fun text -> raise (Not_ours text)) format
let refused format = Printf.ksprintf (fun text -> raise (Refused text)) format

(* Numbers *)

let rec nat n = if n = 0 then O else S (nat (n - 1))

(* Unary numbers must stay small: values and the numbers of moves. *)
let small text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n <= 1_000_000 && String.for_all (fun c -> c >= '0' && c <= '9') text -> nat n
  | _ -> refused "'%s' is not a number that fits" text

let rec positive n =
  if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2))
let binary n = if n = 0 then N0 else Npos (positive n)

let decimal text =
  if text = "" then refused "a number is missing";
  let digit sum c =
    if c < '0' || c > '9' then refused "'%s' is not a number" text;
    N.add (N.mul (binary 10) sum) (binary (Char.code c - 48))
  in
  String.fold_left digit N0 text

(* Boards: the number of vertices and the edges *)

let number text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n <= 1000 -> n
  | _ -> not_ours "'%s' is not a size that fits" text

let grid rows columns =
  let vertex r c = (r * columns) + c in
  let edges = ref [] in
  for r = 0 to rows - 1 do
    for c = 0 to columns - 1 do
      if c + 1 < columns then edges := (vertex r c, vertex r (c + 1)) :: !edges;
      if r + 1 < rows then edges := (vertex r c, vertex (r + 1) c) :: !edges
    done
  done;
  (rows * columns, !edges)

(* graph6 with up to 62 vertices: the upper triangle, column by column, six bits a character. *)
let graph6 text =
  let value i =
    let v = if i < String.length text then Char.code text.[i] - 63 else -1 in
    if v < 0 || v > 63 then not_ours "'%s' is not graph6" text else v
  in
  let n = value 0 in
  if n > 62 then not_ours "graph6 with more than 62 vertices";
  let edges = ref [] and bit = ref 0 in
  for v = 1 to n - 1 do
    for u = 0 to v - 1 do
      if value (1 + (!bit / 6)) land (32 lsr (!bit mod 6)) <> 0 then edges := (u, v) :: !edges;
      incr bit
    done
  done;
  (n, !edges)

let board text =
  match String.split_on_char ':' text with
  | [ "path"; n ] -> grid 1 (number n)
  | [ "cycle"; n ] ->
      let n = number n in
      if n < 1 then not_ours "a cycle needs a vertex";
      (n, List.init n (fun i -> (i, (i + 1) mod n)))
  | [ "grid"; size ] -> (
      match String.split_on_char 'x' size with
      | [ rows; columns ] -> grid (number rows) (number columns)
      | _ -> not_ours "'%s' is not a grid" size)
  | "graph6" :: rest -> graph6 (String.concat ":" rest)
  | _ -> not_ours "the board %s" text

let digits code =
  match String.split_on_char '.' code with
  | [ "0"; after ] when after <> "" && String.length after <= 6 ->
      let digit c = if c >= '0' && c <= '7' then nat (Char.code c - 48) else not_ours "the code %s" code in
      O :: List.map digit (List.of_seq (String.to_seq after))
  | _ -> not_ours "the code %s" code

(* What a header is about: a game on vertices and its statement, or Unshackle and bounds on its margin. *)
type question = Taking of ruleset * statement | Unshackle of int option * int option

let integer text =
  match int_of_string_opt text with
  | Some n when abs n <= 1_000_000 -> n
  | _ -> refused "'%s' is not a number that fits" text

let question game statement =
  let rules =
    match String.split_on_char ':' game with
    | [ "node-kayles" ] -> Some NodeKayles
    | [ ("arc-kayles" | "cram") ] -> Some ArcKayles
    | [ "octal"; code ] -> Some (Octal (digits code))
    | [ "unshackle" ] -> None
    | _ -> not_ours "the game %s" game
  in
  match (rules, String.split_on_char ' ' statement) with
  | Some rules, [ "grundy"; v ] -> Taking (rules, Grundy (small v))
  | Some rules, [ "outcome"; "N" ] -> Taking (rules, Outcome true)
  | Some rules, [ "outcome"; "P" ] -> Taking (rules, Outcome false)
  | None, [ "margin"; m ] -> Unshackle (Some (integer m), Some (integer m))
  | None, [ "margin"; "at-least"; a ] -> Unshackle (Some (integer a), None)
  | None, [ "margin"; "at-most"; b ] -> Unshackle (None, Some (integer b))
  | None, [ "margin"; "at-least"; a; "at-most"; b ] -> Unshackle (Some (integer a), Some (integer b))
  | _ -> not_ours "the statement '%s'" statement

(* Steps of games on vertices *)

(* A position: for octal games the number of heaps, which must be 0, then 64 vertices to a number. *)
let position rules n words =
  let words =
    match (rules, words) with
    | Octal _, "0" :: rest -> rest
    | Octal _, _ -> not_ours "heaps beside the graph"
    | _ -> words
  in
  let rec take i words =
    if i > 0 && i * 64 >= n then (N0, words)
    else
      match words with
      | [] -> refused "a position is cut short"
      | word :: rest ->
          let above, rest = take (i + 1) rest in
          (N.add (N.shiftl (decimal word) (binary (64 * i))) above, rest)
  in
  take 0 words

let step rules n line =
  match String.split_on_char ' ' line with
  | "copy" :: entry :: images -> Copy (decimal entry, List.map decimal images)
  | "is" :: words -> (
      match position rules n words with
      | x, value :: moves -> Is (x, small value, List.map small moves)
      | _ -> refused "'%s' is cut short" line)
  | "not" :: words -> (
      match position rules n words with
      | x, [ value; move ] -> Not (x, small value, small move)
      | _ -> refused "'%s' is not a step" line)
  | keyword :: _ -> not_ours "the step '%s'" keyword
  | [] -> refused "an empty line"

(* Unshackle: the same numbers for the other kernel *)

let rec m_nat n : Margins.nat = if n = 0 then O else S (m_nat (n - 1))
let rec m_positive n : Margins.positive =
  if n = 1 then XH else if n land 1 = 0 then XO (m_positive (n / 2)) else XI (m_positive (n / 2))
let m_binary n : Margins.n = if n = 0 then N0 else Npos (m_positive n)
let m_integer n : Margins.z = if n = 0 then Z0 else if n > 0 then Zpos (m_positive n) else Zneg (m_positive (-n))

let natural most text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n <= most && String.for_all (fun c -> c >= '0' && c <= '9') text -> n
  | _ -> refused "'%s' is not a number that fits" text
let m_small text = m_nat (natural 100_000 text)

(* 0, 1, 2, 3, ... stand for 0, -1, 1, -2, ... *)
let m_margin text =
  let n = natural 1_000_000 text in
  m_integer (if n land 1 = 0 then n / 2 else -((n + 1) / 2))

(* The edges in order, smaller end first, each with its number of copies. *)
let classes edges =
  let tidy = List.sort compare (List.map (fun (u, v) -> (min u v, max u v)) edges) in
  let add classes edge =
    match classes with (known, n) :: rest when known = edge -> (known, n + 1) :: rest | _ -> (edge, 1) :: classes
  in
  List.rev (List.fold_left add [] tidy)

let m_graph counts = List.concat_map (fun ((u, v), n) -> List.init n (fun _ -> (m_nat u, m_nat v))) counts

(* How many copies of each edge are left, as digits of one number. *)
let m_position classes text =
  let bits = List.fold_left (fun product (_, n) -> product *. float (n + 1)) 1. classes in
  if bits > 2. ** 61. then not_ours "a board with so many edges";
  let digit (word, counts) (edge, n) = (word / (n + 1), (edge, word mod (n + 1)) :: counts) in
  let left, counts = List.fold_left digit (natural max_int text, []) classes in
  if left <> 0 then refused "'%s' is no position of the board" text;
  m_graph (List.rev counts)

let m_step classes line : Margins.step =
  let position = m_position classes in
  match String.split_on_char ' ' line with
  | "copy" :: entry :: images -> Copy (m_binary (natural max_int entry), List.map m_small images)
  | [ "least"; x; m; move ] -> Least (position x, m_margin m, m_small move)
  | [ "most"; x; m ] -> Most (position x, m_margin m)
  | "exchange" :: x :: m :: count :: moves ->
      if natural max_int count <> List.length moves then refused "'%s' is not a step" line;
      Exchange (position x, m_margin m, List.map m_small moves)
  | [ "cancel"; x ] -> Cancel (position x)
  | keyword :: _ -> not_ours "the step '%s' in '%s'" keyword line
  | [] -> refused "an empty line"

(* The file *)

let checksum text =
  String.fold_left
    (fun sum c -> Int64.mul (Int64.logxor sum (Int64.of_int (Char.code c))) 0x100000001b3L)
    0xcbf29ce484222325L text

let read path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

let fields known lines =
  let add fields line =
    match String.index_opt line ' ' with
    | None -> refused "the line '%s' is not 'key value'" line
    | Some at ->
        let key = String.sub line 0 at and value = String.sub line (at + 1) (String.length line - at - 1) in
        if not (List.mem key known) then not_ours "'%s'" line;
        if List.mem_assoc key fields then refused "'%s' stands twice" key;
        (key, value) :: fields
  in
  let fields = List.fold_left add [] lines in
  fun key -> match List.assoc_opt key fields with Some v -> v | None -> refused "'%s' is missing" key

let accept path what = Printf.printf "%s: accepted: %s\n" path what

(* A certificate about a game: a header, and steps after the line that says body. *)
let check_game path lines =
  let rec split before = function
    | "body text" :: steps -> (List.rev before, steps)
    | line :: rest -> split (line :: before) rest
    | [] -> not_ours "no body in the text form"
  in
  let head, steps = split [] lines in
  let field = fields [ "statement"; "game"; "board"; "steps"; "memory" ] head in
  let n, edges = board (field "board") in
  if field "steps" <> string_of_int (List.length steps) then refused "the number of steps is wrong";
  let accepted =
    match question (field "game") (field "statement") with
    | Taking (rules, claim) ->
        let edges = List.map (fun (u, v) -> (binary u, binary v)) edges in
        check rules (binary n) edges claim (List.map (step rules n) steps)
    | Unshackle (least, most) ->
        let classes = classes edges in
        Margins.check_margin (m_graph classes) (Option.map m_integer least) (Option.map m_integer most)
          (List.map (m_step classes) steps)
  in
  if not accepted then refused "the steps do not show the statement";
  accept path (Printf.sprintf "%s on %s: %s" (field "game") (field "board") (field "statement"))

(* A certificate of a period. The split makes a check fast, and is not needed here. *)
let check_period path lines =
  let field = fields [ "statement"; "code"; "period"; "last-exception"; "split" ] lines in
  let rec p_nat n : Periods.nat = if n = 0 then O else S (p_nat (n - 1)) in
  let code = field "code" in
  let digits =
    match String.split_on_char '.' code with
    | [ before; after ] when String.length before = 1 && String.length after <= 20 ->
        let digit c =
          match int_of_string_opt (Printf.sprintf "0x%c" c) with
          | Some n when c <> '_' -> p_nat n
          | _ -> not_ours "the code %s" code
        in
        List.map digit (List.of_seq (String.to_seq (before ^ after)))
    | _ -> not_ours "the code %s" code
  in
  let period = natural max_int (field "period") in
  let start = match field "last-exception" with "-1" -> 0 | text -> natural (max_int - 1) text + 1 in
  if period > 1000 || start > 1000 then not_ours "so many values";
  if not (Periods.check_period digits (p_nat start) (p_nat period)) then refused "the sequence has no such period";
  accept path (Printf.sprintf "%s has period %d with last exception %d" code period (start - 1))

let check_file path =
  let text = read path in
  let lines = String.split_on_char '\n' text in
  let lines, last =
    match List.rev lines with
    | "" :: last :: before -> (List.rev before, last)
    | _ -> refused "the last line is not ended"
  in
  let body = match lines with "outplay-certificate 1" :: rest -> rest | _ -> not_ours "another format" in
  let is_period = List.mem "statement period" body in
  let summed = String.concat "\n" lines ^ if is_period then "" else "\n" in
  if last <> Printf.sprintf "checksum %016Lx" (checksum summed) then refused "the checksum does not fit";
  if is_period then check_period path body else check_game path body

let () =
  let code = ref 0 in
  let worst n = if n > !code then code := n in
  let one path =
    try check_file path with
    | Refused why -> Printf.printf "%s: refused: %s\n" path why; worst 1
    | Not_ours what -> Printf.printf "%s: not for this checker: %s\n" path what; worst 2
    | Sys_error what -> Printf.printf "%s\n" what; worst 2
  in
  List.iter one (List.tl (Array.to_list Sys.argv));
  exit !code
