import { describe, expect, it } from "vitest";
import { findByTail, indexByName } from "../../src/formats/match-tail.ts";

describe("findByTail", () => {
  const path = "franka_description/meshes/collision/link0.stl";

  it.each([
    [["meshes/link0.stl"], "meshes/link0.stl"],
    [["link0.stl", "meshes/collision/link0.stl"], "meshes/collision/link0.stl"],
    [["visual/link0.stl"], null],
    [["meshes/visual/link0.stl", "collision/link0.stl"], "collision/link0.stl"],
    [["meshes/link0.stl", "collision/link0.stl"], null],
    [["meshes/collision/link1.stl"], null],
    [["collision/meshes/link0.stl"], null],
    [[], null],
  ])("of %j takes %j", (files, expected) => {
    expect(findByTail(path, indexByName(files))).toBe(expected);
  });
});
