import type { ConvexShape } from "../geometry/convex/convex-shape.ts";
import { convexShapeOf } from "./convex-hull.ts";
import { visitEdges } from "./edge-uses.ts";
import { coversHull } from "./is-convex.ts";
import { type TriangleMesh, vertexOf } from "./triangle-mesh.ts";
import { weldVertices } from "./weld-vertices.ts";

/** What a query about the inside of a mesh has to know, found once per shape. */
export interface Solid {
  readonly hull: ConvexShape;
  /** Whether the mesh is the surface of its hull, exactly. */
  readonly convex: boolean;
  /** Edges used an odd number of times: zero when the mesh is closed. Then it has an inside, whatever the winding. */
  readonly openEdges: number;
  /** 1 when the triangles, on the whole, run counterclockwise seen from outside, −1 when clockwise. */
  readonly winding: 1 | -1;
  /** One vertex of each connected piece of surface. */
  readonly shells: Uint32Array;
}

export function solidOf(mesh: TriangleMesh): Solid {
  const hull = convexShapeOf(mesh);
  const welded = weldVertices(mesh.positions);
  const corners = new Uint32Array(3 * mesh.triangleCount);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let k = 0; k < 3; k++) corners[3 * t + k] = welded[vertexOf(mesh, t, k)]!;
  let openEdges = 0;
  visitEdges(corners, mesh.vertexCount, (_low, _high, upward, downward) => {
    openEdges += (upward + downward) & 1;
  });
  return {
    hull,
    convex: openEdges === 0 && coversHull(mesh, hull),
    openEdges,
    winding: windingOf(mesh, corners),
    shells: findShells(corners),
  };
}

/** By the sign of the volume: only a hint for the search of directions, so f64 is enough. */
function windingOf({ positions: p }: TriangleMesh, corners: Uint32Array): 1 | -1 {
  const o = 3 * corners[0]!;
  let volume = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [3 * corners[i]!, 3 * corners[i + 1]!, 3 * corners[i + 2]!];
    const [ax, ay, az] = [p[a]! - p[o]!, p[a + 1]! - p[o + 1]!, p[a + 2]! - p[o + 2]!];
    const [bx, by, bz] = [p[b]! - p[o]!, p[b + 1]! - p[o + 1]!, p[b + 2]! - p[o + 2]!];
    const [cx, cy, cz] = [p[c]! - p[o]!, p[c + 1]! - p[o + 1]!, p[c + 2]! - p[o + 2]!];
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return volume < 0 ? -1 : 1;
}

/** Joins the corners of each triangle and keeps one vertex of each set (union-find with path halving). */
function findShells(corners: Uint32Array): Uint32Array {
  const parents = new Map<number, number>();
  function rootOf(vertex: number): number {
    let v = vertex;
    for (let up = parents.get(v) ?? v; up !== v; up = parents.get(v) ?? v) {
      parents.set(v, parents.get(up) ?? up);
      v = parents.get(v)!;
    }
    return v;
  }
  for (let i = 0; i < corners.length; i += 3) {
    const root = rootOf(corners[i]!);
    parents.set(root, root);
    parents.set(rootOf(corners[i + 1]!), root);
    parents.set(rootOf(corners[i + 2]!), root);
  }
  const shells = [...parents.keys()].filter((v) => parents.get(v) === v);
  return Uint32Array.from(shells).sort();
}
