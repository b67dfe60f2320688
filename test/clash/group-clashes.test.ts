import { describe, expect, it } from "vitest";
import { type ClashPart, findClashes, GROUP_MODES, groupClashes } from "../../src/clash/index.ts";
import { createMesh } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { at, partOf } from "./scenes.ts";

/** A box from its middle and its sizes. */
function block(key: string, middle: number[], size: number[], group = 0): ClashPart {
  const { positions, indices } = createBox({ size: [1, 1, 1] });
  const placed = Float64Array.from(positions, (x, i) => x * size[i % 3] + middle[i % 3]);
  return partOf(key, createMesh({ positions: placed, indices: indices! }), null, group);
}

const pipeAndSlats = (count: number): ClashPart[] => [
  block("pipe", [0, 0, 0], [10, 0.08, 0.08]),
  ...Array.from({ length: count }, (_, i) =>
    block(`slat ${i}`, [-4.9 + (9.8 * i) / count, 0, 0.3], [0.01, 0.1, 1]),
  ),
];

/** Group names with the number of their clashes. */
function groupsOf(parts: readonly ClashPart[], options = {}): string[] {
  const { clashes } = findClashes(parts, options);
  return groupClashes(clashes, parts).map(({ name, clashes: own }) => `${name}: ${own.length}`);
}

describe("groupClashes by cause", () => {
  it("makes one group of a pipe through forty slats", () => {
    expect(groupsOf(pipeAndSlats(40))).toEqual(["pipe: 40"]);
  });

  it("makes one group of a tilted pipe through forty slats", () => {
    const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
    const tilt = Float64Array.of(c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    expect(groupsOf(pipeAndSlats(40).map((part) => ({ ...part, toWorld: tilt })))).toEqual(["pipe: 40"]);
  });

  it("makes two groups of two pipes through one slab, far apart", () => {
    const slab = block("slab", [0, 0, 0], [20, 20, 0.2]);
    const pipes = [-8, 8].map((x, i) => block(`pipe ${i}`, [x, 0, 0], [0.1, 0.1, 3]));
    expect(groupsOf([slab, ...pipes]).sort()).toEqual(["pipe 0: 1", "pipe 1: 1"]);
  });

  it("makes one group of the pipes of one shaft", () => {
    const slab = block("slab", [0, 0, 0], [20, 20, 0.2]);
    const pipes = [0, 0.3, 0.6, 0.9].map((x, i) => block(`pipe ${i}`, [x, 0, 0], [0.1, 0.1, 3]));
    const far = block("far", [9, 0, 0], [0.1, 0.1, 3]);
    expect(groupsOf([slab, ...pipes, far]).sort()).toEqual(["far: 1", "slab: 4"]);
  });

  it("makes one group of each riser through many slabs", () => {
    const slabs = Array.from({ length: 6 }, (_, i) => block(`slab ${i}`, [0, 0, 3 * i], [20, 20, 0.2]));
    const risers = [-8, 0, 8].map((x, i) => block(`riser ${i}`, [x, 0, 7.5], [0.1, 0.1, 16]));
    expect(groupsOf([...slabs, ...risers]).sort()).toEqual(["riser 0: 6", "riser 1: 6", "riser 2: 6"]);
  });

  it("makes one group of a shifted assembly of parts that clash pair by pair", () => {
    const shelf = (name: string, x: number, group: number) =>
      Array.from({ length: 24 }, (_, i) =>
        block(`${name} ${i}`, [x, 0.45 * (i % 6), 0.45 * Math.floor(i / 6)], [0.4, 0.4, 0.4], group),
      );
    const parts = [...shelf("left", 0, 0), ...shelf("right", 0.37, 1)];
    const { clashes } = findClashes(parts);
    expect(clashes).toHaveLength(24);
    const groups = groupClashes(clashes, parts);
    expect(groups.map(({ clashes: own }) => own.length)).toEqual([24]);
    expect(groups[0].parts).toHaveLength(24);
    expect(groups[0].name).toMatch(/ and 23 other parts$/);
  });

  it("makes one group of an assembly that is there twice", () => {
    const bolts = (file: string) =>
      Array.from({ length: 12 }, (_, i) => block(`${file}/bolt ${i}`, [0.1 * i, 0, 0], [0.04, 0.04, 0.2]));
    expect(groupsOf([...bolts("a"), ...bolts("b")])).toHaveLength(1);
  });

  it("does not swallow a building in which every wall runs into its slabs and its neighbours", () => {
    const parts: ClashPart[] = [];
    for (let storey = 0; storey <= 4; storey++)
      parts.push(block(`slab ${storey}`, [9, 9, 3 * storey], [18, 18, 0.3]));
    for (let storey = 0; storey < 4; storey++)
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < 4; j++)
          parts.push(
            block(
              `wall ${storey} ${i} ${j}`,
              [4.5 * i + 2.25, 4.5 * j + 1, 3 * storey + 1.5],
              [4.6, 0.2, 2.8],
            ),
          );
    const { clashes } = findClashes(parts);
    const groups = groupClashes(clashes, parts);
    expect(clashes.length).toBeGreaterThan(150);
    expect(groups.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...groups.map(({ clashes: own }) => own.length))).toBeLessThan(clashes.length / 3);
  });

  it("keeps a part's clash with itself beside its other clashes", () => {
    const [pipe, ...slats] = pipeAndSlats(3);
    const { clashes } = findClashes([pipe, ...slats]);
    const itself = { ...clashes[0], id: "0".repeat(16), kind: "self" as const, b: 0, a: 0, depth: null };
    expect(groupClashes([...clashes, itself], [pipe, ...slats])).toHaveLength(1);
  });
});

