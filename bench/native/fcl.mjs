import { execFileSync, spawnSync } from "node:child_process";
import { buildProgram, runProgram } from "./program.mjs";

// FCL, if this machine has it: Debian's libfcl-dev and a C++ compiler.

/** Builds fcl.cpp into the folder: { program, version, command }, or { error } where something is missing. */
export function buildFcl(folder) {
  const flags = spawnSync("pkg-config", ["--cflags", "--libs", "fcl"], { encoding: "utf8" });
  if (flags.status !== 0)
    return { error: "pkg-config finds no fcl; on Debian: apt-get install libfcl-dev g++ pkg-config" };
  // No -march=native: Eigen would lay out its types otherwise than in the library that the distribution built.
  const built = buildProgram(folder, "fcl", ["-O3"], flags.stdout.trim().split(/\s+/));
  if (built.error) return built;
  return {
    ...built,
    version: execFileSync("pkg-config", ["--modversion", "fcl"], { encoding: "utf8" }).trim(),
  };
}

/** Asks FCL about two copies of a mesh: { hits, pairs, first, all }, times in microseconds a query. */
export function runFcl(program, folder, { positions, indices }, poses, allPairs, rounds) {
  const counts = Uint32Array.of(positions.length / 3, indices.length / 3);
  const model = [counts, Float64Array.from(positions), Uint32Array.from(indices)];
  return runProgram(program, folder, model, poses, allPairs, rounds);
}
