// Twin: queries/pairs/f32-pose.ts, which derives the margins. It also writes OFFSET and CORNER_SLACK, for kernels that move corners in f32.
import { ABS_M, ABS_N, C, MARGIN_A, MARGIN_B, SCALE } from "../../geometry/relative-pose-layout";
import { NODE_SECOND } from "../memory-map";
import { POSE, RELATIVE_POSE, TRIANGLE_SLACK, UNDERFLOW } from "../pair-memory-map";
import { at, greatest, rowNorm } from "./relative-pose";

const U: f64 = 1.0 / 16777216.0; // 2^-24
const LARGEST: f64 = 1073741824.0; // 2^30
const SMALLEST: f64 = 1.0 / 1073741824.0;
const LARGEST_STRETCH: f64 = 1152921504606846976.0; // 2^60
const LEAST_DETERMINANT: f64 = 1.0 / (LARGEST_STRETCH * LARGEST_STRETCH); // 2^-120

/** The product of the norms of M and N up to which edges of b lose few bits when they are moved in f32; it is at most 3 for rigid poses. */
const LARGEST_CONDITION: f64 = 4;

@inline function put(k: i32, value: f64): void { store<f32>(POSE + (k << 2), <f32>value); }

/**
 * Fills POSE from RELATIVE_POSE; false, with useless contents, for models or poses too large or small for f32. isRoundedA and isRoundedB say
 * whether the vertices of the copies are rounded.
 */
export function setF32Pose(nodesA: usize, nodesB: usize, isRoundedA: bool, isRoundedB: bool): bool {
  const x = at(RELATIVE_POSE, C), y = at(RELATIVE_POSE, C + 1), z = at(RELATIVE_POSE, C + 2);
  const reachA = boxReach(nodesA), reachB = boxReach(nodesB);
  const normM = rowNorm(RELATIVE_POSE, ABS_M), normN = rowNorm(RELATIVE_POSE, ABS_N);
  const total = normM * reachB + reachA + greatest(abs<f64>(x), abs<f64>(y), abs<f64>(z));
  const totalB = normN * total + reachB;
  if (!(min(total, totalB) > SMALLEST && max(total, totalB) < LARGEST && normM < LARGEST_STRETCH)) return false;
  for (let k = 0; k < MARGIN_B; k += 4) {
    const from = RELATIVE_POSE + (k << 3);
    const low = f32x4.demote_f64x2_zero(v128.load(from)), high = f32x4.demote_f64x2_zero(v128.load(from, 16));
    v128.store(POSE + (k << 2), v128.shuffle<f32>(low, high, 0, 1, 4, 5));
  }
  put(SCALE, at(RELATIVE_POSE, SCALE));
  put(C, 2 * x);
  put(C + 1, 2 * y);
  put(C + 2, 2 * z);
  const marginA = at(RELATIVE_POSE, MARGIN_A);
  put(MARGIN_A, 2 * marginA + 36 * U * total);
  put(MARGIN_B, 2 * at(RELATIVE_POSE, MARGIN_B) + 72 * U * totalB);
  put(UNDERFLOW, LEAST_DETERMINANT * (1 + total));
  // Vertices of a, and those of b moved in f64; or in f32.
  const rounded = (isRoundedA ? reachA : 0) + (isRoundedB ? normM * reachB : 0);
  const lost = normM * normN <= LARGEST_CONDITION ? rounded : 4 * total; // times 2u
  store<f32>(TRIANGLE_SLACK, <f32>(12 * (marginA + U * lost)));
  return true;
}

/** The largest coordinate of the root's box. */
function boxReach(nodes: usize): f64 {
  const first = f32x4.abs(v128.load(nodes));
  const second = f32x4.abs(v128.load(nodes, NODE_SECOND)); // upper y and z, and other things
  let box = f32x4.pmax(first, v128.shuffle<f32>(second, first, 0, 1, 6, 7));
  box = f32x4.pmax(box, v128.shuffle<f32>(box, box, 2, 3, 0, 1));
  return <f64>f32x4.extract_lane(f32x4.pmax(box, v128.shuffle<f32>(box, box, 1, 0, 3, 2)), 0);
}
