import { determinantOf, moveVertex } from "../../geometry/affine.ts";
import { rayTriangleDouble } from "../../geometry/overlap/ray-triangle-double.ts";
import type { VertexGraph } from "../../mesh/vertex-graph.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { vertexGraphOfTree, windingOfTree } from "../../trees/solid-of-tree.ts";
import { castFrom, createRayQuery, placeRays, type RayQuery } from "../shapes/ray-query.ts";

// One of the two surfaces of a manifold query: its triangles that meet the other surface, its edges that pass through the other surface,
// and its vertices whose side of the other surface is known. Memory is kept between queries and not cleared: a query's entries are numbers
// from a base on, and the next query's base is above all of them.

// triangle: world corners (9) normal, not of unit length (3) its relative error (1) what only the kernel needs (3)     16 × f64
export const SURFACE_TRIANGLE = 16;
export const NORMAL = 9;
export const NORMAL_ERROR = 12;

const SEVERAL_REGIONS = -1;
export const NO_REGION = -2;

/** A vertex's side of the other surface. */
export const UNKNOWN = 0;
export const INSIDE = 1;
/** The state of a vertex that is inside, with a crossed edge whose other end is inside, too. Its side is INSIDE. */
export const INSIDE_BOTH_ENDS = 2;
/** Crossings whose order along an edge rounding may have swapped contradict each other. */
export const UNCERTAIN = 3;
// From here on: where a piece does not spread.
export const OUTSIDE = 4;
export const ON = 5;
/** The state of an inner vertex that has a place in `inner`: PLACED plus its place. Its side is INSIDE. */
export const PLACED = 6;

/** Bases restart before entries exceed 31 bits. */
export const MOST_ENTRIES = 2 ** 30;

/** An edge that passes through the other surface, or touches it. */
export interface CrossedEdges {
  count: number;
  /** The edge's name. */
  names: Uint32Array;
  /** Its ends, the vertex with the lower number first. */
  ends: Uint32Array;
  /** The positions of the first and the last crossing: 0 at the lower end, 1 at the higher one. */
  first: Float64Array;
  last: Float64Array;
  /** The side of the lower end according to the first crossing, and of the higher end according to the last one. */
  lowSides: Uint8Array;
  highSides: Uint8Array;
  crossings: Uint32Array;
  /** A pair of triangles that has the first crossing, and one that has the last. */
  firstPairs: Uint32Array;
  lastPairs: Uint32Array;
  /** In general position: the edge's points in the order in which they were found, and the last one looked up. */
  firstPoints: Int32Array;
  lastPoints: Int32Array;
  cursors: Int32Array;
  /** The triangle that found its last point. */
  finders: Int32Array;
}

export interface ContactSurface {
  tree: AabbTree;
  graph: VertexGraph;
  toWorld: Float64Array;
  moves: boolean;
  /** 1 if world triangles are counterclockwise seen from outside, −1 if clockwise. */
  outward: number;
  /** Whether the surface is closed and consistently wound, so that winding says where the inside is. */
  hasInside: boolean;

  /**
   * For each triangle of the mesh: `triangleBase` + its slot; a smaller number if this query has not used it. The kernel's or
   * `ownTriangleSlots`.
   */
  triangleSlots: Int32Array;
  triangleBase: number;
  ownTriangleSlots: Int32Array;
  ownTriangleBase: number;
  triangleCount: number;
  /** The mesh's triangle in each slot, and its numbers. */
  originals: Uint32Array;
  triangles: Float64Array;
  /** One bit for each crossed edge of each slot, if the kernel found them; otherwise null. */
  crossedBits: Uint8Array | null;
  /** The region of each slot, −1 if it takes part in several. */
  regions: Int32Array;

  /** For each edge's name: `edgeBase` + its slot in `crossed`; a smaller number if it is not crossed. The kernel's or `ownEdgeSlots`. */
  edgeSlots: Int32Array;
  edgeBase: number;
  ownEdgeSlots: Int32Array;
  ownEdgeBase: number;
  readonly crossed: CrossedEdges;
  /** Whether both ends of every crossed edge have a side, and all crossed edges at a vertex agree on its side. */
  doSidesAgree: boolean;
  /** One number for `addCrossing`: as an argument it would be boxed. */
  readonly share: Float64Array;

  /** Memory of side-by-curve.ts. */
  readonly pairsOfSlots: { starts: Uint32Array; list: Uint32Array };

