import type { WholePart } from "../clash/clash.ts";
import {
  addIndices,
  addNode,
  addPositions,
  createDraft,
  type DraftNode,
  type GltfDraft,
  packGlb,
  worldTransform,
} from "../formats/gltf/draft.ts";
import { addPart } from "../formats/gltf/draft-part.ts";
import { checkOptionNames } from "../option-names.ts";
import { checkReport } from "./check-report.ts";
import type { ClashPart, ClashReport, ReportClash, ReportPart } from "./clash-report.ts";
import { colourParts } from "./part-colours.ts";
import {
  checkUpAxis,
  metresPerReportUnit,
  partsOfReport,
  SCENE_SPACE,
  type SceneSpace,
} from "./scene-space.ts";

// Linear RGB. Neighbours in the list are easy to tell apart, for colour-blind people as well. Yellow is left to the curves.
const COLOURS = [
  [0.8, 0.13, 0.03],
  [0.03, 0.27, 0.7],
  [0.05, 0.5, 0.25],
  [0.45, 0.1, 0.5],
  [0.1, 0.55, 0.65],
  [0.35, 0.18, 0.05],
];
/** The opacity of clashing parts: curves and parts inside them stay visible. */
const ALPHA = 0.45;
const GHOST = [0.35, 0.38, 0.42, 0.12];
const CURVE = [1, 0.9, 0];
const LINES = 1;

/**
 * The scene as a binary glTF 2.0, in metres. Below "parts" there is one node per part; clashing parts are coloured, the others
 * nearly transparent. Below "clashes" there is one node per clash, at its point, with its contact curves as lines and its record
 * of the report, in the report's unit, as `extras`.
 */
export function writeGlb(
  report: ClashReport,
  callerParts: readonly ClashPart[],
  options: SceneSpace = {},
): Uint8Array {
  checkOptionNames(options, SCENE_SPACE, "writeGlb");
  checkReport(report);
  const { upAxis = null } = options;
  checkUpAxis(upAxis);
  const parts = partsOfReport(report, callerParts);
  const metres = metresPerReportUnit(report);
  const draft = createDraft();
  if (parts.length > 0) {
    const scale = metres * report.unit.perSceneUnit;
    const root = addNode(draft, { name: "parts", ...worldTransform(scale, upAxis) }, null);
    addParts(draft, report, parts, root);
  }
  if (report.clashes.length > 0) {
    const extras = { unit: report.unit.name };
    const root = addNode(draft, { name: "clashes", ...worldTransform(metres, upAxis), extras }, null);
    const material = addMaterial(draft, "contact", CURVE, CURVE);
    for (const clash of report.clashes) addNode(draft, nodeOfClash(draft, report, clash, material), root);
  }
  return packGlb(draft);
}

function addParts(draft: GltfDraft, report: ClashReport, parts: readonly WholePart[], root: number): void {
  const materials = COLOURS.map((colour, i) => addMaterial(draft, `clash ${i + 1}`, [...colour, ALPHA]));
  const ghost = addMaterial(draft, "no clash", GHOST);
  const colours = colourParts(report, COLOURS.length);
  const surfaces = new Map();
  for (const [i, { name, mesh, toWorld }] of parts.entries()) {
    const colour = colours[i]!;
    const material = colour === null ? ghost : materials[colour];
    addPart(draft, surfaces, { name, mesh, toWorld, extras: extrasOfPart(report.parts[i]) }, material, root);
  }
}

function addMaterial(draft: GltfDraft, name: string, colour: number[], emissiveFactor?: number[]): number {
  const [r, g, b, alpha = 1] = colour;
  return (
    draft.materials.push({
      name,
      pbrMetallicRoughness: { baseColorFactor: [r, g, b, alpha], metallicFactor: 0, roughnessFactor: 0.7 },
      ...(emissiveFactor && { emissiveFactor }),
      ...(alpha < 1 && { alphaMode: "BLEND" }),
      doubleSided: true,
    }) - 1
  );
}

function extrasOfPart({ key, guid, type }: ReportPart): object {
  return { key, ...(guid !== undefined && { guid }), ...(type !== undefined && { type }) };
}

function nodeOfClash(draft: GltfDraft, report: ClashReport, clash: ReportClash, material: number): DraftNode {
  const { id, kind, keyA, keyB, depth, distance, trianglePairs, change, point } = clash;
  const [nameA, nameB] = [report.parts[clash.a].name, report.parts[clash.b].name];
  const mesh = addLines(draft, clash, material);
  return {
    name: kind === "self" ? `self: ${nameA}` : `${kind}: ${nameA} × ${nameB}`,
    translation: point,
    ...(mesh !== null && { mesh }),
    extras: {
      id,
      kind,
      a: keyA,
      b: keyB,
      ...(depth !== null && { depth: depth.depth, depthKind: depth.kind }),
      ...(distance !== null && { distance: distance.distance }),
      trianglePairs,
      ...(change !== undefined && { change }),
    },
  };
}

/** All lines of a clash as one mesh, relative to its point so that f32 is precise enough; null without lines. */
function addLines(draft: GltfDraft, clash: ReportClash, material: number): number | null {
  const { point } = clash;
  const { points, ends } = linesOf(clash);
  if (ends.length === 0) return null;
  const positions = Float32Array.from(points, (value, i) => value - point[i % 3]);
  const min = [0, 1, 2].map((axis) => extreme(positions, axis, Math.min));
  const max = [0, 1, 2].map((axis) => extreme(positions, axis, Math.max));
  const POSITION = addPositions(draft, positions.length / 3, min, max, (out) => out.set(positions));
  const indices = addIndices(draft, positions.length / 3, ends);
  return (
    draft.meshes.push({ primitives: [{ attributes: { POSITION }, indices, mode: LINES, material }] }) - 1
  );
}

function extreme(positions: Float32Array, axis: number, choose: (a: number, b: number) => number): number {
  let value = positions[axis];
  for (let i = axis + 3; i < positions.length; i += 3) value = choose(value, positions[i]);
  return value;
}

/** The contact curves, or the line between the nearest points: points, and two point indices for each line. */
function linesOf({ curves, distance }: ReportClash): { points: number[]; ends: number[] } {
  const points: number[] = [];
  const ends: number[] = [];
  const add = (coordinates: readonly number[], closed: boolean) => {
    const first = points.length / 3;
    const count = coordinates.length / 3;
    if (count < 2) return;
    for (const value of coordinates) points.push(value);
    for (let i = 1; i < count; i++) ends.push(first + i - 1, first + i);
    if (closed && count > 2) ends.push(first + count - 1, first);
  };
  for (const curve of curves) add(curve.points, curve.closed);
  if (distance !== null) add([...distance.pointA, ...distance.pointB], false);
  return { points, ends };
}
