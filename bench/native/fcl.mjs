import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// FCL, if this machine has it: Debian's libfcl-dev and a C++ compiler.

/**
 * Builds fcl.cpp into the folder, unless a program newer than it is there: { program, version, command }, or { error } where something
 * is missing.
 */
export function buildFcl(folder) {
  const flags = spawnSync("pkg-config", ["--cflags", "--libs", "fcl"], { encoding: "utf8" });
  if (flags.status !== 0)
    return { error: "pkg-config finds no fcl; on Debian: apt-get install libfcl-dev g++ pkg-config" };
  const program = join(folder, "fcl-bench");
  // No -march=native: Eigen would lay out its types otherwise than in the library that the distribution built.
  const options = ["-O3"];
  const source = fileURLToPath(new URL("fcl.cpp", import.meta.url));
  if (!existsSync(program) || statSync(program).mtimeMs < statSync(source).mtimeMs) {
    const words = [...options, source, "-o", program, ...flags.stdout.trim().split(/\s+/)];
    const built = spawnSync("g++", words, { encoding: "utf8" });
    if (built.error) return { error: `g++: ${built.error.message}` };
    if (built.status !== 0) return { error: `g++ failed:\n${built.stderr}` };
  }
  const version = execFileSync("pkg-config", ["--modversion", "fcl"], { encoding: "utf8" }).trim();
  return { program, version, command: `g++ ${options.join(" ")}` };
}

/** Asks FCL about two copies of a mesh: { hits, pairs, first, all }, times in microseconds a query. */
export function runFcl(program, folder, mesh, poses, allPairs, rounds) {
  const model = join(folder, "model");
  const places = join(folder, "poses");
  const { positions, indices } = mesh;
  const counts = Uint32Array.of(positions.length / 3, indices.length / 3);
  writeFileSync(
    model,
    Buffer.concat([
      bytesOf(counts),
      bytesOf(Float64Array.from(positions)),
      bytesOf(Uint32Array.from(indices)),
    ]),
  );
  writeFileSync(places, bytesOf(Float64Array.from(poses.flatMap((pose) => [...pose]))));
  return JSON.parse(
    execFileSync(program, [model, places, String(allPairs), String(rounds)], { encoding: "utf8" }),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }) {
  return Buffer.from(buffer, byteOffset, byteLength);
}
