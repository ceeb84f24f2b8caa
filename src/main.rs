//! The `cvpress` program: the command line of the library, or without the feature `native` a filter
//! from a profile to its PDF.

use std::process::ExitCode;

// Typst makes and drops millions of small objects; benches/README.md has what this saves.
#[cfg(feature = "native")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(feature = "native")]
fn main() -> ExitCode {
    cvpress::cli::main()
}

#[cfg(not(feature = "native"))]
fn main() -> ExitCode {
    use std::io::{stderr, stdin, stdout};

    // A reader may close the pipe early.
    match cvpress::filter::run(stdin().lock(), stdout().lock(), stderr().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}
