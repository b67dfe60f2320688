import { OptionError, show } from "../../errors.ts";
import { movePoint, type Pose, readPose } from "../../geometry/affine.ts";
import { emptyBounds, growBounds } from "../../geometry/bounds.ts";
import type { Vector } from "../../geometry/vector.ts";
import { PART_NAMES } from "../../mesh/part-names.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkNamesOfEach, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../layout.ts";
import { type ArticulatedBody, assembleBody, type Link } from "./articulated-body.ts";
import { joinInOrder } from "./link-hierarchy.ts";

/** A rigid mesh and its pose. */
export interface Obstacle {
  name: string;
  mesh?: TriangleMesh | null | undefined;
  /** A tree of the mesh, where there is one already, in place of `mesh`. */
  tree?: AabbTree | null | undefined;
  /** Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

const OBSTACLE: OptionNames<Omit<Obstacle, "tree">> = { name: true, mesh: true, toWorld: true };
/** Fields that parts of models have, and `tree`, which may replace `mesh`. */
const CARRIED = { ...PART_NAMES, tree: true } as const;

/**
 * The surroundings of a body, one mesh or many, as a body whose links have no parents: a table, a room, an assembly. The
 * links are the obstacles in list order, after a first one named "world". `setLinkPoses` moves them.
 */
export function createObstacles(obstacles: readonly Obstacle[]): ArticulatedBody {
  if (!Array.isArray(obstacles) || obstacles.length === 0)
    throw new OptionError("obstacles: expected a list of at least one obstacle");
  checkNamesOfEach<Omit<Obstacle, "tree">>(obstacles, OBSTACLE, "obstacles", CARRIED);
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

/** Link numbers ordered so that neighbours in space are near each other: recursive halving along the longest axis. */
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

function centreOf({ positions }: TriangleMesh): Vector {
  const box = emptyBounds();
  const point = new Float64Array(3);
  for (let v = 0; v < (positions?.length ?? 0); v += 3) {
    movePoint(pose, positions[v], positions[v + 1], positions[v + 2], point, 0);
    growBounds(box, point[0], point[1], point[2]);
  }
  return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
}

function longestAxis(points: readonly (readonly number[])[]): number {
  const extents = [0, 1, 2].map((axis) => {
    const values = points.map((point) => point[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  return extents.indexOf(Math.max(...extents));
}
