import { describe, expect, it } from "vitest";
import { clashId, selfClashId } from "../../src/clash/clash-id.ts";

describe("clashId", () => {
  it("gives these ids in every version of abut: users keep them in baselines and BCF files", () => {
    expect(clashId("a.stl/a", "b.stl/b")).toBe("9abd7a7c479172cb");
    expect(clashId("Träger/Stütze 3", "管道/阀门")).toBe("59aebc3deb2581ba");
    expect(selfClashId("a.stl/a")).toBe("f41d76837774dc70");
  });

  it("does not depend on the order of the two keys, and tells one part from a pair", () => {
    expect(clashId("x", "y")).toBe(clashId("y", "x"));
    expect(selfClashId("x")).not.toBe(clashId("x", "x"));
    expect(clashId("ab", "c")).not.toBe(clashId("a", "bc"));
  });

  it("gives 20,000 pairs of similar keys distinct ids", () => {
    const seen = new Set<string>();
    for (let i = 0; i < 100; i++)
      for (let j = 1000; j < 1200; j++) seen.add(clashId(`plant.glb/bolt_${i}`, `plant.glb/bolt_${j}`));
    expect(seen.size).toBe(20_000);
  });
});
