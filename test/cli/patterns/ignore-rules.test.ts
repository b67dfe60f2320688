import { describe, expect, it } from "vitest";
import type { ClashPart } from "../../../src/clash/clash.ts";
import { clashId, selfClashId } from "../../../src/clash/clash-id.ts";
import { createIgnoreRules } from "../../../src/cli/patterns/ignore-rules.ts";
import { OptionError } from "../../../src/errors.ts";
import { createBox } from "../../../src/mesh/primitives/box.ts";

const mesh = createBox();
const part = (key: string, name: string): ClashPart => ({ key, name, group: 0, mesh, toWorld: null });
const bolt = part("a.glb/bolt@00000001", "bolt");
const second = part("a.glb/bolt@00000002", "bolt#2");
const plate = part("a.glb/plate", "plate");
const space = part("b.ifc/space", "space");
const parts = [bolt, second, plate, space];
const others = [["a.glb"], ["a.glb"], ["a.glb"], ["b.ifc", "IfcSpace", "0ZTBBPo6f6bxqV2K7Oelrq"]];
const rulesOf = (...texts: string[]) =>
  createIgnoreRules(
    texts.map((text) => ({ text, source: "--ignore" })),
    parts,
    others,
  );
const ignored = (...texts: string[]) => {
  const { ignore } = rulesOf(...texts);
  const names: string[] = [];
  for (const [i, a] of parts.entries())
    for (const b of parts.slice(i)) if (ignore(a, b)) names.push(`${a.name} ${b.name}`);
  return names;
};

describe("createIgnoreRules", () => {
  it("omits a part by its name, key, file, IFC class or GlobalId, against itself too", () => {
    const withSpace = ["bolt space", "bolt#2 space", "plate space", "space space"];
    for (const name of ["space", "b.ifc/*", "b.ifc", "IfcSpace", "0ZTBBPo6f6bxqV2K7Oelrq"])
      expect(ignored(name)).toEqual(withSpace);
  });

  it("allows two parts to meet, in either order, but neither to meet itself", () => {
    expect(ignored("bolt* :: plate")).toEqual(["bolt plate", "bolt#2 plate"]);
    expect(ignored("plate :: bolt*")).toEqual(["bolt plate", "bolt#2 plate"]);
    expect(ignored("bolt* :: bolt*")).toEqual(["bolt bolt#2"]);
  });

  it("allows one clash by its id, and a part to meet itself", () => {
    expect(ignored(clashId(plate.key, bolt.key))).toEqual(["bolt plate"]);
    expect(ignored(selfClashId(plate.key))).toEqual(["plate plate"]);
  });

  it("names patterns without effect, and why", () => {
    const rules = rulesOf(
      "nut",
      "bolt",
      "plate :: nut",
      "plate :: space",
      "0123456789abcdef",
      "bolt#2 :: plate",
    );
    rules.ignore(second, plate);
    expect(rules.unused()).toEqual([
      '--ignore: "nut" matches no part',
      '--ignore: "plate :: nut" matches no part',
      '--ignore: "plate :: space" allows nothing: no such parts come near each other',
      '--ignore: "0123456789abcdef" allows nothing: no such parts come near each other',
    ]);
  });

  it("does not call a pattern unused because another one allows the same pair", () => {
    const rules = rulesOf("bolt :: plate", "b* :: p*", clashId(plate.key, bolt.key));
    expect(rules.ignore(bolt, plate)).toBe(true);
    expect(rules.unused()).toEqual([]);
  });

  it.each(["a :: b :: c", "", ":: b", "a ::", " :: "])('refuses "%s"', (text) => {
    expect(() => rulesOf(text)).toThrow(OptionError);
  });
});
