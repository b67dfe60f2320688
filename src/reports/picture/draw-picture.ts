import type { Vector } from "../../geometry/vector.ts";
import type { ReportClash } from "../clash-report.ts";
import { axesOf, distanceFor, HALF_HEIGHT, radiusOf } from "./camera.ts";
import { COLOUR_CASING, COLOUR_CURVE, COLOUR_MEASURE, rgbOf } from "./colours.ts";
import { curveSegments, measureSegments } from "./curve-segments.ts";
import { type Canvas, drawSegment, halve, type Rgb } from "./draw-lines.ts";
import { createLens, drawChunks, type Lens, visibleChunks } from "./draw-mesh.ts";
import { clearLayer, createLayer, type Layer } from "./layer.ts";
import type { Look } from "./look.ts";
import { CHUNK_TRIANGLES } from "./mesh-chunks.ts";
import { writePng } from "./png.ts";
import { type PictureScene, type PictureSpace, placePart, placePoint, type Shot } from "./scene.ts";
import { shade } from "./shade.ts";
import { OWNER_B, sidesOf } from "./sides.ts";

/** The size of pictures, in pixels. */
export const PICTURE_WIDTH = 640;
export const PICTURE_HEIGHT = 480;
/** Pictures are drawn at twice their size, then halved, so that edges are smooth. */
const FINE = 2;
/** The largest numbers of triangles drawn: of the clashing parts, thinned out above this; and of the parts around. */
const MOST_SOLID = 1_000_000;
const MOST_CONTEXT = 100_000;
/** Where surfaces of both parts coincide, part a's is seen. */
const BIAS_B = 1 - 1e-4;
/** Parts around the clash coincide as well: the one nearer to the clash is seen. f32 rounds by 6e-8. */
const BIAS_STEP = 2e-6;

/** The buffers of pictures, for one picture after another. */
export interface Painter {
  solid: Layer;
  outer: Layer;
  context: Layer;
  canvas: Canvas;
}

export function createPainter(): Painter {
  const [width, height] = [FINE * PICTURE_WIDTH, FINE * PICTURE_HEIGHT];
  return {
    solid: createLayer(width, height),
    outer: createLayer(width, height),
    context: createLayer(width, height),
    canvas: { width, height, rgb: new Uint8ClampedArray(3 * width * height) },
  };
}

/** A picture of some clashes as a PNG file. Equal scenes give equal bytes on every engine. */
export function drawPicture(painter: Painter, scene: PictureScene, shot: Shot, look: Look): Uint8Array {
  const { solid, outer, context, canvas } = painter;
  const distance = distanceFor(look.size);
  const axes = axesOf(look.direction);
  const space: PictureSpace = { focus: look.focus, axes, distance };
  const lens = createLens(solid.height / 2 / HALF_HEIGHT, distance / 100);
  for (const layer of [solid, outer, context]) clearLayer(layer);
  const sides = sidesOf(shot);
  const around = outerParts(shot);
  drawSolids(painter, scene, space, lens, sides, around);
  drawContext(painter, scene, space, lens, sides);
  const up: Vector = [axes[0][1], axes[1][1], axes[2][1]];
  shade({ solid, outer: around.size > 0 ? outer : null, context }, up, canvas);
  drawMarks(canvas, scene, shot, space, lens);
  return writePng(halve(canvas));
}

function drawSolids(
  { solid, outer }: Painter,
  scene: PictureScene,
  space: PictureSpace,
  lens: Lens,
  sides: ReadonlyMap<number, number>,
  around: ReadonlySet<number>,
): void {
  const drawn = [...sides].map(([part, owner]) => {
    const placed = placePart(scene, part, space);
    return { part, owner, placed, chunks: visibleChunks(placed, lens, solid) };
  });
  const triangles = drawn.reduce((sum, { chunks }) => sum + CHUNK_TRIANGLES * chunks.length, 0);
  const step = Math.max(1, Math.ceil(triangles / MOST_SOLID));
  for (const { part, owner, placed, chunks } of drawn)
    drawChunks(around.has(part) ? outer : solid, placed, chunks, lens, owner, {
      step,
      bias: owner === OWNER_B ? BIAS_B : 1,
    });
}

