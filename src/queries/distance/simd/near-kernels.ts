import { assembleModule } from "../../../numerics/wasm/assembler.ts";
import { type Kernels, loadKernels } from "../../pairs/simd/kernels.ts";
import { COPIES, PAGE } from "../../pairs/simd/memory-layout.ts";
import { writeNearDescent } from "./write-near-descent.ts";
import { writeNearTriangles } from "./write-near-triangles.ts";
import { writeSetReach } from "./write-reach.ts";

// The kernels of `distance`, assembled and compiled when they are first wanted. They are a module of their own, for those who
// only ask whether models meet, and share the memory of the kernels for pairs, where the copies of trees are.

export interface NearKernels {
  descendNear(nodesA: number, nodesB: number): number;
  readonly memory: Kernels["memory"];
}

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

let kernels: NearKernels | null | undefined;

/** Null where those for pairs are not to be had. */
export function loadNearKernels(): NearKernels | null {
  if (kernels === undefined) {
    const memory = loadKernels()?.memory;
    kernels = memory === undefined ? null : compile(memory);
  }
  return kernels;
}

function compile(memory: Kernels["memory"]): NearKernels | null {
  try {
    const bytes = assembleModule(
      COPIES / PAGE,
      [writeSetReach(), writeNearTriangles(), writeNearDescent()],
      true,
    );
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { kernels: { memory } });
    const { descendNear } = exports as Pick<NearKernels, "descendNear">;
    return { descendNear, memory };
  } catch {
    return null;
  }
}
