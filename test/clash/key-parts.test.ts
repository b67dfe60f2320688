import { describe, expect, it } from "vitest";
import { findClashes, keyParts } from "../../src/clash/index.ts";
import { createMesh, OptionError } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { identity } from "../poses.ts";

const box = createBox();
const at = (x: number) => {
  const pose = Float64Array.from(identity());
  pose[12] = x;
  return pose;
};
const part = (name: string, x = 0, mesh = box) => ({ name, mesh, toWorld: at(x) });
const keysOf = (label: string, ...parts: ReturnType<typeof part>[]) =>
  keyParts([{ label, parts }]).map(({ key }) => key);

describe("keyParts", () => {
  it("makes keys of label and name where the name is unique", () => {
    const parts = keyParts([
      { label: "a.stl", parts: [part("shaft"), part("nut#2")] },
      { label: "b.stl", parts: [part("shaft")] },
    ]);
    expect(parts.map(({ key }) => key)).toEqual(["a.stl/shaft", "a.stl/nut#2", "b.stl/shaft"]);
    expect(parts.map(({ group }) => group)).toEqual([0, 0, 1]);
    expect(parts[1].name).toBe("nut#2");
    expect(parts[1].mesh).toBe(box);
  });

  it("gives parts of equal name keys of mesh and pose, whatever their order", () => {
    const keys = keysOf("f", part("bolt", 1), part("bolt#2", 2), part("bolt#3", 3));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^f\/bolt@[0-9a-f]{8}$/);
    // The file now lists the parts in another order, with other parts between: names change, keys stay with mesh and pose.
    const others = keysOf(
      "f",
      part("bolt", 3),
      part("nut"),
      part("bolt#2", 1),
      part("bolt#3", 2),
      part("bolt#4", 9),
    );
    expect([others[2], others[3], others[0]]).toEqual(keys);
  });

  it("gives two bolts these keys in every version of abut", () => {
    expect(keysOf("f", part("bolt", 1), part("bolt#2", 2))).toEqual(["f/bolt@9a0f46fa", "f/bolt@077ee183"]);
  });

  it("gives equal digits to equal content in different mesh objects, and takes null as the identity", () => {
    const copy = createMesh({ positions: box.positions.slice(), indices: box.indices!.slice() });
    const [first, second] = keyParts([
      { label: "f", parts: [part("bolt"), { name: "bolt#2", mesh: copy, toWorld: null }] },
    ]);
    expect(second.key).toBe(`${first.key}#2`);
  });

  it("numbers equal parts, and keeps keys distinct from names that end in #2", () => {
    const keys = keysOf("f", part("bolt"), part("bolt#2"), part("bolt#3"), part("bolt@00000000"));
    expect(new Set(keys).size).toBe(4);
    expect(keys.slice(0, 3).map((key) => key.slice("f/bolt@12345678".length))).toEqual(["", "#2", "#3"]);
  });

  it("keeps keys distinct for equal labels and for labels with slashes", () => {
    const keys = keyParts([
      { label: "a", parts: [part("b/c")] },
      { label: "a/b", parts: [part("c")] },
      { label: "a", parts: [part("b/c")] },
    ]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(
      findClashes(
        keyParts([
          { label: "a", parts: [part("x")] },
          { label: "a", parts: [part("x")] },
        ]),
      ).clashes,
    ).toHaveLength(1);
  });

  it("rejects what is not a list of files with parts", () => {
    expect(() => keyParts(undefined as never)).toThrow(OptionError);
  });
});
