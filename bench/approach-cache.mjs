import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createApproaches, TOLERANCE } from "./approaches.mjs";

// Approaches take seconds to find and are the same every time: they are kept in bench/results/, which git ignores, a file
// for each pair of models and seed, about 600 bytes an approach.

const FOLDER = new URL("results/approaches/", import.meta.url);
const VERSION = 1;

/**
 * What `createApproaches` gives, from the file if it has as many and was made for the same question. `models` are a and b,
 * { name, mesh }; `folder` is a URL that ends in a slash.
 */
export function cachedApproaches(models, { seed, count, ...options }, folder = FOLDER) {
  const [a, b] = models;
  const file = new URL(`${a.name}-${b.name}-seed-${seed}.json`, folder);
  const question = {
    version: VERSION,
    seed,
    tolerance: TOLERANCE,
    distances: options.distances,
    models: models.map(({ name, mesh }) => ({
      name,
      triangles: mesh.triangleCount,
      hash: hashOf(mesh.positions),
    })),
  };
  const kept = read(file);
  if (kept !== null && JSON.stringify(kept.question) === JSON.stringify(question))
    if (kept.approaches.length >= count) return kept.approaches.slice(0, count);
  const approaches = createApproaches({ seed, count, ...options });
  mkdirSync(folder, { recursive: true });
  const lines = approaches.map((approach) => JSON.stringify(approach)).join(",\n");
  writeFileSync(file, `{"question":${JSON.stringify(question)},\n"approaches":[\n${lines}\n]}\n`);
  return approaches;
}

/** Null if there is no such file, or only part of one. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** FNV-1a over the bytes of the coordinates. */
function hashOf(positions) {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
