//! The body of a certificate: a stream of steps, each a keyword and numbers.
//!
//! There are three forms of the same steps: *text* (one line for each step, to be read by people), *binary* (one byte
//! for a keyword, numbers with seven bits in each byte, the lowest first, and the eighth bit set on all but the last),
//! and *deflate*, which is the binary form, compressed. A reader takes one step at a time, and no more memory than that
//! step needs.

use std::io::{self, BufRead, Read, Write};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::Refused;

/// How the steps are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line a step.
    Text,
    /// Bytes.
    Binary,
    /// Bytes, compressed.
    Deflate,
}

impl Form {
    const NAMES: [(Form, &'static str); 3] =
        [(Form::Text, "text"), (Form::Binary, "binary"), (Form::Deflate, "deflate")];

    /// The name in the header.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(form, _)| *form == self).map_or("", |(_, name)| name)
    }

    /// The form with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(form, _)| *form)
    }
}

/// What a step is. The numbers that follow each are described in `docs/formats.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// An earlier position under other names.
    Copy,
    /// A Grundy value.
    Is,
    /// A number that is not the Grundy value.
    Not,
    /// Won whatever stands beside it (nimstring).
    Loony,
    /// The player to move wins.
    Won,
    /// The player to move loses.
    Lost,
    /// The margin is at least so much.
    Least,
    /// The margin is at most so much.
    Most,
    /// The first player can force it.
    Holds,
    /// The first player cannot force it.
    Fails,
    /// A strategy's payoff is at least so much.
    Keeps,
    /// Which game the steps that follow are about.
    Maker,
    /// A fact by the weight of the open sets.
    Potential,
    /// A fact by pairs of points.
    Pairing,
    /// A fact by the Maker-Breaker game.
    Breaker,
    /// A fact by strategy stealing.
    Stealing,
    /// The margin is at most so much, by exchanging moves.
    Exchange,
    /// A margin without what cancels.
    Cancel,
    /// Lost, by answering in the mirror.
    Mirror,
    /// A value by the shape of a component.
    Shape,
}

impl Keyword {
    const ALL: [(Keyword, &'static str); 20] = [
        (Keyword::Copy, "copy"),
        (Keyword::Is, "is"),
        (Keyword::Not, "not"),
        (Keyword::Loony, "loony"),
        (Keyword::Won, "won"),
        (Keyword::Lost, "lost"),
        (Keyword::Least, "least"),
        (Keyword::Most, "most"),
        (Keyword::Holds, "holds"),
        (Keyword::Fails, "fails"),
        (Keyword::Keeps, "keeps"),
        (Keyword::Maker, "maker"),
        (Keyword::Potential, "potential"),
        (Keyword::Pairing, "pairing"),
        (Keyword::Breaker, "breaker"),
        (Keyword::Stealing, "stealing"),
        (Keyword::Exchange, "exchange"),
        (Keyword::Cancel, "cancel"),
        (Keyword::Mirror, "mirror"),
        (Keyword::Shape, "shape"),
    ];

    fn code(self) -> u8 {
        Self::ALL.iter().position(|(keyword, _)| *keyword == self).unwrap_or(0) as u8
    }

    /// The word in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self.code() as usize].1
    }
}

/// Writes steps.
pub struct Writer<W: Write> {
    out: Out<W>,
    text: bool,
    steps: u64,
}

enum Out<W: Write> {
    Plain(W),
    Deflate(DeflateEncoder<W>),
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Plain(out) => out.write(bytes),
            Out::Deflate(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Plain(out) => out.flush(),
            Out::Deflate(out) => out.flush(),
        }
    }
}

impl<W: Write> Writer<W> {
    /// A writer of steps in a form.
    pub fn new(form: Form, out: W) -> Self {
        let text = form == Form::Text;
        let out = match form {
            Form::Deflate => Out::Deflate(DeflateEncoder::new(out, Compression::default())),
            _ => Out::Plain(out),
        };
        Writer { out, text, steps: 0 }
    }