  /** Rays against this surface, and whether they were placed for this query. */
  readonly rays: RayQuery;
  areRaysPlaced: boolean;

  /**
   * For each vertex: `vertexBase` + its side, or + PLACED + its place in `inner`; a smaller number if this query has not seen it. The
   * kernel's or `ownVertexStates`.
   */
  vertexStates: Int32Array;
  vertexBase: number;
  ownVertexStates: Int32Array;
  ownVertexBase: number;
  /** Inner vertices, piece by piece: those of piece k are pieceStarts[k] … pieceStarts[k + 1] − 1. */
  innerCount: number;
  inner: Uint32Array;
  /** Their world coordinates. */
  places: Float64Array;
  /** The piece of each inner vertex, and the last region that used it; see region-vertices.ts. */
  pieceOfInner: Uint32Array;
  marks: Int32Array;
  pieceCount: number;
  pieceStarts: Uint32Array;
  stack: Uint32Array;
}

export function createContactSurface(): ContactSurface {
  return {
    tree: null as unknown as AabbTree,
    graph: null as unknown as VertexGraph,
    toWorld: new Float64Array(16),
    moves: false,
    outward: 1,
    hasInside: false,
    triangleSlots: new Int32Array(0),
    triangleBase: 1,
    ownTriangleSlots: new Int32Array(0),
    ownTriangleBase: 1,
    triangleCount: 0,
    originals: new Uint32Array(64),
    triangles: new Float64Array(64 * SURFACE_TRIANGLE),
    crossedBits: null,
    regions: new Int32Array(64),
    edgeSlots: new Int32Array(0),
    edgeBase: 1,
    ownEdgeSlots: new Int32Array(0),
    ownEdgeBase: 1,
    crossed: {
      count: 0,
      names: new Uint32Array(64),
      ends: new Uint32Array(128),
      first: new Float64Array(64),
      last: new Float64Array(64),
      lowSides: new Uint8Array(64),
      highSides: new Uint8Array(64),
      crossings: new Uint32Array(64),
      firstPairs: new Uint32Array(64),
      lastPairs: new Uint32Array(64),
      firstPoints: new Int32Array(64),
      lastPoints: new Int32Array(64),
      cursors: new Int32Array(64),
      finders: new Int32Array(64),
    },
    doSidesAgree: false,
    share: new Float64Array(1),
    pairsOfSlots: { starts: new Uint32Array(0), list: new Uint32Array(0) },
    rays: createRayQuery(rayTriangleDouble),
    areRaysPlaced: false,
    vertexStates: new Int32Array(0),
    vertexBase: 1,
    ownVertexStates: new Int32Array(0),
    ownVertexBase: 1,
    innerCount: 0,
    inner: new Uint32Array(64),
    places: new Float64Array(192),
    pieceOfInner: new Uint32Array(64),
    marks: new Int32Array(64),
    pieceCount: 0,
    pieceStarts: new Uint32Array(16),
    stack: new Uint32Array(64),
  };
}

/** Resets what the last query left. `toWorld` is already set. */
export function beginSurface(surface: ContactSurface, tree: AabbTree): void {
  const { mesh } = tree;
  surface.tree = tree;
  surface.graph = vertexGraphOfTree(tree);
  surface.hasInside = surface.graph.topology.closed && surface.graph.consistent;
  surface.outward = surface.hasInside
    ? determinantOf(surface.toWorld) < 0
      ? -windingOfTree(tree)
      : windingOfTree(tree)
    : 1;
  const vertexCount = mesh.positions.length / 3;
  surface.ownTriangleBase += surface.triangleCount;
  surface.ownEdgeBase += surface.crossed.count;
  surface.ownVertexBase += PLACED + surface.innerCount;
  if (Math.max(surface.ownTriangleBase, surface.ownEdgeBase, surface.ownVertexBase) > MOST_ENTRIES)
    clearEntries(surface);
  if (surface.ownTriangleSlots.length < mesh.triangleCount) {
    surface.ownTriangleSlots = new Int32Array(mesh.triangleCount);
    surface.ownEdgeSlots = new Int32Array(3 * mesh.triangleCount);
  }
  if (surface.ownVertexStates.length < vertexCount) surface.ownVertexStates = new Int32Array(vertexCount);
  surface.triangleSlots = surface.ownTriangleSlots;
  surface.triangleBase = surface.ownTriangleBase;
  surface.edgeSlots = surface.ownEdgeSlots;
  surface.edgeBase = surface.ownEdgeBase;
  surface.vertexStates = surface.ownVertexStates;
  surface.vertexBase = surface.ownVertexBase;
  surface.areRaysPlaced = false;
  surface.crossedBits = null;
  surface.triangleCount = 0;
  surface.crossed.count = 0;
  surface.innerCount = 0;
  surface.pieceCount = 0;
  surface.pieceStarts[0] = 0;
}

