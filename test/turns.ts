import { findGap, GAP_SQUARE, gap } from "../src/geometry/sweep/triangle-gap.ts";
import { bakePositions, createMesh, type PoseMotion, type TriangleMesh } from "../src/index.ts";
import { vertexOf } from "../src/mesh/triangle-mesh.ts";
import type { MeshAtTime } from "../src/reference/index.ts";
import { random } from "./meshes.ts";
import { rotation } from "./poses.ts";

// Rotating motion for tests, by other formulas than those of src/.

export type Quaternion = [number, number, number, number];

export interface Turn {
  motion: PoseMotion;
  poseAt: (time: number) => number[];
}

/** Between two quaternions (w x y z) and offsets, by the textbook's slerp. */
export function turn(
  q0: Quaternion,
  o0: number[],
  q1: Quaternion,
  o1: number[],
  about: number[] = [0, 0, 0],
  scale = 1,
): Turn {
  const unit = (q: number[]) => q.map((x) => x / Math.hypot(...q));
  const [p, q] = [unit(q0), unit(q1)];
  const cosine = p.reduce((sum, x, i) => sum + x * q[i], 0);
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const slerp = (time: number) =>
    p.map((x, i) =>
      angle < 1e-9
        ? x
        : (Math.sin((1 - time) * angle) * x + Math.sin(time * angle) * Math.sign(cosine) * q[i]) /
          Math.sin(angle),
    ) as Quaternion;
  const scales = [scale, scale, scale];
  const [from, to] = [rotation(q0, o0, scales), rotation(q1, o1, scales)];
  const poseAt = (time: number) => {
    const turned = rotation(slerp(time), [0, 0, 0], scales);
    const moved = (pose: number[]) => bakePositions(Float64Array.from(about), pose);
    const [start, end, local] = [moved(from), moved(to), moved(turned)];
    for (let k = 0; k < 3; k++) turned[12 + k] = start[k] + time * (end[k] - start[k]) - local[k];
    return turned;
  };
  return { motion: { from, to, about }, poseAt };
}

export function randomTurn(seed: number, reach: number): Turn {
  const next = random(seed);
  const quaternion = () => [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5] as Quaternion;
  const offset = () => [reach * (next() - 0.5), reach * (next() - 0.5), reach * (next() - 0.5)];
  return turn(quaternion(), offset(), quaternion(), offset(), [next() - 0.5, next(), next()], 0.5 + next());
}

/** A mesh in the poses that a function gives. */
export function moved(mesh: TriangleMesh, poseAt: (time: number) => number[]): MeshAtTime {
  return (time) =>
    createMesh({ positions: bakePositions(mesh.positions, poseAt(time)), indices: mesh.indices });
}

/** The least distance of two meshes that do not meet, over all pairs of triangles. */
export function gapBetween(a: TriangleMesh, b: TriangleMesh): number {
  const [p, q] = [cornersOf(a), cornersOf(b)];
  let least = Infinity;
  for (let i = 0; i < p.length; i += 9)
    for (let j = 0; j < q.length; j += 9) {
      findGap(p, i, q, j);
      least = Math.min(least, gap[GAP_SQUARE]);
    }
  return Math.sqrt(least);
}

function cornersOf(mesh: TriangleMesh): Float64Array {
  const { positions, triangleCount } = mesh;
  const triangles = Array.from({ length: triangleCount }, (_, t) =>
    [0, 1, 2].flatMap((k) => [...positions.subarray(3 * vertexOf(mesh, t, k), 3 * vertexOf(mesh, t, k) + 3)]),
  );
  return Float64Array.from(triangles.flat());
}
