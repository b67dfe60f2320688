// For the tests, which are TypeScript.
import type { AabbTree } from "../../src/index.ts";

export type BuiltAvx =
  | { error: string; program?: undefined }
  | { error?: undefined; program: string; command: string };
export function buildAvx(folder: string): BuiltAvx;
export function runAvx(
  program: string,
  folder: string,
  tree: AabbTree,
  poses: Float64Array[],
  allPairs: number,
  rounds: number,
): { hits: number; pairs: number; first: number; all: number };
