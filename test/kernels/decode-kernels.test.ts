import { expect, it } from "vitest";
import { encodeKernels } from "../../scripts/encode-kernels.mjs";
import { decodeKernels } from "../../src/kernels/decode-kernels.ts";
import { OPCODES } from "../../src/kernels/generated/opcodes.ts";
import { GENERATED } from "./generated-modules.ts";

const MODULES = GENERATED.map(({ KERNELS }) => KERNELS);

it("decodeKernels is the inverse of encodeKernels for all kernels", () => {
  const modules = MODULES.map(({ text }) => decodeKernels(text));
  for (const module of modules) expect([...module.subarray(0, 4)]).toEqual([0, 0x61, 0x73, 0x6d]);
  const { texts, opcodes } = encodeKernels(modules);
  expect(texts).toEqual(MODULES.map(({ text }) => text));
  expect(opcodes).toBe(OPCODES);
});
