//! Reads messages: a header with the length, an empty line, and JSON.
//!
//! The reader of `lsp-server` ends at the first message that is not JSON; this one goes on.

use std::io::{self, BufRead, Read};

use lsp_server::Message;
use serde_json::Value as Json;

/// The largest message to accept, in bytes. The largest profile is far smaller, even escaped.
const MAX_SIZE: u64 = 100 << 20;

/// The longest line of a header, in bytes.
const MAX_LINE: u64 = 4096;

/// What was read.
#[derive(Debug)]
pub enum Frame {
    /// A message.
    Message(Message),
    /// A body that is not a message.
    Malformed {
        /// Whether it is JSON.
        is_json: bool,
        /// What is wrong.
        error: String,
    },
}

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read, or a message is too large.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let mut size = None;
    loop {
        let mut line = Vec::new();
        let mut header = input.by_ref().take(MAX_LINE);
        if header.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            // Empty lines before a header are of no message.
            match size {
                Some(size) => return body(input, size).map(Some),
                None => continue,
            }
        }
        size = content_length(line).or(size);
    }
}

fn content_length(line: &[u8]) -> Option<u64> {
    let (name, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
    let is_length = name.trim().eq_ignore_ascii_case("content-length");
    value.trim().parse().ok().filter(|_| is_length)
}

fn body(input: &mut impl BufRead, size: u64) -> io::Result<Frame> {
    if size > MAX_SIZE {
        return Err(io::Error::other(format!("a message has {size} bytes")));
    }
    let mut bytes = Vec::new();
    let length = input.by_ref().take(size).read_to_end(&mut bytes)?;
    if (length as u64) < size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let json: Json = match serde_json::from_slice(&bytes) {
        Ok(json) => json,
        Err(error) => {
            return Ok(Frame::Malformed {
                is_json: false,
                error: error.to_string(),
            });
        }
    };
    Ok(match serde_json::from_value(json) {
        Ok(message) => Frame::Message(message),
        Err(_) => Frame::Malformed {
            is_json: true,
            error: "not a request, a response or a notification".to_owned(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            found.push(match read(&mut bytes) {
                Ok(Some(Frame::Message(message))) => match message {
                    Message::Request(request) => format!("request {}", request.method),
                    Message::Notification(notification) => notification.method,
                    Message::Response(response) => format!("response {}", response.id),
                },
                Ok(Some(Frame::Malformed { is_json, .. })) => format!("malformed {is_json}"),
                Ok(None) => return found,
                Err(error) => {
                    found.push(error.kind().to_string());
                    return found;
                }
            });
        }
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn goes_on_after_a_malformed_message() {
        let input = framed("{\"jsonrpc\":\"2.0\",")
            + &framed("[]")
            + "\r\nnonsense\r\ncontent-length:52\r\nContent-Type: x\r\n\r\n"
            + r#"{"jsonrpc":"2.0","id":1,"method":"a","params":null }"#
            + &framed(r#"{"method":"b"}"#)
            + &framed("{\"method\":\"\u{e9}\"}");
        assert_eq!(
            frames(input.as_bytes()),
            ["malformed false", "malformed true", "request a", "b", "é"]
        );
    }

    #[test]
    fn an_input_that_ends_early_is_an_error() {
        assert_eq!(
            frames(b"Content-Length: 5\r\n\r\n{}"),
            ["unexpected end of file"]
        );
        assert_eq!(frames(b"Content-Length: 5\r\n"), [""; 0]);
        let huge = b"Content-Length: 18446744073709551615\r\n\r\n{}";
        assert_eq!(frames(huge), ["other error"]);
    }
}
