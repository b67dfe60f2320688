import { separatingEdgeAxis } from "../../geometry/overlap/box-edge-axes.ts";
import { volumeScale } from "../../geometry/relative-pose.ts";
import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N, SCALE } from "../../geometry/relative-pose-layout.ts";
import { DEPTH_WEIGHT, LEVEL_BONUS } from "../../kernels/descent-constants.ts";
import { boxVolume } from "../../trees/box-measures.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_SIZE, AABB_STRIDE } from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import type { PairContext } from "./pair-context.ts";
import { ENTRY, openQueue, putPair, QUEUE_DEPTH, TOP } from "./pair-queue.ts";

// The simultaneous descent of two AABB trees (van den Bergen, section 3, and beyond). A pair of overlapping nodes is replaced by the
// overlapping pairs among their children until both are leaves.
//
// Which node is split: the larger one, by volume as in the paper or by size, or both if neither is `bothRatio` times as large as the other.
// Splitting both costs four tests where two steps cost 2 + 2·(1.3 overlaps), and shares the moved boxes. Which pair is next: with `all`,
// the last found (depth first). For a first contact, the pair whose boxes overlap most deeply, from a queue over all pending pairs: on
// random poses it finds a contact with 57 % of the box tests and a third of the triangle tests of a nearest-child-first descent
// (docs/decisions/07-pair-descent.md).

