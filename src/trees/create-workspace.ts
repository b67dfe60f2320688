import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";
import type { SplitRule } from "./build-aabb.ts";
import { AABB_STRIDE } from "./layout.ts";
import { boxCorners } from "./ordered-boxes.ts";
import type { OrderedVertices } from "./ordered-vertices.ts";
import { boxOfRecords } from "./splits/box-of-records.ts";
import { createOrderScratch, type OrderScratch } from "./splits/order.ts";
import { quantiseAll } from "./splits/quantised-records.ts";
import {
  createRecords,
  RECORD_STRIDE,
  RECORD_TRIANGLE,
  type Records,
  type Workspace,
} from "./splits/workspace.ts";

interface Scratch {
  readonly capacity: number;
  readonly nodes: Float32Array;
  readonly links: Int32Array;
  readonly even: Records;
  readonly odd: Records;
  readonly order: OrderScratch;
  /** The vertices as quantised-records.ts has them. */
  quantised: Int32Array;
}

/** New memory of 128 bytes per triangle costs a tenth of a build, so up to 16 MB of it are kept for the next build. */
const KEPT_CAPACITY = 2 ** 17;
let kept: Scratch | null = null;

function takeScratch(count: number): Scratch {
  if (kept !== null && kept.capacity >= count) return kept;
  const nodes = new Float32Array(AABB_STRIDE * (2 * count - 1));
  const links = new Int32Array(nodes.buffer);
  const scratch = {
    capacity: count,
    nodes,
    links,
    even: createRecords(count),
    odd: createRecords(count),
    order: createOrderScratch(),
    quantised: new Int32Array(0),
  };
  if (count <= KEPT_CAPACITY) kept = scratch;
  return scratch;
}

/** Lets the owner of the last workspace keep it for itself. */
export function giveScratchAway(): void {
  kept = null;
}

/** Everything a rule needs for its first split: a record per triangle, and the root's box for the rules that use it. */
export function createWorkspace(
  mesh: TriangleMesh,
  vertices: OrderedVertices,
  origin: Float64Array,
  split: SplitRule,
): Workspace {
  const count = mesh.triangleCount;
  const corners = cornersOf(mesh);
  const scratch = takeScratch(count);
  const { nodes, links, even, odd, order } = scratch;
  const centres = split === "best-axis" ? doubledCentres(mesh, corners, origin) : null;
  const work = { mesh, corners, nodes, links, even, odd, centres, order };
  if (split === "sah") {
    if (scratch.quantised.length < mesh.positions.length)
      scratch.quantised = new Int32Array(mesh.positions.length);
    quantiseAll(even, mesh, corners, scratch.quantised);
  } else {
    fillBoxes(even.ints, corners, vertices);
    boxOfRecords(work, 0, even, 0, count);
  }
  return work;
}

/** Three vertex numbers per triangle as Uint32Array, whatever type the mesh has. */
function cornersOf(mesh: TriangleMesh): Uint32Array {
  if (isArrayOf(mesh.indices, "Uint32Array")) return mesh.indices;
  if (mesh.indices !== null) return new Uint32Array(mesh.indices);
  const corners = new Uint32Array(3 * mesh.triangleCount);
  for (let i = 0; i < corners.length; i++) corners[i] = i;
  return corners;
}

function fillBoxes(ints: Int32Array, corners: Uint32Array, vertices: OrderedVertices): void {
  const count = corners.length / 3;
  for (let triangle = 0; triangle < count; triangle++) {
    const r = RECORD_STRIDE * triangle;
    ints[r + RECORD_TRIANGLE] = triangle;
    boxCorners(ints, r, corners, 3 * triangle, 3 * triangle + 3, vertices);
  }
}

function doubledCentres(mesh: TriangleMesh, corners: Uint32Array, origin: Float64Array): Float64Array {
  const { positions } = mesh;
  const centres = new Float64Array(corners.length);
  for (let i = 0; i < centres.length; i++) {
    const axis = i % 3;
    const first = i - axis;
    const sum =
      positions[3 * corners[first] + axis] +
      positions[3 * corners[first + 1] + axis] +
      positions[3 * corners[first + 2] + axis];
    centres[i] = (2 * sum) / 3 - 2 * origin[axis];
  }
  return centres;
}
