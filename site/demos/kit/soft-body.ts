import { createMesh, NEAR_KINDS, type NearPairs, type TriangleMesh } from "abut";
import type { WorldNearPair } from "abut/world";

// Position-based dynamics, as small as it can be: vertices keep their velocity, edges keep their lengths, near features are pushed apart.

export interface SoftBody {
  readonly mesh: TriangleMesh;
  /** Verlet: on with the last velocity, some of it lost, and what `pull` adds along z. */
  move(damping: number, pull: number): void;
  /** Draws every vertex towards where it was at rest. */
  remember(stiffness: number): void;
  keepLengths(): void;
  /** Brings vertices nearer to the velocity of what they rub against. */
  rub(vertex: number, velocity: readonly number[], share: number): void;
  /** Puts the vertices of `isFixed` back where they were at rest. */
  hold(isFixed: (vertex: number) => boolean): void;
}

export function createSoftBody(mesh: TriangleMesh): SoftBody {
  const { positions } = mesh;
  const rest = positions.slice();
  const last = positions.slice();
  const edges = edgesOf(mesh);
  const lengths = edges.map(([a, b]) =>
    Math.hypot(
      rest[3 * a] - rest[3 * b],
      rest[3 * a + 1] - rest[3 * b + 1],
      rest[3 * a + 2] - rest[3 * b + 2],
    ),
  );
  return {
    mesh,
    move(damping, pull) {
      for (let i = 0; i < positions.length; i++) {
        const x = positions[i];
        positions[i] += damping * (x - last[i]) + (i % 3 === 2 ? pull : 0);
        last[i] = x;
      }
    },
    remember(stiffness) {
      for (let i = 0; i < positions.length; i++) positions[i] += stiffness * (rest[i] - positions[i]);
    },
    keepLengths() {
      for (let e = 0; e < edges.length; e++) {
        const [a, b] = [3 * edges[e][0], 3 * edges[e][1]];
        const [x, y, z] = [
          positions[b] - positions[a],
          positions[b + 1] - positions[a + 1],
          positions[b + 2] - positions[a + 2],
        ];
        const share = 0.5 * (1 - lengths[e] / Math.hypot(x, y, z));
        positions[a] += share * x;
        positions[a + 1] += share * y;
        positions[a + 2] += share * z;
        positions[b] -= share * x;
        positions[b + 1] -= share * y;
        positions[b + 2] -= share * z;
      }
    },
    rub(vertex, velocity, share) {
      for (let i = 3 * vertex, k = 0; k < 3; i++, k++)
        last[i] += share * (positions[i] - last[i] - velocity[k]);
    },
    hold(isFixed) {
      for (let v = 0; v < positions.length / 3; v++)
        if (isFixed(v)) for (let k = 0; k < 3; k++) positions[3 * v + k] = last[3 * v + k] = rest[3 * v + k];
    },
  };
}

/**
 * Moves vertices so that near features are nearly `thickness` apart. Only the sides named as soft give way. A vertex of many pairs is
 * pushed by each of them, by `share` of the gap: fine meshes need a small one.
 */
export function pushApart(
  near: NearPairs,
  thickness: number,
  softA: TriangleMesh | null,
  softB: TriangleMesh | null,
  share = 0.5,
): void {
  for (let row = 0; row < near.count; row++) {
    const gap = thickness - near.distances[row];
    if (gap <= 0) continue;
    const kind = near.kinds[row];
    const ofA = kind === NEAR_KINDS.vertexFace ? 1 : kind === NEAR_KINDS.faceVertex ? 3 : 2; // how many of the four are a's
    let give = 0;
    for (let i = 0; i < 4; i++)
      if ((i < ofA ? softA : softB) !== null) give += near.weights[4 * row + i] ** 2;
    if (give === 0) continue;
    for (let i = 0; i < 4; i++) {
      const mesh = i < ofA ? softA : softB;
      if (mesh === null) continue;
      // Normals point from a to b.
      const way = ((i < ofA ? -share : share) * gap * near.weights[4 * row + i]) / give;
      const vertex = 3 * near.vertices[4 * row + i];
      for (let k = 0; k < 3; k++) mesh.positions[vertex + k] += way * near.normals[3 * row + k];
    }
  }
}

/** Near pairs of a soft body with itself, or with other bodies. */
export function countNear(near: readonly WorldNearPair[], isSelf: boolean): number {
  return near.reduce(
    (sum, { bodyA, bodyB, features }) => sum + ((bodyA === bodyB) === isSelf ? features.count : 0),
    0,
  );
}

/** A sheet of squares, halved along a diagonal; `place` says where the vertex in column i and row j is. */
export function createSheet(
  columns: number,
  rows: number,
  place: (i: number, j: number) => readonly [number, number, number],
): TriangleMesh {
  const width = columns + 1;
  const positions = new Float64Array(3 * width * (rows + 1));
  const indices: number[] = [];
  for (let j = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++) {
      const v = j * width + i;
      positions.set(place(i, j), 3 * v);
      if (i < columns && j < rows) indices.push(v, v + 1, v + width + 1, v, v + width + 1, v + width);
    }
  return createMesh({ positions, indices: Uint32Array.from(indices) });
}

function edgesOf({ indices, positions }: TriangleMesh): [number, number][] {
  const count = positions.length / 3;
  const keys = new Set<number>();
  for (let t = 0; t < indices!.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [indices![t + k], indices![t + ((k + 1) % 3)]];
      keys.add(Math.min(a, b) * count + Math.max(a, b));
    }
  return [...keys].map((key) => [Math.floor(key / count), key % count]);
}
