// The main job on a bundled example: write the gear train to a file, and let `abut clash` find its mistakes.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { writeModelGlb } from "abut/formats";
import { createGearTrain } from "./gear-train/assembly.mjs";

const folder = fileURLToPath(new URL("out/", import.meta.url));
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const here = (file) => relative(process.cwd(), join(folder, file));

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "gear-train.glb"), writeModelGlb(createGearTrain(), { metresPerUnit: 0.001 }));

const options = [
  "--unit",
  "mm",
  "--tolerance",
  "0.01",
  "--format",
  "table,html",
  "--output",
  here("gear-train.html"),
];
const said = ["clash", here("gear-train.glb"), ...options];
console.log(`$ abut ${said.join(" ")}\n`);
const { status } = spawnSync(process.execPath, [command, ...said], { stdio: "inherit" });
// 1: clashes were found, as they should be.
if (status !== 1) process.exit(status ?? 1);
console.log(`\nLook at them: ${pathToFileURL(join(folder, "gear-train.html")).href}`);
console.log("Next: npm test, node examples/two-models.mjs, and docs/command.md for your own files.");
