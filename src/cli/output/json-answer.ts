import type { Scene } from "../scene/load-scene.ts";
import type { Terminal } from "../terminal.ts";
import { readVersion } from "../version.ts";

/**
 * The version of the JSON of `collide`, `distance`, `self`, `inspect` and `robot`: it changes when a member changes its
 * meaning or is removed.
 */
const ANSWER_VERSION = 1;

/** Prints the answer of a subcommand as JSON, after the members that every answer has. */
export function printJson(
  command: "collide" | "distance" | "self" | "inspect" | "robot",
  { inputs, parts, unit }: Scene,
  answer: object,
  terminal: Terminal,
): void {
  const partsOf = inputs.map(() => 0);
  const trianglesOf = inputs.map(() => 0);
  for (const { group, mesh } of parts) {
    partsOf[group]++;
    trianglesOf[group] += mesh.triangleCount;
  }
  const json = {
    format: `abut-${command}`,
    version: ANSWER_VERSION,
    tool: { name: "abut", version: readVersion() },
    unit: { name: unit.name, metres: unit.metres },
    inputs: inputs.map(({ file, bytes, sha256, warnings }, i) => ({
      file,
      bytes,
      sha256,
      parts: partsOf[i],
      triangles: trianglesOf[i],
      warnings,
    })),
    ...answer,
  };
  terminal.out.write(`${JSON.stringify(json, null, 2)}\n`);
}