/** The other parts, nearest to the focus first, as long as their triangles last. */
function drawContext(
  { context }: Painter,
  scene: PictureScene,
  space: PictureSpace,
  lens: Lens,
  sides: ReadonlyMap<number, number>,
): void {
  const { parts } = scene.report;
  const others = parts
    .map(({ box }, part) => ({ part, away: distanceToBox(box, space.focus) }))
    .filter(({ part }) => !sides.has(part) && isInView(scene, part, space, lens, context));
  others.sort((p, q) => p.away - q.away || p.part - q.part);
  let left = MOST_CONTEXT;
  let bias = 1;
  for (const { part } of others) {
    const placed = placePart(scene, part, space);
    const chunks = visibleChunks(placed, lens, context);
    const triangles = CHUNK_TRIANGLES * (chunks.length - 1);
    if (triangles > left) continue;
    left -= Math.max(triangles, 1);
    drawChunks(context, placed, chunks, lens, part, { bias });
    bias = Math.max(bias - BIAS_STEP, 1 - 500 * BIAS_STEP);
  }
}

function distanceToBox(box: readonly number[], point: Vector): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const away = Math.max(0, box[k] - point[k], point[k] - box[k + 3]);
    square += away * away;
  }
  return Math.sqrt(square);
}

/** Whether the ball around a part's box may be in the picture. */
function isInView(scene: PictureScene, part: number, space: PictureSpace, lens: Lens, layer: Layer): boolean {
  const { box } = scene.report.parts[part];
  const [x, y, z] = placePoint(
    scene,
    [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2],
    space,
  );
  const radius = radiusOf(box);
  const [wide, high] = [layer.width / 2 / lens.scale, layer.height / 2 / lens.scale];
  return (
    -z >= lens.near - radius &&
    Math.abs(x) + wide * z <= radius * Math.sqrt(1 + wide * wide) &&
    Math.abs(y) + high * z <= radius * Math.sqrt(1 + high * high)
  );
}

/** Parts that contain another one of the picture. */
function outerParts({ clashes }: Shot): Set<number> {
  const outer = new Set<number>();
  for (const { kind, a, b } of clashes) {
    if (kind === "contains") outer.add(a);
    if (kind === "inside") outer.add(b);
  }
  return outer;
}

const CURVE_WIDTHS = [6.2, 3.2];
const MEASURE_WIDTHS = [4.8, 2.2];
const DOT_WIDTHS = [9, 6];

/** Contact curves; for a single clash also the segment between its two points. */
function drawMarks(canvas: Canvas, scene: PictureScene, shot: Shot, space: PictureSpace, lens: Lens): void {
  const { clashes } = shot;
  const colours = (inner: string): readonly Rgb[] => [rgbOf(COLOUR_CASING), rgbOf(inner)];
  const project = (points: number[]) => onScreen(canvas, scene, points, space, lens);
  const draw = (lines: Segment[], widths: readonly number[], [casing, inner]: readonly Rgb[]) => {
    // All casings first: a line must not be cut by the casing of another.
    for (const line of lines) drawSegment(canvas, line, (FINE * widths[0]) / 2, casing);
    for (const line of lines) drawSegment(canvas, line, (FINE * widths[1]) / 2, inner);
  };
  draw(project(curveSegments(clashes)), CURVE_WIDTHS, colours(COLOUR_CURVE));
  draw(project(singlePoints(clashes)), DOT_WIDTHS, colours(COLOUR_CURVE));
  if (clashes.length > 1) return;
  const ways = measureSegments(clashes);
  draw(project(ways), MEASURE_WIDTHS, colours(COLOUR_MEASURE));
  const ends = [0, 3].flatMap((k) => (ways.length === 0 ? [] : [ways.slice(k, k + 3), ways.slice(k, k + 3)]));
  draw(project(ends.flat()), DOT_WIDTHS, colours(COLOUR_MEASURE));
}

/** Contacts in a single point, as segments of no length. */
function singlePoints(clashes: readonly ReportClash[]): number[] {
  return clashes.flatMap(({ curves }) =>
    curves.filter(({ points }) => points.length === 3).flatMap(({ points }) => [...points, ...points]),
  );
}

type Segment = [number, number, number, number];

function onScreen(
  { width, height }: Canvas,
  scene: PictureScene,
  points: readonly number[],
  space: PictureSpace,
  { scale, near }: Lens,
): Segment[] {
  const found: Segment[] = [];
  for (let at = 0; at < points.length; at += 6) {
    const [p, q] = [0, 3].map((k) => placePoint(scene, points.slice(at + k, at + k + 3), space));
    if (-p[2] < near || -q[2] < near) continue;
    const [from, to] = [p, q].map(([x, y, z]) => [width / 2 - (scale * x) / z, height / 2 + (scale * y) / z]);
    found.push([from[0], from[1], to[0], to[1]]);
  }
  return found;
}
