//! Rows on standard output or in a file, as they come.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

use outplay::output::{Column, RowFormat, RowWriter};
use outplay::{Error, InputError, file_error};
use serde_json::Value;

use crate::cli::RowsArgs;

/// Where rows go. The header is written with the first row, and until then an existing file is left alone: a wrong
/// question must not empty it.
pub struct Target {
    name: String,
    format: RowFormat,
    to: Option<Box<dyn Write + Send>>,
    columns: Option<Vec<Column>>,
    writer: Option<RowWriter<Box<dyn Write + Send>>>,
}

impl Target {
    /// Standard output, or a file, which is opened now.
    pub fn open(format: RowFormat, output: Option<&str>) -> Result<Self, Error> {
        let name = output.unwrap_or("standard output").to_string();
        let to: Box<dyn Write + Send> = match output {
            Some(path) => {
                Box::new(BufWriter::new(Overwriting::open(path).map_err(file_error(path))?))
            }
            None if format == RowFormat::Parquet && io::stdout().is_terminal() => {
                let message = "Parquet is a binary format, written to a file";
                return Err(InputError::plain(message).help("give --output FILE").into());
            }
            None if format == RowFormat::Parquet => Box::new(BufWriter::new(io::stdout())),
            // Line by line: a row is seen when it is found, and a reader who has gone away is noticed.
            None => Box::new(io::stdout()),
        };
        Ok(Target { name, format, to: Some(to), columns: None, writer: None })
    }

    /// As the options ask for it.
    pub fn of(rows: &RowsArgs) -> Result<Self, Error> {
        Target::open(rows.format.into(), rows.output.as_deref())
    }

    /// Whether the columns are not known yet.
    pub fn is_new(&self) -> bool {
        self.columns.is_none() && self.writer.is_none()
    }

    /// Says what the columns are, unless that was said before.
    pub fn begin(&mut self, columns: Vec<Column>) {
        if self.is_new() {
            self.columns = Some(columns);
        }
    }

    /// Writes a row.
    pub fn row(&mut self, cells: Vec<Value>) -> Result<(), Error> {
        self.write_columns()?;
        match &mut self.writer {
            Some(writer) => writer.row(cells).map_err(file_error(&self.name)),
            None => Ok(()),
        }
    }

    /// Writes what comes after the rows.
    pub fn end(mut self) -> Result<(), Error> {
        self.write_columns()?;
        match self.writer {
            Some(writer) => {
                let finished = writer.finish().and_then(|mut to| to.flush());
                finished.map_err(file_error(&self.name))
            }
            None => Ok(()),
        }
    }

    fn write_columns(&mut self) -> Result<(), Error> {
        let Some(columns) = self.columns.take() else { return Ok(()) };
        if let Some(to) = self.to.take() {
            let writer = RowWriter::new(to, self.format, columns);
            self.writer = Some(writer.map_err(file_error(&self.name))?);
        }
        Ok(())
    }
}

/// A file that keeps what it has until something else is written to it.
pub struct Overwriting {
    file: File,
    has_begun: bool,
}

impl Overwriting {
    /// The file of this name, made if it is not there.
    pub fn open(path: &str) -> io::Result<Self> {
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        Ok(Overwriting { file, has_begun: false })
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.has_begun && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.has_begun = true;
        Ok(())
    }
}

impl Write for Overwriting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin()?;
        self.file.write(bytes)
    }

    /// What has no bytes at all is written when it is flushed.
    fn flush(&mut self) -> io::Result<()> {
        self.begin()?;
        self.file.flush()
    }
}

/// A reader who has gone away (`| head`) has seen enough: that is no failure.
pub fn heard<T>(written: Result<T, Error>) -> Result<Option<T>, Error> {
    match written {
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::BrokenPipe => Ok(None),
        written => written.map(Some),
    }
}
