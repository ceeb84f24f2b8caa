//! The table of routes.

use crate::preview::http::{Request, Response, Status};
use crate::preview::options::Mode;
use crate::preview::routes::context::Context;
use crate::preview::routes::{edit, language, pages, profile, view};

/// Answers a request.
type Answer = fn(&Context, &Request) -> Result<Response, Response>;

/// A route.
pub struct Route {
    method: &'static str,
    /// The path; the part in place of a `*` at its end is [`Request::rest`].
    path: &'static str,
    /// Whether it exists only where the profile is edited.
    edits: bool,
    /// The answer.
    pub answer: Answer,
}

/// All routes besides the stream of events.
const ROUTES: &[Route] = &[
    view_route("GET", "/", pages::index),
    view_route("GET", "/assets/*", pages::asset),
    view_route("GET", "/page/*", pages::picture),
    view_route("GET", "/text/*", pages::text),
    view_route("GET", "/thumbnail/*", pages::thumbnail),
    view_route("GET", "/export", pages::export),
    view_route("POST", "/view", view::change),
    view_route("POST", "/open", view::open),
    view_route("GET", "/profile", profile::read),
    edit_route("PUT", "/profile", profile::save),
    edit_route("POST", "/draft", profile::draft),
    edit_route("POST", "/edit", edit::edit),
    edit_route("POST", "/outline", edit::outline),
    edit_route("GET", "/samples", edit::samples),
    edit_route("POST", "/new", edit::new_profile),
    edit_route("POST", "/complete", language::completions),
    edit_route("POST", "/hover", language::description),
    edit_route("POST", "/format", language::formatted),
];

const fn view_route(method: &'static str, path: &'static str, answer: Answer) -> Route {
    Route {
        method,
        path,
        edits: false,
        answer,
    }
}

const fn edit_route(method: &'static str, path: &'static str, answer: Answer) -> Route {
    Route {
        method,
        path,
        edits: true,
        answer,
    }
}

/// A route with the part of the path that it leaves open.
pub struct FoundRoute {
    /// The route.
    pub route: &'static Route,
    /// The part of the path.
    pub rest: String,
}

/// Returns the route of a request.
///
/// # Errors
/// The response if there is none.
pub fn find(method: &str, path: &str, mode: Mode) -> Result<FoundRoute, Response> {
    let mut allowed = Vec::new();
    for route in ROUTES
        .iter()
        .filter(|route| !route.edits || mode == Mode::Edit)
    {
        let rest = match route.path.strip_suffix('*') {
            Some(start) => path.strip_prefix(start),
            None => (path == route.path).then_some(""),
        };
        let Some(rest) = rest else {
            continue;
        };
        if route.method == method {
            let rest = rest.to_owned();
            return Ok(FoundRoute { route, rest });
        }
        allowed.push(route.method);
        if route.method == "GET" {
            allowed.push("HEAD");
        }
    }
    if allowed.is_empty() {
        let message = "there is nothing at this path";
        return Err(Response::error(Status::NotFound, message));
    }
    let message = "this method is not for this path";
    let response = Response::error(Status::MethodNotAllowed, message);
    Err(response.header("Allow", allowed.join(", ")))
}
