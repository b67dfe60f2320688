// For the tests, which are TypeScript.
export type BuiltFcl =
  | { error: string; program?: undefined }
  | { error?: undefined; program: string; version: string; command: string };
export function buildFcl(folder: string): BuiltFcl;
export function runFcl(
  program: string,
  folder: string,
  mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> | null },
  poses: Float64Array[],
  allPairs: number,
  rounds: number,
): { hits: number; pairs: number; first: number; all: number };
