import { expect, it } from "vitest";
import { PoseError } from "../../src/errors.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { collideBodies } from "../../src/queries/articulated/find-link-pairs.ts";
import { createArticulatedBody } from "../../src/trees/articulated/articulated-body.ts";

// Poses that a caller wrote into a body's array took the short way into the kernel: one that is not affine got an answer, and one with a NaN
// was called singular.
it.each([
  [3, 5, "aToWorld: not affine, the last row must be 0 0 0 1, got 5 0 0 1"],
  [0, NaN, "aToWorld[0]: NaN"],
  [12, Infinity, "aToWorld[12]: Infinity"],
])("linkToWorld[%i] = %d is a PoseError that names it", (at, value, message) => {
  const createBody = () => createArticulatedBody([{ name: "box", mesh: createBox() }]);
  const a = createBody();
  a.linkToWorld[at] = value;
  for (const method of ["brute", "cab"] as const) {
    const query = () => collideBodies(a, createBody(), { method });
    expect(query).toThrow(PoseError);
    expect(query).toThrow(message);
  }
});
