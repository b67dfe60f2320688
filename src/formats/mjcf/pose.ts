import { FormatError } from "../../errors.ts";
import { multiplyPoses } from "../../mesh/articulation/joint.ts";
import { atan2, cos, lengthOf, sin } from "../../numerics/portable-math.ts";
import { boundedNumbersOf, numbersOf, type XmlElement } from "../xml.ts";
import type { Compiler } from "./document.ts";

/** w x y z */
type Quaternion = readonly [number, number, number, number];

const ORIENTATIONS = ["axisangle", "xyaxes", "zaxis", "euler"] as const;
const ZERO = [0, 0, 0];
const NO_TURN: Quaternion = [1, 0, 0, 0];

/** The pose of an element: `pos` and one of quat, axisangle, xyaxes, zaxis, euler. Null for the identity. */
export function readFrame(element: XmlElement, compiler: Compiler, where: string): Float64Array | null {
  const position = boundedNumbersOf(element, "pos", 3, where, ZERO);
  const rotation = readRotation(element, compiler, where);
  const isMoved = position.some((value) => value !== 0) || rotation !== null;
  return isMoved ? frameOf(position, rotation) : null;
}

/** A pose of a position and the columns of a rotation. */
function frameOf(position: readonly number[], rotation: readonly number[][] | null): Float64Array {
  const [x, y, z] = rotation ?? [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return Float64Array.from([...x, 0, ...y, 0, ...z, 0, ...position, 1]);
}

function readRotation(element: XmlElement, compiler: Compiler, where: string): number[][] | null {
  const given = ORIENTATIONS.filter((name) => element.attributes.has(name));
  if (given.length > 1)
    throw new FormatError(`${where}: <${element.name}> has both ${given[0]} and ${given[1]}`);
  const { angle } = compiler;
  switch (given[0]) {
    case "axisangle": {
      const [x, y, z, turn] = boundedNumbersOf(element, "axisangle", 4, where);
      return columnsOf(turnAbout(direction([x, y, z], "axisangle", element, where), turn * angle));
    }
    case "xyaxes":
      return columnsOfAxes(numbersOf(element, "xyaxes", 6, where), element, where);
    case "zaxis":
      return columnsOf(turnZTo(direction(numbersOf(element, "zaxis", 3, where), "zaxis", element, where)));
    case "euler":
      return columnsOf(
        eulerTurn(
          boundedNumbersOf(element, "euler", 3, where).map((value) => value * angle),
          compiler,
        ),
      );
  }
  if (!element.attributes.has("quat")) return null;
  const quat = numbersOf(element, "quat", 4, where);
  return columnsOf(direction(quat, "quat", element, where) as unknown as Quaternion);
}

/** The vector at length 1. */
function direction(
  vector: readonly number[],
  name: string,
  element: XmlElement,
  where: string,
): readonly number[] {
  const length = lengthOf(vector);
  if (length > 0 && length < Infinity) return vector.map((value) => value / length);
  throw new FormatError(`${where}: ${name} ${vector.join(" ")} of <${element.name}> has no direction`);
}

function turnAbout([x, y, z]: readonly number[], angle: number): Quaternion {
  const [s, c] = [sin(angle / 2), cos(angle / 2)];
  return [c, s * x, s * y, s * z];
}

/** The least rotation that takes z to a unit vector; about x if they are opposite. */
function turnZTo([x, y, z]: readonly number[]): Quaternion {
  const sine = lengthOf([x, y, 0]);
  if (sine < 1e-10) return z > 0 ? NO_TURN : [0, 1, 0, 0];
  return turnAbout([-y / sine, x / sine, 0], atan2(sine, z));
}

function eulerTurn(angles: readonly number[], { eulerSequence }: Compiler): Quaternion {
  let turned = NO_TURN;
  [...eulerSequence].forEach((letter, i) => {
    const axis = ["x", "y", "z"].map((name) => (name === letter.toLowerCase() ? 1 : 0));
    const turn = turnAbout(axis, angles[i]);
    const isFixed = letter !== letter.toLowerCase();
    turned = isFixed ? times(turn, turned) : times(turned, turn);
  });
  return turned;
}

function times([a, b, c, d]: Quaternion, [w, x, y, z]: Quaternion): Quaternion {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}

function columnsOf([w, x, y, z]: Quaternion): number[][] {
  const n = 2 / (w * w + x * x + y * y + z * z);
  return [
    [1 - n * (y * y + z * z), n * (x * y + w * z), n * (x * z - w * y)],
    [n * (x * y - w * z), 1 - n * (x * x + z * z), n * (y * z + w * x)],
    [n * (x * z + w * y), n * (y * z - w * x), 1 - n * (x * x + y * y)],
  ];
}

/** The y axis is made perpendicular to the x axis. */
function columnsOfAxes(axes: readonly number[], element: XmlElement, where: string): number[][] {
  const x = direction(axes.slice(0, 3), "xyaxes", element, where);
  const given = direction(axes.slice(3), "xyaxes", element, where);
  const along = x.reduce((sum, value, i) => sum + value * given[i], 0);
  const y = direction(
    given.map((value, i) => value - along * x[i]),
    "xyaxes",
    element,
    where,
  );
  const z = x.map((_, i) => x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3]);
  return [[...x], [...y], z];
}

/** The frame in the middle of the segment `fromto`, z along it, and the segment's half length. */
export function frameOfSegment(
  element: XmlElement,
  where: string,
): { frame: Float64Array; halfLength: number } {
  const ends = boundedNumbersOf(element, "fromto", 6, where);
  const along = [0, 1, 2].map((i) => ends[i] - ends[i + 3]);
  const middle = [0, 1, 2].map((i) => (ends[i] + ends[i + 3]) / 2);
  const z = direction(along, "fromto", element, where);
  return { frame: frameOf(middle, columnsOf(turnZTo(z))), halfLength: lengthOf(along) / 2 };
}

/** outer · inner, where null is the identity. */
export function composeFrames(outer: Float64Array | null, inner: Float64Array | null): Float64Array | null {
  if (outer === null || inner === null) return outer ?? inner;
  const product = new Float64Array(16);
  multiplyPoses(outer, 0, inner, 0, product, 0);
  return product;
}

export function translation(vector: readonly number[]): Float64Array | null {
  return vector.every((value) => value === 0) ? null : frameOf(vector, null);
}
