import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  classify,
  createMesh,
  findContacts,
  inspectMesh,
  type TriangleMesh,
} from "../../../src/index.ts";
import { sameNumbers } from "../../same-numbers.ts";
import { readF64, readU8, readU32, type TruthMesh, truthManifest, truthRoot } from "../../truth.ts";

// The kinds of contact of every exact answer at hand.

const manifest = truthRoot() === null ? null : truthManifest();

function readMesh({ verts, tris }: TruthMesh): TriangleMesh {
  return createMesh({ positions: readF64(verts), indices: readU32(tris) });
}

describe.skipIf(manifest === null)("exact kinds of contact for pairs of meshes", () => {
  for (const { id, A, B, expected } of [
    ...(manifest?.pairCases ?? []),
    ...(manifest?.smallPairCases ?? []),
  ]) {
    it(`${id}: kinds of ${expected.pairCount} pairs`, () => {
      const [a, b] = [readMesh(A), readMesh(B)];
      const { pairs, kinds, curves } = findContacts(buildAabbTree(a), buildAabbTree(b));
      expect(sameNumbers(pairs, readU32(expected.pairs))).toBe(true);
      expect(sameNumbers(kinds, readU8(expected.kinds))).toBe(true);
      if (kinds.every((kind) => kind === 5) && inspectMesh(a).closed && inspectMesh(b).closed)
        expect(curves.every(({ closed, border }) => closed && !border)).toBe(true);
    });
  }
});

describe.skipIf(manifest === null)("exact kinds of contact for pairs of triangles", () => {
  for (const table of manifest?.triTriTables ?? []) {
    // Fewest of the generic ones: they say little that the others do not.
    const stride = table.id === "shen2003" ? 20 : 3;
    it(`${table.id}: every ${stride}th of ${table.count}, of which ${table.hits} meet`, () => {
      const coordinates = readF64(table.pairs);
      const hits = readU8(table.hit);
      const wanted = readU8(table.kind);
      const wrong: number[] = [];
      for (let i = 0; i < table.count; i += stride) {
        const [a, b] = [18 * i, 18 * i + 9].map((at) =>
          buildAabbTree(createMesh({ positions: coordinates.slice(at, at + 9) })),
        ) as [ReturnType<typeof buildAabbTree>, ReturnType<typeof buildAabbTree>];
        const { count, kinds } = findContacts(a, b);
        if (count !== hits[i] || (count === 1 && kinds[0] !== wanted[i])) wrong.push(i);
      }
      expect(wrong).toEqual([]);
    });
  }
});

const RELATIONS: Record<string, string> = {
  piston_rod_crank: "separate",
  cube_face_touch_offset: "touching",
  cube_vertex_touch: "touching",
  subdiv_cube_face_touch: "touching",
  coupling_shift_axis_rot: "overlapping",
  sprocket20_sprocket8_overlap: "overlapping",
};

describe.skipIf(manifest === null)("relations that the names of exact cases tell", () => {
  for (const { id, A, B } of manifest?.pairCases.filter(({ id }) => id in RELATIONS) ?? [])
    it(`${id} is ${RELATIONS[id]}`, () => {
      const answer = classify(buildAabbTree(readMesh(A)), buildAabbTree(readMesh(B)));
      expect(answer).toMatchObject({ relation: RELATIONS[id], method: "ray-parity", exact: true });
    });
});