    /// Writes one fact of a closed proof: its numbers alone, but in the text form a word before them.
    pub fn fact(&mut self, numbers: &[u64]) -> io::Result<()> {
        self.steps += 1;
        if self.text {
            write!(self.out, "fact")?;
            for number in numbers {
                write!(self.out, " {number}")?;
            }
            return writeln!(self.out);
        }
        numbers.iter().try_for_each(|&number| self.number(number))
    }

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut length = 0;
        loop {
            bytes[length] = number as u8 & 127 | if number >= 128 { 128 } else { 0 };
            (length, number) = (length + 1, number >> 7);
            if number == 0 {
                return self.out.write_all(&bytes[..length]);
            }
        }
    }

    /// Writes one step.
    pub fn step(&mut self, keyword: Keyword, numbers: &[u64]) -> io::Result<()> {
        self.steps += 1;
        if self.text {
            write!(self.out, "{}", keyword.name())?;
            for number in numbers {
                write!(self.out, " {number}")?;
            }
            return writeln!(self.out);
        }
        self.out.write_all(&[keyword.code()])?;
        numbers.iter().try_for_each(|&number| self.number(number))
    }

    /// The steps written so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Ends the stream and gives back what was written to.
    pub fn finish(self) -> io::Result<W> {
        match self.out {
            Out::Plain(out) => Ok(out),
            Out::Deflate(out) => out.finish(),
        }
    }
}

/// Reads steps.
pub struct Reader<R: BufRead> {
    source: Source<R>,
    /// The tokens of the line being read, last first.
    line: Vec<String>,
}

enum Source<R: BufRead> {
    Text(R),
    Binary(R),
    Deflate(Box<DeflateDecoder<R>>),
}

/// No line of the text form is longer.
const LONGEST_LINE: u64 = 1 << 20;

impl<R: BufRead> Reader<R> {
    /// A reader of steps in a form.
    pub fn new(form: Form, source: R) -> Self {
        let source = match form {
            Form::Text => Source::Text(source),
            Form::Binary => Source::Binary(source),
            Form::Deflate => Source::Deflate(Box::new(DeflateDecoder::new(source))),
        };
        Reader { source, line: Vec::new() }
    }

    /// The word that begins the next line of the text form; none in the others.
    fn word(&mut self) -> Result<Option<String>, Refused> {
        let Source::Text(source) = &mut self.source else { return Ok(None) };
        if !self.line.is_empty() {
            return Err(Refused::Format("a step has too many numbers".into()));
        }
        let mut line = String::new();
        source.take(LONGEST_LINE).read_line(&mut line).map_err(damaged)?;
        self.line = line.split_ascii_whitespace().rev().map(String::from).collect();
        let word = self.line.pop().ok_or_else(|| Refused::Format("it ends too early".into()))?;
        Ok(Some(word))
    }

    /// Comes to the numbers of the next fact of a closed proof.
    pub fn fact(&mut self) -> Result<(), Refused> {
        match self.word()?.is_none_or(|word| word == "fact") {
            true => Ok(()),
            false => Err(Refused::Format("a line is not a fact".into())),
        }
    }

    /// The keyword of the next step.
    pub fn keyword(&mut self) -> Result<Keyword, Refused> {
        let unknown = || Refused::Format("a step has an unknown keyword".into());
        if let Some(word) = self.word()? {
            let found = Keyword::ALL.iter().find(|(_, name)| *name == word);
            return found.map(|(keyword, _)| *keyword).ok_or_else(unknown);
        }
        let code = self.byte()?;
        Keyword::ALL.get(code as usize).map(|(keyword, _)| *keyword).ok_or_else(unknown)
    }

    /// The next number of the step.
    pub fn number(&mut self) -> Result<u64, Refused> {
        if let Source::Text(_) = self.source {
            let token = self.line.pop();
            let number = token.and_then(|token| token.parse().ok());
            return number.ok_or_else(|| Refused::Format("a step lacks a number".into()));
        }
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = (byte & 127) as u64;
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(Refused::Format("a number is too large".into()))
    }

    /// A number that counts something in memory.
    pub fn index(&mut self) -> Result<usize, Refused> {
        let number = self.number()?;
        usize::try_from(number)
            .map_err(|_| Refused::Format(format!("the number {number} is too large")))
    }

