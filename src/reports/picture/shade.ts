import type { Vector } from "../../geometry/vector.ts";
import { unit } from "./camera.ts";
import { COLOUR_A, COLOUR_B, COLOUR_CONTEXT, rgbOf } from "./colours.ts";
import type { Canvas, Rgb } from "./draw-lines.ts";
import { FACE_LIGHT, FACE_OWNER, FACE_STRIDE, type Layer } from "./layer.ts";

export interface Layers {
  /** The clashing parts. */
  solid: Layer;
  /** Parts that contain others, drawn see-through; null where there are none. */
  outer: Layer | null;
  /** Everything else, faded. */
  context: Layer | null;
}

const COLOURS: readonly Rgb[] = [[0, 0, 0], rgbOf(COLOUR_A), rgbOf(COLOUR_B)];
const CONTEXT_COLOURS: readonly Rgb[] = [rgbOf(COLOUR_CONTEXT)];
/** The background, at the top and at the bottom. */
const TOP: Rgb = [250, 251, 252];
const BOTTOM: Rgb = [226, 231, 237];
/** From the upper left, behind the camera. */
const LIGHT = unit([-0.55, 0.8, 1]);
/** Faces that turn by less than 30° are one surface. */
const SMOOTH = 0.866;
/** How far nearness may bend from pixel to pixel within one surface, as a share. */
const BEND = 0.004;
const EDGE_LIGHT = 0.38;
/** How dense see-through surfaces are: seen from the front, seen from the side, and at edges. */
const CONTEXT_DENSITY: Rgb = [0.07, 0.34, 0.45];
const OUTER_DENSITY: Rgb = [0.22, 0.6, 0.85];

/** Light and edges: the layers as a picture. `up` is where up is in the camera's space. */
export function shade({ solid, outer, context }: Layers, up: Vector, { width, height, rgb }: Canvas): void {
  for (const layer of [solid, outer, context]) if (layer !== null) lightFaces(layer, up);
  const pixels = new Float64Array(3 * width);
  for (let row = 0; row < height; row++) {
    const share = row / (height - 1);
    for (let k = 0; k < 3; k++) {
      const background = TOP[k] + share * (BOTTOM[k] - TOP[k]);
      for (let at = k; at < 3 * width; at += 3) pixels[at] = background;
    }
    shadeSolids(pixels, solid, row);
    if (context !== null) cover(pixels, context, solid, row, CONTEXT_COLOURS, CONTEXT_DENSITY);
    if (outer !== null) cover(pixels, outer, solid, row, COLOURS, OUTER_DENSITY);
    rgb.set(pixels, 3 * row * width);
  }
}

function shadeSolids(pixels: Float64Array, layer: Layer, row: number): void {
  if (layer.faceCount === 1) return;
  const { width, face: faceAt, faces } = layer;
  for (let column = 0; column < width; column++) {
    const at = row * width + column;
    const face = FACE_STRIDE * faceAt[at];
    if (face === 0) continue;
    const light = faces[face + FACE_LIGHT] * (isEdge(layer, at, column, row) ? EDGE_LIGHT : 1);
    const colour = COLOURS[faces[face + FACE_OWNER] | 0];
    for (let k = 0; k < 3; k++) pixels[3 * column + k] = light * colour[k];
  }
}

/** A lamp behind the camera, and more light from above than from below. */
function lightFaces({ faces, faceCount }: Layer, up: Vector): void {
  for (let at = FACE_STRIDE; at < FACE_STRIDE * faceCount; at += FACE_STRIDE) {
    const x = faces[at];
    const y = faces[at + 1];
    const z = faces[at + 2];
    const lamp = Math.max(0, x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]);
    faces[at + FACE_LIGHT] = 0.66 + 0.08 * (x * up[0] + y * up[1] + z * up[2]) + 0.36 * lamp;
  }
}

/**
 * Puts a see-through surface over a row of pixels where it is nearer than the solids, as in an X-ray: denser where it turns away from the
 * eye, and at edges. Owners beyond the colours have the last one.
 */
function cover(
  pixels: Float64Array,
  layer: Layer,
  solid: Layer,
  row: number,
  colours: readonly Rgb[],
  density: Rgb,
): void {
  if (layer.faceCount === 1) return;
  const { width, face: faceAt, faces, nearness } = layer;
  for (let column = 0; column < width; column++) {
    const at = row * width + column;
    if (!(nearness[at] > solid.nearness[at])) continue;
    const face = FACE_STRIDE * faceAt[at];
    const away = 1 - Math.abs(faces[face + 2]);
    const alpha = isEdge(layer, at, column, row)
      ? density[2]
      : density[0] + (density[1] - density[0]) * away * away;
    const light = faces[face + FACE_LIGHT];
    const colour = colours[Math.min(faces[face + FACE_OWNER], colours.length - 1)];
    for (let k = 0; k < 3; k++) {
      const below = pixels[3 * column + k];
      pixels[3 * column + k] = below + alpha * (light * colour[k] - below);
    }
  }
}

/** Whether the surface ends, folds or jumps between this pixel and the next one to the right or below. */
function isEdge(layer: Layer, at: number, column: number, row: number): boolean {
  const { width, height, face } = layer;
  if (column + 2 >= width || row + 2 >= height) return false;
  const here = face[at];
  // Most pixels are within one triangle.
  if (
    face[at + 1] === here &&
    face[at + 2] === here &&
    face[at + width] === here &&
    face[at + 2 * width] === here
  )
    return false;
  return isStep(layer, at, at + 1, at + 2) || isStep(layer, at, at + width, at + 2 * width);
}

function isStep({ face, faces, nearness }: Layer, at: number, next: number, after: number): boolean {
  const here = FACE_STRIDE * face[at];
  const there = FACE_STRIDE * face[next];
  if (faces[here + FACE_OWNER] !== faces[there + FACE_OWNER]) return true;
  const cosine =
    faces[here] * faces[there] + faces[here + 1] * faces[there + 1] + faces[here + 2] * faces[there + 2];
  if (cosine < SMOOTH) return true;
  // Nearness is linear within a face: a jump bends it.
  const bend = nearness[at] - 2 * nearness[next] + nearness[after];
  return face[after] !== 0 && Math.abs(bend) > BEND * nearness[next];
}
