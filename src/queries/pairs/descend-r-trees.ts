import { separatingEdgeAxis } from "../../geometry/overlap/box-edge-axes.ts";
import { volumeScale } from "../../geometry/relative-pose.ts";
import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N, SCALE } from "../../geometry/relative-pose-layout.ts";
import type { RTree } from "../../trees/layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";
import { bottomNodesMeet, openOptimalBoxes } from "./bottom-nodes.ts";
import type { RTreeScratch } from "./collide-r-trees.ts";
import type { PairContext } from "./pair-context.ts";
import { ENTRY, openQueue, putPair, QUEUE_DEPTH, TOP } from "./pair-queue.ts";

// The simultaneous descent of two R-trees, by the rules of `descendAabb`, with all children of a node at once. When two nodes are split,
// the children of a that miss b's box are dropped first, and those of b that miss a's box; values computed for a child of a serve all
// children of b. The triangles of two bottom nodes are tested by optimal boxes (bottom-nodes.ts).

/** An overlap depth of 0 to 1 is worth up to this many buckets of the queue; a level of tree depth is worth LEVEL_BONUS. */
const DEPTH_WEIGHT = 30;
const LEVEL_BONUS = 0.4;

// a child of a: offset in the nodes | doubled centre (3) extent (3) | extent on b's axes (3)
const CHILD = 10;

