import { KERNELS } from "./generated/lines.ts";
import * as Memory from "./lines-memory-map.ts";
import { linkKernels } from "./load-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

/** The arrays of one surface in kernel memory; names as in queries/manifold/contact-surface.ts. */
export interface SurfaceViews {
  readonly header: number;
  readonly edgeSlots: Int32Array;
  readonly triangles: Float64Array;
  /** `triangles` as 32-bit elements, for the vertices and edge names in it. */
  readonly triangleIntegers: Uint32Array;
  readonly originals: Uint32Array;
  readonly regions: Int32Array;
  readonly crossedBits: Uint8Array;
  readonly names: Uint32Array;
  readonly edgeEnds: Uint32Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly lowSides: Uint8Array;
  readonly highSides: Uint8Array;
  readonly crossings: Uint32Array;
  readonly firstPairs: Uint32Array;
  readonly lastPairs: Uint32Array;
  readonly firstPoints: Int32Array;
  readonly lastPoints: Int32Array;
  readonly cursors: Int32Array;
  readonly finders: Int32Array;
}

/** Memory for the pairs of one query, with the kernel over it. */
export interface LinesWorkspace {
  readonly memory: WasmMemory;
  /** The functions of assembly/lines.ts. */
  readonly kernels: {
    beginLines(): void;
    findLines(begin: number, end: number): number;
    numberRegions(): void;
    sumArea(region: number): void;
    findLargest(surface: number, region: number, step: number, x: number, y: number, z: number): number;
    measureCurve(region: number, x: number, y: number, z: number): void;
    boxCurve(region: number): void;
  };
  /** The number of pairs, and of edges of either mesh, that fit. */
  pairRoom: number;
  edgeRoom: number;
  /** Higher than every edge slot of earlier queries: see EDGE_SLOTS. */
  firstSlot: number;
  ints: Int32Array;
  doubles: Float64Array;
  pairSlots: Uint32Array;
  ends: Uint32Array;
  points: Float64Array;
  edges: Uint32Array;
  faces: Uint32Array;
  uses: Uint8Array;
  parents: Uint32Array;
  nextOnEdge: Int32Array;
  regionOfPair: Uint32Array;
  regionOfPoint: Uint32Array;
  regionOfRoot: Int32Array;
  regionStarts: Uint32Array;
  regionPoints: Uint32Array;
  pairStarts: Uint32Array;
  regionPairs: Uint32Array;
  a: SurfaceViews;
  b: SurfaceViews;
}

const FIRST_PAIRS = 2 ** 10;
/** Slots of edges restart before they exceed 31 bits. */
const MOST_SLOTS = 2 ** 30;
/** Larger queries stay in TypeScript. */
const MOST_BYTES = 2 ** 26;

let kept: LinesWorkspace | null = null;

/** A workspace for a query; null if kernels or memory are lacking. */
export function openLinesWorkspace(pairCount: number, edgeCount: number): LinesWorkspace | null {
  if (kept !== null && kept.pairRoom >= pairCount && kept.edgeRoom >= edgeCount) {
    if (kept.firstSlot > MOST_SLOTS) clearEdgeSlots(kept);
    return kept;
  }
  let pairRoom = kept?.pairRoom ?? FIRST_PAIRS;
  while (pairRoom < pairCount) pairRoom *= 2;
  const edgeRoom = Math.max(edgeCount, kept?.edgeRoom ?? 0);
  const bytes = bytesFor(pairRoom, edgeRoom);
  if (bytes > MOST_BYTES) return null;
  // A new memory, because growing would detach the arrays that contexts of earlier queries still have.
  const workspace = createWorkspace(bytes);
  if (workspace === null) return null;
  setViews(workspace, pairRoom, edgeRoom);
  kept = workspace;
  return workspace;
}

function clearEdgeSlots(workspace: LinesWorkspace): void {
  workspace.a.edgeSlots.fill(0);
  workspace.b.edgeSlots.fill(0);
  workspace.firstSlot = 1;
}

/**
 * The size of the arrays of `setViews`: 138 bytes per pair for points, ends and regions, 253 for either surface, and up to 7 after each
 * array.
 */
function bytesFor(pairRoom: number, edgeRoom: number): number {
  return Memory.FIRST_TABLE + 8 * edgeRoom + 720 * pairRoom + 512;
}

function createWorkspace(bytes: number): LinesWorkspace | null {
  const linked = linkKernels<LinesWorkspace["kernels"]>(KERNELS, bytes);
  if (linked === null) return null;
  return { memory: linked.memory, kernels: linked.functions, firstSlot: 1 } as LinesWorkspace;
}

