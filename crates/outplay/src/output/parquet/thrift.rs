//! Thrift's compact protocol: structures of numbered fields, written in order and read back as a tree.

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const INT32: u8 = 5;
const INT64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A number, seven bits a byte, the lowest first.
pub fn varint(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// A structure that is being written, its fields in ascending order.
#[derive(Clone, Default)]
pub struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    /// Without fields.
    pub fn new() -> Self {
        Struct::default()
    }

    fn field(mut self, id: u8, kind: u8) -> Self {
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
        self
    }

    /// With a number of 32 bits.
    pub fn int32(self, id: u8, number: i64) -> Self {
        let mut with = self.field(id, INT32);
        varint(&mut with.bytes, zigzag(number));
        with
    }

    /// With a number of 64 bits.
    pub fn int(self, id: u8, number: i64) -> Self {
        let mut with = self.field(id, INT64);
        varint(&mut with.bytes, zigzag(number));
        with
    }

    /// With a text.
    pub fn text(self, id: u8, text: &str) -> Self {
        let mut with = self.field(id, BINARY);
        with.push_text(text);
        with
    }

    fn push_text(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    /// With a structure.
    pub fn inner(self, id: u8, inner: Struct) -> Self {
        let mut with = self.field(id, STRUCT);
        with.bytes.extend(inner.bytes());
        with
    }

    fn open_list(self, id: u8, kind: u8, length: usize) -> Self {
        let mut with = self.field(id, LIST);
        match length {
            ..15 => with.bytes.push((length as u8) << 4 | kind),
            _ => {
                with.bytes.push(0xf0 | kind);
                varint(&mut with.bytes, length as u64);
            }
        }
        with
    }

    /// With a list of structures.
    pub fn list(self, id: u8, items: Vec<Struct>) -> Self {
        let with = self.open_list(id, STRUCT, items.len());
        items.into_iter().fold(with, |mut with, item| {
            with.bytes.extend(item.bytes());
            with
        })
    }

    /// With a list of numbers of 32 bits.
    pub fn ints32(self, id: u8, numbers: &[i64]) -> Self {
        let mut with = self.open_list(id, INT32, numbers.len());
        numbers.iter().for_each(|&number| varint(&mut with.bytes, zigzag(number)));
        with
    }

    /// With a list of texts.
    pub fn texts(self, id: u8, texts: &[&str]) -> Self {
        let mut with = self.open_list(id, BINARY, texts.len());
        texts.iter().for_each(|text| with.push_text(text));
        with
    }

    /// The structure, complete.
    pub fn bytes(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Something that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    /// A number.
    Int(i64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Read>),
    /// Fields by number.
    Struct(Vec<(i16, Read)>),
}

impl Read {
    /// A field of a structure.
    pub fn get(&self, id: i16) -> Option<&Read> {
        let Read::Struct(fields) = self else { return None };
        fields.iter().find(|(field, _)| *field == id).map(|(_, value)| value)
    }

    /// A field that is a number.
    pub fn int(&self, id: i16) -> Option<i64> {
        match self.get(id)? {
            Read::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// A field that is text.
    pub fn text(&self, id: i16) -> Option<String> {
        match self.get(id)? {
            Read::Bytes(bytes) => String::from_utf8(bytes.clone()).ok(),
            _ => None,
        }
    }

    /// A field that is a list.
    pub fn list(&self, id: i16) -> Option<&[Read]> {
        match self.get(id)? {
            Read::List(items) => Some(items),
            _ => None,
        }
    }
}

/// Structures deeper than this are not ours.
const DEEPEST: usize = 16;

/// Reads a structure from the front of some bytes, which are then behind it.
pub fn read(bytes: &mut &[u8]) -> Option<Read> {
    read_value(bytes, STRUCT, 0)
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// Reads a number of seven bits a byte.
pub fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let next = byte(bytes)?;
        number |= u64::from(next & 0x7f) << shift;
        if next < 0x80 {
            return Some(number);
        }
    }
    None
}

fn read_int(bytes: &mut &[u8]) -> Option<i64> {
    let number = read_varint(bytes)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

fn read_value(bytes: &mut &[u8], kind: u8, depth: usize) -> Option<Read> {
    if depth > DEEPEST {
        return None;
    }
    Some(match kind {
        TRUE => Read::Int(1),
        FALSE => Read::Int(0),
        3 => Read::Int(byte(bytes)? as i64),
        4..=INT64 => Read::Int(read_int(bytes)?),
        BINARY => {
            let length = usize::try_from(read_varint(bytes)?).ok()?;
            let (text, rest) = bytes.split_at_checked(length)?;
            *bytes = rest;
            Read::Bytes(text.to_vec())
        }
        LIST => {
            let head = byte(bytes)?;
            let length = match head >> 4 {
                15 => read_varint(bytes)?,
                short => u64::from(short),
            };
            // Every item takes a byte or more, so a list is no longer than what is left.
            let length = usize::try_from(length).ok().filter(|&length| length <= bytes.len())?;
            let items = (0..length).map(|_| read_value(bytes, head & 15, depth + 1));
            Read::List(items.collect::<Option<_>>()?)
        }
        STRUCT => {
            let mut fields = Vec::new();
            let mut id = 0i16;
            loop {
                let head = byte(bytes)?;
                if head == 0 {
                    return Some(Read::Struct(fields));
                }
                id = match head >> 4 {
                    0 => i16::try_from(read_int(bytes)?).ok()?,
                    step => id.checked_add(i16::from(step))?,
                };
                fields.push((id, read_value(bytes, head & 15, depth + 1)?));
            }
        }
        _ => return None,
    })
}
