import { describe, expect, it } from "vitest";
import {
  allowedReason,
  createAllowedPairs,
  createArticulatedBody,
  findLinkPairs,
  type Link,
  sampleAllowedPairs,
  setPose,
} from "../../src/articulated.ts";
import { OptionError } from "../../src/index.ts";
import { limb, moved, tree } from "./bodies.ts";

/** Three links whose ends overlap, on hinges with limits, and a wing that always lies in the first. */
function arm(): Link[] {
  return [
    { name: "base", mesh: limb },
    {
      name: "upper",
      mesh: limb,
      parent: "base",
      joint: { type: "hinge", origin: moved(2.5), limits: [-0.2, 0.2] },
    },
    {
      name: "lower",
      mesh: limb,
      parent: "upper",
      joint: { type: "hinge", origin: moved(2.5), limits: [-3, 3] },
    },
    {
      name: "wing",
      mesh: limb,
      parent: "lower",
      joint: { type: "slider", origin: moved(2.8), axis: [1, 0, 0], limits: [0, 0.1] },
    },
    { name: "plate", mesh: limb, parent: "base", joint: { type: "fixed", origin: moved(2) } },
  ];
}

describe("allowed pairs", () => {
  it("are by default the links that a joint connects, also across frames without a mesh", () => {
    const body = createArticulatedBody(tree());
    const allowed = createAllowedPairs(body);
    expect(allowedReason(body, allowed, "trunk", "0.0")).toBe("adjacent");
    expect(allowedReason(body, allowed, "0.1", "0.0")).toBe("adjacent");
    expect(allowedReason(body, allowed, "1.0", "0.0")).toBeNull();
    expect(allowedReason(body, createAllowedPairs(body, { adjacent: false }), "trunk", "0.0")).toBeNull();
  });

  it("given by name are left out, in either order", () => {
    const body = createArticulatedBody(arm());
    const all = createAllowedPairs(body, { adjacent: false });
    const found = findLinkPairs(body, body, { allowed: all });
    expect(found.count).toBe(6);
    const some = createAllowedPairs(body, { adjacent: false, pairs: [["plate", "upper"]] });
    expect(allowedReason(body, some, "upper", "plate")).toBe("given");
    expect(findLinkPairs(body, body, { allowed: some }).count).toBe(5);
  });

  it("derived by sampling: always meeting is allowed, sometimes meeting is not (seed 1)", () => {
    const body = createArticulatedBody(arm());
    setPose(body, [0.1, 0.2, 0]);
    const before = body.linkToWorld.slice();
    const allowed = sampleAllowedPairs(body, { samples: 200, seed: 1 });
    expect(body.linkToWorld).toEqual(before);
    expect(allowedReason(body, allowed, "upper", "plate")).toBe("always");
    expect(allowedReason(body, allowed, "base", "upper")).toBe("adjacent");
    expect(allowedReason(body, allowed, "base", "wing")).toBeNull();
    expect(sampleAllowedPairs(body, { samples: 200, seed: 1 })).toEqual(allowed);
  });

  it("leave out links that never met in the sample, with never: true", () => {
    const links = arm();
    links.push({ name: "far", mesh: limb, parent: "base", joint: { type: "fixed", origin: moved(0, 90) } });
    const body = createArticulatedBody(links);
    const allowed = sampleAllowedPairs(body, { samples: 50, never: true, pairs: [["far", "upper"]] });
    expect(allowedReason(body, allowed, "far", "lower")).toBe("never");
    expect(allowedReason(body, allowed, "far", "upper")).toBe("given");
    expect(allowedReason(body, sampleAllowedPairs(body, { samples: 50 }), "far", "lower")).toBeNull();
  });

  it("are refused for bad input, with the name of the option or link", () => {
    const body = createArticulatedBody(arm());
    const other = createArticulatedBody(tree());
    const refused: [() => unknown, string][] = [
      [() => createAllowedPairs(body, { pairs: [["base", "elbow"]] }), 'the body has no link "elbow"'],
      [
        () => findLinkPairs(body, other, { allowed: createAllowedPairs(body) }),
        "allowed: applies to one body tested against itself",
      ],
      [
        () => findLinkPairs(other, other, { allowed: createAllowedPairs(body) }),
        "allowed: is for 5 links, the body has 8",
      ],
      [() => sampleAllowedPairs(body, { samples: 0 }), "samples: expected a whole number"],
      [() => sampleAllowedPairs(body, { always: 0 }), "always: expected a share"],
      [() => sampleAllowedPairs(body, { seed: 0.5 }), "seed: expected a whole number"],
      [
        () =>
          sampleAllowedPairs(
            createArticulatedBody([
              { name: "rail", mesh: limb },
              { name: "cart", mesh: limb, parent: "rail", joint: { type: "slider" } },
            ]),
          ),
        'joint "cart": a slider without limits has no range to sample',
      ],
    ];
    for (const [call, message] of refused) {
      expect(call).toThrow(OptionError);
      expect(call).toThrow(message);
    }
  });
});
