// Fitting by lists, one for each kind of node. `fitNodes` meets inner nodes and leaves of one and two triangles in an order that no processor
// foresees; here each loop does one thing. An entry has the offsets of a leaf's vertices, four where two triangles have a common edge, and the
// children of an inner node, so that no loop reads the nodes that it fits. Leaves the same bits as `fitNodes`.
import {
  INNER, INNER_BYTES, KINDS, LARGER, LARGER_BYTES, LIST_CURSORS, LIST_STARTS, NODE_BYTES, NODE_LINK, NODE_SHIFT, SEPARATE,
  SEPARATE_BYTES, SHARED, SHARED_BYTES, SINGLE, SINGLE_BYTES, TRIANGLE_BYTES, VERTEX_BYTES,
} from "../memory-map";
import { fitLeaf, greatest, kindOf, least, sizeOfInner, sizesOfTwo, storeLeaf } from "./fit-boxes";

/** Writes how many nodes there are of each kind, KINDS × u32, to `counts`. */
export function countKinds(nodes: usize, end: usize, corners: usize, counts: usize): void {
  for (let kind = 0; kind < KINDS; kind++) store<i32>(counts + (kind << 2), 0);
  for (let at = nodes; at < end; at += NODE_BYTES) {
    const count = counts + (kindOf(at, corners) << 2);
    store<i32>(count, load<i32>(count) + 1);
  }
}

/** Fills the lists, whose beginnings the caller has written. */
export function listNodes(nodes: usize, end: usize, corners: usize, lists: usize): void {
  startLists(lists);
  for (let at = end; at > nodes; ) {
    at -= NODE_BYTES;
    const kind = kindOf(at, corners);
    const cursor = lists + (kind << 2);
    let entry = load<usize>(cursor, LIST_CURSORS);
    store<usize>(entry, at);
    entry += 4;
    if (kind == INNER) {
      store<usize>(entry, nodes + (load<i32>(at, NODE_LINK) << NODE_SHIFT));
      entry += 4;
    } else if (kind != LARGER) {
      const vertices = kind == SINGLE ? 3 : kind == SHARED ? 4 : 6;
      const corner = corners + TRIANGLE_BYTES * ~load<i32>(at, NODE_LINK);
      for (let k = 0; k < vertices; k++, entry += 4) store<u32>(entry, VERTEX_BYTES * load<u32>(corner + (k << 2)));
    }
    store<usize>(cursor, entry, LIST_CURSORS);
  }
  for (let kind = 0; kind < KINDS; kind++) store<usize>(load<usize>(lists + (kind << 2), LIST_CURSORS), 0);
}

/** A fit begins: with the first entry of each list. */
export function startLists(lists: usize): void {
  for (let kind = 0; kind < KINDS; kind++)
    store<usize>(lists + (kind << 2), load<usize>(lists + (kind << 2), LIST_STARTS), LIST_CURSORS);
}

/** Fits the nodes from `begin` to where the last call began, or to the end of the tree. Adds their sizes to `sums` as `fitNodes` does. */
export function fitListed(begin: usize, lists: usize, corners: usize, low: usize, high: usize, sums: usize): void {
  fitAnyListed(begin, lists, corners, low, high, false, sums);
}

/** `fitListed` to f32 vertices: each is loaded once, which takes 0.93 of the time. */
export function fitListedSingles(begin: usize, lists: usize, corners: usize, vertices: usize, sums: usize): void {
  fitAnyListed(begin, lists, corners, vertices, vertices, true, sums);
}

@inline function fitAnyListed(
  begin: usize, lists: usize, corners: usize, low: usize, high: usize, areSame: bool, sums: usize,
): void {
  fitSingle(begin, lists, low, high, areSame, sums + 16 * SINGLE);
  fitShared(begin, lists, low, high, areSame, sums + 16 * SHARED);
  fitSeparate(begin, lists, low, high, areSame, sums + 16 * SEPARATE);
  fitLarger(begin, lists, corners, low, high, sums + 16 * LARGER);
  fitInnerNodes(begin, lists, sums + 16 * INNER);
}

// A list ends with a zero, which is below any address of a node. In the names below, vertex 0 is the first one of an entry.

