import type { WholePart } from "../../clash/clash.ts";
import { worldBoxes } from "../../clash/world-boxes.ts";
import { describeLeftOut, leaveOutMarkers } from "../scene/left-out.ts";
import type { Scene } from "../scene/load-scene.ts";
import { type OpenOptions, openScene, warn, warningsOf } from "../scene/open-scene.ts";
import { say, type Terminal } from "../terminal.ts";

/** One side of `collide` and `distance`: the parts of a file, or of the models in a folder. */
export interface Side {
  parts: WholePart[];
  /** The world box of each part, least corner and greatest corner. */
  boxes: Float64Array;
  names: string[];
}

/** Reads the two sides. */
export async function openTwoSides(
  paths: readonly [string, string],
  options: OpenOptions,
  terminal: Terminal,
): Promise<{ scene: Scene; a: Side; b: Side }> {
  const opened = await openScene(paths, options, terminal);
  const { filesOfArgument } = opened;
  const scene = options.allElements === true ? opened.scene : leaveOutMarkers(opened.scene);
  warn(warningsOf(scene), options, terminal);
  const leftOut = describeLeftOut(scene.leftOut);
  if (leftOut !== null && options.quiet !== true) say(terminal, leftOut);
  const side = (isOfSide: (file: number) => boolean): Side => {
    const parts = scene.parts.filter(({ group }) => isOfSide(group));
    const names = scene.partNames.filter((_, i) => isOfSide(scene.parts[i].group));
    return { parts, names, boxes: worldBoxes(parts) };
  };
  const filesOfA = filesOfArgument[0];
  return { scene, a: side((file) => file < filesOfA), b: side((file) => file >= filesOfA) };
}

/** Why there is nothing to compare; null if there is. */
export function emptySide(a: Side, b: Side, paths: readonly [string, string]): string | null {
  const empty = a.parts.length === 0 ? paths[0] : b.parts.length === 0 ? paths[1] : null;
  return empty === null ? null : `there are no triangles in ${empty}`;
}
