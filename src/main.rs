//! The `cvpress` program: parses the command line and hands over to the library.

use std::process::ExitCode;

use clap::Parser;
use cvpress::cli;
use mimalloc::MiMalloc;

// Typst makes and drops millions of small things; benches/README.md has what this saves.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(cli::args::Arguments::parse()).into()
}
