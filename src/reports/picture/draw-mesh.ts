import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { fillTriangle } from "./fill-triangle.ts";
import { addFace, type Layer } from "./layer.ts";
import { BALL_STRIDE, CHUNK_TRIANGLES } from "./mesh-chunks.ts";

/** How the camera's space becomes pixels, with room for one triangle on its way. */
export interface Lens {
  /** Pixels per unit at distance 1. */
  scale: number;
  /** Nothing nearer than this is drawn. */
  near: number;
  /** x, y, z of three corners in the camera's space. */
  corners: Float64Array;
  /** The polygon of up to four corners that the near plane leaves. */
  clipped: Float64Array;
  /** x, y and nearness of three corners, in pixels. */
  screen: Float64Array;
}

export function createLens(scale: number, near: number): Lens {
  return {
    scale,
    near,
    corners: new Float64Array(9),
    clipped: new Float64Array(12),
    screen: new Float64Array(9),
  };
}

/** A mesh to draw. 12 numbers, columns, take it to the camera's space: x right, y up, z towards the eye. */
export interface PlacedMesh {
  mesh: TriangleMesh;
  /** Of `chunkBalls`. */
  balls: Float64Array;
  toCamera: Float64Array;
}

/** The chunks of a mesh that may be in the picture. */
export function visibleChunks({ balls, toCamera: m }: PlacedMesh, lens: Lens, layer: Layer): number[] {
  const found: number[] = [];
  const stretch = stretchOf(m);
  const wide = layer.width / 2 / lens.scale;
  const high = layer.height / 2 / lens.scale;
  const wideNormal = Math.sqrt(1 + wide * wide);
  const highNormal = Math.sqrt(1 + high * high);
  for (let at = 0; at < balls.length; at += BALL_STRIDE) {
    const x = balls[at];
    const y = balls[at + 1];
    const z = balls[at + 2];
    const radius = stretch * balls[at + 3];
    const away = -(m[2] * x + m[5] * y + m[8] * z + m[11]);
    if (away < lens.near - radius) continue;
    const across = Math.abs(m[0] * x + m[3] * y + m[6] * z + m[9]);
    if (across - wide * away > radius * wideNormal) continue;
    const above = Math.abs(m[1] * x + m[4] * y + m[7] * z + m[10]);
    if (above - high * away > radius * highNormal) continue;
    found.push(at / BALL_STRIDE);
  }
  return found;
}

/** The Frobenius norm: at least the largest factor by which the matrix lengthens anything. */
export function stretchOf(m: Float64Array): number {
  let square = 0;
  for (let i = 0; i < 9; i++) square += m[i] * m[i];
  return Math.sqrt(square);
}

/**
 * Draws every `step`-th triangle of the chunks. With a step above 1 triangles are enlarged around their middles, so that a mesh
 * with far more triangles than pixels has few holes. `bias` makes nearness a little smaller: where surfaces coincide, the one
 * with the larger bias wins everywhere.
 */
export function drawChunks(
  layer: Layer,
  { mesh, toCamera: m }: PlacedMesh,
  chunks: readonly number[],
  lens: Lens,
  owner: number,
  { step = 1, bias = 1 }: { step?: number; bias?: number } = {},
): void {
  const { positions: p, indices, triangleCount } = mesh;
  const { corners } = lens;
  for (const chunk of chunks) {
    const end = Math.min(triangleCount, CHUNK_TRIANGLES * (chunk + 1));
    for (let t = CHUNK_TRIANGLES * chunk; t < end; t += step) {
      for (let k = 0; k < 3; k++) {
        const v = 3 * (indices === null ? 3 * t + k : indices[3 * t + k]);
        const x = p[v];
        const y = p[v + 1];
        const z = p[v + 2];
        corners[3 * k] = m[0] * x + m[3] * y + m[6] * z + m[9];
        corners[3 * k + 1] = m[1] * x + m[4] * y + m[7] * z + m[10];
        corners[3 * k + 2] = m[2] * x + m[5] * y + m[8] * z + m[11];
      }
      if (step > 1) enlarge(corners, 1.2 * Math.sqrt(step));
      drawTriangle(layer, lens, owner, bias);
    }
  }
}

function enlarge(triangle: Float64Array, factor: number): void {
  for (let k = 0; k < 3; k++) {
    const middle = (triangle[k] + triangle[3 + k] + triangle[6 + k]) / 3;
    for (let i = k; i < 9; i += 3) triangle[i] = middle + factor * (triangle[i] - middle);
  }
}

function drawTriangle(layer: Layer, lens: Lens, owner: number, bias: number): void {
  const { corners: c, clipped, screen, near } = lens;
  const ux = c[3] - c[0];
  const uy = c[4] - c[1];
  const uz = c[5] - c[2];
  const vx = c[6] - c[0];
  const vy = c[7] - c[1];
  const vz = c[8] - c[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0)) return;
  const inFront = (-c[2] >= near ? 1 : 0) + (-c[5] >= near ? 1 : 0) + (-c[8] >= near ? 1 : 0);
  if (inFront === 0) return;
  // Both sides are drawn, because meshes may be open or mirrored: the normal points to the eye.
  const turn = (x * c[0] + y * c[1] + z * c[2] > 0 ? -1 : 1) / size;
  const face = addFace(layer, owner, turn * x, turn * y, turn * z);
  if (inFront === 3) {
    for (let k = 0; k < 9; k += 3) project(layer, lens, c, k, k, bias);
    fillTriangle(layer, screen, face);
    return;
  }
  const count = clip(lens);
  for (let k = 2; k < count; k++) {
    project(layer, lens, clipped, 0, 0, bias);
    project(layer, lens, clipped, 3 * (k - 1), 3, bias);
    project(layer, lens, clipped, 3 * k, 6, bias);
    fillTriangle(layer, screen, face);
  }
}

/** The part of the triangle beyond the near plane, to `clipped`; returns its number of corners. */
function clip({ corners, clipped, near }: Lens): number {
  let count = 0;
  for (let at = 0; at < 9; at += 3) {
    const next = (at + 3) % 9;
    const from = -corners[at + 2] - near;
    const to = -corners[next + 2] - near;
    if (from >= 0) {
      for (let i = 0; i < 3; i++) clipped[3 * count + i] = corners[at + i];
      count++;
    }
    if (from >= 0 === to >= 0) continue;
    const share = from / (from - to);
    for (let i = 0; i < 3; i++)
      clipped[3 * count + i] = corners[at + i] + share * (corners[next + i] - corners[at + i]);
    count++;
  }
  return count;
}

/** x and y in pixels from the top left, then 1 / distance. */
function project(
  { width, height }: Layer,
  { scale, screen }: Lens,
  points: Float64Array,
  at: number,
  to: number,
  bias: number,
): void {
  const inverse = -1 / points[at + 2];
  screen[to] = width / 2 + scale * points[at] * inverse;
  screen[to + 1] = height / 2 - scale * points[at + 1] * inverse;
  screen[to + 2] = bias * inverse;
}
