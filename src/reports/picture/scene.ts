import type { WholePart } from "../../clash/clash.ts";
import { addBounds, type Bounds, emptyBounds } from "../../geometry/bounds.ts";
import type { Vector } from "../../geometry/vector.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { ClashReport, ReportClash, ReportGroup } from "../clash-report.ts";
import { radiusOf, toView } from "./camera.ts";
import type { PlacedMesh } from "./draw-mesh.ts";
import { chunkBalls } from "./mesh-chunks.ts";

/** The parts of a report, ready to be drawn from anywhere. */
export interface PictureScene {
  report: ClashReport;
  parts: readonly WholePart[];
  /** The axis of the model that points up. */
  up: "y" | "z";
  /** Half the diagonal of the box around all parts. */
  radius: number;
  /** Of meshes that were drawn before. */
  balls: Map<TriangleMesh, Float64Array>;
}

/** What a picture is about: some clashes, and the box to look at, in the report's coordinates. */
export interface Shot {
  clashes: readonly ReportClash[];
  box: Bounds;
}

export function createPictureScene(
  report: ClashReport,
  parts: readonly WholePart[],
  up: "y" | "z",
): PictureScene {
  const around = emptyBounds();
  for (const { box } of report.parts) addBounds(around, box);
  return { report, parts, up, radius: report.parts.length === 0 ? 1 : radiusOf(around), balls: new Map() };
}

/** The parts of the clashes, each once, in the order of the clashes. */
export function partsOfShot({ clashes }: Shot): number[] {
  return [...new Set(clashes.flatMap(({ a, b }) => [a, b]))];
}

/** A picture's space: the axes of the view (y up), with the focus as origin. */
export interface PictureSpace {
  focus: Vector;
  axes: readonly [Vector, Vector, Vector];
  /** From the focus to the eye, along the third axis. */
  distance: number;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The part's mesh with the matrix from its own space to the camera's. */
export function placePart(scene: PictureScene, part: number, space: PictureSpace): PlacedMesh {
  const { mesh, toWorld } = scene.parts[part];
  if (!scene.balls.has(mesh)) scene.balls.set(mesh, chunkBalls(mesh));
  const m = toWorld ?? IDENTITY;
  const scale = scene.report.unit.perSceneUnit;
  const toCamera = new Float64Array(12);
  for (let column = 0; column < 4; column++) {
    const moved: Vector = [scale * m[4 * column], scale * m[4 * column + 1], scale * m[4 * column + 2]];
    if (column === 3) for (let k = 0; k < 3; k++) moved[k] -= space.focus[k];
    writeColumn(toView(moved, scene.up), space, toCamera, 3 * column);
  }
  toCamera[11] -= space.distance;
  return { mesh, balls: scene.balls.get(mesh)!, toCamera };
}

/** A point of the report in the camera's space. */
export function placePoint(scene: PictureScene, point: ArrayLike<number>, space: PictureSpace): Vector {
  const { focus } = space;
  const out = new Float64Array(3);
  const offset: Vector = [point[0] - focus[0], point[1] - focus[1], point[2] - focus[2]];
  writeColumn(toView(offset, scene.up), space, out, 0);
  return [out[0], out[1], out[2] - space.distance];
}

function writeColumn([x, y, z]: Vector, { axes }: PictureSpace, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) out[at + k] = axes[k][0] * x + axes[k][1] * y + axes[k][2] * z;
}

/** A shot for each clash of a group after one of all of them; a single one for a group of one clash. */
export function shotsOfGroup({ clashes }: ClashReport, group: ReportGroup): Shot[] {
  const members = group.clashes.map((index) => clashes[index]);
  const single = members.map((clash): Shot => ({ clashes: [clash], box: clash.box }));
  return members.length < 2 ? single : [{ clashes: members, box: boxAround(members) }, ...single];
}

function boxAround(clashes: readonly ReportClash[]): Bounds {
  const around = emptyBounds();
  for (const { box } of clashes) addBounds(around, box);
  return around;
}
