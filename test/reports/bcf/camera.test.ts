import { describe, expect, it } from "vitest";
import type { Bounds } from "../../../src/geometry/bounds.ts";
import { lookAt } from "../../../src/reports/bcf/camera.ts";

const SMALL: Bounds = [0, 0, 0, 1, 1, 1];

function isInside(box: Bounds, point: number[]): boolean {
  return point.every((value, k) => value >= box[k] && value <= box[k + 3]);
}

describe("lookAt", () => {
  it("stands on a side without parts", () => {
    const behind: Bounds = [0.4, -100, -100, 100, 100, 100];
    const { position } = lookAt(SMALL, [behind, SMALL]);
    expect(isInside(behind, position)).toBe(false);
    const left: Bounds = [-100, -100, -100, 0.6, 100, 100];
    expect(isInside(left, lookAt(SMALL, [left, SMALL]).position)).toBe(false);
  });

  it("stands outside the box even when parts surround it", () => {
    const around: Bounds = [-100, -100, -100, 100, 100, 100];
    const { position } = lookAt(SMALL, [around, around]);
    expect(isInside(SMALL, position)).toBe(false);
  });

  it("shows some of the parts when the clash is a single point", () => {
    const { position, direction } = lookAt([5, 5, 5, 5, 5, 5], [SMALL, [0, 0, 0, 10, 10, 10]]);
    const distance = Math.hypot(...position.map((value) => value - 5));
    expect(distance).toBeGreaterThan(0.1);
    expect(distance).toBeLessThan(1);
    expect(position.map((value, k) => value + distance * direction[k])).toEqual([5, 5, 5].map(near));
  });

  it("has a finite place when box and parts are points", () => {
    const point: Bounds = [1, 2, 3, 1, 2, 3];
    expect(lookAt(point, [point, point]).position.every(Number.isFinite)).toBe(true);
  });
});

function near(value: number): unknown {
  return expect.closeTo(value, 9);
}
