import { buildProgram, runProgram } from "./program.mjs";

// A reference in C++ with 8 lanes of f32, if this machine has AVX2 and a C++ compiler. It searches the tree that abut built.

/** Builds avx.cpp into the folder: { program, command }, or { error } where something is missing. */
export function buildAvx(folder) {
  return buildProgram(folder, "avx", ["-O3", "-march=native"]);
}

/** Asks the reference about two copies of an AABB tree of an f32 mesh: { hits, pairs, first, all }, times in microseconds a query. */
export function runAvx(program, folder, { mesh, nodeCount, links, corners }, poses, allPairs, rounds) {
  const slots = corners.length / 3;
  const places = new Float32Array(9 * slots);
  for (let i = 0; i < places.length; i++)
    places[i] = mesh.positions[3 * corners[Math.floor(i / 3)] + (i % 3)];
  const model = [Uint32Array.of(nodeCount, slots), links.subarray(0, 8 * nodeCount), places];
  return runProgram(program, folder, model, poses, allPairs, rounds);
}
