import { BufferAttribute, BufferGeometry, Matrix4 } from "three";
import { CENTER, MeshBVH, SAH } from "three-mesh-bvh";

// three-mesh-bvh as its manual would have it for these queries: indexed geometry, Float32 positions, an SAH tree on
// both sides, the default leaf size, nothing logged, results collected without allocation per pair.

export { CENTER, SAH };

/** A geometry of its own: the tree reorders the index, so no two may share one. */
export function createGeometry({ positions, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

export function buildBvh(geometry, strategy) {
  geometry.boundsTree = new MeshBVH(geometry, { strategy });
  return geometry.boundsTree;
}

export function createMatrix(pose) {
  return new Matrix4().fromArray(pose);
}

/** Fills `pairs` with the triangle pairs that meet, numbered as in the reordered geometries; returns how many. */
export function collectPairs(a, b, bToA, pairs) {
  let count = 0;
  a.bvhcast(b, bToA, {
    intersectsTriangles(triangleA, triangleB, numberA, numberB) {
      if (triangleA.intersectsTriangle(triangleB)) {
        pairs[2 * count] = numberA;
        pairs[2 * count + 1] = numberB;
        count++;
      }
      return false;
    },
  });
  return count;
}

/** For each triangle of the reordered geometry, its number in the mesh that the geometry was made from. */
export function originalNumbers(geometry, { indices }) {
  const reordered = geometry.index.array;
  const numbers = new Map();
  for (let t = 0; t < indices.length; t += 3) numbers.set(cornersKey(indices, t), t / 3);
  return Uint32Array.from({ length: reordered.length / 3 }, (_, t) =>
    numbers.get(cornersKey(reordered, 3 * t)),
  );
}

function cornersKey(indices, at) {
  return `${indices[at]} ${indices[at + 1]} ${indices[at + 2]}`;
}