    fn byte(&mut self) -> Result<u8, Refused> {
        let mut byte = [0];
        let read = match &mut self.source {
            Source::Text(source) | Source::Binary(source) => source.read_exact(&mut byte),
            Source::Deflate(source) => source.read_exact(&mut byte),
        };
        read.map_err(damaged)?;
        Ok(byte[0])
    }

    /// What follows the body. There must be no step left.
    pub fn finish(mut self) -> Result<R, Refused> {
        if !self.line.is_empty() {
            return Err(Refused::Format("a step has too many numbers".into()));
        }
        if let Source::Deflate(source) = &mut self.source
            && source.read(&mut [0]).map_err(damaged)? > 0
        {
            return Err(Refused::Format("there are more steps than the header says".into()));
        }
        Ok(match self.source {
            Source::Text(source) | Source::Binary(source) => source,
            Source::Deflate(source) => source.into_inner(),
        })
    }
}

/// Unreadable input counts as missing.
pub fn damaged(error: io::Error) -> Refused {
    Refused::Format(match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends too early".to_string(),
        _ => format!("it cannot be read: {error}"),
    })
}

/// A signed number as a step writes it: 0, -1, 1, -2, … become 0, 1, 2, 3, …
pub fn signed(number: i32) -> u64 {
    ((number << 1) ^ (number >> 31)) as u32 as u64
}

/// The signed number that a step wrote.
pub fn unsigned(number: u64) -> Result<i32, Refused> {
    let number = u32::try_from(number)
        .map_err(|_| Refused::Format(format!("the number {number} is too large")))?;
    Ok((number >> 1) as i32 ^ -((number & 1) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [u64; 7] = [0, 1, 127, 128, 300, u64::MAX - 1, u64::MAX];

    #[test]
    fn what_is_written_is_read() {
        for form in [Form::Text, Form::Binary, Form::Deflate] {
            let mut writer = Writer::new(form, Vec::new());
            writer.step(Keyword::Is, &NUMBERS).unwrap();
            writer.step(Keyword::Lost, &[]).unwrap();
            assert_eq!(writer.steps(), 2);
            let mut bytes = writer.finish().unwrap();
            bytes.extend(b"rest");
            let mut reader = Reader::new(form, &bytes[..]);
            assert_eq!(reader.keyword(), Ok(Keyword::Is));
            NUMBERS.iter().for_each(|&number| assert_eq!(reader.number(), Ok(number)));
            assert_eq!(reader.keyword(), Ok(Keyword::Lost));
            assert_eq!(reader.finish().unwrap(), b"rest", "{form:?}");
        }
    }

    #[test]
    fn steps_that_end_too_soon_or_too_late() {
        let mut reader = Reader::new(Form::Text, &b"is 1\n"[..]);
        assert_eq!(reader.keyword(), Ok(Keyword::Is));
        assert_eq!(reader.number(), Ok(1));
        assert!(reader.number().is_err());
        let mut reader = Reader::new(Form::Text, &b"is 1\nis 2\n"[..]);
        assert_eq!(reader.keyword(), Ok(Keyword::Is));
        assert!(reader.keyword().is_err());
        assert!(Reader::new(Form::Binary, &[99][..]).keyword().is_err());
        assert!(Reader::new(Form::Binary, &[][..]).keyword().is_err());
        // Eleven bytes of seven bits, and ten whose last does not fit.
        assert!(Reader::new(Form::Binary, &[255; 11][..]).number().is_err());
        assert!(
            Reader::new(Form::Binary, &[[255; 9].as_slice(), &[2]].concat()[..]).number().is_err()
        );
        assert!(Reader::new(Form::Deflate, &b"nonsense"[..]).keyword().is_err());
    }

    #[test]
    fn signs() {
        for number in [0, 1, -1, 7, -8, i32::MAX, i32::MIN] {
            assert_eq!(unsigned(signed(number)), Ok(number));
        }
        assert!(unsigned(1 << 32).is_err());
    }
}
