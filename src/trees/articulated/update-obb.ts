import { eigenvectorsOfSymmetric } from "../../geometry/eigen-symmetric.ts";
import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF, OBB_STRIDE } from "../layout.ts";
import { type ArticulatedBody, markBoxes } from "./articulated-body.ts";
import { encloseBoxes } from "./enclose-boxes.ts";
import { followMeshes } from "./follow-meshes.ts";
import { moveRestBoxes } from "./move-rest-boxes.ts";

// The comparison for CAB: a parent's axes are the eigenvectors of the covariance of its children's corners (Gottschalk,
// Lin, Manocha 1996, at run time).

const frame = new Float64Array(9);
const covariance = new Float64Array(6);

/** Updates the oriented boxes of all nodes by covariance. */
export function updateObb(body: ArticulatedBody): void {
  followMeshes(body);
  moveRestBoxes(body);
  const { leafCount, nodeCount } = body.hierarchy;
  for (let node = leafCount; node < nodeCount; node++) fitObbNode(body, node);
  markBoxes(body, "obb");
}

/** Fits the box of an inner node to its children's boxes. */
export function fitObbNode({ boxes, hierarchy }: ArticulatedBody, node: number): void {
  const { leafCount, children } = hierarchy;
  const left = children[2 * (node - leafCount)];
  const right = children[2 * (node - leafCount) + 1];
  setCovariance(boxes, OBB_STRIDE * left, OBB_STRIDE * right);
  eigenvectorsOfSymmetric(covariance, frame);
  completeFrame(frame);
  encloseBoxes(boxes, left, right, frame, node);
}

/**
 * The covariance of the 16 corners, divided by 8: that of the two centres, and of each box's corners about its centre, Σ
 * half² · axis axisᵀ.
 */
function setCovariance(boxes: Float64Array, left: number, right: number): void {
  // Each centre lies half their distance from the mean.
  addProduct(
    0,
    (boxes[right + OBB_CENTRE] - boxes[left + OBB_CENTRE]) / Math.SQRT2,
    (boxes[right + OBB_CENTRE + 1] - boxes[left + OBB_CENTRE + 1]) / Math.SQRT2,
    (boxes[right + OBB_CENTRE + 2] - boxes[left + OBB_CENTRE + 2]) / Math.SQRT2,
  );
  addBox(boxes, left);
  addBox(boxes, right);
}

/** Writes the eigenvectors of the covariance of all corners of the leaves' boxes. */
export function setCovarianceOfAll(boxes: Float64Array, leaves: Int32Array, out: Float64Array): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const leaf of leaves) {
    x += boxes[OBB_STRIDE * leaf + OBB_CENTRE] / leaves.length;
    y += boxes[OBB_STRIDE * leaf + OBB_CENTRE + 1] / leaves.length;
    z += boxes[OBB_STRIDE * leaf + OBB_CENTRE + 2] / leaves.length;
  }
  addProduct(0, 0, 0, 0);
  for (const leaf of leaves) {
    const at = OBB_STRIDE * leaf;
    addProduct(1, boxes[at + OBB_CENTRE] - x, boxes[at + OBB_CENTRE + 1] - y, boxes[at + OBB_CENTRE + 2] - z);
    addBox(boxes, at);
  }
  eigenvectorsOfSymmetric(covariance, out);
}

function addBox(boxes: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const half = boxes[at + OBB_HALF + axis];
    const from = at + OBB_AXES + 3 * axis;
    addProduct(1, half * boxes[from], half * boxes[from + 1], half * boxes[from + 2]);
  }
}

/** covariance = keep · covariance + v vᵀ */
function addProduct(keep: number, x: number, y: number, z: number): void {
  covariance[0] = keep * covariance[0] + x * x;
  covariance[1] = keep * covariance[1] + x * y;
  covariance[2] = keep * covariance[2] + x * z;
  covariance[3] = keep * covariance[3] + y * y;
  covariance[4] = keep * covariance[4] + y * z;
  covariance[5] = keep * covariance[5] + z * z;
}
