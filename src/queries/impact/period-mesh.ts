import { createTranslation, type RigidMotion } from "../../geometry/rigid-motion.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { chooseOrigin } from "../../trees/origin.ts";
import type { ReadMotion } from "./motion.ts";
import { fitMovingBoxes, type MovingMesh, movingMeshOf, placeVertices } from "./moving-mesh.ts";

/**
 * A mesh in a query where at least one mesh rotates, with bounds on its motion. Either the mesh moves as a whole, and its boxes
 * stay as they are in its own space. Or its vertices move along straight paths in the world, and its boxes move with them.
 */
export interface PeriodMesh {
  readonly tree: AabbTree;
  /** How it is moved as a whole; at rest in the world if its vertices have paths of their own. */
  readonly motion: RigidMotion;
  /** The paths of its vertices; null if it is moved as a whole. */
  readonly paths: MovingMesh | null;
  /** Nodes with boxes at time 0 and at time 1; both are the tree's own if it is moved as a whole. */
  readonly startNodes: Float32Array;
  readonly endNodes: Float32Array;
  /** What the boxes are relative to. */
  readonly origin: Float64Array;
  /** How far a point of it can go from time 0 to time 1. */
  readonly speed: number;
  /** The most that the second derivative of a point's path can be. */
  readonly curvature: number;
  /** What a length in the space of its boxes is at most in the world. */
  readonly scale: number;
  /** How far rounding can move a point. */
  readonly rounding: number;
}

/** Rounding of a point in f64, relative to all lengths that make it up. */
const ROUNDING = 2 ** -46;
/** How long a vector can be, in units of its largest coordinate. */
const DIAGONAL = Math.sqrt(3);
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const AT_REST = createTranslation(IDENTITY, IDENTITY);

export function createPeriodMesh(tree: AabbTree, motion: ReadMotion, name: string): PeriodMesh {
  return motion.rigid !== null ? movedAsWhole(tree, motion.rigid) : movedByVertex(tree, motion, name);
}

/** Bounds on the motion of whatever the tree's root box encloses. */
function movedAsWhole(tree: AabbTree, motion: RigidMotion): PeriodMesh {
  const { about, linear, rest, angle, place, travel } = motion;
  let radius = 0; // of the turn
  let growth = 0; // by the part that is no rotation
  let distance = 0; // from the mesh's own origin and from the point it turns about
  for (let corner = 0; corner < 8; corner++) {
    const p = [0, 1, 2].map((axis) => tree.origin[axis] + tree.nodes[((corner >> axis) & 1) * 3 + axis]);
    const d = p.map((value, axis) => value - about[axis]);
    radius = Math.max(radius, length(times(linear, d)));
    growth = Math.max(growth, length(times(rest, d)));
    distance = Math.max(distance, length(p) + length([...about]));
  }
  const scale = length([...linear]) + length([...rest]);
  return {
    tree,
    motion,
    paths: null,
    startNodes: tree.nodes,
    endNodes: tree.nodes,
    origin: tree.origin,
    speed: length([...travel]) + angle * (radius + growth) + growth,
    curvature: angle * angle * (radius + growth) + 2 * angle * growth,
    scale,
    rounding: ROUNDING * (scale * distance + length([...place]) + length([...travel])),
  };
}

/** Bounds on the straight paths of all vertices. */
function movedByVertex(tree: AabbTree, motion: ReadMotion, name: string): PeriodMesh {
  const paths = movingMeshOf(tree, 0, motion);
  const origin = new Float64Array(3);
  placeVertices(paths, name);
  const [from, to] = [paths.worldStart!, paths.worldEnd!];
  chooseOrigin(from, origin);
  fitMovingBoxes(paths, origin);
  let speed = 0; // along an axis
  let reach = 0; // the largest coordinate
  for (let i = 0; i < from.length; i++) {
    speed = Math.max(speed, Math.abs(to[i] - from[i]));
    reach = Math.max(reach, Math.abs(from[i]), Math.abs(to[i]));
  }
  return {
    tree,
    motion: AT_REST,
    paths,
    startNodes: paths.startBoxes!.nodes,
    endNodes: paths.endBoxes!.nodes,
    origin,
    speed: DIAGONAL * speed,
    curvature: 0,
    scale: 1,
    // a point, the origin of the boxes, and its place relative to that
    rounding: ROUNDING * 4 * DIAGONAL * reach,
  };
}

/** The larger of the diagonals of the root's boxes, in the world, at most. */
export function extentOf({ startNodes, endNodes, scale }: PeriodMesh): number {
  return scale * Math.max(diagonalOf(startNodes), diagonalOf(endNodes));
}

function diagonalOf(nodes: Float32Array): number {
  return length([0, 1, 2].map((axis) => nodes[3 + axis] - nodes[axis]));
}

function times(m: Float64Array, v: number[]): number[] {
  return [0, 1, 2].map((row) => m[row] * v[0] + m[3 + row] * v[1] + m[6 + row] * v[2]);
}

function length(v: number[]): number {
  return lengthOf(v);
}
