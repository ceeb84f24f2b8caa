//! As much of HTTP/1.1 as a browser needs: one request a connection, within limits of size and time.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::session::{Head, Response, Status};

/// The size of the head of a request to accept, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The number of headers to accept.
const MAX_HEADERS: usize = 64;

/// The time in which the head of a request must arrive.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The time in which the body of a request must arrive.
const BODY_TIME: Duration = Duration::from_secs(20);

/// The time in which each part of a response must be read.
const WRITE_TIME: Duration = Duration::from_secs(20);

/// How much of a body that no one wants is read, so that the client sees the response.
const MAX_UNWANTED: u64 = 1 << 20;

/// The time in which an unwanted body must arrive.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

/// The head of a request, and the part of its body that came with it.
#[derive(Debug)]
pub struct Incoming {
    /// The head.
    pub head: Head,
    begun: Vec<u8>,
}

impl Incoming {
    /// Reads the head of a request.
    ///
    /// # Errors
    /// The response to a head that is malformed, too large or late; `None` if the client has gone.
    pub fn read(stream: &mut TcpStream) -> Result<Self, Option<Response>> {
        let deadline = Instant::now() + HEAD_TIME;
        let mut bytes = Vec::new();
        loop {
            if let Some(head) = parse(&bytes)? {
                return Ok(head);
            }
            if bytes.len() >= MAX_HEAD {
                let response = Response::error(Status::HeadTooLarge, "the head is too large");
                return Err(Some(response));
            }
            let mut buffer = [0; 4096];
            let space = buffer.len().min(MAX_HEAD - bytes.len());
            match read_before(stream, &mut buffer[..space], deadline) {
                Ok(0) => return Err(None),
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) => return Err(late(&error)),
            }
        }
    }

    /// Reads the body of the request.
    ///
    /// # Errors
    /// The response to a body that is too large or late, or whose length is unknown; `None` if the
    /// client has gone.
    pub fn body(
        &mut self,
        stream: &mut TcpStream,
        most: usize,
    ) -> Result<Vec<u8>, Option<Response>> {
        let mut body = std::mem::take(&mut self.begun);
        let Some(length) = self.length()? else {
            return Ok(Vec::new());
        };
        if length > most {
            let response = Response::error(Status::PayloadTooLarge, "the body is too large");
            return Err(Some(response));
        }
        body.truncate(length);
        let deadline = Instant::now() + BODY_TIME;
        let mut buffer = [0; 1 << 14];
        while body.len() < length {
            let space = buffer.len().min(length - body.len());
            match read_before(stream, &mut buffer[..space], deadline) {
                Ok(0) => return Err(None),
                Ok(count) => body.extend_from_slice(&buffer[..count]),
                Err(error) => return Err(late(&error)),
            }
        }
        Ok(body)
    }

    fn length(&self) -> Result<Option<usize>, Option<Response>> {
        if self.head.has_header("transfer-encoding") {
            let message = "the body needs a length";
            return Err(Some(Response::error(Status::LengthRequired, message)));
        }
        if !self.head.has_header("content-length") {
            return Ok(None);
        }
        let length = self.head.header("content-length").filter(|text| {
            // A sign would be parsed as well.
            text.bytes().all(|byte| byte.is_ascii_digit())
        });
        match length.and_then(|text| text.parse().ok()) {
            Some(length) => Ok(Some(length)),
            None => Err(Some(Response::error(
                Status::BadRequest,
                "the length of the body is malformed",
            ))),
        }
    }
}

fn parse(bytes: &[u8]) -> Result<Option<Incoming>, Option<Response>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            let message = "there are too many headers";
            return Err(Some(Response::error(Status::HeadTooLarge, message)));
        }
        Err(error) => {
            let message = format!("the request is malformed: {error}");
            return Err(Some(Response::error(Status::BadRequest, &message)));
        }
    };
    let target = request.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let headers = request.headers.iter();
    Ok(Some(Incoming {
        head: Head {
            method: request.method.unwrap_or_default().to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers: headers
                .map(|header| (header.name.to_ascii_lowercase(), text(header.value)))
                .collect(),
        },
        begun: bytes[length..].to_vec(),
    }))
}

fn text(value: &[u8]) -> String {
    String::from_utf8_lossy(value).into_owned()
}

/// Reads some bytes before a point in time.
fn read_before(stream: &mut TcpStream, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    stream.set_read_timeout(Some(left))?;
    stream.read(buffer)
}

fn late(error: &io::Error) -> Option<Response> {
    let is_late = matches!(
        error.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
    );
    is_late.then(|| Response::error(Status::RequestTimeout, "the request came too slowly"))
}

/// Returns the head of a response, which says that the connection ends after the body.
fn head_of(response: &Response) -> String {
    let mut head = format!(
        "HTTP/1.1 {} {}\r\n",
        response.status.code(),
        response.status.phrase()
    );
    for (name, value) in response.headers() {
        head += &format!("{name}: {value}\r\n");
    }
    head + "Connection: close\r\n"
}

/// Sends a response and ends the connection.
///
/// # Errors
/// The client has gone, or does not read.
pub fn send(response: &Response, stream: &mut TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let head = format!(
        "{}Content-Length: {}\r\n\r\n",
        head_of(response),
        response.body().len()
    );
    stream.write_all(head.as_bytes())?;
    if !response.omits_body() {
        stream.write_all(response.body())?;
    }
    stream.flush()?;
    stream.shutdown(Shutdown::Write)?;
    drain(stream);
    Ok(())
}

/// Sends the head of a response whose body has no end.
///
/// # Errors
/// The client has gone, or does not read.
pub fn begin(response: &Response, stream: &mut TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIME))?;
    stream.write_all(format!("{}\r\n", head_of(response)).as_bytes())?;
    stream.flush()
}

/// Reads what the client still sends. A connection that is closed before takes the response with it.
fn drain(stream: &mut TcpStream) {
    let deadline = Instant::now() + UNWANTED_TIME;
    let mut buffer = [0; 1 << 14];
    let mut read: u64 = 0;
    while read < MAX_UNWANTED {
        match read_before(stream, &mut buffer, deadline) {
            Ok(count) if count > 0 => read += count as u64,
            _ => break,
        }
    }
}
