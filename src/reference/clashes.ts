import type { Pose } from "../geometry/affine.ts";
import { gridOf, integersOf } from "../geometry/contact/rational-point.ts";
import { PART_NAMES } from "../mesh/part-names.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkNamesOfEach, checkOptionNames, type OptionNames } from "../option-names.ts";
import { findSelfPairsByBruteForce } from "./self-pairs.ts";
import { classifyByBruteForce } from "./slow-classify.ts";
import { distanceByBruteForce } from "./slow-distance.ts";
import { locatePointByIntegers } from "./slow-locate-point.ts";
import { haveSameTrianglesByTexts } from "./slow-same-triangles.ts";
import { findPairsByBruteForce, worldTriangles } from "./triangle-pairs.ts";

export interface ReferenceClashPart {
  key: string;
  /** Default 0. */
  group?: number | undefined;
  mesh: TriangleMesh;
  toWorld?: Pose | null | undefined;
}

const REFERENCE_CLASH_PART: OptionNames<ReferenceClashPart> = {
  key: true,
  group: true,
  mesh: true,
  toWorld: true,
};

export interface ReferenceClashOptions {
  clearance?: number | undefined;
  touching?: "ignore" | "report" | undefined;
  between?: boolean | undefined;
  self?: boolean | undefined;
}

const REFERENCE_CLASH_OPTIONS: OptionNames<ReferenceClashOptions> = {
  clearance: true,
  touching: true,
  between: true,
  self: true,
};

export interface ReferenceClash {
  /** The lesser key first; for "self" one key twice. */
  keyA: string;
  keyB: string;
  /** "meeting": an open mesh meets another mesh; whether it only touches is not decided here. */
  kind: ReturnType<typeof classifyByBruteForce> | "self" | "too-close" | "meeting";
  trianglePairs: number;
  distance: number | null;
}

/**
 * The slow twin of `findClashes`: every part against every other, without boxes, and every triangle against every other, in
 * integers. It does not handle depths and tolerances. A part in the hollow of an open mesh is apart from it; solids have no
 * cavities.
 */
export function findClashesByBruteForce(
  parts: readonly ReferenceClashPart[],
  options: ReferenceClashOptions = {},
): ReferenceClash[] {
  checkOptionNames(options, REFERENCE_CLASH_OPTIONS, "findClashesByBruteForce");
  checkNamesOfEach(parts, REFERENCE_CLASH_PART, "parts", PART_NAMES);
  const { clearance = 0, touching = "ignore", between = false, self = false } = options;
  const sorted = [...parts].sort((p, q) => (p.key < q.key ? -1 : 1));
  const found: ReferenceClash[] = [];
  sorted.forEach((a, i) => {
    if (self) {
      const { pairs } = findSelfPairsByBruteForce(a.mesh, { topology: "position", toWorld: a.toWorld });
      if (pairs.length > 0) found.push({ ...clashOf(a, a, "self"), trianglePairs: pairs.length / 2 });
    }
    for (const b of sorted.slice(i + 1)) {
      if (between && (a.group ?? 0) === (b.group ?? 0)) continue;
      const poses = { aToWorld: a.toWorld, bToWorld: b.toWorld };
      const trianglePairs = findPairsByBruteForce(a.mesh, b.mesh, poses).length / 2;
      const kind = relationOf(a, b, trianglePairs > 0);
      if (kind === "separate") {
        const distance = distanceByBruteForce(a.mesh, b.mesh, poses);
        if (distance < clearance) found.push({ ...clashOf(a, b, "too-close"), distance });
      } else if (kind !== "touching" || touching === "report")
        found.push({ ...clashOf(a, b, kind), trianglePairs });
    }
  });
  return found;
}

function clashOf(a: ReferenceClashPart, b: ReferenceClashPart, kind: ReferenceClash["kind"]): ReferenceClash {
  return { keyA: a.key, keyB: b.key, kind, trianglePairs: 0, distance: null };
}

function relationOf(a: ReferenceClashPart, b: ReferenceClashPart, meet: boolean): ReferenceClash["kind"] {
  const [aClosed, bClosed] = [isClosed(a), isClosed(b)];
  if (meet && aClosed && bClosed)
    return classifyByBruteForce(a.mesh, b.mesh, { aToWorld: a.toWorld, bToWorld: b.toWorld });
  if (meet) return areCopies(a, b) ? "duplicate" : "meeting";
  const ofA = bClosed ? cornersInside(a, b) : "none";
  const ofB = aClosed ? cornersInside(b, a) : "none";
  if (ofA === "all") return "inside";
  if (ofB === "all") return "contains";
  return ofA === "some" || ofB === "some" ? "overlapping" : "separate";
}

function areCopies(a: ReferenceClashPart, b: ReferenceClashPart): boolean {
  const [ofA, ofB] = [a, b].map(({ mesh, toWorld }) => worldTriangles(mesh, toWorld ?? null));
  const grid = gridOf(ofA, ofB);
  const [first, second] = [ofA, ofB].map((corners) =>
    Array.from({ length: corners.length / 9 }, (_, t) =>
      [0, 3, 6].map((k) => integersOf(corners, 9 * t + k, grid)),
    ),
  );
  return haveSameTrianglesByTexts(first, second);
}

/** How many corners of a part are inside a solid that it does not meet. */
function cornersInside(part: ReferenceClashPart, solid: ReferenceClashPart): "none" | "some" | "all" {
  const corners = worldTriangles(part.mesh, part.toWorld ?? null);
  const sides = new Set<string>();
  for (let i = 0; i < corners.length; i += 3)
    sides.add(locatePointByIntegers(solid.mesh, corners.subarray(i, i + 3), { toWorld: solid.toWorld }));
  if (!sides.has("inside")) return "none";
  return sides.size === 1 ? "all" : "some";
}

/** Whether every edge, identified by the coordinates of its ends, occurs an even number of times. */
function isClosed({ mesh }: ReferenceClashPart): boolean {
  const triangles = worldTriangles(mesh, null);
  const odd = new Set<string>();
  for (let i = 0; i < triangles.length; i += 9) {
    const names = [0, 3, 6].map((k) => [0, 1, 2].map((axis) => triangles[i + k + axis] + 0).join(" "));
    for (let k = 0; k < 3; k++) {
      const edge = [names[k], names[(k + 1) % 3]].sort().join(" – ");
      if (!odd.delete(edge)) odd.add(edge);
    }
  }
  return odd.size === 0;
}
