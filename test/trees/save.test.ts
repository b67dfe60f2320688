import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import { MAX_EXPONENT } from "../../src/mesh/tiny-mesh.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { restoreTree } from "../../src/queries/pairs/restore-tree.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { HEADER, HEADER_BYTES } from "../../src/trees/layout.ts";
import { refitSwept } from "../../src/trees/refit-swept.ts";
import { saveTree } from "../../src/trees/save.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { latticeSoup, randomSoup, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

const mesh = smallTorus();
const saved = saveTree(buildAabbTree(mesh));

function damaged(edit: (bytes: Uint8Array) => void): ArrayBuffer {
  const copy = saved.slice(0);
  edit(new Uint8Array(copy));
  return copy;
}

/** A buffer with a changed header and a matching checksum. */
function forged(edit: (words: Uint32Array) => void, original = saved): ArrayBuffer {
  const copy = original.slice(0);
  edit(new Uint32Array(copy));
  const words = new Int32Array(copy);
  let hash = 0;
  for (let i = 0; i < words.length; i++) {
    if (i === HEADER.checksum) continue;
    hash = Math.imul(hash ^ words[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  words[HEADER.checksum] = hash;
  return copy;
}

describe("saveTree and restoreTree", () => {
  it("restore a tree bit for bit", () => {
    for (const model of [mesh, randomSoup(1, 100), latticeSoup(2, 1)]) {
      const tree = buildAabbTree(model);
      const restored = restoreTree(saveTree(tree), model);
      expect(restored.kind).toBe("aabb");
      expect(restored.depth).toBe(tree.depth);
      expect(restored.nodes).toEqual(tree.nodes);
      expect(restored.corners).toEqual(tree.corners);
      expect(restored.triangles).toEqual(tree.triangles);
      expect(validateTree(restored)).toEqual([]);
    }
  });

  it("save a copy, not the tree's own buffer", () => {
    const tree = buildAabbTree(mesh);
    expect(saveTree(tree)).not.toBe(tree.buffer);
    expect(new Uint8Array(saveTree(tree))).toEqual(new Uint8Array(saveTree(tree)));
  });

  it("reject every flipped bit of the header", () => {
    for (let byte = 0; byte < HEADER_BYTES; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const buffer = damaged((bytes) => {
          bytes[byte] ^= 1 << bit;
        });
        expect(() => restoreTree(buffer, mesh)).toThrow(FormatError);
      }
    }
  });

  it("reject damaged bytes anywhere (fast-check)", () => {
    const flips = fc.array(fc.tuple(fc.nat(saved.byteLength - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(flips, (list) => {
        const buffer = damaged((bytes) => {
          for (const [at, mask] of list) bytes[at] ^= mask;
        });
        fc.pre(list.length === 1 || !sameBytes(buffer, saved));
        expect(() => restoreTree(buffer, mesh)).toThrow(FormatError);
      }),
      { numRuns: randomCases(75) },
    );
  });

  it("reject every truncation and any addition", () => {
    for (let length = 0; length < saved.byteLength; length += length < 200 ? 1 : 97)
      expect(() => restoreTree(saved.slice(0, length), mesh)).toThrow(FormatError);
    const longer = new ArrayBuffer(saved.byteLength + 4);
    new Uint8Array(longer).set(new Uint8Array(saved));
    expect(() => restoreTree(longer, mesh)).toThrow(/bytes, expected/);
  });

  it("reject foreign bytes (fast-check), and never hang on forged links", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => restoreTree(bytes.slice().buffer, mesh)).toThrow(FormatError);
      }),
    );
    fc.assert(
      fc.property(fc.nat(saved.byteLength / 4 - 17), fc.integer(), (at, value) => {
        fc.pre(new Int32Array(saved)[16 + at] !== value);
        const buffer = forged((words) => {
          words[16 + at] = value;
        });
        // A box may hold anything; links, counts, slots and corners may not.
        try {
          restoreTree(buffer, mesh);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: randomCases(125) },
    );
  });

  it("name what was found and what was expected", () => {
    const restore = (edit: (words: Uint32Array) => void) => () => restoreTree(forged(edit), mesh);
    expect(() => restoreTree(new ArrayBuffer(10), mesh)).toThrow(
      "10 bytes, expected at least the 64 of its header",
    );
    expect(restore((words) => (words[HEADER.magic] = 0x46546c67))).toThrow(
      '0x46546c67, expected 0x74756261 ("abut")',
    );
    expect(restore((words) => (words[HEADER.magic] = 0x61627574))).toThrow("other byte order");
    expect(restore((words) => (words[HEADER.version] = 3))).toThrow("version 3, expected 1 or 2");
    expect(restore((words) => (words[HEADER.kind] = 9))).toThrow(
      "kind 9, expected one of 1 (aabb), 2 (obb), 3 (r-tree)",
    );
    expect(restore((words) => (words[HEADER.nodeCount] = 2 ** 32 - 1))).toThrow("for 4294967295 nodes");
    expect(restore((words) => (words[HEADER.triangleCount] = 7))).toThrow(
      "triangleCount 7, expected the mesh's 320",
    );
    expect(restore((words) => (words[HEADER.vertexCount] = 7))).toThrow(
      "vertexCount 7, expected the mesh's 160",
    );
    expect(restore((words) => (words[HEADER.depth] = 3))).toThrow("depth is 3, the deepest leaf is at");
    expect(restore((words) => (words[16 + 6] = 0))).toThrow("node 0: children at 0");
    expect(() => restoreTree(new Uint8Array(100) as unknown as ArrayBuffer, mesh)).toThrow(
      /ArrayBuffer, found Uint8Array/,
    );
  });

  it("reject an exponent that the mesh does not have, of every kind of tree", () => {
    const tiny = createMesh({ positions: mesh.positions.map((x) => x * 2 ** -60), indices: mesh.indices });
    for (const build of [buildAabbTree, buildObbTree, buildRTree])
      for (const [of, most] of [
        [mesh, 0],
        [tiny, 60],
      ] as const) {
        const tree = saveTree(build(of));
        const withExponent = (exponent: number) => () =>
          restoreTree(
            forged((words) => (words[HEADER.kind] = (words[HEADER.kind] & 0xffff) | (exponent << 16)), tree),
            of,
          );
        expect(new Int16Array(tree)[2 * HEADER.kind + 1]).toBe(most);
        expect(withExponent(most)).not.toThrow();
        for (const more of [most + 1, 500, MAX_EXPONENT]) {
          expect(withExponent(more)).toThrow(FormatError);
          expect(withExponent(more)).toThrow(`exponent ${more}, expected the mesh's ${most}`);
        }
      }
  });

  it("restore the tree around a motion whose end is larger than the tiny mesh", () => {
    const tiny = createMesh({ positions: mesh.positions.map((x) => x * 2 ** -60), indices: mesh.indices });
    for (const factor of [4, 2 ** 60]) {
      const tree = buildAabbTree(tiny);
      refitSwept(tree, tiny.positions.map((x) => x * factor) as Float32Array);
      const restored = restoreTree(saveTree(tree), tiny);
      expect(restored.exponent[0]).toBeLessThan(60);
      expect(restored.exponent).toEqual(tree.exponent);
    }
  });

  it("reject the tree of another mesh with the same counts", () => {
    const soup = randomSoup(3, 40);
    const buffer = saveTree(buildAabbTree(soup));
    const indices = Uint32Array.from({ length: 120 }, (_, i) => 119 - i);
    expect(() => restoreTree(buffer, { ...soup, indices })).toThrow(/expected a rotation of/);
  });

  it("reject the tree of a mesh whose vertices have moved since", () => {
    const soup = randomSoup(4, 40);
    const buffer = saveTree(buildAabbTree(soup));
    soup.positions[5] += 1;
    expect(() => restoreTree(buffer, soup)).toThrow(/made for vertices that hash to/);
  });
});

function sameBytes(a: ArrayBuffer, b: ArrayBuffer): boolean {
  const left = new Uint8Array(a);
  const right = new Uint8Array(b);
  return left.every((value, i) => value === right[i]);
}