/** Restarts the bases. */
function clearEntries(surface: ContactSurface): void {
  surface.ownTriangleBase = surface.ownEdgeBase = surface.ownVertexBase = 1;
  for (const entries of [surface.ownTriangleSlots, surface.ownEdgeSlots, surface.ownVertexStates])
    entries.fill(0);
}

/** Releases the tree, so that kept memory does not keep it alive. */
export function endSurface(surface: ContactSurface): void {
  surface.tree = null as unknown as AabbTree;
  surface.graph = null as unknown as VertexGraph;
}

/** The offset of a triangle's numbers in `triangles`; the triangle is moved to the world when first needed. */
export function placeOfTriangle(surface: ContactSurface, triangle: number): number {
  const known = slotOfTriangle(surface, triangle);
  if (known >= 0) return SURFACE_TRIANGLE * known;
  const slot = surface.triangleCount++;
  if (slot === surface.originals.length) growTriangles(surface);
  surface.triangleSlots[triangle] = surface.triangleBase + slot;
  surface.originals[slot] = triangle;
  const at = SURFACE_TRIANGLE * slot;
  const { triangles } = surface;
  const { indices } = surface.tree.mesh;
  for (let k = 0; k < 3; k++)
    moveSurfaceVertex(
      surface,
      indices === null ? 3 * triangle + k : indices[3 * triangle + k],
      triangles,
      at + 3 * k,
    );
  setNormal(triangles, at);
  return at;
}

/** The slot of a triangle, negative if no pair has it. */
export function slotOfTriangle({ triangleSlots, triangleBase }: ContactSurface, triangle: number): number {
  return triangleSlots[triangle] - triangleBase;
}

/** The first triangle of a surface on a ray, −1 for none; `rays.firstT` is its distance. */
export function firstOnRay(
  surface: ContactSurface,
  origin: Float64Array,
  direction: Float64Array,
  maxT: number,
): number {
  const { rays, tree } = surface;
  if (!surface.areRaysPlaced) placeRays(rays, tree, surface.toWorld);
  surface.areRaysPlaced = true;
  const slot = castFrom(rays, tree, origin, direction, maxT);
  return slot < 0 ? -1 : tree.triangles[slot];
}

/** Records the region of a pair's triangle; `regions` starts as NO_REGION in all slots. */
export function noteRegion(surface: ContactSurface, slot: number, region: number): void {
  const known = surface.regions[slot];
  surface.regions[slot] = known === NO_REGION || known === region ? region : SEVERAL_REGIONS;
}

/** The world coordinates of a vertex of the surface. */
export function moveSurfaceVertex(
  surface: ContactSurface,
  vertex: number,
  out: Float64Array,
  at: number,
): void {
  moveVertex(surface.tree.mesh.positions, 3 * vertex, surface.moves, surface.toWorld, out, at);
}

// Shewchuk's bound for a determinant of rounded differences: 8 · 2^-53 of the sum of products, with the largest minor.
const FILTER = 2 ** -50;

