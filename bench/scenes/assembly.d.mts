import type { ClashKind, ClashPart } from "../../src/clash/index.ts";
import type { createMesh } from "../../src/index.ts";

export const PARTS_A_STATION: number;

export function createAssembly(
  create: typeof createMesh,
  options: { parts: number; triangles: number; seed?: number },
): { parts: ClashPart[]; planned: { kind: ClashKind; a: number; b: number }[] };
