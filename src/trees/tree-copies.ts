import type { Positions } from "../mesh/triangle-mesh.ts";
import type { AabbTree } from "./layout.ts";

// Which trees have a copy of their arrays for the SIMD kernels, and where. Boxes and vertices may only
// change together, and whoever fits the boxes forgets the copy.
//
// `restoreTree`, or a copied record, makes several trees over one buffer, and fitting the boxes of one fits those of all. So there is
// one copy a buffer, that of the tree asked last. `links.buffer`, unlike `buffer`, is a call, and too slow to ask in each query.

/** Addresses of a tree's copy; `nodes` is 0 for a tree that has been asked and has none yet. */
export interface TreeCopy {
  readonly nodes: number;
  readonly corners: number;
  readonly positions: number;
  /** How many queries that wait for more of their kind have asked so far. */
  readonly asked?: number;
  /** Its nodes for rays (queries/shapes/simd/widen-tree.ts); 0 while nobody wanted them, −1 where they have no room. */
  readonly wide: number;
}

/** Where the copies of a tree are made, one after the other: fitting boxes changes no length. */
export interface CopyPlace extends TreeCopy {
  readonly end: number;
}

/** The same for the nodes for rays, which may become more or fewer. */
export interface WidePlace {
  readonly at: number;
  readonly bytes: number;
}

interface Remembered {
  readonly copy: TreeCopy;
  /** Whose copy it is. */
  readonly links: Int32Array;
  readonly positions: Positions;
}

let copies = new WeakMap<ArrayBufferLike, Remembered>();
let places = new WeakMap<ArrayBufferLike, CopyPlace>();
let widePlaces = new WeakMap<ArrayBufferLike, WidePlace>();
let rays = new WeakMap<ArrayBufferLike, number>();

/** Undefined for a tree that has not been asked since its boxes were made. */
export function copyOfTree({ buffer, links, mesh }: AabbTree): TreeCopy | undefined {
  const last = copies.get(buffer);
  return last?.links === links && last.positions === mesh.positions ? last.copy : undefined;
}

export function rememberCopy({ buffer, links, mesh }: AabbTree, copy: TreeCopy): void {
  copies.set(buffer, { copy, links, positions: mesh.positions });
}

/** A tree with nodes of its own, beside those in its buffer, leaves the copy of these as it is. */
export function forgetCopy(tree: AabbTree): void {
  rays.delete(tree.buffer);
  if (tree.links.buffer === tree.buffer || copyOfTree(tree) !== undefined) copies.delete(tree.buffer);
}

/** The number of rays, this one included, that asked for a copy since the boxes were fitted. */
export function countRay({ buffer }: AabbTree): number {
  const count = (rays.get(buffer) ?? 0) + 1;
  rays.set(buffer, count);
  return count;
}

/** Undefined before the first copy. */
export function placeOfCopies({ buffer }: AabbTree): CopyPlace | undefined {
  return places.get(buffer);
}

export function rememberPlace({ buffer }: AabbTree, place: CopyPlace): void {
  places.set(buffer, place);
}

export function placeOfWideNodes({ buffer }: AabbTree): WidePlace | undefined {
  return widePlaces.get(buffer);
}

export function rememberWidePlace({ buffer }: AabbTree, place: WidePlace): void {
  widePlaces.set(buffer, place);
}

/** Forgets all copies, and their places. */
export function forgetAllCopies(): void {
  copies = new WeakMap();
  places = new WeakMap();
  widePlaces = new WeakMap();
  rays = new WeakMap(); // or each ray would make a copy where there is no room for two
}
