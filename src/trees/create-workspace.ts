import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { SplitRule } from "./build-aabb.ts";
import { fitCorners } from "./fit-boxes.ts";
import { AABB_STRIDE } from "./layout.ts";
import type { OrderedVertices } from "./ordered-vertices.ts";
import { boxOfRecords } from "./splits/box-of-records.ts";
import { quantise } from "./splits/quantised-records.ts";
import {
  createRecords,
  RECORD_MIN,
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
}

/** Fresh memory of 128 bytes a triangle costs a tenth of a build; up to 16 MB of it are kept for the next. */
const KEPT_CAPACITY = 2 ** 17;
let kept: Scratch | null = null;

function takeScratch(count: number): Scratch {
  if (kept !== null && kept.capacity >= count) return kept;
  const nodes = new Float32Array(AABB_STRIDE * (2 * count - 1));
  const links = new Int32Array(nodes.buffer);
  const scratch = { capacity: count, nodes, links, even: createRecords(count), odd: createRecords(count) };
  if (count <= KEPT_CAPACITY) kept = scratch;
  return scratch;
}

/** Everything a rule needs for its first split: a record per triangle, and the root's box for those that look at it. */
export function createWorkspace(mesh: TriangleMesh, vertices: OrderedVertices, split: SplitRule): Workspace {
  const count = mesh.triangleCount;
  const corners = cornersOf(mesh);
  const { nodes, links, even, odd } = takeScratch(count);
  for (let triangle = 0; triangle < count; triangle++)
    even.ints[RECORD_STRIDE * triangle + RECORD_TRIANGLE] = triangle;
  if (split === "sah") quantise(even, 0, count, mesh, corners);
  else {
    fillBoxes(even.ints, corners, vertices);
    boxOfRecords(even.floats, 0, count, nodes, 0);
  }
  const centres = split === "best-axis" ? doubledCentres(mesh, corners) : null;
  return { mesh, corners, nodes, links, even, odd, centres };
}

/** Three vertex numbers per triangle as Uint32Array, whatever the mesh has. */
function cornersOf(mesh: TriangleMesh): Uint32Array {
  if (mesh.indices instanceof Uint32Array) return mesh.indices;
  if (mesh.indices !== null) return new Uint32Array(mesh.indices);
  const corners = new Uint32Array(3 * mesh.triangleCount);
  for (let i = 0; i < corners.length; i++) corners[i] = i;
  return corners;
}

function fillBoxes(ints: Int32Array, corners: Uint32Array, { low, high }: OrderedVertices): void {
  for (let c = 0, r = 0; c < corners.length; c += 3, r += RECORD_STRIDE)
    fitCorners(ints, r + RECORD_MIN, corners, c, c + 3, low, high);
}

function doubledCentres(mesh: TriangleMesh, corners: Uint32Array): Float64Array {
  const { positions } = mesh;
  const centres = new Float64Array(corners.length);
  for (let i = 0; i < centres.length; i++) {
    const axis = i % 3;
    const first = i - axis;
    const sum =
      positions[3 * corners[first]! + axis]! +
      positions[3 * corners[first + 1]! + axis]! +
      positions[3 * corners[first + 2]! + axis]!;
    centres[i] = (2 * sum) / 3;
  }
  return centres;
}
