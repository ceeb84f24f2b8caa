//! What is shown.

use crate::session::Session;
use crate::session::request::{Request, Response, Status};

/// Changes what is shown.
pub fn change(session: &Session, request: &Request) -> Result<Response, Response> {
    let changed = session.change_view(request.json()?);
    changed.map_err(|why| Response::error(Status::BadRequest, &why))?;
    Ok(Response::empty(Status::Accepted))
}
