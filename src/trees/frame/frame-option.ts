import { OptionError, show } from "../../errors.ts";
import { determinantOfRows } from "../../geometry/affine.ts";
import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { bestFrame, worthwhileFrame } from "./choose-frame.ts";

/** How the axes of a tree's boxes are chosen: the values of the option `frame`. */
export type FrameOption = "auto" | "none" | "best" | ArrayLike<number>;

/** How far the axes of a caller may be from orthonormal; they are made so. */
const CALLERS_SLACK = 1e-6;
/** How far the axes of a tree may be from orthonormal: what the margins of queries cover (geometry/framed-pose.ts). */
const SLACK = 2 ** -50;

/** The axes that a caller gives, made orthonormal, or the caller's word. Throws `OptionError` for anything else. */
export function readFrameOption(option: unknown): "auto" | "none" | "best" | Float64Array {
  if (option === "auto" || option === "none" || option === "best") return option;
  const list = option as ArrayLike<number> | null;
  if (typeof list !== "object" || list === null || list.length !== 9)
    throw new OptionError(`frame: ${show(option)} is not "auto", "none", "best" or three axes of 3 numbers`);
  const frame = Float64Array.from(list);
  for (let i = 0; i < 9; i++)
    if (!Number.isFinite(frame[i]))
      throw new OptionError(`frame[${i}]: ${show(list[i])} is not a finite number`);
  if (!isOrthonormal(frame, CALLERS_SLACK) || !(determinantOfRows(frame, 0) > 0))
    throw new OptionError(`frame: ${Array.from(frame).join(" ")} are not the three axes of a rotation`);
  completeFrame(frame);
  return frame;
}

/** The frame of a new tree; null for boxes along the model's axes. */
export function frameFor(
  mesh: TriangleMesh,
  option: "auto" | "none" | "best" | Float64Array,
  isAutomatic: boolean,
): Float64Array | null {
  if (option === "none" || (option === "auto" && !isAutomatic)) return null;
  const frame = option === "auto" ? worthwhileFrame(mesh) : option === "best" ? bestFrame(mesh) : option;
  if (frame !== null && !isFrame(frame)) normalise(frame);
  return frame;
}

/** `completeFrame` leaves lengths wrong by up to some 5 units in the last place, one time in a thousand more than a tree may have. */
function normalise(frame: Float64Array): void {
  for (let i = 0; i < 9; i += 3) {
    const square = frame[i] * frame[i] + frame[i + 1] * frame[i + 1] + frame[i + 2] * frame[i + 2];
    const scale = 1.5 - square / 2; // 1 / √square, near 1
    for (let k = i; k < i + 3; k++) frame[k] *= scale;
  }
}

/** Whether these nine numbers can be the frame of a tree. */
export function isFrame(frame: Float64Array): boolean {
  return isOrthonormal(frame, SLACK) && determinantOfRows(frame, 0) > 0;
}

/** Written so that NaN fails. */
function isOrthonormal(frame: Float64Array, slack: number): boolean {
  for (let i = 0; i < 9; i += 3)
    for (let j = i; j < 9; j += 3) {
      const dot = frame[i] * frame[j] + frame[i + 1] * frame[j + 1] + frame[i + 2] * frame[j + 2];
      if (!(Math.abs(dot - (i === j ? 1 : 0)) <= slack)) return false;
    }
  return true;
}
