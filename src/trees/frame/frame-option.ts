import { OptionError, show } from "../../errors.ts";
import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { bestFrame, worthwhileFrame } from "./choose-frame.ts";

/** How the axes of a tree's boxes are chosen: the values of the option `frame`. */
export type FrameOption = "auto" | "none" | "best" | ArrayLike<number>;

/** How far the axes of a caller may be from orthonormal; they are made so. */
const CALLERS_SLACK = 1e-6;
/**
 * How far the axes of a tree may be from orthonormal: what `completeFrame` promises, and what the margins of queries cover
 * (geometry/framed-pose.ts).
 */
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
  if (!isOrthonormal(frame, CALLERS_SLACK) || !(determinant(frame) > 0))
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
  if (option === "auto") return worthwhileFrame(mesh);
  return option === "best" ? bestFrame(mesh) : option;
}

/** Whether these nine numbers can be the frame of a tree. */
export function isFrame(frame: Float64Array): boolean {
  return isOrthonormal(frame, SLACK) && determinant(frame) > 0;
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

function determinant(f: Float64Array): number {
  return (
    f[0] * (f[4] * f[8] - f[5] * f[7]) +
    f[1] * (f[5] * f[6] - f[3] * f[8]) +
    f[2] * (f[3] * f[7] - f[4] * f[6])
  );
}
