import { type ArticulatedBody, type Link, restValues, setPose } from "../../src/articulated.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { latticeSoup, random } from "../meshes.ts";

// Small bodies for tests of articulated bodies: few triangles, because the slow twins test them all in integers.

export const limb = createBox({ size: [3, 1, 1] });
export const ring = createTorus({ majorSegments: 5, minorSegments: 3 });
export const soup = latticeSoup(3, 8, 3);

export function moved(x: number, y = 0, z = 0): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

/** A chain along x: a free link, then balls or hinges. */
export function chain(count: number, meshes: readonly TriangleMesh[] = [limb], length = 3): Link[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `link ${i}`,
    mesh: meshes[i % meshes.length],
    parent: i === 0 ? null : `link ${i - 1}`,
    joint: { type: i === 0 ? "free" : i % 2 === 1 ? "ball" : "hinge", origin: moved(i === 0 ? 0 : length) },
  }));
}

/** Three branches on a frame without a mesh, which hangs on a trunk. */
export function tree(): Link[] {
  const links: Link[] = [
    { name: "trunk", mesh: limb, joint: { type: "free" } },
    { name: "frame", parent: "trunk", joint: { type: "hinge", origin: moved(2) } },
  ];
  for (let branch = 0; branch < 3; branch++)
    for (let k = 0; k < 2; k++)
      links.push({
        name: `${branch}.${k}`,
        parent: k === 0 ? "frame" : `${branch}.0`,
        mesh: k === 0 ? limb : ring,
        joint: { type: "ball", origin: moved(k === 0 ? 1 : 2, k === 0 ? branch - 1 : 0) },
      });
  return links;
}

/** A random pose; `spread` is how far the first link strays. */
export function poseAtRandom(body: ArticulatedBody, seed: number, spread = 4): void {
  const next = random(seed);
  setPose(
    body,
    restValues(body).map((value, i) => value + (i < 3 ? spread : 1.6) * (next() - 0.5)),
  );
}
