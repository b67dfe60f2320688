import type { AabbTree } from "./layout.ts";

// Which trees have a copy of their arrays for the SIMD kernels, and where. Boxes and vertices may only
// change together, and whoever fits the boxes forgets the copy.

/** Addresses of a tree's copy; `nodes` is 0 for a tree that has been asked once and has none yet. */
export interface TreeCopy {
  readonly nodes: number;
  readonly corners: number;
  readonly positions: number;
}

let copies = new WeakMap<AabbTree, TreeCopy>();

/** Undefined for a tree that has not been asked since its boxes were made. */
export function copyOfTree(tree: AabbTree): TreeCopy | undefined {
  return copies.get(tree);
}

export function rememberCopy(tree: AabbTree, copy: TreeCopy): void {
  copies.set(tree, copy);
}

export function forgetCopy(tree: AabbTree): void {
  copies.delete(tree);
}

export function forgetAllCopies(): void {
  copies = new WeakMap();
}
