import { type Pose, readPose } from "../../geometry/affine.ts";
import { eigenvectorsOfSymmetric } from "../../geometry/eigen-symmetric.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { chooseOrigin } from "../../trees/origin.ts";
import { addIndices, addNode, addPositions, type DraftNode, type GltfDraft } from "./draft.ts";
import { identity, isIdentity, multiply } from "./transform.ts";

/** What becomes a node: a part of a model or of a clash. */
export interface DraftPart {
  name: string;
  mesh: TriangleMesh;
  /** 16 numbers, column-major; null stands for the identity. */
  toWorld?: Pose | null | undefined;
  /** Further properties of the node. */
  extras?: object | undefined;
}

/** The accessors of a mesh, shared by instances and colours, and the origin that its f32 positions are relative to. */
interface Surface {
  POSITION: number;
  indices: number | null;
  origin: Float64Array;
  /** Numbers of the glTF meshes, by material. */
  meshes: Map<number | null, number>;
}

export type Surfaces = Map<TriangleMesh, Surface>;

/** Columns of a pose whose cosines are below this are perpendicular, up to rounding. */
const RIGHT_ANGLE = 1e-12;
const LARGE = 64;

/** Adds the part as a node below `parent`. `surfaces` belongs to the draft and starts empty. */
export function addPart(
  draft: GltfDraft,
  surfaces: Surfaces,
  part: DraftPart,
  material: number | null,
  parent: number | null,
): void {
  const { name, mesh, toWorld = null, extras } = part;
  const surface = surfaces.get(mesh) ?? addSurface(draft, mesh);
  surfaces.set(mesh, surface);
  const pose = identity();
  readPose(toWorld, `the pose of part "${name}"`, pose);
  const node = { name, mesh: meshOf(draft, surface, material), ...(extras && { extras }) };
  addPosed(draft, node, around(pose, surface.origin), parent);
}

function addSurface(draft: GltfDraft, mesh: TriangleMesh): Surface {
  const { positions, indices, vertexCount } = mesh;
  const origin = new Float64Array(3);
  chooseOrigin(positions, origin);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3)
    for (let axis = 0; axis < 3; axis++) {
      const value = Math.fround(positions[i + axis] - origin[axis]);
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  const POSITION = addPositions(draft, vertexCount, min, max, (out) => {
    const [x, y, z] = [origin[0], origin[1], origin[2]];
    if (x === 0 && y === 0 && z === 0) {
      out.set(positions);
      return;
    }
    for (let i = 0; i < positions.length; i += 3) {
      out[i] = positions[i] - x;
      out[i + 1] = positions[i + 1] - y;
      out[i + 2] = positions[i + 2] - z;
    }
  });
  return {
    POSITION,
    indices: indices === null ? null : addIndices(draft, vertexCount, indices),
    origin,
    meshes: new Map(),
  };
}

/** A glTF mesh includes its material: one mesh for each material, on shared accessors. */
function meshOf(draft: GltfDraft, { POSITION, indices, meshes }: Surface, material: number | null): number {
  const known = meshes.get(material);
  if (known !== undefined) return known;
  const primitive = {
    attributes: { POSITION },
    ...(indices !== null && { indices }),
    ...(material !== null && { material }),
  };
  const index = draft.meshes.push({ primitives: [primitive] }) - 1;
  meshes.set(material, index);
  return index;
}

/** The pose for positions that are relative to `origin`. */
function around(pose: Float64Array, origin: Float64Array): Float64Array {
  const shift = identity();
  shift.set(origin, 12);
  return multiply(pose, shift);
}

/**
 * Adds a node at a pose. The matrix of a node must be a translation, a rotation and a scale along its axes; unnamed nodes
 * are inserted where one matrix is not enough.
 */
function addPosed(draft: GltfDraft, node: DraftNode, pose: Float64Array, parent: number | null): void {
  const factor = largeFactor(pose);
  if (factor > 1) {
    const between = addNode(draft, { scale: [factor, factor, factor] }, parent);
    const small = pose.map((value, i) => (i === 15 ? 1 : value / factor));
    addPosed(draft, node, small, between);
  } else if (hasRightAngles(pose)) addNode(draft, { ...node, ...transformOf(pose) }, parent);
  else {
    const { upper, lower } = splitShear(pose);
    const between = addNode(draft, transformOf(upper), parent);
    addNode(draft, { ...node, ...transformOf(lower) }, between);
  }
}

/**
 * A power of two, so that nothing is rounded, by which the pose is too large for readers that decompose matrices in f32:
 * the Khronos validator rejects rotations scaled by 1,000, because their error is 5 · 10⁻⁵.
 */
function largeFactor(pose: Float64Array): number {
  const largest = Math.max(...[0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => Math.abs(pose[i])));
  return largest > LARGE ? 2 ** Math.ceil(Math.log2(largest)) : 1;
}

/** The shortest form of a node's transform: nothing, a translation, or all 16 numbers. */
function transformOf(pose: Float64Array): DraftNode {
  if (isIdentity(pose)) return {};
  const linear = pose.slice();
  linear.fill(0, 12, 15);
  return isIdentity(linear) ? { translation: [...pose.subarray(12, 15)] } : { matrix: [...pose] };
}

function hasRightAngles(pose: Float64Array): boolean {
  const [x, y, z] = columnsOf(pose, 4);
  const isRight = (a: Float64Array, b: Float64Array) =>
    Math.abs(dot(a, b)) <= RIGHT_ANGLE * lengthOf(a) * lengthOf(b);
  return isRight(x, y) && isRight(x, z) && isRight(y, z);
}

/** With V the eigenvectors of MᵀM, M = (M·V)·Vᵀ: M·V has perpendicular columns, and Vᵀ is a rotation. */
function splitShear(pose: Float64Array): { upper: Float64Array; lower: Float64Array } {
  const [x, y, z] = columnsOf(pose, 4);
  const squares = Float64Array.of(dot(x, x), dot(x, y), dot(x, z), dot(y, y), dot(y, z), dot(z, z));
  const vectors = new Float64Array(9);
  eigenvectorsOfSymmetric(squares, vectors);
  const [a, b, c] = columnsOf(vectors, 3);
  // Three unit vectors of either handedness; a rotation needs a right-handed frame.
  const side =
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  if (side < 0) for (let k = 0; k < 3; k++) c[k] = -c[k];
  const turn = identity();
  const lower = identity();
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) {
      turn[4 * column + row] = vectors[3 * column + row];
      lower[4 * row + column] = vectors[3 * column + row];
    }
  return { upper: multiply(pose, turn), lower };
}

function columnsOf(matrix: Float64Array, stride: number): [Float64Array, Float64Array, Float64Array] {
  const column = (k: number) => matrix.subarray(k * stride, k * stride + 3);
  return [column(0), column(1), column(2)];
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
