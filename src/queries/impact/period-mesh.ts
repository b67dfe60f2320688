import { createTranslation, type RigidMotion } from "../../geometry/rigid-motion.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { chooseOrigin } from "../../trees/origin.ts";
import type { ReadMotion } from "./motion.ts";
import { fitMovingBoxes, type MovingMesh, movingMeshOf, placeVertices } from "./moving-mesh.ts";

/**
 * A mesh in a query in which at least one mesh rotates, with bounds on its motion. Either the mesh moves as a whole, and its boxes stay
 * fixed in its own space; or its vertices move along straight paths in the world, and its boxes move with them.
 */
export interface PeriodMesh {
  readonly tree: AabbTree;
  /** The motion of the mesh as a whole; at rest in the world if its vertices have their own paths. */
  readonly motion: RigidMotion;
  /** The paths of its vertices; null if it moves as a whole. */
  readonly paths: MovingMesh | null;
  /** Nodes with boxes at time 0 and at time 1; both are the tree's own if the mesh moves as a whole. */
  readonly startNodes: Float32Array;
  readonly endNodes: Float32Array;
  /** The origin of the boxes. */
  readonly origin: Float64Array;
  /** The farthest that one of its points can move from time 0 to time 1. */
  readonly speed: number;
  /** An upper bound of the second derivative of a point's path. */
  readonly curvature: number;
  /** The largest factor by which lengths grow from the space of its boxes to the world. */
  readonly scale: number;
  /** How far rounding can move a point. */
  readonly rounding: number;
}

/** Rounding of a point in f64, relative to all lengths that make it up. */
const ROUNDING = 2 ** -46;
/** The largest length of a vector, in units of its largest coordinate. */
const DIAGONAL = Math.sqrt(3);
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const AT_REST = createTranslation(IDENTITY, IDENTITY);

export function createPeriodMesh(tree: AabbTree, motion: ReadMotion, name: string): PeriodMesh {
  return motion.rigid !== null ? movedAsWhole(tree, motion.rigid) : movedByVertex(tree, motion, name);
}

/** Bounds on the motion of everything inside the tree's root box. */
function movedAsWhole(tree: AabbTree, motion: RigidMotion): PeriodMesh {
  const { about, linear, rest, angle, place, travel } = motion;
  let radius = 0; // of the rotation
  let growth = 0; // by the part that is not a rotation
  let distance = 0; // from the mesh's own origin, and from the point it rotates about
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
    // a point, the origin of the boxes, and the point relative to it
    rounding: ROUNDING * 4 * DIAGONAL * reach,
  };
}

/** An upper bound, in the world, of the longer diagonal of the root's two boxes. */
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
