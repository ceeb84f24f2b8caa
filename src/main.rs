//! The `cvpress` program: parses the command line and hands over to the library.

use std::process::ExitCode;

use clap::Parser;
use cvpress::cli;

fn main() -> ExitCode {
    cli::run(cli::args::Arguments::parse()).into()
}
