import { OptionError, show } from "../../errors.ts";
import { movePoint, type Pose, readPose } from "../../geometry/affine.ts";
import { PART_NAMES } from "../../mesh/part-names.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkNamesOfEach, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../layout.ts";
import { type ArticulatedBody, assembleBody, type Link } from "./articulated-body.ts";
import { joinInOrder } from "./link-hierarchy.ts";

/** A rigid mesh and where it stands. */
export interface Obstacle {
  name: string;
  mesh?: TriangleMesh | null | undefined;
  /** A tree of the mesh, where there is one already, in place of `mesh`. */
  tree?: AabbTree | null | undefined;
  /** Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

const OBSTACLE: OptionNames<Obstacle> = { name: true, mesh: true, tree: true, toWorld: true };

/**
 * What stands around a body, one mesh or many, as a body whose links hang on nothing: a table, a room, an assembly. The links
 * are the obstacles in the order given, after a first one named "world". `setLinkPoses` moves them.
 */
export function createObstacles(obstacles: readonly Obstacle[]): ArticulatedBody {
  if (!Array.isArray(obstacles) || obstacles.length === 0)
    throw new OptionError("obstacles: expected a list of at least one");
  checkNamesOfEach(obstacles, OBSTACLE, "obstacles", PART_NAMES);
  const links: Link[] = obstacles.map((obstacle: unknown, i) => {
    if (obstacle === null || typeof obstacle !== "object")
      throw new OptionError(`obstacles[${i}]: expected an object, got ${show(obstacle)}`);
    const { name, mesh, tree, toWorld = null } = obstacle as Obstacle;
    if ((mesh ?? tree ?? null) === null)
      throw new OptionError(`obstacles[${i}] "${show(name)}": has no mesh`);
    return { name, mesh, tree, parent: "world", joint: { type: "fixed", name, origin: toWorld } };
  });
  return assembleBody([{ name: "world" }, ...links], () => joinInOrder(orderInSpace(obstacles)));
}

/** The link numbers in such an order that neighbours in space are near each other: halves along the longest axis, again and again. */
function orderInSpace(obstacles: readonly Obstacle[]): number[] {
  const centres = obstacles.map(({ mesh, tree, toWorld = null, name }) => {
    readPose(toWorld, `obstacle "${name}": toWorld`, pose);
    return centreOf((mesh ?? tree?.mesh)!);
  });
  const order = obstacles.map((_, i) => i);
  const waiting: [number, number][] = [[0, order.length]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [start, end] = next;
    if (end - start < 3) continue;
    const part = order.slice(start, end);
    const axis = longestAxis(part.map((i) => centres[i]));
    part.sort((i, j) => centres[i][axis] - centres[j][axis] || i - j);
    order.splice(start, part.length, ...part);
    const middle = start + 2 ** (Math.ceil(Math.log2(part.length)) - 1);
    waiting.push([start, middle], [middle, end]);
  }
  return order.map((i) => i + 1);
}

const pose = new Float64Array(16);

function centreOf({ positions }: TriangleMesh): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const point = new Float64Array(3);
  for (let v = 0; v < (positions?.length ?? 0); v += 3) {
    movePoint(pose, positions[v], positions[v + 1], positions[v + 2], point, 0);
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  return [0, 1, 2].map((axis) => (low[axis] + high[axis]) / 2) as [number, number, number];
}

function longestAxis(points: readonly (readonly number[])[]): number {
  const extents = [0, 1, 2].map((axis) => {
    const values = points.map((point) => point[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  return extents.indexOf(Math.max(...extents));
}
