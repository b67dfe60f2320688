import { FormatError } from "../../errors.ts";
import type { Vector } from "../../geometry/vector.ts";
import { multiplyPoses } from "../../mesh/articulation/joint.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import { cos, hypot, sin } from "../../numerics/portable-math.ts";
import { numbersIn } from "../text/number-list.ts";
import type { XmlElement } from "../xml.ts";

const COUNTS: ReadonlyMap<string, number> = new Map([
  ["matrix", 16],
  ["translate", 3],
  ["rotate", 4],
  ["scale", 3],
]);

/** The pose of a Collada node: its transforms, multiplied in the order in which they are written. */
export function readDaeTransform(node: XmlElement, where: string): Float64Array {
  let pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  for (const element of node.children) {
    const { name } = element;
    if (name === "lookat" || name === "skew") throw new FormatError(`${where}: <${name}> is not read`);
    const count = COUNTS.get(name);
    if (count === undefined) continue;
    const values = numbersIn(element.text, `${where}, <${name}>`);
    if (values.length !== count)
      throw new FormatError(`${where}: <${name}> needs ${count} numbers, got ${values.length}`);
    const product = new Float64Array(16);
    multiplyPoses(pose, 0, poseOf(name, values, where), 0, product, 0);
    pose = product;
  }
  return pose;
}

function poseOf(name: string, values: Float64Array, where: string): Float64Array {
  const [x, y, z, degrees] = values as unknown as [number, number, number, number];
  const pose = new Float64Array(16);
  if (name === "matrix") {
    // <matrix> is row-major.
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < 4; column++) pose[4 * column + row] = values[4 * row + column];
    if (pose[3] !== 0 || pose[7] !== 0 || pose[11] !== 0 || pose[15] !== 1)
      throw new FormatError(`${where}: the last row of its <matrix> is not 0 0 0 1`);
    return pose;
  }
  pose[15] = 1;
  if (name === "rotate") {
    const length = hypot(x, y, z);
    if (!(length > 0 && length < Infinity))
      throw new FormatError(`${where}: <rotate> about ${x} ${y} ${z}, which has no direction`);
    if (!(Math.abs(degrees) <= MAX_COORDINATE))
      throw new FormatError(`${where}: <rotate> by ${degrees} degrees, which is not within ±2^100`);
    turnAbout([x / length, y / length, z / length], (degrees * Math.PI) / 180, pose);
    return pose;
  }
  const isScale = name === "scale";
  for (let k = 0; k < 3; k++) pose[5 * k] = isScale ? values[k] : 1;
  if (!isScale) pose.set(values, 12);
  return pose;
}

/** Rodrigues' formula. */
function turnAbout(axis: Readonly<Vector>, angle: number, pose: Float64Array): void {
  const [cosine, sine] = [cos(angle), sin(angle)];
  for (let column = 0; column < 3; column++) {
    const [i, j] = [(column + 1) % 3, (column + 2) % 3];
    for (let row = 0; row < 3; row++) pose[4 * column + row] = (1 - cosine) * axis[row] * axis[column];
    pose[4 * column + column] += cosine;
    pose[4 * column + i] += sine * axis[j];
    pose[4 * column + j] -= sine * axis[i];
  }
}
