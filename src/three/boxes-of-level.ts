import { OptionError, show } from "../errors.ts";
import type { ArticulatedBody } from "../trees/articulated/articulated-body.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_MAX,
  AABB_MIN,
  AABB_STRIDE,
  type AabbTree,
  OBB_AXES,
  OBB_CENTRE,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
  type RTree,
} from "../trees/layout.ts";

// The boxes of one level of a hierarchy, as corners to draw. The root is level 0. A leaf above the level stands for itself, so that the
// boxes of a level always hold the whole model.

/** What has boxes to show. Of an articulated body, its oriented boxes as `updateCab` or `updateObb` left them, in the world. */
export type BoxHierarchy = AabbTree | ObbTree | RTree | ArticulatedBody;

/** Corners of a box; corner c is at the upper end of axis k where bit k of c is set. */
export const CORNERS = 8;

/** The corners of all boxes of a level, 24 numbers a box. A level beyond the last shows the leaves. */
export function boxesOfLevel(source: BoxHierarchy, level: number): number[] {
  if (!(Number.isInteger(level) && level >= 0))
    throw new OptionError(`level: ${show(level)} is not a whole number of at least 0`);
  const corners: number[] = [];
  if ("hierarchy" in source) addBodyBoxes(source, level, corners);
  else if (source.kind === "obb") addObbBoxes(source, level, corners);
  else addAabbBoxes(source, level, corners);
  return corners;
}

function addAabbBoxes(tree: AabbTree | RTree, level: number, corners: number[]): void {
  const { nodes, links, origin, exponent } = tree;
  const unit = 2 ** -exponent[0];
  visit(0, 0);
  function visit(node: number, depth: number): void {
    const at = node * AABB_STRIDE;
    const link = links[at + AABB_LINK];
    if (link >= 0 && depth < level) {
      const count = tree.kind === "aabb" ? 2 : links[at + AABB_COUNT];
      for (let child = link; child < link + count; child++) visit(child, depth + 1);
      return;
    }
    for (let corner = 0; corner < CORNERS; corner++)
      for (let axis = 0; axis < 3; axis++) {
        const side = (corner >> axis) & 1 ? AABB_MAX : AABB_MIN;
        corners.push((origin[axis] + nodes[at + side + axis]) * unit);
      }
  }
}

function addObbBoxes({ nodes, links, exponent }: ObbTree, level: number, corners: number[]): void {
  visit(0, 0);
  function visit(node: number, depth: number): void {
    const link = links[node * OBB_LINK_STRIDE + OBB_LINK];
    if (link >= 0 && depth < level) {
      visit(link, depth + 1);
      visit(link + 1, depth + 1);
    } else addOrientedBox(nodes, node * OBB_STRIDE, 2 ** -exponent[0], corners);
  }
}

function addBodyBoxes({ hierarchy, boxes }: ArticulatedBody, level: number, corners: number[]): void {
  const { children, leafCount, nodeCount } = hierarchy;
  visit(nodeCount - 1, 0);
  function visit(node: number, depth: number): void {
    const pair = 2 * (node - leafCount);
    if (pair >= 0 && depth < level) {
      visit(children[pair], depth + 1);
      visit(children[pair + 1], depth + 1);
    } else addOrientedBox(boxes, node * OBB_STRIDE, 1, corners);
  }
}

function addOrientedBox(boxes: Float64Array, at: number, unit: number, corners: number[]): void {
  for (let corner = 0; corner < CORNERS; corner++)
    for (let k = 0; k < 3; k++) {
      let coordinate = boxes[at + OBB_CENTRE + k];
      for (let axis = 0; axis < 3; axis++) {
        const along = boxes[at + OBB_HALF + axis] * boxes[at + OBB_AXES + 3 * axis + k];
        coordinate += (corner >> axis) & 1 ? along : -along;
      }
      corners.push(coordinate * unit);
    }
}
