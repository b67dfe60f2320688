// Imports inside src/ point only to the same layer or a lower one, and `node:` modules are reserved to the
// layers that touch files and threads. Functions whose last bits the language leaves to the engine come from
// src/numerics/portable-math.ts. Oracles of trust/fuzz/ import nothing but each other. Prints each offence and exits with 1.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const LAYERS = [
  ["numerics"],
  ["geometry"],
  ["mesh"],
  ["kernels"],
  ["trees"],
  ["broadphase"],
  ["queries"],
  ["reference"],
  ["clash"],
  ["world"],
  ["formats", "workers"],
  ["store"],
  ["reports", "three"],
  ["cli"],
];
// Files beside the folders, which every layer may import.
const FOR_ALL = ["errors.ts", "option-names.ts", "reused-objects.ts", "typed-arrays.ts"];
const MAY_USE_NODE = new Set(["formats", "workers", "store", "cli"]);
// The slow twins may use them: they are compared within a tolerance.
const MAY_DIFFER_BY_ENGINE = new Set(["reference"]);
const ENGINE_DEPENDENT = /\bMath\.(a?(?:sin|cos|tan)h?|atan2|hypot|cbrt|pow|exp|expm1|log|log10|log1p)\(/g;
const rank = new Map([
  ...FOR_ALL.map((name) => [name, -1]),
  ...LAYERS.flatMap((names, level) => names.map((name) => [name, level])),
]);

const root = resolve("src");
const offences = [];
for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
  const file = join(entry.parentPath, entry.name);
  const [layer, ...rest] = relative(root, file).split("/");
  if (rest.length === 0) continue; // src/index.ts re-exports from everywhere
  if (!rank.has(layer)) offences.push(`${file}: '${layer}' is not a layer`);
  const source = readFileSync(file, "utf8");
  if (!MAY_DIFFER_BY_ENGINE.has(layer))
    for (const [call] of source.matchAll(ENGINE_DEPENDENT))
      offences.push(`${file}: ${call}) depends on the engine`);
  for (const [, target] of source.matchAll(/from\s+"([^"]+)"/g)) {
    if (target.startsWith("node:") && !MAY_USE_NODE.has(layer)) offences.push(`${file}: imports ${target}`);
    if (!target.startsWith(".")) continue;
    const targetLayer = relative(root, resolve(dirname(file), target)).split("/")[0];
    const sideways = rank.get(targetLayer) === rank.get(layer) && targetLayer !== layer;
    if (sideways || !(rank.get(targetLayer) <= rank.get(layer)))
      offences.push(`${file}: ${layer} imports ${targetLayer} (${target})`);
  }
}
// Oracles judge src/: they share no code with it.
const oracles = resolve("trust/fuzz/oracles");
for (const name of readdirSync(oracles)) {
  const file = join(oracles, name);
  for (const [, target] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?"([^"]+)"/g))
    if (!resolve(oracles, target).startsWith(`${oracles}/`) || !target.startsWith("."))
      offences.push(`${file}: an oracle imports ${target}`);
}
for (const offence of offences) console.error(offence);
if (offences.length > 0) process.exit(1);
