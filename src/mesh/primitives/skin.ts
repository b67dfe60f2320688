import type { Vector } from "../../geometry/vector.ts";
import { cos, sin } from "../../numerics/portable-math.ts";
import { createMesh, type TriangleMesh } from "../triangle-mesh.ts";

/**
 * An elliptic cross-section: the points center + cos·u + sin·v. A skin faces outward when u × v points along
 * the direction from section to section.
 */
export interface Section {
  readonly center: Readonly<Vector>;
  readonly u: Readonly<Vector>;
  readonly v: Readonly<Vector>;
}

/** A closed tube whose last section joins the first: 2 · sections · segments triangles. */
export function skinLoop(sections: readonly Section[], segments: number): TriangleMesh {
  const positions = new Float64Array(3 * sections.length * segments);
  const indices: number[] = [];
  placeRings(positions, 0, sections, segments);
  for (let ring = 0; ring < sections.length; ring++)
    joinRings(indices, ring * segments, ((ring + 1) % sections.length) * segments, segments);
  return createMesh({ positions, indices: Uint32Array.from(indices) });
}

/**
 * A tube closed by a fan to a point at either end: 2 · sections · segments triangles. The tips may lie in front
 * of the end sections (a cone), in their planes (a flat cap) or behind them (a hollow).
 */
export function skinBetweenTips(
  firstTip: Readonly<Vector>,
  sections: readonly Section[],
  lastTip: Readonly<Vector>,
  segments: number,
): TriangleMesh {
  // vertices: first tip | rings | last tip
  const last = 1 + sections.length * segments;
  const positions = new Float64Array(3 * (last + 1));
  const indices: number[] = [];
  positions.set(firstTip, 0);
  placeRings(positions, 1, sections, segments);
  positions.set(lastTip, 3 * last);
  const lastRing = last - segments;
  for (let i = 0; i < segments; i++) indices.push(0, 1 + ((i + 1) % segments), 1 + i);
  for (let ring = 1; ring < lastRing; ring += segments) joinRings(indices, ring, ring + segments, segments);
  for (let i = 0; i < segments; i++) indices.push(last, lastRing + i, lastRing + ((i + 1) % segments));
  return createMesh({ positions, indices: Uint32Array.from(indices) });
}

function placeRings(
  positions: Float64Array,
  firstVertex: number,
  sections: readonly Section[],
  segments: number,
): void {
  let cursor = 3 * firstVertex;
  for (const { center, u, v } of sections)
    for (let i = 0; i < segments; i++) {
      const angle = (2 * Math.PI * i) / segments;
      const cosine = cos(angle);
      const sine = sin(angle);
      for (let axis = 0; axis < 3; axis++)
        positions[cursor++] = center[axis] + cosine * u[axis] + sine * v[axis];
    }
}

function joinRings(indices: number[], ring: number, nextRing: number, segments: number): void {
  for (let i = 0; i < segments; i++) {
    const j = (i + 1) % segments;
    indices.push(ring + i, ring + j, nextRing + j, ring + i, nextRing + j, nextRing + i);
  }
}
