import { describe, expect, it } from "vitest";
import {
  createArticulation,
  type LinkPlace,
  placeLinks,
} from "../../../src/mesh/articulation/articulation.ts";
import { jointPose, multiplyPoses } from "../../../src/mesh/articulation/joint.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";

const TYPES = ["fixed", "hinge", "slider", "ball", "free"] as const;

/** A tree of links with joints of all kinds; others mimic the first two. Origins and axes have zeros of both signs. */
function randomLinks(next: () => number, count: number): LinkPlace[] {
  const component = () => (next() < 0.3 ? (next() < 0.5 ? 0 : -0) : next() - 0.5);
  return Array.from({ length: count }, (_, i): LinkPlace => {
    const type = i === 0 ? "hinge" : i === 1 ? "slider" : TYPES[Math.floor(TYPES.length * next())];
    const origin = randomPose(next, [component(), component(), component()]);
    const axis = [component(), component(), 1 - next()];
    const mimic = { joint: type === "hinge" ? "0" : "1", multiplier: -2, offset: 1 };
    const isMimic = i > 1 && next() < 0.3 && (type === "hinge" || type === "slider");
    return {
      name: `${i}`,
      parent: i === 0 ? null : `${Math.floor(next() * i)}`,
      joint: { type, origin, axis, ...(isMimic && { mimic }) },
    };
  });
}

function randomPose(next: () => number, origin: number[]): number[] {
  return rotation([1 - next(), next(), next(), next()], origin);
}

describe("placeLinks", () => {
  it("gives the bits of products of jointPose, with joints of all kinds and mimics (seeds 1 to 200)", () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const articulation = createArticulation(randomLinks(next, 12));
      const { joints, order, parents, valueStarts, valueCount, leaders } = articulation;
      const values = Array.from({ length: valueCount }, () => (next() < 0.1 ? -0 : 8 * (next() - 0.5)));
      const root = randomPose(next, [1, 2, 3]);
      const placed = new Float64Array(16 * joints.length);
      placeLinks(articulation, values, root, placed);
      const expected = new Float64Array(16 * joints.length);
      const local = new Float64Array(16);
      for (const link of order) {
        const joint = joints[link];
        const { mimic } = joint;
        seen.add(mimic === null ? joint.type : `${joint.type} that mimics`);
        if (mimic === null) jointPose(joint, values, valueStarts[link], local, 0);
        else {
          const value = mimic.multiplier * values[valueStarts[leaders[link]]] + mimic.offset;
          jointPose(joint, [value], 0, local, 0);
        }
        const parent = parents[link];
        const outer = parent < 0 ? Float64Array.from(root) : expected;
        multiplyPoses(outer, parent < 0 ? 0 : 16 * parent, local, 0, expected, 16 * link);
      }
      expect(new BigUint64Array(placed.buffer)).toEqual(new BigUint64Array(expected.buffer));
    }
    expect(seen).toEqual(new Set([...TYPES, "hinge that mimics", "slider that mimics"]));
  });
});
