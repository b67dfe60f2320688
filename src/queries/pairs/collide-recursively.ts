import { OptionError } from "../../errors.ts";
import { separatingEdgeAxis } from "../../geometry/overlap/box-edge-axes.ts";
import { separatingFaceAxis } from "../../geometry/overlap/box-face-axes.ts";
import { separatingObbAxis, setObbOfB, setObbPose } from "../../geometry/overlap/obb-obb.ts";
import { volumeScale } from "../../geometry/relative-pose.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { boxVolume } from "../../trees/box-measures.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_STRIDE,
  type AabbTree,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
} from "../../trees/layout.ts";
import { OVERLAP, readStats } from "../stats.ts";
import { scalePair } from "../tiny-worlds.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import { type PairContext, returnPairContext, takePairContext } from "./pair-context.ts";
import { beginPairQuery, checkTrees, type PairOptions, placePair, recordStats } from "./pair-query.ts";

// The intersection test of van den Bergen 1997, section 3, as it is written there: pairs of nodes are tested recursively. A pair is tested
// when it is visited; if its boxes overlap, the node with the smaller volume is tested with the children of the other, the first child first.

/** The levels of both trees together: a recursion is as deep. Trees that abut builds have some 50 each; saved ones of strangers may have more. */
const MOST_LEVELS = 2000;

export interface CollideRecursivelyOptions
  extends Pick<PairOptions, "aToWorld" | "bToWorld" | "test" | "stats"> {}

const RECURSIVE_OPTIONS: OptionNames<CollideRecursivelyOptions> = {
  aToWorld: true,
  bToWorld: true,
  test: true,
  stats: true,
};

/** The answer of `collide` for two AABB trees or two OBB trees, by the recursion of van den Bergen's paper, in TypeScript. */
export function collideRecursively<Tree extends AabbTree | ObbTree>(
  a: Tree,
  b: Tree,
  options: CollideRecursivelyOptions = {},
): boolean {
  checkOptionNames(options, RECURSIVE_OPTIONS, "collideRecursively");
  checkTrees(a, b);
  if (a.kind !== "aabb" && a.kind !== "obb")
    throw new OptionError("collideRecursively: R-trees have no larger volume to split");
  if (a.depth + b.depth > MOST_LEVELS)
    throw new OptionError(
      `collideRecursively: trees of ${a.depth} and ${b.depth} levels are too deep, the limit is ${MOST_LEVELS} together`,
    );
  const { aToWorld, bToWorld, test } = options;
  const stats = readStats(options.stats);
  const scaled = scalePair(a, b, options);
  if (scaled !== null)
    return collideRecursively(scaled.a as Tree, scaled.b as Tree, { ...options, ...scaled.poses });
  const context = takePairContext();
  try {
    beginPairQuery(context, a, b, { aToWorld, bToWorld, test }, false);
    placePair(context, a, b);
    const meet = visitRoots(context, a, b);
    if (stats !== undefined) recordStats(context, stats);
    return meet;
  } finally {
    returnPairContext(context);
  }
}

function visitRoots(context: PairContext, a: AabbTree | ObbTree, b: AabbTree | ObbTree): boolean {
  const scale = volumeScale(context.pose);
  if (a.kind === "aabb") return visitAabb(context, a, 0, b as AabbTree, 0, scale);
  setObbPose(context.pose);
  return visitObb(context, a, 0, b as ObbTree, 0, scale);
}

/** Whether triangles below two nodes meet. `scale` is what the pose makes of a volume of b's. */
function visitAabb(
  context: PairContext,
  a: AabbTree,
  atA: number,
  b: AabbTree,
  atB: number,
  scale: number,
): boolean {
  const { pose, exits, edges } = context;
  let axis = separatingFaceAxis(a.nodes, atA, b.nodes, atB, pose);
  if (axis === OVERLAP && edges) axis = separatingEdgeAxis(a.nodes, atA, b.nodes, atB, pose);
  exits[axis]++;
  if (axis !== OVERLAP) return false;
  const linkA = a.links[atA + AABB_LINK];
  const linkB = b.links[atB + AABB_LINK];
  if (linkA < 0 && linkB < 0)
    return leavesMeet(context, a, ~linkA, a.links[atA + AABB_COUNT], b, ~linkB, b.links[atB + AABB_COUNT]);
  if (linkB < 0 || (linkA >= 0 && boxVolume(a.nodes, atA) >= scale * boxVolume(b.nodes, atB))) {
    const child = AABB_STRIDE * linkA;
    return (
      visitAabb(context, a, child, b, atB, scale) || visitAabb(context, a, child + AABB_STRIDE, b, atB, scale)
    );
  }
  const child = AABB_STRIDE * linkB;
  return (
    visitAabb(context, a, atA, b, child, scale) || visitAabb(context, a, atA, b, child + AABB_STRIDE, scale)
  );
}

function visitObb(
  context: PairContext,
  a: ObbTree,
  nodeA: number,
  b: ObbTree,
  nodeB: number,
  scale: number,
): boolean {
  setObbOfB(b.nodes, OBB_STRIDE * nodeB);
  const axis = separatingObbAxis(a.nodes, OBB_STRIDE * nodeA, context.edges);
  context.exits[axis]++;
  if (axis !== OVERLAP) return false;
  const linkA = a.links[OBB_LINK_STRIDE * nodeA + OBB_LINK];
  const linkB = b.links[OBB_LINK_STRIDE * nodeB + OBB_LINK];
  if (linkA < 0 && linkB < 0) {
    const countA = a.links[OBB_LINK_STRIDE * nodeA + OBB_COUNT];
    const countB = b.links[OBB_LINK_STRIDE * nodeB + OBB_COUNT];
    return leavesMeet(context, a, ~linkA, countA, b, ~linkB, countB);
  }
  if (linkB < 0 || (linkA >= 0 && volumeOf(a.nodes, nodeA) >= scale * volumeOf(b.nodes, nodeB)))
    return visitObb(context, a, linkA, b, nodeB, scale) || visitObb(context, a, linkA + 1, b, nodeB, scale);
  return visitObb(context, a, nodeA, b, linkB, scale) || visitObb(context, a, nodeA, b, linkB + 1, scale);
}

function volumeOf(nodes: Float64Array, node: number): number {
  const at = OBB_STRIDE * node + OBB_HALF;
  return nodes[at] * nodes[at + 1] * nodes[at + 2];
}
