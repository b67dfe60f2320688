import { createMesh, type Manifold, type Pose, type TriangleMesh } from "../../src/index.ts";
import { createWorld } from "../../src/world/index.ts";

/** A manifold without the memory behind its rows. */
export function manifoldRows(manifold: Manifold): unknown {
  const { count, pointCount, pairs } = manifold;
  return {
    normals: manifold.normals.subarray(0, 3 * count),
    depths: manifold.depths.subarray(0, count),
    lowerBounds: manifold.lowerBounds.subarray(0, count),
    upperBounds: manifold.upperBounds.subarray(0, count),
    kinds: manifold.kinds.subarray(0, count),
    starts: manifold.starts.subarray(0, count + 1),
    pointsA: manifold.pointsA.subarray(0, 3 * pointCount),
    pointsB: manifold.pointsB.subarray(0, 3 * pointCount),
    pointDepths: manifold.pointDepths.subarray(0, pointCount),
    keys: manifold.keys.subarray(0, 2 * pointCount),
    pairs: pairs.pairs,
    regionOfPair: manifold.regionOfPair.subarray(0, pairs.count),
  };
}

/** A few steps of a world in which a solid passes through another and a sheet sinks onto both. */
export function runWorld(
  solids: readonly TriangleMesh[],
  sheet: TriangleMesh,
  poses: readonly Pose[],
): unknown[] {
  const world = createWorld();
  const ids = solids.map((mesh, i) => world.add({ kind: i === 0 ? "static" : "rigid", mesh }));
  const cloth = createMesh({ positions: sheet.positions.slice(), indices: sheet.indices! });
  const clothId = world.add({ kind: "deformable", mesh: cloth, self: true });
  return poses.map((pose) => {
    for (const id of ids.slice(1)) world.setPose(id, pose);
    for (let z = 2; z < cloth.positions.length; z += 3) cloth.positions[z] -= 0.125;
    world.deformed(clothId);
    const { pairs, begun, ended, contacts, near } = world.step({ find: "contacts", near: 0.0625 });
    // The next step writes to the arrays of this one.
    return structuredClone([
      [pairs, begun, ended].map(({ count, bodies, links }) => [
        bodies.subarray(0, 2 * count),
        links.subarray(0, 2 * count),
      ]),
      contacts!.map(({ manifold }) => manifoldRows(manifold)),
      near,
    ]);
  });
}
