#!/usr/bin/env node
// Runs the program of the package for this platform, which npm installs as an optional dependency.
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");

const name = `@cvpress/${process.platform}-${process.arch}`;
const programs = Object.keys(require("../package.json").optionalDependencies);

function path() {
  try {
    return require.resolve(`${name}/cvpress${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    console.error(
      programs.includes(name)
        ? `cvpress: the package ${name} is not installed; install cvpress again, with optional dependencies`
        : `cvpress: no program for ${process.platform} on ${process.arch}; packages are ${programs.join(", ")}`,
    );
    process.exit(1);
  }
}

const program = spawn(path(), process.argv.slice(2), { stdio: "inherit" });

// A terminal sends its signals to both processes. cvpress decides what they end, and ends first.
for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
// Others come to this process alone.
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => program.kill(signal));

program.on("error", (error) => {
  console.error(`cvpress: cannot start the program: ${error.message}`);
  process.exit(1);
});
// As shells report a program that a signal has ended.
program.on("exit", (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
