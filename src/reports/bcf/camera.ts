import type { Bounds } from "../../geometry/bounds.ts";
import type { Vector } from "../../geometry/vector.ts";
import { hypot, sin } from "../../numerics/portable-math.ts";

/** In metres, z up. Directions have length 1. */
export interface Camera {
  position: Vector;
  direction: Vector;
  up: Vector;
}

/** In degrees. BCF 2.1 and 3.0 require 45 to 60. */
export const FIELD_OF_VIEW = 60;
/** Width by height. The field of view is vertical, so at least 1 keeps the box inside the picture. */
export const ASPECT_RATIO = 4 / 3;
/** The picture is larger than the box by this factor. */
const MARGIN = 1.2;
/** The picture shows at least this share of the smaller part, so that the part can be recognised. */
const SHARE = 0.25;
/** Directions from the middle to the eye: all from above; the first from the front left. */
const SIDES: Vector[] = [
  [-1, -1, 0.8],
  [1, -1, 0.8],
  [1, 1, 0.8],
  [-1, 1, 0.8],
];

/** A camera outside the box that sees all of it. Where one of four sides allows it, it is outside the parts' boxes, too. */
export function lookAt(box: Bounds, parts: Bounds[]): Camera {
  const middle = [0, 1, 2].map((k) => box[k] + (box[k + 3] - box[k]) / 2);
  const smallest = Math.min(...parts.map(radiusOf));
  const radius = Math.max(radiusOf(box), SHARE * smallest) || 1;
  const distance = (MARGIN * radius) / sin(((FIELD_OF_VIEW / 2) * Math.PI) / 180);
  const cameras = SIDES.map((side) => cameraFrom(middle, side, distance));
  return cameras.find(({ position }) => !parts.some((part) => contains(part, position))) ?? cameras[0];
}

function radiusOf(box: Bounds): number {
  return hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2;
}

function contains(box: Bounds, point: Vector): boolean {
  return point.every((value, k) => value >= box[k] && value <= box[k + 3]);
}

function cameraFrom(middle: number[], side: Vector, distance: number): Camera {
  const away = unit(side);
  const [x, y, z] = away;
  return {
    position: away.map((value, k) => middle[k] + distance * value) as Vector,
    direction: [-x, -y, -z],
    up: unit([-x * z, -y * z, x * x + y * y]), // the component of the z axis perpendicular to the direction
  };
}

function unit([x, y, z]: Vector): Vector {
  const length = hypot(x, y, z);
  return [x / length, y / length, z / length];
}
