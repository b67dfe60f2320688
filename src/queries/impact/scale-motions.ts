import { reachInWorld } from "../../geometry/affine.ts";
import { exponentOf, scaledPositions, TINY } from "../../mesh/tiny-mesh.ts";
import { MAX_COORDINATE, type Positions } from "../../mesh/triangle-mesh.ts";
import { withVertices } from "../../trees/baked-tree.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { twinOf } from "../../trees/twin.ts";
import {
  bakeScaled,
  enlarge,
  exponentOfWorld,
  isScaled,
  isScaleFree,
  isTinyReach,
  largestOf,
  scalePose,
  worldReach,
} from "../tiny-worlds.ts";
import type { Motion, ReadMotion } from "./motion.ts";

/** A tree and its motion in a larger world. */
interface ScaledMotion {
  tree: AabbTree;
  motion: Motion;
}

export interface ScaledMotions {
  a: ScaledMotion;
  b: ScaledMotion;
  factor: number;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** Two motions in a world that is `factor` times as large; null if they are large enough as they are. */
export function scaleMotions(
  a: AabbTree,
  motionA: Motion | null,
  readA: ReadMotion,
  b: AabbTree,
  motionB: Motion | null,
  readB: ReadMotion,
): ScaledMotions | null {
  const reach = Math.max(reachOfMotion(a, readA), reachOfMotion(b, readB));
  if (!isScaled(a) && !isScaled(b) && !isTinyReach(reach)) return null;
  const w = exponentOfWorld(reach);
  return { a: scaleMotion(a, motionA, readA, w), b: scaleMotion(b, motionB, readB, w), factor: 2 ** w };
}

/** A mesh and its end positions, without poses, in a larger world; null if they are large enough as they are. */
export function scaleDeformation(
  tree: AabbTree,
  positionsAtEnd: Positions,
): { tree: AabbTree; positionsAtEnd: Positions; factor: number } | null {
  const exponent = exponentOf(tree.mesh, positionsAtEnd);
  if (exponent === 0 && !isScaled(tree)) return null;
  return { ...deformed(tree, positionsAtEnd, exponent), factor: 2 ** exponent };
}

function reachOfMotion(tree: AabbTree, { from, to, positionsAtEnd }: ReadMotion): number {
  const start = worldReach(tree, from, "from");
  if (!(start < TINY)) return start; // not tiny, whatever the end positions: no need to read them
  if (positionsAtEnd === null) return Math.max(start, worldReach(tree, to, "to"));
  return Math.max(start, reachInWorld(to ?? IDENTITY, largestOf(positionsAtEnd)));
}

function scaleMotion(tree: AabbTree, motion: Motion | null, read: ReadMotion, w: number): ScaledMotion {
  const { positionsAtEnd, rotates } = read;
  const from = read.from ?? IDENTITY;
  const to = read.to ?? IDENTITY;
  // The tolerance of rotations is far above what a subnormal product can lose.
  if (!rotates && !areScaleFree(tree, read)) {
    const end = bakeScaled(positionsAtEnd ?? tree.mesh.positions, to, w);
    for (let i = 0; i < end.length; i++) if (Math.abs(end[i]) > MAX_COORDINATE) end[i] = 0; // used by no triangle
    return {
      tree: withVertices(tree, bakeScaled(tree.mesh.positions, from, w)),
      motion: { positionsAtEnd: end },
    };
  }
  if (positionsAtEnd !== null) {
    const k = exponentOf(tree.mesh, positionsAtEnd);
    const scaled = deformed(tree, positionsAtEnd, k);
    const poses = { from: scalePose(from, k, w), to: scalePose(to, k, w) };
    return { tree: scaled.tree, motion: { positionsAtEnd: scaled.positionsAtEnd, ...poses } };
  }
  const k = tree.exponent[0];
  const { path, about } = (motion ?? {}) as { path?: "rigid" | "straight"; about?: ArrayLike<number> };
  const poses = { from: scalePose(from, k, w), to: scalePose(to, k, w) };
  return {
    tree: twinOf(tree),
    motion: { ...poses, path, ...(about !== undefined && { about: enlarge(about, 2 ** k) }) },
  };
}

function areScaleFree(tree: AabbTree, { from, to, positionsAtEnd }: ReadMotion): boolean {
  if (from !== null && !isScaleFree(tree, from)) return false;
  return to === null || isScaleFree(tree, to, positionsAtEnd);
}

/** The tree of a mesh times 2^exponent, and its vertices at the end. */
function deformed(
  tree: AabbTree,
  positionsAtEnd: Positions,
  exponent: number,
): { tree: AabbTree; positionsAtEnd: Positions } {
  if (exponent === tree.exponent[0])
    return { tree: twinOf(tree), positionsAtEnd: scaledPositions(positionsAtEnd, exponent) };
  const start = Float64Array.from(scaledPositions(tree.mesh.positions, exponent));
  return { tree: withVertices(tree, start), positionsAtEnd: scaledPositions(positionsAtEnd, exponent) };
}