/** Whether a triangle pair was found that ends the query; in a query for all pairs, pairs go to the list instead. */
export function descendRTrees(context: PairContext, scratch: RTreeScratch, a: RTree, b: RTree): boolean {
  const { pose, exits, queue } = context;
  const nodesA = a.nodes;
  const linksA = a.links;
  const nodesB = b.nodes;
  const linksB = b.links;
  // Boxes are used doubled (min + max, max − min), which saves the halving; hence the doubled offsets and margins.
  // biome-ignore format: a matrix reads in rows
  const m00 = pose[M], m01 = pose[M + 1], m02 = pose[M + 2],
    m10 = pose[M + 3], m11 = pose[M + 4], m12 = pose[M + 5],
    m20 = pose[M + 6], m21 = pose[M + 7], m22 = pose[M + 8],
    absM00 = pose[ABS_M], absM01 = pose[ABS_M + 1], absM02 = pose[ABS_M + 2],
    absM10 = pose[ABS_M + 3], absM11 = pose[ABS_M + 4], absM12 = pose[ABS_M + 5],
    absM20 = pose[ABS_M + 6], absM21 = pose[ABS_M + 7], absM22 = pose[ABS_M + 8],
    n00 = pose[N], n01 = pose[N + 1], n02 = pose[N + 2],
    n10 = pose[N + 3], n11 = pose[N + 4], n12 = pose[N + 5],
    n20 = pose[N + 6], n21 = pose[N + 7], n22 = pose[N + 8],
    absN00 = pose[ABS_N], absN01 = pose[ABS_N + 1], absN02 = pose[ABS_N + 2],
    absN10 = pose[ABS_N + 3], absN11 = pose[ABS_N + 4], absN12 = pose[ABS_N + 5],
    absN20 = pose[ABS_N + 6], absN21 = pose[ABS_N + 7], absN22 = pose[ABS_N + 8],
    cx = 2 * pose[C], cy = 2 * pose[C + 1], cz = 2 * pose[C + 2];
  const marginA = 2 * pose[MARGIN_A];
  const marginB = 2 * pose[MARGIN_B];
  const byVolume = context.byVolume === true;
  const scale = byVolume ? volumeScale(pose) : pose[SCALE];
  // Compared with true, because V8 cannot know that a property holds a boolean and would examine it in every step.
  const all = context.all === true;
  const edges = context.edges === true;
  const ordered = context.bestFirst === true && !all;
  const { bothRatio } = context;

  openOptimalBoxes(scratch.kept, a, b);
  if (scratch.children.length < CHILD * a.maxChildren)
    scratch.children = new Float64Array(CHILD * a.maxChildren);
  const { children } = scratch;
  // A step takes one pair and adds at most maxChildren per tree and level it descends.
  openQueue(queue, a.maxChildren * b.maxChildren * (a.depth + b.depth));
  const { counts, entries } = queue;
  let waiting = 0; // bit k: bucket k of the queue is not empty

  let atA = 0;
  let atB = 0;
  let level = -1; // the step that tests the two roots
  for (;;) {
    const linkA = linksA[atA | LINK];
    const linkB = linksB[atB | LINK];
    const isBottomA = linksA[STRIDE * linkA + LINK] < 0;
    const isBottomB = linksB[STRIDE * linkB + LINK] < 0;
    let separated = false;
    if (edges && level >= 0) {
      // axes a0 × b0 … a2 × b2, when the pair's turn comes
      const axis = separatingEdgeAxis(nodesA, atA, nodesB, atB, pose);
      separated = axis !== OVERLAP;
      exits[OVERLAP]--;
      exits[axis]++;
    }
    if (separated) {
      // an empty tree: nothing to descend
    } else if (level >= 0 && isBottomA && isBottomB) {
      if (bottomNodesMeet(context, scratch.kept, a, atA, b, atB)) return true;
    } else {
      // biome-ignore format: vectors read in rows
      const loAx = nodesA[atA], loAy = nodesA[atA | 1], loAz = nodesA[atA | 2],
        hiAx = nodesA[atA | 3], hiAy = nodesA[atA | 4], hiAz = nodesA[atA | 5],
        loBx = nodesB[atB], loBy = nodesB[atB | 1], loBz = nodesB[atB | 2],
        hiBx = nodesB[atB | 3], hiBy = nodesB[atB | 4], hiBz = nodesB[atB | 5],
        cAx = loAx + hiAx, cAy = loAy + hiAy, cAz = loAz + hiAz,
        hAx = hiAx - loAx, hAy = hiAy - loAy, hAz = hiAz - loAz,
        hBx = hiBx - loBx, hBy = hiBy - loBy, hBz = hiBz - loBz;
      // The children of the nodes to split; a node that is not split represents itself.
      let a1 = atA;
      let endA = atA + STRIDE;
      let b1 = atB;
      let endB = atB + STRIDE;
      let depth = level;
      if (level < 0) depth = 0;
      else {
        const sizeA = isBottomA ? 0 : byVolume ? hAx * hAy * hAz : hAx + hAy + hAz;
        const sizeB = isBottomB ? 0 : scale * (byVolume ? hBx * hBy * hBz : hBx + hBy + hBz);
        if (!isBottomA && (bothRatio * sizeA >= sizeB || isBottomB)) {
          a1 = STRIDE * linkA;
          endA = a1 + STRIDE * linksA[atA | COUNT];
          depth++;
        }
        if (!isBottomB && (bothRatio * sizeB > sizeA || a1 === atA)) {
          b1 = STRIDE * linkB;
          endB = b1 + STRIDE * linksB[atB | COUNT];
          depth++;
        }
      }
      const splitsBoth = a1 !== atA && b1 !== atB;
      const bonus = LEVEL_BONUS * depth;

      // the children of a; if both are split, only those that b's moved box (centre p, half extent e) meets
      const sBx = loBx + hiBx,
        sBy = loBy + hiBy,
        sBz = loBz + hiBz,
        pBx = m00 * sBx + m01 * sBy + m02 * sBz + cx,
        pBy = m10 * sBx + m11 * sBy + m12 * sBz + cy,
        pBz = m20 * sBx + m21 * sBy + m22 * sBz + cz,
        eBx = absM00 * hBx + absM01 * hBy + absM02 * hBz + marginA,
        eBy = absM10 * hBx + absM11 * hBy + absM12 * hBz + marginA,
        eBz = absM20 * hBx + absM21 * hBy + absM22 * hBz + marginA;
      let end = 0;
      for (let at = a1; at < endA; at += STRIDE) {
        // biome-ignore format: vectors read in rows
        const lox = nodesA[at], loy = nodesA[at | 1], loz = nodesA[at | 2],
          hix = nodesA[at | 3], hiy = nodesA[at | 4], hiz = nodesA[at | 5],
          x = lox + hix, y = loy + hiy, z = loz + hiz,
          hx = hix - lox, hy = hiy - loy, hz = hiz - loz;
        if (splitsBoth) {
          let axis = OVERLAP;
          if (Math.abs(pBx - x) > eBx + hx) axis = 0;
          else if (Math.abs(pBy - y) > eBy + hy) axis = 1;
          else if (Math.abs(pBz - z) > eBz + hz) axis = 2;
          exits[axis]++;
          if (axis !== OVERLAP) continue;
        }
        children[end] = at;
        children[end + 1] = x;
        children[end + 2] = y;
        children[end + 3] = z;
        children[end + 4] = hx;
        children[end + 5] = hy;
        children[end + 6] = hz;
        children[end + 7] = absN00 * hx + absN01 * hy + absN02 * hz;
        children[end + 8] = absN10 * hx + absN11 * hy + absN12 * hz;
        children[end + 9] = absN20 * hx + absN21 * hy + absN22 * hz;
        end += CHILD;
      }
      if (end === 0) endB = b1;

      for (let at = b1; at < endB; at += STRIDE) {
        // the box of b, moved to a's space (centre p, half extent e); its own half extent (f)
        // biome-ignore format: vectors read in rows
        const lox = nodesB[at], loy = nodesB[at | 1], loz = nodesB[at | 2],
          hix = nodesB[at | 3], hiy = nodesB[at | 4], hiz = nodesB[at | 5],
          sx = lox + hix, sy = loy + hiy, sz = loz + hiz,
          hx = hix - lox, hy = hiy - loy, hz = hiz - loz,
          px = m00 * sx + m01 * sy + m02 * sz + cx,
          py = m10 * sx + m11 * sy + m12 * sz + cy,
          pz = m20 * sx + m21 * sy + m22 * sz + cz,
          ex = absM00 * hx + absM01 * hy + absM02 * hz + marginA,
          ey = absM10 * hx + absM11 * hy + absM12 * hz + marginA,
          ez = absM20 * hx + absM21 * hy + absM22 * hz + marginA,
          fx = hx + marginB, fy = hy + marginB, fz = hz + marginB;
        if (splitsBoth) {
          let axis = OVERLAP;
          if (Math.abs(px - cAx) > ex + hAx) axis = 0;
          else if (Math.abs(py - cAy) > ey + hAy) axis = 1;
          else if (Math.abs(pz - cAz) > ez + hAz) axis = 2;
          exits[axis]++;
          if (axis !== OVERLAP) continue;
        }
        for (let child = 0; child < end; child += CHILD) {
          // biome-ignore format: vectors read in rows
          const x = px - children[child + 1], y = py - children[child + 2], z = pz - children[child + 3],
            absX = Math.abs(x), absY = Math.abs(y), absZ = Math.abs(z),
            rx = ex + children[child + 4], ry = ey + children[child + 5], rz = ez + children[child + 6];
          let axis = OVERLAP;
          // axes a0, a1, a2
          if (absX > rx) axis = 0;
          else if (absY > ry) axis = 1;
          else if (absZ > rz) axis = 2;
          // axes b0, b1, b2
          else if (Math.abs(n00 * x + n01 * y + n02 * z) > fx + children[child + 7]) axis = 3;
          else if (Math.abs(n10 * x + n11 * y + n12 * z) > fy + children[child + 8]) axis = 4;
          else if (Math.abs(n20 * x + n21 * y + n22 * z) > fz + children[child + 9]) axis = 5;
          else {
            const overlap = ((rx - absX) * (ry - absY) * (rz - absZ)) / (rx * ry * rz);
            const bucket = ordered ? (bonus + DEPTH_WEIGHT * Math.sqrt(overlap)) | 0 : TOP;
            waiting |= putPair(counts, entries, bucket, children[child], at, depth);
          }
          exits[axis]++;
        }
      }
    }
    if (waiting === 0) return false;
    const best = 31 - Math.clz32(waiting);
    const left = counts[best] - 1;
    counts[best] = left;
    if (left === 0) waiting ^= 1 << best;
    const entry = QUEUE_DEPTH * best + ENTRY * left;
    atA = entries[entry];
    atB = entries[entry + 1];
    level = entries[entry + 2];
  }
}