function setNormal(t: Float64Array, i: number): void {
  const ux = t[i + 3] - t[i];
  const uy = t[i + 4] - t[i + 1];
  const uz = t[i + 5] - t[i + 2];
  const vx = t[i + 6] - t[i];
  const vy = t[i + 7] - t[i + 1];
  const vz = t[i + 8] - t[i + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  t[i + NORMAL] = x;
  t[i + NORMAL + 1] = y;
  t[i + NORMAL + 2] = z;
  t[i + NORMAL_ERROR] =
    FILTER *
    Math.max(
      Math.abs(uy * vz) + Math.abs(uz * vy),
      Math.abs(uz * vx) + Math.abs(ux * vz),
      Math.abs(ux * vy) + Math.abs(uy * vx),
    );
}

/** Writes the unit normal of the triangle at t[i] to out[at…at+2]; zero for a degenerate one. */
export function setUnitNormal(t: Float64Array, i: number, out: Float64Array, at: number): void {
  const x = t[i + NORMAL];
  const y = t[i + NORMAL + 1];
  const z = t[i + NORMAL + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const factor = length > 0 ? 1 / length : 0;
  out[at] = factor * x;
  out[at + 1] = factor * y;
  out[at + 2] = factor * z;
}

/**
 * Records that an edge passes through the other surface at the fraction `share` from its lower end. `lowSide` is the side of the part
 * before that point, `highSide` of the part after it; UNKNOWN if the edge touches.
 */
export function addCrossing(
  surface: ContactSurface,
  edge: number,
  low: number,
  high: number,
  lowSide: number,
  highSide: number,
  pair: number,
): void {
  const { crossed } = surface;
  const t = surface.share[0];
  const known = crossedSlot(surface, edge);
  if (known < 0) {
    const slot = crossed.count++;
    if (slot === crossed.names.length) growCrossed(crossed);
    surface.edgeSlots[edge] = surface.edgeBase + slot;
    crossed.names[slot] = edge;
    crossed.ends[2 * slot] = low;
    crossed.ends[2 * slot + 1] = high;
    crossed.first[slot] = t;
    crossed.last[slot] = t;
    crossed.lowSides[slot] = lowSide;
    crossed.highSides[slot] = highSide;
    crossed.crossings[slot] = 1;
    crossed.firstPairs[slot] = pair;
    crossed.lastPairs[slot] = pair;
    return;
  }
  crossed.crossings[known]++;
  if (t < crossed.first[known]) {
    crossed.first[known] = t;
    crossed.lowSides[known] = lowSide;
    crossed.firstPairs[known] = pair;
  }
  if (t > crossed.last[known]) {
    crossed.last[known] = t;
    crossed.highSides[known] = highSide;
    crossed.lastPairs[known] = pair;
  }
}

/** 1 for OUTSIDE, 0 for INSIDE: no processor could foresee a branch on it. */
export function outsideBit(side: number): number {
  return side >>> 2;
}

/** The slot of a crossed edge, −1 for an edge that the other surface does not meet. */
export function crossedSlot({ edgeSlots, edgeBase }: ContactSurface, edge: number): number {
  // Triangles with coincident corners have names beyond the array.
  return edgeSlots[edge] >= edgeBase ? edgeSlots[edge] - edgeBase : -1;
}

/** UNKNOWN for a vertex that this query has not seen. */
export function sideOfVertex({ vertexStates, vertexBase }: ContactSurface, vertex: number): number {
  const state = vertexStates[vertex] - vertexBase;
  return state >= PLACED || state === INSIDE_BOTH_ENDS ? INSIDE : state > 0 ? state : UNKNOWN;
}

/** The place of an inner vertex in `inner`; negative if it has none. */
export function placeOfInner({ vertexStates, vertexBase }: ContactSurface, vertex: number): number {
  return vertexStates[vertex] - vertexBase - PLACED;
}

export function setSideOfVertex(surface: ContactSurface, vertex: number, side: number): void {
  surface.vertexStates[vertex] = surface.vertexBase + side;
}

function growTriangles(surface: ContactSurface): void {
  surface.originals = doubled(surface.originals);
  surface.triangles = doubled(surface.triangles);
  surface.regions = doubled(surface.regions);
}

function growCrossed(crossed: CrossedEdges): void {
  crossed.names = doubled(crossed.names);
  crossed.ends = doubled(crossed.ends);
  crossed.first = doubled(crossed.first);
  crossed.last = doubled(crossed.last);
  crossed.lowSides = doubled(crossed.lowSides);
  crossed.highSides = doubled(crossed.highSides);
  crossed.crossings = doubled(crossed.crossings);
  crossed.firstPairs = doubled(crossed.firstPairs);
  crossed.lastPairs = doubled(crossed.lastPairs);
  crossed.firstPoints = doubled(crossed.firstPoints);
  crossed.lastPoints = doubled(crossed.lastPoints);
  crossed.cursors = doubled(crossed.cursors);
  crossed.finders = doubled(crossed.finders);
}

/** A copy of twice the length. */
export function doubled<List extends Uint32Array | Float64Array | Uint8Array | Int32Array>(list: List): List {
  const longer = new (list.constructor as new (length: number) => List)(2 * list.length);
  longer.set(list);
  return longer;
}
