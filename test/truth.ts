import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

// The exact answers that lie beside the project, not in it (DESIGN §7). Tests that need them are skipped where they
// are absent: `describe.skipIf(truthRoot() === null)("…")`.

export interface TruthMesh {
  verts: string;
  tris: string;
  vertexCount: number;
  triangleCount: number;
}

interface TruthPairCase {
  id: string;
  A: TruthMesh;
  B: TruthMesh;
  expected: { intersects: boolean; pairCount: number; pairs: string; kinds: string };
}

interface TruthSelfCase {
  id: string;
  mesh: TruthMesh;
  expected: { selfIntersects: boolean; pairCount: number; pairs: string; kinds: string; degenerate: string };
}

interface TruthDistanceCase {
  id: string;
  A: TruthMesh;
  B: TruthMesh;
  expected: { distance: number };
}

interface TruthPoseSweep {
  id: string;
  poses: number;
  A: TruthMesh;
  B: {
    restVerts: string;
    tris: string;
    vertexCount: number;
    triangleCount: number;
    frames: string;
    poses: string;
  };
  expected: { pairCounts: string; distances: string };
}

interface TruthBody {
  name: string;
  vertexOffset: number;
  vertexCount: number;
  triangleOffset: number;
  triangleCount: number;
  group: number;
}

export interface TruthMultiBodyCase {
  id: string;
  /** The model's file, relative to data/models. */
  source: string[];
  verts: string;
  tris: string;
  bodies: TruthBody[];
  onlyCrossGroupPairs?: boolean;
  expected: {
    intersectingBodyPairs: [number, number, number, number][];
    distances?: [number, number, number][];
  };
  /** Robots only. */
  jointValues?: Record<string, number>;
  linkFramesRowMajor?: Record<string, number[]>;
  adjacentBodyPairs?: [number, number][];
}

interface TruthSequence {
  id: string;
  tris: string;
  vertexCount: number;
  triangleCount: number;
  frames: { frame: number; verts: string; expected: { pairCount: number; pairs: string } }[];
}

interface TruthTriTriTable {
  id: string;
  pairs: string;
  hit: string;
  kind: string;
  count: number;
  hits: number;
}

interface TruthCcdSet {
  id: string;
  kind: "vertex-face" | "edge-edge";
  queries: string;
  expected: string;
  verified: string;
  toi: string;
  count: number;
  positives: number;
}

export interface TruthManifest {
  schemaVersion: number;
  pairCases: TruthPairCase[];
  smallPairCases: TruthPairCase[];
  selfCases: TruthSelfCase[];
  smallSelfCases: TruthSelfCase[];
  distanceCases: TruthDistanceCase[];
  poseSweeps: TruthPoseSweep[];
  multiBodyCases: TruthMultiBodyCase[];
  deformationSequences: TruthSequence[];
  triTriTables: TruthTriTriTable[];
  ccdSets: TruthCcdSet[];
}

const ROOT = resolve(import.meta.dirname, "../../shared/data/truth");
let isNoticeGiven = false;

/** The folder of the exact answers, or null, with a notice, where it is absent. */
export function truthRoot(): string | null {
  if (existsSync(join(ROOT, "manifest.json"))) return ROOT;
  if (!isNoticeGiven) console.warn(`NOTICE: ${ROOT} is absent, the tests against exact answers are skipped`);
  isNoticeGiven = true;
  return null;
}

export function truthManifest(): TruthManifest {
  return JSON.parse(readFileSync(join(ROOT, "manifest.json"), "utf8")) as TruthManifest;
}

export function readF64(path: string): Float64Array {
  return new Float64Array(readBytes(path));
}

export function readU32(path: string): Uint32Array {
  return new Uint32Array(readBytes(path));
}

export function readU8(path: string): Uint8Array {
  return new Uint8Array(readBytes(path));
}

/** A buffer of its own: Node's small files share one, at offsets that typed arrays refuse. */
function readBytes(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(join(ROOT, path))).buffer;
}
