// The step of action.yml: runs abut clash with the inputs of the action (INPUT_…), prints annotations, adds the summary to
// GITHUB_STEP_SUMMARY and the numbers to GITHUB_OUTPUT, and ends with the exit code of abut. ABUT_COMMAND names another command
// than npx, as words separated by line ends.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const linesOf = (name) =>
  (process.env[name] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const [failOn, baseline, output, version] = ["FAIL_ON", "BASELINE", "OUTPUT", "VERSION"].map((name) =>
  (process.env[`INPUT_${name}`] ?? "").trim(),
);
const files = linesOf("INPUT_FILES");
if (files.length === 0) {
  console.log("::error title=abut clash::files: no model is named");
  process.exit(2);
}
const folder = output || "abut-reports";
const command = linesOf("ABUT_COMMAND");
const [program, ...first] = command.length > 0 ? command : ["npx", "--yes", `abut@${version || "latest"}`];
const words = [
  ...first,
  "clash",
  ...linesOf("INPUT_OPTIONS"),
  `--fail-on=${failOn || "any"}`,
  ...(baseline ? [`--baseline=${baseline}`] : []),
  "--format=github,json,html,markdown,sarif,junit,bcf",
  `--output=${folder}/`,
  "--", // a file's name may begin with a dash
  ...files,
];
const { status, error } = spawnSync(program, words, { stdio: "inherit" });
if (error) console.log(`::error title=abut clash::${error.message.replaceAll("\n", " ")}`);
const code = status ?? 3;

const [json, markdown] = ["clashes.json", "clashes.md"].map((name) => join(folder, name));
const results = { "exit-code": code, reports: folder, clashes: "", new: "" };
// Exit code 2 is about options and files: a report there is of an earlier run.
if (code !== 2 && existsSync(json)) {
  const report = JSON.parse(readFileSync(json, "utf8"));
  results.clashes = Object.values(report.counts.byKind).reduce((sum, count) => sum + count, 0);
  results.new = report.baseline?.new ?? "";
}
if (process.env.GITHUB_OUTPUT)
  appendFileSync(
    process.env.GITHUB_OUTPUT,
    Object.entries(results)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
if (code !== 2 && process.env.GITHUB_STEP_SUMMARY && existsSync(markdown)) {
  // Summaries show no pictures of the job's own files: they are in the uploaded reports.
  const lines = readFileSync(markdown, "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("!["));
  appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${lines.join("\n")}\n`);
}
process.exit(code);
