import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { OBB_STRIDE as STRIDE } from "../../trees/layout.ts";
import type { AllowedPairs } from "./allowed-pairs.ts";
import type { PathPair } from "./path-search.ts";

// Which links may meet on a path, and which joints move one relative to the other. Kept for the life of the bodies, because planners check
// thousands of paths of one body.

const withItself = new WeakMap<ArticulatedBody, readonly PathPair[]>();
const withOthers = new WeakMap<ArticulatedBody, WeakMap<ArticulatedBody, readonly PathPair[]>>();

/** Every link of the body with every obstacle. */
export function pairsWithObstacles(body: ArticulatedBody, obstacles: ArticulatedBody): readonly PathPair[] {
  let known = withOthers.get(body);
  if (known === undefined) withOthers.set(body, (known = new WeakMap()));
  let pairs = known.get(obstacles);
  if (pairs === undefined) known.set(obstacles, (pairs = createPairs(body, obstacles)));
  return pairs;
}

/** All pairs of the body's own links except allowed ones, the lower number first. */
export function pairsWithSelf(
  body: ArticulatedBody,
  { matrix, linkCount }: AllowedPairs,
): readonly PathPair[] {
  let pairs = withItself.get(body);
  if (pairs === undefined) withItself.set(body, (pairs = createPairs(body, body)));
  return pairs.filter(({ linkA, linkB }) => matrix[linkA * linkCount + linkB] === 0);
}

function createPairs(a: ArticulatedBody, b: ArticulatedBody): PathPair[] {
  const isSelf = a === b;
  const count = a.articulation.names.length;
  const pairs: PathPair[] = [];
  a.hierarchy.links.forEach((linkA, leafA) => {
    const aboveA = jointsAbove(a, linkA);
    b.hierarchy.links.forEach((linkB, leafB) => {
      if (isSelf && linkA >= linkB) return;
      // Joints that carry both links do not move one relative to the other, and obstacles stand still.
      const aboveB = isSelf ? jointsAbove(b, linkB) : [];
      const jointsA = aboveA.filter((joint) => !aboveB.includes(joint));
      const jointsB = aboveB.filter((joint) => !aboveA.includes(joint));
      pairs.push({
        isSelf,
        linkA,
        linkB,
        boxA: STRIDE * leafA,
        boxB: STRIDE * leafB,
        joints: Int32Array.of(...jointsA, ...jointsB),
        places: Int32Array.of(
          ...jointsA.map((joint) => joint * count + linkA),
          ...jointsB.map((joint) => joint * count + linkB),
        ),
      });
    });
  });
  return pairs;
}

/** The links whose movable joints carry a link: its own, its parent's, and so on. */
function jointsAbove({ articulation }: ArticulatedBody, link: number): number[] {
  const joints: number[] = [];
  for (let joint = link; joint >= 0; joint = articulation.parents[joint])
    if (articulation.joints[joint].type !== "fixed") joints.push(joint);
  return joints;
}
