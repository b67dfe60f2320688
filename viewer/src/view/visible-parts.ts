import type { Bounds } from "../../../src/geometry/bounds.ts";
import type { PageClash, PageData } from "../../../src/reports/packed-scene.ts";

/** What of the model is drawn. */
export interface Visibility {
  /** Only the parts of the selected clash; without one, the parts of the listed clashes. */
  isIsolated: boolean;
  /** Other parts are drawn up to this distance from the selected clash, in the report's unit. */
  context: number;
  /** Parts that are not drawn at all. */
  hidden: Set<number>;
}

/** For each part 1 where it is drawn as one of the others: not as a part of the selected clash. */
export function contextMask(
  { parts, clashes }: PageData["report"],
  { isIsolated, context, hidden }: Visibility,
  selected: PageClash | null,
  listed: readonly number[],
): Uint8Array {
  const mask = new Uint8Array(parts.length);
  if (selected === null) {
    if (!isIsolated) mask.fill(1);
    else for (const clash of listed) mask[clashes[clash].a] = mask[clashes[clash].b] = 1;
  } else if (!isIsolated) {
    for (let part = 0; part < parts.length; part++)
      if (context === Infinity || boxDistance(parts[part].box, selected.box) <= context) mask[part] = 1;
    mask[selected.a] = mask[selected.b] = 0;
  }
  for (const part of hidden) mask[part] = 0;
  return mask;
}

/** How far apart two boxes are; 0 where they meet. */
function boxDistance(p: Bounds, q: Bounds): number {
  let squares = 0;
  for (let k = 0; k < 3; k++) squares += Math.max(0, p[k] - q[k + 3], q[k] - p[k + 3]) ** 2;
  return Math.sqrt(squares);
}
