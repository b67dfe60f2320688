import { movePoint } from "../../geometry/affine.ts";
import { readAccessor, toReals } from "./accessors.ts";
import { type GltfDocument, note, spend } from "./document.ts";
import { isMissing, items, type Json, member, reference, refuse } from "./json.ts";
import type { Surface, VertexRun } from "./surface.ts";
import { multiply } from "./transform.ts";

/** The surface's vertices after morph targets, in f64. */
export function morph(
  document: GltfDocument,
  surface: Surface,
  weights: ArrayLike<number>,
  json: Json,
): Float64Array {
  // Targets may share their data, so the time is budgeted as well: 8 bytes per number, and again for each active target.
  const targets = Array.from(weights).filter((weight) => weight !== 0).length;
  spend(document, 8 * surface.positions.length * (1 + targets), json);
  const positions = Float64Array.from(surface.positions);
  for (const { first, targets } of surface.runs)
    for (const [t, offsets] of targets.entries()) {
      const weight = weights[t] ?? 0;
      if (offsets === null || weight === 0) continue;
      for (let i = 0; i < offsets.length; i++) positions[3 * first + i] += weight * offsets[i];
    }
  return positions;
}

/** The matrix from mesh to world space for each joint of a skin. */
export function jointMatrices(document: GltfDocument, skin: Json, toWorld: Float64Array[]): Float64Array[] {
  const joints = items(member(skin, "joints"));
  if (joints.length === 0) refuse(skin, "no joints");
  const inverse = member(skin, "inverseBindMatrices");
  const binds = isMissing(inverse) ? null : toReals(readAccessor(document, inverse, 16));
  if (binds !== null && binds.length < 16 * joints.length)
    refuse(inverse, `${binds.length / 16} matrices for ${joints.length} joints`);
  return joints.map((joint, i) => {
    const world = toWorld[reference(joint, document.nodes, "node")];
    const matrix = binds === null ? world : multiply(world, binds.subarray(16 * i, 16 * i + 16));
    return matrix.every(Number.isFinite) ? matrix : refuse(joint, "its bind matrix is not finite");
  });
}

/** Whether every vertex has joints; a surface without them is not skinned. */
export function isSkinned(document: GltfDocument, surface: Surface, node: Json): boolean {
  if (surface.runs.every(({ joints }) => joints.length > 0)) return true;
  note(document, member(node, "skin"), "the mesh has no joints and weights, the skin is ignored");
  return false;
}

/** Moves each vertex by the weighted mean of its joints' matrices, in place: from mesh to world space. */
export function applySkin(
  document: GltfDocument,
  surface: Surface,
  matrices: Float64Array[],
  positions: Float64Array,
  skin: Json,
): void {
  for (const { count, joints } of surface.runs) spend(document, 16 * count * joints.length, skin);
  const blend = new Float64Array(16);
  for (const run of surface.runs)
    for (let vertex = 0; vertex < run.count; vertex++) {
      blendMatrices(run, vertex, matrices, blend, skin);
      const at = 3 * (run.first + vertex);
      movePoint(blend, positions[at], positions[at + 1], positions[at + 2], positions, at);
    }
}

function blendMatrices(
  { joints, weights }: VertexRun,
  vertex: number,
  matrices: Float64Array[],
  blend: Float64Array,
  skin: Json,
): void {
  blend.fill(0);
  let sum = 0;
  for (let set = 0; set < joints.length; set++)
    for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
      const weight = weights[set][k];
      if (weight === 0) continue;
      const joint = joints[set].values[k];
      const matrix =
        matrices[joint] ??
        refuse(skin, `joint ${joint} of vertex ${vertex} is out of range, there are ${matrices.length}`);
      if (!Number.isFinite(weight)) refuse(skin, `weight ${weight} of vertex ${vertex} is not finite`);
      sum += weight;
      for (let i = 0; i < 16; i++) blend[i] += weight * matrix[i];
    }
  // Weights should add up to one; quantised, they nearly do. Without any weight the first joint moves the vertex.
  if (sum === 0) blend.set(matrices[joints[0].values[4 * vertex]] ?? matrices[0]);
  else for (let i = 0; i < 16; i++) blend[i] /= sum;
}