@inline function fitSingle(begin: usize, lists: usize, low: usize, high: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, SINGLE);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const low0 = vertex(entry, low, 4), high0 = areSame ? low0 : vertex(entry, high, 4);
    const low1 = vertex(entry, low, 8), high1 = areSame ? low1 : vertex(entry, high, 8);
    const low2 = vertex(entry, low, 12), high2 = areSame ? low2 : vertex(entry, high, 12);
    const min = least(least(low0, low1), low2), max = greatest(greatest(high0, high1), high2);
    entry += SINGLE_BYTES;
    storeLeaf(at, min, max);
    const extents = f32x4.sub(max, min);
    sizes = f64x2.add(sizes, sizesOfTwo(extents, extents));
  }
  moveCursor(lists, SINGLE, entry);
  v128.store(sum, sizes);
}

@inline function fitShared(begin: usize, lists: usize, low: usize, high: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, SHARED);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const low0 = vertex(entry, low, 4), high0 = areSame ? low0 : vertex(entry, high, 4);
    const low1 = vertex(entry, low, 8), high1 = areSame ? low1 : vertex(entry, high, 8);
    const low2 = vertex(entry, low, 12), high2 = areSame ? low2 : vertex(entry, high, 12);
    const low3 = vertex(entry, low, 16), high3 = areSame ? low3 : vertex(entry, high, 16);
    const edgeMin = least(low1, low2), edgeMax = greatest(high1, high2);
    entry += SHARED_BYTES;
    sizes = f64x2.add(
      sizes, fitTwo(at, least(edgeMin, low0), greatest(edgeMax, high0), least(edgeMin, low3), greatest(edgeMax, high3)),
    );
  }
  moveCursor(lists, SHARED, entry);
  v128.store(sum, sizes);
}

@inline function fitSeparate(begin: usize, lists: usize, low: usize, high: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, SEPARATE);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const low0 = vertex(entry, low, 4), high0 = areSame ? low0 : vertex(entry, high, 4);
    const low1 = vertex(entry, low, 8), high1 = areSame ? low1 : vertex(entry, high, 8);
    const low2 = vertex(entry, low, 12), high2 = areSame ? low2 : vertex(entry, high, 12);
    const low3 = vertex(entry, low, 16), high3 = areSame ? low3 : vertex(entry, high, 16);
    const low4 = vertex(entry, low, 20), high4 = areSame ? low4 : vertex(entry, high, 20);
    const low5 = vertex(entry, low, 24), high5 = areSame ? low5 : vertex(entry, high, 24);
    const min0 = least(least(low0, low1), low2), max0 = greatest(greatest(high0, high1), high2);
    const min1 = least(least(low3, low4), low5), max1 = greatest(greatest(high3, high4), high5);
    entry += SEPARATE_BYTES;
    sizes = f64x2.add(sizes, fitTwo(at, min0, max0, min1, max1));
  }
  moveCursor(lists, SEPARATE, entry);
  v128.store(sum, sizes);
}

@inline function fitLarger(begin: usize, lists: usize, corners: usize, low: usize, high: usize, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, LARGER);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    entry += LARGER_BYTES;
    sizes = f64x2.add(sizes, fitLeaf(at, corners + TRIANGLE_BYTES * ~load<i32>(at, NODE_LINK), low, high));
  }
  moveCursor(lists, LARGER, entry);
  v128.store(sum, sizes);
}

@inline function fitInnerNodes(begin: usize, lists: usize, sum: usize): void {
  let size = load<f64>(sum);
  let entry = cursorOf(lists, INNER);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    size += sizeOfInner(at, load<usize>(entry, 4));
    entry += INNER_BYTES;
  }
  moveCursor(lists, INNER, entry);
  store<f64>(sum, size);
}

/** Writes the box of a leaf of two triangles, and returns its sizes. */
@inline function fitTwo(at: usize, min0: v128, max0: v128, min1: v128, max1: v128): v128 {
  const min = least(min0, min1), max = greatest(max0, max1);
  storeLeaf(at, min, max);
  return sizesOfTwo(f32x4.sub(max, min), f32x4.add(f32x4.sub(max0, min0), f32x4.sub(max1, min1)));
}

/** The vertex whose offset is at entry + offset. */
@inline function vertex(entry: usize, vertices: usize, offset: usize): v128 {
  return v128.load(vertices + load<usize>(entry + offset));
}

@inline function cursorOf(lists: usize, kind: usize): usize { return load<usize>(lists + 4 * kind, LIST_CURSORS); }
@inline function moveCursor(lists: usize, kind: usize, entry: usize): void { store<usize>(lists + 4 * kind, entry, LIST_CURSORS); }
