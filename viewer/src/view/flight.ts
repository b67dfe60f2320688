import { type PerspectiveCamera, Vector3 } from "three";

/** Where the camera is, seen from what it looks at. */
export interface Stand {
  target: Vector3;
  /** Unit, from the target to the eye. */
  direction: Vector3;
  distance: number;
  /** Pixels by which the picture is moved to the left, because a panel covers the right. */
  shift: number;
}

const MILLISECONDS = 650;

export function standOf(camera: PerspectiveCamera, target: Vector3, shift: number): Stand {
  const direction = camera.position.clone().sub(target);
  const distance = direction.length() || 1;
  return { target: target.clone(), direction: direction.divideScalar(distance), distance, shift };
}

export interface Flight {
  from: Stand;
  to: Stand;
  start: number;
}

/** Where the flight is at a time, and whether it has ended. The distance changes by equal factors, as the eye expects. */
export function flightAt({ from, to, start }: Flight, now: number, out: Stand): boolean {
  const part = Math.min(1, Math.max(0, (now - start) / MILLISECONDS));
  const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
  out.target.lerpVectors(from.target, to.target, eased);
  turn(from.direction, to.direction, eased, out.direction);
  out.distance = from.distance * (to.distance / from.distance) ** eased;
  out.shift = from.shift + (to.shift - from.shift) * eased;
  return part === 1;
}

const axis = new Vector3();

function turn(from: Vector3, to: Vector3, part: number, out: Vector3): void {
  const angle = from.angleTo(to);
  axis.crossVectors(from, to);
  // Opposite directions have no axis of their own: over the horizon.
  if (axis.lengthSq() < 1e-12) axis.set(0, 1, 0);
  out.copy(from).applyAxisAngle(axis.normalize(), angle * part);
  if (part === 1) out.copy(to);
}

export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
