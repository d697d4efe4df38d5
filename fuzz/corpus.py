#!/usr/bin/env python3
"""What the fuzzer has found for a law, one input a line: corpus.py pack | unpack LAW FOLDER

Bytes that do not print, and backslashes, are written as \\xNN. libFuzzer wants a file for each input: `unpack` makes them, `pack` reads them.
"""

import pathlib
import re
import sys

CORPUS = pathlib.Path(__file__).parent / "corpus"


def escaped(data):
    return "".join(chr(byte) if 32 <= byte < 127 and byte != 92 else f"\\x{byte:02x}" for byte in data)


def unescaped(line):
    return re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), line.encode())


def main(verb, law, folder):
    packed, folder = CORPUS / f"{law}.txt", pathlib.Path(folder)
    if verb == "pack":
        lines = sorted({escaped(path.read_bytes()) for path in folder.iterdir()}, key=lambda line: (len(line), line))
        packed.parent.mkdir(exist_ok=True)
        packed.write_text("".join(line + "\n" for line in lines), encoding="ascii")
    elif packed.exists():
        for number, line in enumerate(packed.read_text(encoding="ascii").split("\n")[:-1]):
            (folder / f"{number:06}").write_bytes(unescaped(line))


if __name__ == "__main__":
    main(*sys.argv[1:])