/** Whether a triangle pair was found that ends the query; in a query for all pairs, pairs go to the list instead. */
export function descendAabb(context: PairContext, a: AabbTree, b: AabbTree): boolean {
  const { pose, exits, queue } = context;
  const { nodes: nodesA, links: linksA } = context.framedA ?? a;
  const { nodes: nodesB, links: linksB } = context.framedB ?? b;
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
    absN20 = pose[ABS_N + 6], absN21 = pose[ABS_N + 7], absN22 = pose[ABS_N + 8];
  const marginA = 2 * pose[MARGIN_A];
  const marginB = 2 * pose[MARGIN_B];
  const byVolume = context.byVolume === true;
  const scale = byVolume ? volumeScale(pose) : pose[SCALE];
  // Compared with true, because V8 cannot know that a property holds a boolean and would examine it in every step.
  const all = context.all === true;
  const edges = context.edges === true;
  const ordered = context.bestFirst === true && !all;
  const { bothRatio } = context;

  // A step takes one pair and adds at most four, one or two levels deeper: three more per level.
  openQueue(queue, 3 * (a.depth + b.depth) + 4);
  const { counts, entries } = queue;
  let waiting = 0; // bit k: bucket k of the queue is not empty

  let atA = 0;
  let atB = 0;
  let level = -1; // the step that tests the two roots
  for (;;) {
    const linkA = linksA[atA | AABB_LINK];
    const linkB = linksB[atB | AABB_LINK];
    let separated = false;
    if (edges && level >= 0) {
      // axes a0 × b0 … a2 × b2, when the pair's turn comes
      const axis = separatingEdgeAxis(nodesA, atA, nodesB, atB, pose);
      separated = axis !== OVERLAP;
      exits[OVERLAP]--;
      exits[axis]++;
    }
    if (separated) {
      // nothing to descend
    } else if (level >= 0 && linkA < 0 && linkB < 0) {
      if (leavesMeet(context, a, ~linkA, linksA[atA | AABB_COUNT], b, ~linkB, linksB[atB | AABB_COUNT])) {
        if (edges) settleWaiting(context, nodesA, nodesB);
        return true;
      }
    } else {
      // The children of the nodes to split; a node that is not split represents itself.
      let a1 = atA;
      let a2 = atA;
      let b1 = atB;
      let b2 = atB;
      let depth = level;
      if (level < 0) depth = 0;
      else {
        let sizeA = 0;
        let sizeB = 0;
        if (linkA >= 0) sizeA = byVolume ? boxVolume(nodesA, atA) : nodesA[atA | AABB_SIZE];
        if (linkB >= 0) sizeB = scale * (byVolume ? boxVolume(nodesB, atB) : nodesB[atB | AABB_SIZE]);
        // With all sizes zero (a mesh of one point) both are split.
        if (linkA >= 0 && (bothRatio * sizeA >= sizeB || linkB < 0)) {
          a1 = AABB_STRIDE * linkA;
          a2 = a1 + AABB_STRIDE;
          depth++;
        }
        if (linkB >= 0 && (bothRatio * sizeB > sizeA || a1 === atA)) {
          b1 = AABB_STRIDE * linkB;
          b2 = b1 + AABB_STRIDE;
          depth++;
        }
      }
      const bonus = LEVEL_BONUS * depth;

      // Boxes are used doubled (min + max, max − min), which saves the halving; hence the doubled offsets and margins.
      // Twin: `descend` in kernels/assembly/pair-descent.ts, where the four pairs are lanes.
      for (let boxB = b1; boxB <= b2; boxB += AABB_STRIDE) {
        // the box of b, moved to a's space (centre p, half extent e); its own half extent (f)
        // biome-ignore format: vectors read in rows
        const sx = nodesB[boxB] + nodesB[boxB | 3], sy = nodesB[boxB | 1] + nodesB[boxB | 4], sz = nodesB[boxB | 2] + nodesB[boxB | 5],
          fx = nodesB[boxB | 3] - nodesB[boxB], fy = nodesB[boxB | 4] - nodesB[boxB | 1], fz = nodesB[boxB | 5] - nodesB[boxB | 2],
          px = m00 * sx + m01 * sy + m02 * sz + 2 * pose[C],
          py = m10 * sx + m11 * sy + m12 * sz + 2 * pose[C + 1],
          pz = m20 * sx + m21 * sy + m22 * sz + 2 * pose[C + 2],
          ex = absM00 * fx + absM01 * fy + absM02 * fz + marginA,
          ey = absM10 * fx + absM11 * fy + absM12 * fz + marginA,
          ez = absM20 * fx + absM21 * fy + absM22 * fz + marginA;
        for (let boxA = a1; boxA <= a2; boxA += AABB_STRIDE) {
          // offset from the box of a, whose half extent is h
          // biome-ignore format: vectors read in rows
          const hx = nodesA[boxA | 3] - nodesA[boxA], hy = nodesA[boxA | 4] - nodesA[boxA | 1], hz = nodesA[boxA | 5] - nodesA[boxA | 2],
            x = px - (nodesA[boxA] + nodesA[boxA | 3]), y = py - (nodesA[boxA | 1] + nodesA[boxA | 4]), z = pz - (nodesA[boxA | 2] + nodesA[boxA | 5]),
            absX = Math.abs(x), absY = Math.abs(y), absZ = Math.abs(z),
            rx = ex + hx, ry = ey + hy, rz = ez + hz;
          let axis = OVERLAP;
          // axes a0, a1, a2
          if (absX > rx) axis = 0;
          else if (absY > ry) axis = 1;
          else if (absZ > rz) axis = 2;
          // axes b0, b1, b2
          else if (
            Math.abs(n00 * x + n01 * y + n02 * z) >
            fx + marginB + (absN00 * hx + absN01 * hy + absN02 * hz)
          )
            axis = 3;
          else if (
            Math.abs(n10 * x + n11 * y + n12 * z) >
            fy + marginB + (absN10 * hx + absN11 * hy + absN12 * hz)
          )
            axis = 4;
          else if (
            Math.abs(n20 * x + n21 * y + n22 * z) >
            fz + marginB + (absN20 * hx + absN21 * hy + absN22 * hz)
          )
            axis = 5;
          else {
            const overlap = ((rx - absX) * (ry - absY) * (rz - absZ)) / (rx * ry * rz);
            const bucket = ordered ? (bonus + DEPTH_WEIGHT * Math.sqrt(overlap)) | 0 : TOP;
            waiting |= putPair(counts, entries, bucket, boxA, boxB, depth);
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

/** Tests the edge axes of the pairs still pending when the first contact ends a query, so that every counted box test was completed. */
function settleWaiting(
  { queue, pose, exits }: PairContext,
  nodesA: Float32Array,
  nodesB: Float32Array,
): void {
  const { counts, entries } = queue;
  for (let bucket = 0; bucket <= TOP; bucket++) {
    for (let k = 0; k < counts[bucket]; k++) {
      const entry = QUEUE_DEPTH * bucket + ENTRY * k;
      exits[OVERLAP]--;
      exits[separatingEdgeAxis(nodesA, entries[entry], nodesB, entries[entry + 1], pose)]++;
    }
  }
}
