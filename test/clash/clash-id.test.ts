import { describe, expect, it } from "vitest";
import { clashId, selfClashId } from "../../src/clash/clash-id.ts";

describe("ids of clashes", () => {
  it("are these, in every version: baselines and BCF files of users hold them", () => {
    expect(clashId("a.stl/a", "b.stl/b")).toBe("9abd7a7c479172cb");
    expect(clashId("Träger/Stütze 3", "管道/阀门")).toBe("59aebc3deb2581ba");
    expect(selfClashId("a.stl/a")).toBe("f41d76837774dc70");
  });

  it("do not depend on the order of the two keys, and tell a part itself from a pair", () => {
    expect(clashId("x", "y")).toBe(clashId("y", "x"));
    expect(selfClashId("x")).not.toBe(clashId("x", "x"));
    expect(clashId("ab", "c")).not.toBe(clashId("a", "bc"));
  });

  it("are all different for half a million pairs of similar keys", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 500; i++)
      for (let j = 1000; j < 2000; j++) seen.add(clashId(`plant.glb/bolt_${i}`, `plant.glb/bolt_${j}`));
    expect(seen.size).toBe(500_000);
  });
});