/** Lays the arrays out one after the other and writes their addresses. */
function setViews(workspace: LinesWorkspace, pairRoom: number, edgeRoom: number): void {
  const { buffer } = workspace.memory;
  workspace.pairRoom = pairRoom;
  workspace.edgeRoom = edgeRoom;
  const ints = (workspace.ints = new Int32Array(buffer));
  workspace.doubles = new Float64Array(buffer);
  let next = Memory.FIRST_TABLE;
  const put = (header: number, field: number, bytes: number): number => {
    const at = next;
    ints[(header + field) >> 2] = at;
    next = 8 * Math.ceil((at + bytes) / 8);
    return at;
  };
  const { SURFACE_A, SURFACE_B, LINES } = Memory;
  // A pair has two triangles and two ends; each end is a point of one edge.
  const points = 2 * pairRoom;
  const unsigned = (header: number, field: number, length: number) =>
    new Uint32Array(buffer, put(header, field, 4 * length), length);
  const signed = (header: number, field: number, length: number) =>
    new Int32Array(buffer, put(header, field, 4 * length), length);
  const floats = (header: number, field: number, length: number) =>
    new Float64Array(buffer, put(header, field, 8 * length), length);
  const bytes = (header: number, field: number, length: number) =>
    new Uint8Array(buffer, put(header, field, length), length);
  workspace.pairSlots = unsigned(LINES, Memory.PAIR_SLOTS, points);
  workspace.ends = unsigned(LINES, Memory.ENDS, points);
  workspace.points = floats(LINES, Memory.POINTS, 3 * points);
  workspace.edges = unsigned(LINES, Memory.EDGES, points);
  workspace.faces = unsigned(LINES, Memory.FACES, points);
  workspace.uses = bytes(LINES, Memory.USES, points);
  workspace.parents = unsigned(LINES, Memory.PARENTS, points);
  workspace.nextOnEdge = signed(LINES, Memory.NEXT_ON_EDGE, points);
  workspace.regionOfPair = unsigned(LINES, Memory.REGION_OF_PAIR, pairRoom);
  workspace.regionOfPoint = unsigned(LINES, Memory.REGION_OF_POINT, points);
  workspace.regionOfRoot = signed(LINES, Memory.REGION_OF_ROOT, points);
  workspace.regionStarts = unsigned(LINES, Memory.REGION_STARTS, pairRoom + 1);
  workspace.regionPoints = unsigned(LINES, Memory.REGION_POINTS, points);
  workspace.pairStarts = unsigned(LINES, Memory.PAIR_STARTS, pairRoom + 1);
  workspace.regionPairs = unsigned(LINES, Memory.REGION_PAIRS, pairRoom);
  const surfaceAt = (header: number): SurfaceViews => {
    // A new memory is filled with zeros.
    const edgeSlots = signed(header, Memory.EDGE_SLOTS, edgeRoom);
    next = 64 * Math.ceil(next / 64); // a triangle has two cache lines
    const triangles = floats(header, Memory.TRIANGLES, (Memory.TRIANGLE_BYTES / 8) * pairRoom);
    return {
      header,
      edgeSlots,
      triangles,
      triangleIntegers: new Uint32Array(buffer, triangles.byteOffset, 2 * triangles.length),
      originals: unsigned(header, Memory.ORIGINALS, pairRoom),
      regions: signed(header, Memory.REGIONS, pairRoom),
      crossedBits: bytes(header, Memory.CROSSED_BITS, pairRoom),
      names: unsigned(header, Memory.NAMES, points),
      edgeEnds: unsigned(header, Memory.EDGE_ENDS, 2 * points),
      first: floats(header, Memory.FIRST_SHARES, points),
      last: floats(header, Memory.LAST_SHARES, points),
      lowSides: bytes(header, Memory.LOW_SIDES, points),
      highSides: bytes(header, Memory.HIGH_SIDES, points),
      crossings: unsigned(header, Memory.CROSSINGS, points),
      firstPairs: unsigned(header, Memory.FIRST_PAIRS, points),
      lastPairs: unsigned(header, Memory.LAST_PAIRS, points),
      firstPoints: signed(header, Memory.FIRST_POINTS, points),
      lastPoints: signed(header, Memory.LAST_POINTS, points),
      cursors: signed(header, Memory.CURSORS, points),
      finders: signed(header, Memory.FINDERS, points),
    };
  };
  workspace.a = surfaceAt(SURFACE_A);
  workspace.b = surfaceAt(SURFACE_B);
}
