import { expect, it } from "vitest";
import { cullBoxes } from "../../src/broadphase/index.ts";
import { cullBoxesByBruteForce } from "../../src/reference/index.ts";
import { byKernel } from "../kernels.ts";

// The error bound of the culling kernel was a product with the normal's length that underflowed to 0, so boxes that lie in front of the plane
// were omitted.

it("a kernel keeps the boxes that brute force keeps in front of a plane with a subnormal normal", () => {
  const plane = [2.0873973127173e-311, 2.5181873254214e-311, 5.658906876971e-311, 0];
  const box = [
    -1.7554196503552817e264, 8.582847004464517e263, -1.5621382048674711e264, -7.477777986713499e263,
    1.8659265521303835e264, -5.544963531835393e263,
  ];
  const boxes = Float64Array.from({ length: 6 * 128 }, (_, i) => box[i % 6]);
  const right = cullBoxesByBruteForce(boxes, plane);
  expect(right).toHaveLength(128);
  expect([...byKernel("cull", () => cullBoxes(boxes, plane)).ids]).toEqual(right);
});

it("a result whose getter culls other boxes gets the boxes that were asked for", () => {
  const boxes = Float64Array.from({ length: 6 * 300 }, (_, i) => Math.floor(i / 6) + (i % 6 < 3 ? 0 : 0.5));
  const result = cullBoxes(boxes, [1, 0, 0, -150]);
  const right = [...result.ids];
  let { storage } = result;
  let reads = 0;
  const into = {
    ...result,
    get storage() {
      if (reads++ < 4) cullBoxes(boxes, [-1, 0, 0, 20]);
      return storage;
    },
    set storage(value) {
      storage = value;
    },
  };
  expect([...byKernel("cull", () => cullBoxes(boxes, [1, 0, 0, -150], { into })).ids]).toEqual(right);
});
