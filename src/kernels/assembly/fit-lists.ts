// Fitting by lists, one for each kind of node. `fitNodes` meets inner nodes and leaves of one and two triangles in an order that no processor
// foresees; here each loop does one thing. An entry has the addresses of a leaf's vertices, four where two triangles have a common edge, and of
// the children of an inner node, so that no loop reads the nodes that it fits. Leaves the same bits as `fitNodes`.
import {
  BOUNDS_HIGH, INNER, KINDS, LARGER, LIST_CURSORS, LIST_STARTS, NODE_BYTES, NODE_COUNT, NODE_LINK, NODE_SHIFT, SEPARATE, SHARED, SINGLE,
  TRIANGLE_BYTES, VERTEX_BYTES,
} from "../memory-map";
import { greatest, kindOf, least, sizeOfInner, sizesOfTwo, sizesOfTwoInner, storeLeaf } from "./fit-boxes";

/** Writes how many bytes the list of each kind takes, the zero behind it included, KINDS × u32, to `bytes`. */
export function measureLists(nodes: usize, end: usize, corners: usize, bytes: usize): void {
  for (let kind = 0; kind < KINDS; kind++) store<usize>(bytes + (kind << 2), 4);
  for (let at = nodes; at < end; at += NODE_BYTES) {
    const kind = kindOf(at, corners);
    const sum = bytes + (kind << 2);
    store<usize>(sum, load<usize>(sum) + headBytes(kind) + (verticesOf(at, kind) << 2));
  }
}

/**
 * Fills the lists, whose beginnings the caller has written. `vertices` is the address of f32 vertices, with `gap` bytes behind every fourth:
 * none, or BOUNDS_HIGH where they are bounds.
 */
export function listNodes(nodes: usize, end: usize, corners: usize, lists: usize, vertices: usize, gap: usize): void {
  startLists(lists);
  for (let at = end; at > nodes; ) {
    at -= NODE_BYTES;
    const kind = kindOf(at, corners);
    const cursor = lists + (kind << 2);
    let entry = load<usize>(cursor, LIST_CURSORS);
    const first = entry + headBytes(kind), entryEnd = first + (verticesOf(at, kind) << 2);
    store<usize>(entry, at);
    if (kind == INNER) store<usize>(entry, nodes + (load<i32>(at, NODE_LINK) << NODE_SHIFT), 4);
    else if (kind == LARGER) store<usize>(entry, entryEnd, 4);
    let corner = corners + TRIANGLE_BYTES * ~load<i32>(at, NODE_LINK);
    for (entry = first; entry < entryEnd; entry += 4, corner += 4) {
      const vertex = load<usize>(corner);
      store<usize>(entry, vertices + vertex * VERTEX_BYTES + (vertex >> 2) * gap);
    }
    store<usize>(cursor, entryEnd, LIST_CURSORS);
  }
  for (let kind = 0; kind < KINDS; kind++) store<usize>(load<usize>(lists + (kind << 2), LIST_CURSORS), 0);
}

/** The bytes of an entry before its vertices. */
@inline function headBytes(kind: i32): usize { return kind == INNER || kind == LARGER ? 8 : 4; }

/** How many vertices the entry of a node has. */
@inline function verticesOf(at: usize, kind: i32): usize {
  return kind == INNER ? 0 : kind == SHARED ? 4 : 3 * load<usize>(at, NODE_COUNT);
}

/** A fit begins: with the first entry of each list. */
export function startLists(lists: usize): void {
  for (let kind = 0; kind < KINDS; kind++)
    store<usize>(lists + (kind << 2), load<usize>(lists + (kind << 2), LIST_STARTS), LIST_CURSORS);
}

/**
 * Fits the nodes from `begin` to where the last call began, or to the end of the tree, to bounds of f64 vertices. Adds their sizes to `sums`
 * as `fitNodes` does.
 */
export function fitListed(begin: usize, lists: usize, sums: usize): void { fitAnyListed(begin, lists, false, sums); }

/** `fitListed` to f32 vertices: each is loaded once, which takes 0.93 of the time. */
export function fitListedSingles(begin: usize, lists: usize, sums: usize): void { fitAnyListed(begin, lists, true, sums); }

@inline function fitAnyListed(begin: usize, lists: usize, areSame: bool, sums: usize): void {
  fitSingle(begin, lists, areSame, sums + 16 * SINGLE);
  fitShared(begin, lists, areSame, sums + 16 * SHARED);
  fitSeparate(begin, lists, areSame, sums + 16 * SEPARATE);
  fitLarger(begin, lists, areSame, sums + 16 * LARGER);
  fitInnerNodes(begin, lists, sums + 16 * INNER);
}

// A list ends with a zero, which is below any address of a node. In the names below, vertex 0 is the first one of an entry.

