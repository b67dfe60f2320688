import { describe, expect, it } from "vitest";
import { buildAabbTree, createMesh, findContacts, type TriangleMesh } from "../../src/index.ts";
import { readF64, readU8, readU32, type TruthMesh, truthManifest, truthRoot } from "../truth.ts";

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
      const { pairs, kinds } = findContacts(buildAabbTree(readMesh(A)), buildAabbTree(readMesh(B)));
      expect(pairs).toEqual(readU32(expected.pairs));
      expect(kinds).toEqual(readU8(expected.kinds));
    });
  }
});

describe.skipIf(manifest === null)("exact kinds of contact for pairs of triangles", () => {
  for (const table of manifest?.triTriTables ?? []) {
    it(`${table.id}: ${table.hits} of ${table.count} meet`, () => {
      const coordinates = readF64(table.pairs);
      const hits = readU8(table.hit);
      const wanted = readU8(table.kind);
      const wrong: number[] = [];
      for (let i = 0; i < table.count; i++) {
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
