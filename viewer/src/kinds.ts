import type { ClashKind } from "../../src/clash/clash.ts";
import { svgElement } from "./dom.ts";

/** How each kind is called in a sentence "a … b". */
export const VERBS: Record<ClashKind, string> = {
  duplicate: "is a duplicate of",
  contains: "contains",
  inside: "is inside",
  overlapping: "overlaps",
  self: "meets itself",
  "too-close": "is too close to",
  touching: "touches",
};

/** One colour per kind, for the 3D view; the style sheet has the same as --kind-… */
export const KIND_COLOURS: Record<ClashKind, string> = {
  duplicate: "#b3358f",
  contains: "#d3354a",
  inside: "#d3354a",
  overlapping: "#d3354a",
  self: "#8a5bd6",
  "too-close": "#d18a00",
  touching: "#4d8fa6",
};

type Shape = [x: number, y: number, radius: number, filled: boolean];
// Two discs, as the parts lie to each other, in a square of 20. Shape tells what colour alone would not.
const SHAPES: Record<ClashKind, Shape[]> = {
  duplicate: [
    [10, 10, 6.5, true],
    [10, 10, 8.5, false],
  ],
  contains: [
    [10, 10, 8, false],
    [11, 11, 3.6, true],
  ],
  inside: [
    [10, 10, 8, false],
    [9, 9, 3.6, true],
  ],
  overlapping: [
    [7, 10, 5.5, true],
    [13, 10, 5.5, false],
  ],
  self: [
    [10, 7.5, 5, false],
    [10, 12.5, 5, false],
  ],
  "too-close": [
    [5, 10, 4, true],
    [15, 10, 4, false],
  ],
  touching: [
    [6, 10, 4, true],
    [14, 10, 4, false],
  ],
};

export function kindIcon(kind: ClashKind): SVGElement {
  const discs = SHAPES[kind].map(([cx, cy, r, filled]) =>
    svgElement("circle", { cx, cy, r, class: filled ? "filled" : "hollow" }),
  );
  return svgElement(
    "svg",
    { viewBox: "0 0 20 20", class: `kind-icon kind-${kind}`, "aria-hidden": "true" },
    ...discs,
  );
}
