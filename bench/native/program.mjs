import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The C++ programs of this folder: all read a model and poses from files, and print one JSON.

/**
 * Builds a source of this folder, unless a program newer than its sources is there: { program, command }, or { error } where something is
 * missing.
 */
export function buildProgram(folder, name, options, libraries = []) {
  const program = join(folder, `${name}-bench`);
  const [source, header] = [`${name}.cpp`, "measure.h"].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  const newest = Math.max(statSync(source).mtimeMs, statSync(header).mtimeMs);
  if (!existsSync(program) || statSync(program).mtimeMs < newest) {
    const words = ["-std=c++17", ...options, "-Wfatal-errors", source, "-o", program, ...libraries];
    const built = spawnSync("g++", words, { encoding: "utf8" });
    if (built.error) return { error: `g++: ${built.error.message}` };
    if (built.status !== 0) return { error: `g++ failed:\n${built.stderr}` };
  }
  return { program, command: `g++ ${options.join(" ")}` };
}

/** Asks a program about two copies of a model, given as typed arrays: { hits, pairs, first, all }, times in microseconds a query. */
export function runProgram(program, folder, model, poses, allPairs, rounds) {
  const modelFile = join(folder, "model");
  const posesFile = join(folder, "poses");
  writeFileSync(modelFile, Buffer.concat(model.map(bytesOf)));
  writeFileSync(posesFile, bytesOf(Float64Array.from(poses.flatMap((pose) => [...pose]))));
  return JSON.parse(
    execFileSync(program, [modelFile, posesFile, String(allPairs), String(rounds)], { encoding: "utf8" }),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength);
}
