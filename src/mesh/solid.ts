import type { ConvexShape } from "../geometry/convex/convex-shape.ts";
import { type ConvexCore, convexCore } from "./convex-core.ts";
import { convexShapeOf } from "./convex-hull.ts";
import { coversHull } from "./is-convex.ts";
import { topologyOf } from "./surface-topology.ts";
import { type TriangleMesh, vertexOf } from "./triangle-mesh.ts";

/** What queries about the inside of a mesh need, computed once per shape. */
export interface Solid {
  /** Every edge is used an even number of times: the mesh has an inside, whatever the winding. */
  readonly closed: boolean;
  readonly hull: ConvexShape;
  /** Whether the mesh is the surface of its hull, exactly. */
  readonly convex: boolean;
  /** How much of its hull a closed mesh certainly fills; null if it is not even nearly convex. */
  readonly core: ConvexCore | null;
  /** 1 if the triangles are, by signed volume, counterclockwise seen from outside, −1 if clockwise. */
  readonly winding: 1 | -1;
  /** A vertex of each connected piece of surface. */
  readonly pieces: Uint32Array;
}

export function solidOf(mesh: TriangleMesh): Solid {
  const { closed, parts } = topologyOf(mesh);
  const hull = convexShapeOf(mesh);
  const convex = closed && coversHull(mesh, hull);
  return {
    closed,
    hull,
    convex,
    core: closed && hull.dimension === 3 ? convexCore(mesh, hull, convex) : null,
    winding: windingOf(mesh),
    pieces: parts.map((triangle) => vertexOf(mesh, triangle, 0)),
  };
}

/** 1 or −1 by the sign of the volume, in f64. */
export function windingOf(mesh: TriangleMesh): 1 | -1 {
  const { positions: p } = mesh;
  const o = 3 * vertexOf(mesh, 0, 0);
  let volume = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const a = 3 * vertexOf(mesh, t, 0);
    const b = 3 * vertexOf(mesh, t, 1);
    const c = 3 * vertexOf(mesh, t, 2);
    const ax = p[a] - p[o];
    const ay = p[a + 1] - p[o + 1];
    const az = p[a + 2] - p[o + 2];
    const bx = p[b] - p[o];
    const by = p[b + 1] - p[o + 1];
    const bz = p[b + 2] - p[o + 2];
    const cx = p[c] - p[o];
    const cy = p[c + 1] - p[o + 1];
    const cz = p[c + 2] - p[o + 2];
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return volume < 0 ? -1 : 1;
}
