import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N, SCALE } from "../../geometry/relative-pose-layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../../trees/layout.ts";
import type { NearContext } from "./near-context.ts";
import type { NearTree } from "./near-side.ts";
import { testSlots } from "./test-slots.ts";

// The descent of two trees of axis-aligned boxes, AABB trees or R-trees, by the box test of `descendAabb` (six axes) with margins for the
// thickness. A pair of nodes is replaced by the other node paired with those children of the larger node that are near it.

/** Called with two slots whose triangles may be near each other. */
export type VisitSlots = (context: NearContext, slotA: number, slotB: number) => void;

/** Visits all pairs of triangles that may be near each other. Within one mesh, each pair comes once. */
export function descendNear(
  context: NearContext,
  a: NearTree,
  b: NearTree,
  visit: VisitSlots = testSlots,
): void {
  const isSelf = context.a === context.b;
  const linksA = a.links;
  const linksB = b.links;
  const scale = context.pose[SCALE];
  let top = push(context, 0, a, 0, b, 0);
  while (top > 0) {
    top -= 2;
    const atA = context.stack[top];
    const atB = context.stack[top + 1];
    const linkA = linksA[atA | LINK];
    const linkB = linksB[atB | LINK];
    if (linkA < 0 && linkB < 0) {
      const endA = ~linkA + linksA[atA | COUNT];
      const endB = ~linkB + linksB[atB | COUNT];
      for (let i = ~linkA; i < endA; i++)
        for (let j = ~linkB; j < endB; j++) if (!isSelf || i < j) visit(context, i, j);
    } else if (linkB < 0 || (linkA >= 0 && sizeOf(a, atA) >= scale * sizeOf(b, atB))) {
      const end = STRIDE * (linkA + childCount(a, atA));
      for (let child = STRIDE * linkA; child < end; child += STRIDE)
        top = push(context, top, a, child, b, atB);
    } else {
      const end = STRIDE * (linkB + childCount(b, atB));
      for (let child = STRIDE * linkB; child < end; child += STRIDE)
        top = push(context, top, a, atA, b, child);
    }
  }
}

/** Pushes a pair of nodes if their boxes are near; returns the new end of the stack. */
function push(context: NearContext, top: number, a: NearTree, atA: number, b: NearTree, atB: number): number {
  context.boxTests++;
  if (!areBoxesNear(a.nodes, atA, b.nodes, atB, context.pose)) return top;
  if (top + 2 > context.stack.length) {
    const larger = new Int32Array(2 * context.stack.length);
    larger.set(context.stack);
    context.stack = larger;
  }
  context.stack[top] = atA;
  context.stack[top + 1] = atB;
  return top + 2;
}

function areBoxesNear(
  nodesA: Float32Array,
  atA: number,
  nodesB: Float32Array,
  atB: number,
  pose: Float64Array,
): boolean {
  // Boxes are used doubled (min + max, max − min), which saves the halving; hence the doubled offsets and margins.
  // biome-ignore format: vectors read in rows
  const loAx = nodesA[atA], loAy = nodesA[atA | 1], loAz = nodesA[atA | 2],
    hiAx = nodesA[atA | 3], hiAy = nodesA[atA | 4], hiAz = nodesA[atA | 5],
    loBx = nodesB[atB], loBy = nodesB[atB | 1], loBz = nodesB[atB | 2],
    hiBx = nodesB[atB | 3], hiBy = nodesB[atB | 4], hiBz = nodesB[atB | 5],
    hAx = hiAx - loAx, hAy = hiAy - loAy, hAz = hiAz - loAz,
    hBx = hiBx - loBx, hBy = hiBy - loBy, hBz = hiBz - loBz,
    sx = loBx + hiBx, sy = loBy + hiBy, sz = loBz + hiBz,
    marginA = 2 * pose[MARGIN_A], marginB = 2 * pose[MARGIN_B];
  // axes a0, a1, a2
  const x = pose[M] * sx + pose[M + 1] * sy + pose[M + 2] * sz + 2 * pose[C] - (loAx + hiAx);
  if (Math.abs(x) > pose[ABS_M] * hBx + pose[ABS_M + 1] * hBy + pose[ABS_M + 2] * hBz + marginA + hAx)
    return false;
  const y = pose[M + 3] * sx + pose[M + 4] * sy + pose[M + 5] * sz + 2 * pose[C + 1] - (loAy + hiAy);
  if (Math.abs(y) > pose[ABS_M + 3] * hBx + pose[ABS_M + 4] * hBy + pose[ABS_M + 5] * hBz + marginA + hAy)
    return false;
  const z = pose[M + 6] * sx + pose[M + 7] * sy + pose[M + 8] * sz + 2 * pose[C + 2] - (loAz + hiAz);
  if (Math.abs(z) > pose[ABS_M + 6] * hBx + pose[ABS_M + 7] * hBy + pose[ABS_M + 8] * hBz + marginA + hAz)
    return false;
  // axes b0, b1, b2
  for (let r = 0; r < 3; r++) {
    const n = N + 3 * r;
    const abs = ABS_N + 3 * r;
    const halfB = r === 0 ? hBx : r === 1 ? hBy : hBz;
    const reach = pose[abs] * hAx + pose[abs + 1] * hAy + pose[abs + 2] * hAz + halfB + marginB;
    if (Math.abs(pose[n] * x + pose[n + 1] * y + pose[n + 2] * z) > reach) return false;
  }
  return true;
}

function childCount(tree: NearTree, at: number): number {
  return tree.kind === "aabb" ? 2 : tree.links[at | COUNT];
}

/** The sum of the three extents, which R-trees do not keep. */
function sizeOf({ nodes }: NearTree, at: number): number {
  return nodes[at | 3] - nodes[at] + nodes[at | 4] - nodes[at | 1] + nodes[at | 5] - nodes[at | 2];
}
