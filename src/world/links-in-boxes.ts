import { worldBoxesApart } from "../geometry/overlap/world-obb-obb.ts";
import {
  addCandidate,
  findLinkCandidates,
  findOwnLinkCandidates,
  type LinkCandidates,
} from "../queries/articulated/link-candidates.ts";
import type { ArticulatedBody } from "../trees/articulated/articulated-body.ts";
import { checkBoxOptions, updateBoxes } from "../trees/articulated/update-boxes.ts";
import { OBB_STRIDE } from "../trees/layout.ts";
import { linksOf } from "./body-links.ts";
import { isArticulated, type WorldBody } from "./world-body.ts";

// Which links of two bodies, or of one body with itself, have overlapping boxes. A robot has a dozen links, and few of them are near
// anything: testing each link's box along the axes takes less time than fitting the inner boxes of a hierarchy and descending it. Oriented
// boxes are compared where those along the axes overlap.

/** Up to this many pairs of links are tested one by one; bodies with more are searched by their hierarchies. */
const MOST_SINGLY = 1024;
const CAB = checkBoxOptions({});

/** Overwrites `out` with the links of two bodies, not both without links, whose boxes overlap. `boxes` are those of bodies, by slot. */
export function findLinksInBoxes(a: WorldBody, b: WorldBody, boxes: Float64Array, out: LinkCandidates): void {
  const countA = leafCountOf(a);
  const countB = leafCountOf(b);
  if (countA * countB > MOST_SINGLY) {
    findLinkCandidates(withHierarchy(a), withHierarchy(b), "oriented", out);
    return;
  }
  out.count = out.boxTests = 0;
  const [boundsA, startA] = isArticulated(a) ? [a.linkBounds!, 0] : [boxes, 6 * a.slot];
  const [boundsB, startB] = isArticulated(b) ? [b.linkBounds!, 0] : [boxes, 6 * b.slot];
  for (let i = 0; i < countA; i++) {
    const atA = startA + 6 * i;
    if (!boundsMeet(boundsA, atA, boxes, 6 * b.slot)) continue;
    for (let j = 0; j < countB; j++)
      if (boundsMeet(boundsA, atA, boundsB, startB + 6 * j)) testOriented(linksOf(a), i, linksOf(b), j, out);
  }
}

/** Overwrites `out` with the links of an articulated body whose boxes overlap and that are not allowed to touch. */
export function findOwnLinksInBoxes(body: WorldBody, out: LinkCandidates): void {
  const links = linksOf(body);
  const { links: linkOf, leafCount } = links.hierarchy;
  const { matrix, linkCount } = body.allowed!;
  if (leafCount ** 2 > 2 * MOST_SINGLY) {
    findOwnLinkCandidates(withHierarchy(body), "oriented", out, matrix);
    return;
  }
  out.count = out.boxTests = 0;
  const bounds = body.linkBounds!;
  for (let i = 0; i < leafCount; i++)
    for (let j = i + 1; j < leafCount; j++)
      if (matrix[linkOf[i] * linkCount + linkOf[j]] === 0 && boundsMeet(bounds, 6 * i, bounds, 6 * j))
        testOriented(links, i, links, j, out);
}

function testOriented(
  a: ArticulatedBody,
  i: number,
  b: ArticulatedBody,
  j: number,
  out: LinkCandidates,
): void {
  out.boxTests++;
  if (worldBoxesApart(a.boxes, OBB_STRIDE * i, b.boxes, OBB_STRIDE * j, true)) return;
  addCandidate(out, a.hierarchy.links[i], b.hierarchy.links[j]);
}

function leafCountOf(body: WorldBody): number {
  return isArticulated(body) ? body.links!.hierarchy.leafCount : 1;
}

/** The links of a body with the boxes of inner nodes. */
function withHierarchy(body: WorldBody): ArticulatedBody {
  const links = linksOf(body);
  updateBoxes(links, CAB);
  return links;
}

/** Whether two boxes along the axes, six numbers each, have a common point. No branch per axis: the processor could not predict it. */
export function boundsMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    (Number(a[i] <= b[j + 3]) &
      Number(a[i + 3] >= b[j]) &
      Number(a[i + 1] <= b[j + 4]) &
      Number(a[i + 4] >= b[j + 1]) &
      Number(a[i + 2] <= b[j + 5]) &
      Number(a[i + 5] >= b[j + 2])) !==
    0
  );
}
