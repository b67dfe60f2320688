import type { TriangleMesh } from "../../src/index.ts";

export function createGearTrain(): { name: string; mesh: TriangleMesh; toWorld: Float64Array }[];
