import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { orient2d, orient3d } from "../numerics/orient.ts";

// Inside or outside of a closed mesh, by the parity of the surfaces on a ray along +x. The ray is thought of as moved a
// little along +y and, less, along +z, so that it meets no edge and no vertex; half-open comparisons and exact signs
// say what that tiny move does, the same for every triangle at an edge.

/**
 * Whether the point at p[i…i+2] lies inside of a closed mesh whose vertices stand at `world`; exact for points that are
 * not on the surface. Looks at every triangle.
 */
export function pointInside(
  mesh: TriangleMesh,
  world: ArrayLike<number>,
  p: Float64Array,
  i: number,
): boolean {
  const x = p[i]!;
  const y = p[i + 1]!;
  const z = p[i + 2]!;
  let inside = false;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const a = 3 * vertexOf(mesh, t, 0);
    const b = 3 * vertexOf(mesh, t, 1);
    const c = 3 * vertexOf(mesh, t, 2);
    const aBelow = world[a + 2]! <= z;
    const bBelow = world[b + 2]! <= z;
    const cBelow = world[c + 2]! <= z;
    if (aBelow === bBelow && bBelow === cBelow) continue;
    if (world[a]! < x && world[b]! < x && world[c]! < x) continue;
    if (world[a + 1]! < y && world[b + 1]! < y && world[c + 1]! < y) continue;
    if (world[a + 1]! > y && world[b + 1]! > y && world[c + 1]! > y) continue;
    // In the view along x: how many of the edges pass the height z at a larger y?
    const passes =
      Number(aBelow !== bBelow && passesBeyond(world, a, b, y, z)) +
      Number(bBelow !== cBelow && passesBeyond(world, b, c, y, z)) +
      Number(cBelow !== aBelow && passesBeyond(world, c, a, y, z));
    if (passes === 1 && liesAhead(world, a, b, c, x, y, z)) inside = !inside;
  }
  return inside;
}

/** The same for an edge and its reverse, so that neighbours agree. */
function passesBeyond(w: ArrayLike<number>, from: number, to: number, y: number, z: number): boolean {
  const low = w[from + 2]! < w[to + 2]! ? from : to;
  const high = low === from ? to : from;
  return orient2d(w[low + 1]!, w[low + 2]!, w[high + 1]!, w[high + 2]!, y, z) > 0;
}

/** Whether the triangle, which the ray's line meets, is met at a larger x than the point's. */
function liesAhead(
  w: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const facing = orient2d(w[a + 1]!, w[a + 2]!, w[b + 1]!, w[b + 2]!, w[c + 1]!, w[c + 2]!);
  // biome-ignore format: a point reads in a row
  const side = orient3d(
    w[a]!, w[a + 1]!, w[a + 2]!, w[b]!, w[b + 1]!, w[b + 2]!, w[c]!, w[c + 1]!, w[c + 2]!, x, y, z,
  );
  return facing > 0 ? side < 0 : side > 0;
}