@inline function fitSingle(begin: usize, lists: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, SINGLE);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const low0 = lowOf(entry, 4), high0 = areSame ? low0 : highOf(entry, 4);
    const low1 = lowOf(entry, 8), high1 = areSame ? low1 : highOf(entry, 8);
    const low2 = lowOf(entry, 12), high2 = areSame ? low2 : highOf(entry, 12);
    const min = least(least(low0, low1), low2), max = greatest(greatest(high0, high1), high2);
    entry += 16;
    storeLeaf(at, min, max);
    const extents = f32x4.sub(max, min);
    sizes = f64x2.add(sizes, sizesOfTwo(extents, extents));
  }
  moveCursor(lists, SINGLE, entry);
  v128.store(sum, sizes);
}

@inline function fitShared(begin: usize, lists: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, SHARED);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const low0 = lowOf(entry, 4), high0 = areSame ? low0 : highOf(entry, 4);
    const low1 = lowOf(entry, 8), high1 = areSame ? low1 : highOf(entry, 8);
    const low2 = lowOf(entry, 12), high2 = areSame ? low2 : highOf(entry, 12);
    const low3 = lowOf(entry, 16), high3 = areSame ? low3 : highOf(entry, 16);
    const edgeMin = least(low1, low2), edgeMax = greatest(high1, high2);
    entry += 20;
    sizes = f64x2.add(
      sizes, fitTwo(at, least(edgeMin, low0), greatest(edgeMax, high0), least(edgeMin, low3), greatest(edgeMax, high3)),
    );
  }
  moveCursor(lists, SHARED, entry);
  v128.store(sum, sizes);
}

@inline function fitSeparate(begin: usize, lists: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, SEPARATE);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const low0 = lowOf(entry, 4), high0 = areSame ? low0 : highOf(entry, 4);
    const low1 = lowOf(entry, 8), high1 = areSame ? low1 : highOf(entry, 8);
    const low2 = lowOf(entry, 12), high2 = areSame ? low2 : highOf(entry, 12);
    const low3 = lowOf(entry, 16), high3 = areSame ? low3 : highOf(entry, 16);
    const low4 = lowOf(entry, 20), high4 = areSame ? low4 : highOf(entry, 20);
    const low5 = lowOf(entry, 24), high5 = areSame ? low5 : highOf(entry, 24);
    const min0 = least(least(low0, low1), low2), max0 = greatest(greatest(high0, high1), high2);
    const min1 = least(least(low3, low4), low5), max1 = greatest(greatest(high3, high4), high5);
    entry += 28;
    sizes = f64x2.add(sizes, fitTwo(at, min0, max0, min1, max1));
  }
  moveCursor(lists, SEPARATE, entry);
  v128.store(sum, sizes);
}

@inline function fitLarger(begin: usize, lists: usize, areSame: bool, sum: usize): void {
  let sizes = v128.load(sum);
  let entry = cursorOf(lists, LARGER);
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    const end = load<usize>(entry, 4);
    let min = f32x4.splat(Infinity), max = f32x4.splat(-Infinity), triangles = f32x4.splat(0);
    for (entry += 8; entry < end; entry += 12) {
      const low0 = lowOf(entry, 0), high0 = areSame ? low0 : highOf(entry, 0);
      const low1 = lowOf(entry, 4), high1 = areSame ? low1 : highOf(entry, 4);
      const low2 = lowOf(entry, 8), high2 = areSame ? low2 : highOf(entry, 8);
      const nextMin = least(least(low0, low1), low2), nextMax = greatest(greatest(high0, high1), high2);
      triangles = f32x4.add(triangles, f32x4.sub(nextMax, nextMin));
      min = least(min, nextMin);
      max = greatest(max, nextMax);
    }
    storeLeaf(at, min, max);
    sizes = f64x2.add(sizes, sizesOfTwo(f32x4.sub(max, min), triangles));
  }
  moveCursor(lists, LARGER, entry);
  v128.store(sum, sizes);
}

function fitInnerNodes(begin: usize, lists: usize, sum: usize): void {
  let size = load<f64>(sum);
  let entry = cursorOf(lists, INNER);
  while (load<usize>(entry) >= begin && load<usize>(entry, 8) >= begin) {
    const sizes = sizesOfTwoInner(load<usize>(entry), load<usize>(entry, 4), load<usize>(entry, 8), load<usize>(entry, 12));
    size = size + f64x2.extract_lane(sizes, 0) + f64x2.extract_lane(sizes, 1);
    entry += 16;
  }
  for (let at = load<usize>(entry); at >= begin; at = load<usize>(entry)) {
    size += sizeOfInner(at, load<usize>(entry, 4));
    entry += 8;
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

// The vertex whose address is at entry + offset, or its bounds.
@inline function lowOf(entry: usize, offset: usize): v128 { return v128.load(load<usize>(entry + offset)); }
@inline function highOf(entry: usize, offset: usize): v128 { return v128.load(load<usize>(entry + offset), BOUNDS_HIGH); }

@inline function cursorOf(lists: usize, kind: usize): usize { return load<usize>(lists + 4 * kind, LIST_CURSORS); }
@inline function moveCursor(lists: usize, kind: usize, entry: usize): void { store<usize>(lists + 4 * kind, entry, LIST_CURSORS); }
