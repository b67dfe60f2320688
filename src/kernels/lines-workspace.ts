import type { VertexGraph } from "../mesh/vertex-graph.ts";
import { KERNELS } from "./generated/manifold.ts";
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
  readonly vertexStates: Int32Array;
  readonly inner: Uint32Array;
  readonly places: Float64Array;
  readonly pieceOfInner: Uint32Array;
  readonly marks: Int32Array;
  readonly pieceStarts: Uint32Array;
  /** `vertices` of queries/manifold/region-vertices.ts. */
  readonly listed: Uint32Array;
  /** Memory for a copy of the mesh; null if there is no room. */
  readonly mesh: MeshViews | null;
}

/** A copy of a mesh's connections, which last from query to query, and of its coordinates. */
export interface MeshViews {
  /** The graph of the last query, which may be freed; how many pairs the last queries with it had; and whether it is copied. */
  graph: WeakRef<VertexGraph> | null;
  pairCount: number;
  isCopied: boolean;
  readonly triangleSlots: Int32Array;
  readonly corners: Uint32Array;
  readonly edgeNames: Uint32Array;
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly neighbourNames: Uint32Array;
  /** Coordinates as f64 or f32. */
  readonly doubles: Float64Array;
  readonly singles: Float32Array;
}

/** Memory for the pairs of one query, with the kernel over it. */
export interface LinesWorkspace {
  readonly memory: WasmMemory;
  /** The functions of assembly/manifold.ts. */
  readonly kernels: {
    beginLines(): void;
    findLines(begin: number, end: number): number;
    numberRegions(): void;
    takePairs(begin: number, end: number): void;
    spreadFromEnds(surface: number): void;
    placeInner(surface: number): void;
    noteSides(surface: number): number;
    findUnknown(surface: number, slot: number, areBitsValid: number): number;
    linkRegions(surface: number): void;
    findDirections(region: number): number;
    measureRegion(region: number, directionCount: number, most: number): number;
  };
  /** The number of pairs, and of edges and vertices of either mesh, that fit. */
  pairRoom: number;
  edgeRoom: number;
  vertexRoom: number;
  /** Higher than every edge slot of earlier queries: see EDGE_SLOTS. */
  firstSlot: number;
  /** Higher than every entry of `vertexStates` of earlier queries. */
  firstState: number;
  /** Higher than every entry of `triangleSlots` of earlier queries. */
  firstTriangle: number;
  pairs: Uint32Array;
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
/** Slots of edges and states of vertices restart before they exceed 31 bits. */
const MOST_ENTRIES = 2 ** 30;
/** Larger queries stay in TypeScript. */
const MOST_BYTES = 2 ** 27;

let kept: LinesWorkspace | null = null;

/** A workspace for a query; null if kernels or memory are lacking. */
export function openLinesWorkspace(
  pairCount: number,
  edgeCount: number,
  vertexCount: number,
): LinesWorkspace | null {
  if (
    kept !== null &&
    kept.pairRoom >= pairCount &&
    kept.edgeRoom >= edgeCount &&
    kept.vertexRoom >= vertexCount
  ) {
    if (Math.max(kept.firstSlot, kept.firstState, kept.firstTriangle) > MOST_ENTRIES) clearEntries(kept);
    return kept;
  }
  let pairRoom = kept?.pairRoom ?? FIRST_PAIRS;
  while (pairRoom < pairCount) pairRoom *= 2;
  const edgeRoom = Math.max(edgeCount, kept?.edgeRoom ?? 0);
  const vertexRoom = Math.max(vertexCount, kept?.vertexRoom ?? 0);
  const bytes = bytesFor(pairRoom, edgeRoom, vertexRoom);
  if (bytes > MOST_BYTES) return null;
  const bytesOfMeshes = meshBytesFor(edgeRoom, vertexRoom);
  const hasMeshes = bytes + bytesOfMeshes <= MOST_BYTES;
  // A new memory, because growing would detach the arrays that contexts of earlier queries still have.
  const workspace = createWorkspace(bytes + (hasMeshes ? bytesOfMeshes : 0));
  if (workspace === null) return null;
  setViews(workspace, pairRoom, edgeRoom, vertexRoom, hasMeshes);
  kept = workspace;
  return workspace;
}

function clearEntries(workspace: LinesWorkspace): void {
  for (const { edgeSlots, vertexStates, mesh } of [workspace.a, workspace.b]) {
    edgeSlots.fill(0);
    vertexStates.fill(0);
    mesh?.triangleSlots.fill(0);
  }
  workspace.firstSlot = workspace.firstState = workspace.firstTriangle = 1;
}

/**
 * The size of the arrays of `setViews`. Per pair 178 bytes for points, ends, regions and links, and 273 for either surface; 196 per vertex; and
 * up to 7 after each array.
 */
function bytesFor(pairRoom: number, edgeRoom: number, vertexRoom: number): number {
  return Memory.FIRST_TABLE + 8 * edgeRoom + 728 * pairRoom + 200 * vertexRoom + 1024;
}

/** Memory for copies of both meshes. */
function meshBytesFor(edgeRoom: number, vertexRoom: number): number {
  return 36 * edgeRoom + 56 * vertexRoom + 256;
}

function createWorkspace(bytes: number): LinesWorkspace | null {
  const linked = linkKernels<LinesWorkspace["kernels"]>(KERNELS, bytes);
  if (linked === null) return null;
  return {
    memory: linked.memory,
    kernels: linked.functions,
    firstSlot: 1,
    firstState: 1,
    firstTriangle: 1,
  } as LinesWorkspace;
}

/** Lays the arrays out one after the other and writes their addresses. */
function setViews(
  workspace: LinesWorkspace,
  pairRoom: number,
  edgeRoom: number,
  vertexRoom: number,
  hasMeshes: boolean,
): void {
  const { buffer } = workspace.memory;
  workspace.pairRoom = pairRoom;
  workspace.edgeRoom = edgeRoom;
  workspace.vertexRoom = vertexRoom;
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
  workspace.pairs = unsigned(LINES, Memory.PAIRS, points);
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
  // Each end of a crossed edge is linked to one region at most.
  put(LINES, Memory.LINKS, 8 * 2 * points);
  put(LINES, Memory.ACROSS, 16 * 2 * vertexRoom);
  const meshAt = (header: number): MeshViews => {
    const doubles = floats(header, Memory.POSITIONS, 3 * vertexRoom);
    return {
      graph: null,
      pairCount: 0,
      isCopied: false,
      triangleSlots: signed(header, Memory.TRIANGLE_SLOTS, Math.ceil(edgeRoom / 3)),
      corners: unsigned(header, Memory.CORNERS, edgeRoom),
      edgeNames: unsigned(header, Memory.EDGE_NAMES, edgeRoom),
      starts: unsigned(header, Memory.STARTS, vertexRoom + 1),
      neighbours: unsigned(header, Memory.NEIGHBOURS, edgeRoom),
      neighbourNames: unsigned(header, Memory.NEIGHBOUR_NAMES, edgeRoom),
      doubles,
      singles: new Float32Array(buffer, doubles.byteOffset, 3 * vertexRoom),
    };
  };
  const surfaceAt = (header: number): SurfaceViews => {
    // A new memory is filled with zeros.
    const edgeSlots = signed(header, Memory.EDGE_SLOTS, edgeRoom);
    next = 64 * Math.ceil(next / 64); // a triangle has two cache lines
    const triangles = floats(header, Memory.TRIANGLES, (Memory.TRIANGLE_BYTES / 8) * pairRoom);
    put(header, Memory.LINK_STARTS, 4 * (pairRoom + 1));
    put(header, Memory.SORTED_LINKS, 4 * 2 * points);
    put(header, Memory.REGIONS_OF_PIECE, 4 * vertexRoom);
    put(header, Memory.LAST_OF_PIECE, 4 * vertexRoom);
    put(header, Memory.BLOCKS, Memory.BOX_BYTES * Math.ceil(vertexRoom / Memory.BLOCK));
    put(header, Memory.LARGE_BLOCKS, Memory.BOX_BYTES * Math.ceil(vertexRoom / Memory.LARGE_BLOCK));
    put(header, Memory.LISTED_PLACES, 24 * vertexRoom);
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
      vertexStates: signed(header, Memory.VERTEX_STATES, vertexRoom),
      inner: unsigned(header, Memory.INNER, vertexRoom),
      places: floats(header, Memory.PLACES, 3 * vertexRoom),
      pieceOfInner: unsigned(header, Memory.PIECE_OF_INNER, vertexRoom),
      marks: signed(header, Memory.MARKS, vertexRoom),
      pieceStarts: unsigned(header, Memory.PIECE_STARTS, vertexRoom + 2),
      listed: unsigned(header, Memory.LISTED, vertexRoom),
      mesh: hasMeshes ? meshAt(header) : null,
    };
  };
  workspace.a = surfaceAt(SURFACE_A);
  workspace.b = surfaceAt(SURFACE_B);
}
