import { expect, it } from "vitest";
import { encodeKernels } from "../../scripts/encode-kernels.mjs";
import { decodeKernels } from "../../src/kernels/decode-kernels.ts";
import { KERNELS as BATCH } from "../../src/kernels/generated/batch.ts";
import { KERNELS as BROADPHASE } from "../../src/kernels/generated/broadphase.ts";
import { KERNELS as CONVEX } from "../../src/kernels/generated/convex.ts";
import { KERNELS as DEPTH } from "../../src/kernels/generated/depth.ts";
import { KERNELS as DISTANCE } from "../../src/kernels/generated/distance.ts";
import { KERNELS as FITS } from "../../src/kernels/generated/fits.ts";
import { KERNELS as IMPACT } from "../../src/kernels/generated/impact.ts";
import { KERNELS as LEAF_PAIRS } from "../../src/kernels/generated/leaf-pairs.ts";
import { KERNELS as LINES } from "../../src/kernels/generated/lines.ts";
import { KERNELS as NEAR } from "../../src/kernels/generated/near.ts";
import { OPCODES } from "../../src/kernels/generated/opcodes.ts";
import { KERNELS as PAIRS } from "../../src/kernels/generated/pairs.ts";
import { KERNELS as RAYS } from "../../src/kernels/generated/rays.ts";
import { KERNELS as SELF } from "../../src/kernels/generated/self.ts";
import { KERNELS as TREES } from "../../src/kernels/generated/trees.ts";

// In the order of scripts/build-kernels.mjs, which ranks of opcodes depend on.
const MODULES = [
  BATCH,
  BROADPHASE,
  CONVEX,
  DEPTH,
  DISTANCE,
  FITS,
  IMPACT,
  LEAF_PAIRS,
  LINES,
  NEAR,
  PAIRS,
  RAYS,
  SELF,
  TREES,
];

it("is the inverse of encodeKernels for all kernels", () => {
  const modules = MODULES.map(({ text }) => decodeKernels(text));
  for (const module of modules) expect([...module.subarray(0, 4)]).toEqual([0, 0x61, 0x73, 0x6d]);
  const { texts, opcodes } = encodeKernels(modules);
  expect(texts).toEqual(MODULES.map(({ text }) => text));
  expect(opcodes).toBe(OPCODES);
});