describe("groupClashes", () => {
  const scene = (): ClashPart[] => [
    ...pipeAndSlats(12),
    block("slab", [0, 30, 0], [20, 20, 0.2], 1),
    ...[-8, 8].map((x, i) => block(`riser ${i}`, [x, 30, 0], [0.1, 0.1, 3], 1)),
    block("copy 1", [0, 60, 0], [1, 2, 3], 1),
    block("copy 2", [0, 60, 0], [1, 2, 3], 2),
  ];

  it("puts every clash into one group, the worst first, in every mode", () => {
    const parts = scene();
    const { clashes } = findClashes(parts);
    for (const by of GROUP_MODES) {
      const groups = groupClashes(clashes, parts, {
        by,
        labels: parts.map(({ key }) => key.replace(/ .*/, "")),
      });
      expect(groups.flatMap(({ clashes: own }) => own).sort((p, q) => p - q)).toEqual(
        clashes.map((_, i) => i),
      );
      // Clashes are sorted, the worst first: so are groups by their first clash.
      for (const { clashes: own } of groups) expect(own).toEqual([...own].sort((p, q) => p - q));
      const firsts = groups.map(({ clashes: own }) => own[0]);
      expect(firsts).toEqual([...firsts].sort((p, q) => p - q));
      expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
      for (const { id } of groups) expect(id).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it("does not depend on the order of parts and clashes", () => {
    const parts = scene();
    const plain = (list: readonly ClashPart[], order: (n: number) => number) => {
      const { clashes } = findClashes(list);
      const shuffled = clashes.map((_, i) => clashes[order(i) % clashes.length]);
      return GROUP_MODES.map((by) =>
        groupClashes(shuffled, list, { by, labels: list.map(({ group }) => `file ${group}`) }).map(
          (group) => ({
            ...group,
            parts: group.parts.map((part) => list[part].key),
            clashes: group.clashes.map((clash) => shuffled[clash].id),
          }),
        ),
      );
    };
    const count = findClashes(parts).clashes.length;
    expect(count).toBe(15);
    expect(plain([...parts].reverse(), (i) => 7 * i + 3)).toEqual(plain(parts, (i) => i));
  });

  it("keeps a group's id when clashes come and go", () => {
    const idOf = (parts: readonly ClashPart[]) => {
      const groups = groupClashes(findClashes(parts).clashes, parts);
      expect(groups).toHaveLength(1);
      return groups[0].id;
    };
    const parts = pipeAndSlats(12);
    const id = idOf(parts);
    for (let gone = 1; gone < parts.length; gone++) expect(idOf(parts.filter((_, i) => i !== gone))).toBe(id);
  });

  it("groups by labels of both parts", () => {
    const parts = scene();
    const { clashes } = findClashes(parts);
    const labels = parts.map(({ key }) => (key.startsWith("copy") ? null : key.replace(/ .*/, "")));
    const byClass = groupClashes(clashes, parts, { by: "class", labels });
    expect(byClass.map(({ name }) => name).sort()).toEqual(["(none)", "pipe × slat", "riser × slab"]);
    const byFile = groupClashes(clashes, parts, { by: "files" });
    expect(byFile.map(({ name, clashes: own }) => `${name}: ${own.length}`).sort()).toEqual([
      "0: 12",
      "1 × 2: 1",
      "1: 2",
    ]);
  });

  it("gives each clash to the part with most clashes, by part", () => {
    const parts = scene();
    const { clashes } = findClashes(parts);
    const groups = groupClashes(clashes, parts, { by: "part" });
    expect(groups.map(({ name, clashes: own }) => `${name}: ${own.length}`).sort()).toEqual([
      "copy 1: 1",
      "pipe: 12",
      "slab: 2",
    ]);
  });

  it("takes the box around the boxes of its clashes", () => {
    const parts = pipeAndSlats(3);
    const { clashes } = findClashes(parts);
    const [{ box }] = groupClashes(clashes, parts);
    expect(box[0]).toBe(Math.min(...clashes.map((clash) => clash.box[0])));
    expect(box[3]).toBe(Math.max(...clashes.map((clash) => clash.box[3])));
  });

  it("refuses what it cannot read", () => {
    const parts = pipeAndSlats(1);
    const { clashes } = findClashes(parts);
    expect(() => groupClashes(clashes, parts, { by: "level" as never })).toThrow(
      /^by: level is not one of cause/,
    );
    expect(() => groupClashes(clashes, parts, { by: "class" })).toThrow(
      /^labels: by "class" needs the class/,
    );
    expect(() => groupClashes(clashes, parts, { labels: ["a"] })).toThrow(/^labels: 1 entries for 2 parts/);
    expect(() => groupClashes([{ ...clashes[0], b: 2 }], parts)).toThrow(
      /^clashes\[0\]\.b: 2 is not one of 2 parts/,
    );
    expect(() => groupClashes([{ ...clashes[0], box: [1] as never }], parts)).toThrow(/^clashes\[0\]\.box/);
  });

  it("takes 100,000 clashes (its time is printed, not judged)", () => {
    // 1,000 pipes of 100 slats each, without the search.
    const parts: ClashPart[] = [];
    const pipe = createBox({ size: [10, 0.08, 0.08] });
    const slat = createBox({ size: [0.01, 0.1, 1] });
    const [template] = findClashes(pipeAndSlats(1)).clashes;
    const clashes: (typeof template)[] = [];
    for (let p = 0; p < 1000; p++) {
      const [y, z] = [2 * (p % 40), 2 * Math.floor(p / 40)];
      const hub = parts.push(partOf(`pipe ${p}`, pipe, at(0, y, z))) - 1;
      for (let s = 0; s < 100; s++) {
        const x = -4.9 + 0.098 * s;
        const b = parts.push(partOf(`slat ${p} ${s}`, slat, at(x, y, z))) - 1;
        const id = (1000 * p + s).toString(16).padStart(16, "0");
        clashes.push({
          ...template,
          id,
          a: hub,
          b,
          box: [x, y - 0.04, z - 0.04, x + 0.01, y + 0.04, z + 0.04],
        });
      }
    }
    const start = performance.now();
    const groups = groupClashes(clashes, parts);
    console.info(`groupClashes: 100,000 clashes in ${Math.round(performance.now() - start)} ms`);
    expect(groups).toHaveLength(1000);
    expect(groups.every(({ clashes: own }) => own.length === 100)).toBe(true);
  });

  it("takes 100,000 clashes at random (seed 3; its time is printed, not judged), each in one group", () => {
    let state = 3;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const cube = createBox({ size: [1, 1, 1] });
    const places = Array.from({ length: 10_000 }, () => [40 * random(), 40 * random(), 40 * random()]);
    const parts = places.map(([x, y, z], i) => partOf(`part ${i}`, cube, at(x, y, z)));
    const [template] = findClashes(pipeAndSlats(1)).clashes;
    const clashes = Array.from({ length: 100_000 }, (_, i) => {
      const a = Math.floor(random() * 9_999);
      const b = a + 1 + Math.floor(random() * (9_999 - a));
      const [x, y, z] = places[a];
      const turn = Math.floor(random() * 3);
      const direction = [0, 1, 2].map((axis) => (axis === turn ? 1 : 0)) as [number, number, number];
      return {
        ...template,
        id: (7919 * i).toString(16).padStart(16, "0"),
        a,
        b,
        depth: { ...template.depth!, depth: 0.01 + random() / 2, direction },
        box: [x - 0.2, y - 0.2, z - 0.2, x + 0.2, y + 0.2, z + 0.2] as (typeof template)["box"],
      };
    });
    const start = performance.now();
    const groups = groupClashes(clashes, parts);
    console.info(`groupClashes: 100,000 clashes at random in ${Math.round(performance.now() - start)} ms`);
    const members = groups.flatMap(({ clashes: own }) => own).sort((p, q) => p - q);
    expect(members).toEqual(clashes.map((_, i) => i));
  });
});
