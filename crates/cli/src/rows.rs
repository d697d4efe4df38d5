//! Rows on standard output or in a file, as they come.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, IsTerminal, Write};

use outplay::output::{Column, RowFormat, RowWriter};
use outplay::{Error, InputError, file_error};
use serde_json::Value;

use crate::cli::Rows;

/// Where rows go. The columns come with the first.
pub struct Target {
    name: String,
    format: RowFormat,
    to: Option<Box<dyn Write + Send>>,
    writer: Option<RowWriter<Box<dyn Write + Send>>>,
}

impl Target {
    /// Standard output, or a file, which is made now.
    pub fn open(format: RowFormat, output: Option<&str>) -> Result<Self, Error> {
        let name = output.unwrap_or("standard output").to_string();
        let to: Box<dyn Write + Send> = match output {
            Some(path) => Box::new(BufWriter::new(File::create(path).map_err(file_error(path))?)),
            None if format == RowFormat::Parquet && std::io::stdout().is_terminal() => {
                let message = "Parquet is a binary format, written to a file";
                return Err(InputError::plain(message).help("give --output FILE").into());
            }
            None if format == RowFormat::Parquet => Box::new(BufWriter::new(std::io::stdout())),
            // Line by line: a row is seen when it is found, and a reader who has gone away is noticed.
            None => Box::new(std::io::stdout()),
        };
        Ok(Target { name, format, to: Some(to), writer: None })
    }

    /// As the options ask for it.
    pub fn of(rows: &Rows) -> Result<Self, Error> {
        Target::open(rows.format.into(), rows.output.as_deref())
    }

    /// Whether the first row was not written yet.
    pub fn is_new(&self) -> bool {
        self.to.is_some()
    }

    /// Writes what comes before the rows.
    pub fn begin(&mut self, columns: Vec<Column>) -> Result<(), Error> {
        if let Some(to) = self.to.take() {
            let writer = RowWriter::new(to, self.format, columns);
            self.writer = Some(writer.map_err(file_error(&self.name))?);
        }
        Ok(())
    }

    /// Writes a row.
    pub fn row(&mut self, cells: Vec<Value>) -> Result<(), Error> {
        match &mut self.writer {
            Some(writer) => writer.row(cells).map_err(file_error(&self.name)),
            None => Ok(()),
        }
    }

    /// Writes what comes after the rows.
    pub fn end(self) -> Result<(), Error> {
        match self.writer {
            Some(writer) => writer.finish().map(|_| ()).map_err(file_error(&self.name)),
            None => Ok(()),
        }
    }
}

/// A reader who has gone away (`| head`) has seen enough: that is no failure.
pub fn heard<T>(written: Result<T, Error>) -> Result<Option<T>, Error> {
    match written {
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::BrokenPipe => Ok(None),
        written => written.map(Some),
    }
}
