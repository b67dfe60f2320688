import { movePoint } from "../../geometry/affine.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF, OBB_STRIDE } from "../layout.ts";
import { type ArticulatedBody, markBounds } from "./articulated-body.ts";
import { followMeshes } from "./follow-meshes.ts";

// The two comparisons with axis-aligned world boxes: AABB+ moves every vertex of a link, AABB* the eight corners of its
// rest box, which is looser and far faster (Schmidl, Walker, Lin, section 4).

const INFLATION = 2 ** -46; // as in fit-obb.ts
const LEAST_HALF = 2 ** -1000;
const point = new Float64Array(3);

/** Updates the bounds of all nodes, those of the links from all their vertices. */
export function updateAabbFromVertices(body: ArticulatedBody): void {
  followMeshes(body);
  boundLinksByVertices(body);
  uniteAll(body);
  markBounds(body, "aabb+");
}

/** Updates the bounds of all nodes, those of the links from the corners of their rest boxes. */
export function updateAabbFromCorners(body: ArticulatedBody): void {
  followMeshes(body);
  boundLinksByCorners(body);
  uniteAll(body);
  markBounds(body, "aabb*");
}

/** Bounds the leaves only. */
export function boundLinksByVertices(body: ArticulatedBody): void {
  const { bounds, linkToWorld, meshes, hierarchy } = body;
  for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) {
    const link = hierarchy.links[leaf];
    const { positions } = meshes[link]!;
    const pose = linkToWorld.subarray(16 * link, 16 * link + 16);
    const at = 6 * leaf;
    for (let axis = 0; axis < 3; axis++) {
      bounds[at + axis] = Infinity;
      bounds[at + 3 + axis] = -Infinity;
    }
    for (let v = 0; v < positions.length; v += 3) {
      movePoint(pose, positions[v], positions[v + 1], positions[v + 2], point, 0);
      for (let axis = 0; axis < 3; axis++) {
        if (point[axis] < bounds[at + axis]) bounds[at + axis] = point[axis];
        if (point[axis] > bounds[at + 3 + axis]) bounds[at + 3 + axis] = point[axis];
      }
    }
  }
}

/** Bounds the leaves only. */
export function boundLinksByCorners(body: ArticulatedBody): void {
  const { bounds, linkToWorld, restBoxes, hierarchy } = body;
  for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) {
    const m = 16 * hierarchy.links[leaf];
    const at = OBB_STRIDE * leaf;
    const x = restBoxes[at + OBB_CENTRE];
    const y = restBoxes[at + OBB_CENTRE + 1];
    const z = restBoxes[at + OBB_CENTRE + 2];
    for (let row = 0; row < 3; row++) {
      const mx = linkToWorld[m + row];
      const my = linkToWorld[m + 4 + row];
      const mz = linkToWorld[m + 8 + row];
      const shift = linkToWorld[m + 12 + row];
      const centre = mx * x + my * y + mz * z + shift;
      let radius = 0;
      for (let axis = 0; axis < 3; axis++) {
        const a = at + OBB_AXES + 3 * axis;
        radius +=
          restBoxes[at + OBB_HALF + axis] *
          Math.abs(mx * restBoxes[a] + my * restBoxes[a + 1] + mz * restBoxes[a + 2]);
      }
      const size = Math.abs(mx * x) + Math.abs(my * y) + Math.abs(mz * z) + Math.abs(shift) + radius;
      radius += INFLATION * size + LEAST_HALF;
      bounds[6 * leaf + row] = centre - radius;
      bounds[6 * leaf + 3 + row] = centre + radius;
    }
  }
}

function uniteAll(body: ArticulatedBody): void {
  const { leafCount, nodeCount } = body.hierarchy;
  for (let node = leafCount; node < nodeCount; node++) uniteBounds(body, node);
}

/** Bounds an inner node by its children's bounds. */
export function uniteBounds({ bounds, hierarchy }: ArticulatedBody, node: number): void {
  const { leafCount, children } = hierarchy;
  const left = 6 * children[2 * (node - leafCount)];
  const right = 6 * children[2 * (node - leafCount) + 1];
  for (let k = 0; k < 3; k++) {
    const lowL = bounds[left + k];
    const lowR = bounds[right + k];
    const highL = bounds[left + 3 + k];
    const highR = bounds[right + 3 + k];
    bounds[6 * node + k] = lowL < lowR ? lowL : lowR;
    bounds[6 * node + 3 + k] = highL > highR ? highL : highR;
  }
}

/** Bounds a node by those of many leaves. */
export function uniteMany({ bounds }: ArticulatedBody, leaves: Int32Array, node: number): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < leaves.length; i++) {
      const at = 6 * leaves[i] + k;
      if (bounds[at] < low) low = bounds[at];
      if (bounds[at + 3] > high) high = bounds[at + 3];
    }
    bounds[6 * node + k] = low;
    bounds[6 * node + 3 + k] = high;
  }
}
