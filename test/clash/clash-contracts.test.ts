import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Clash, type ClashOptions, type ClashPart, findClashes } from "../../src/clash/index.ts";
import { createMesh, type TriangleMesh } from "../../src/index.ts";
import { createBox, createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import { findClashesByBruteForce } from "../../src/reference/index.ts";
import { affinePose, latticePose, rigidPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { at, join, partOf, unweld } from "./scenes.ts";

// (1) pairs, kinds, triangle pairs and distances equal brute force
// (2) the order of the parts changes nothing (3) other parts change nothing (4) ids depend on keys alone
// (5) a limit lists the beginning of the whole list (6) a tolerance removes clashes, none of them deeper than it.

const box = createBox({ size: 2 });
const tetrahedron = createMesh({
  positions: Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
});
const small = createMesh({
  positions: tetrahedron.positions.map((x) => (x + 0.5) / 4),
  indices: tetrahedron.indices,
});
const large = createMesh({
  positions: tetrahedron.positions.map((x) => 6 * x - 3),
  indices: tetrahedron.indices,
});
const MESHES: Record<string, TriangleMesh> = {
  tetrahedron,
  small,
  large,
  soup: unweld(tetrahedron),
  two: join(tetrahedron, at(0), small, at(3)),
  open: createMesh({ positions: tetrahedron.positions, indices: tetrahedron.indices!.subarray(3) }),
  sheet: createPlaneGrid({ width: 3, depth: 3, columns: 1, rows: 1 }),
  crossed: join(tetrahedron, at(0), tetrahedron, at(0.5, 0.5, 0.5)),
  box,
  ring: createTorus({ majorSegments: 3, minorSegments: 3 }),
};

// Brute force takes seconds for two rings, so most parts are simple.
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("tetrahedron", "small", "large", "soup", "two", "open", "sheet") },
  fc.constantFrom("crossed", "box", "ring"),
);
/** A place on a lattice, where parts touch, coincide, or are a whole number apart; or any place. */
const pose = fc.oneof(
  { weight: 3, arbitrary: latticePose },
  // few digits, because brute force computes with exact rationals
  fc.oneof(rigidPose, affinePose).map((m) => m.map((x) => Math.round(x * 2 ** 20) / 2 ** 20)),
  fc
    .tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -4, max: 4 }))
    .map(([x, y]) => [...at(x / 4, y / 4)]),
);
const scene = (most: number) =>
  fc
    .uniqueArray(
      fc.record({
        name,
        pose,
        group: fc.nat({ max: 1 }),
        salt: fc.nat({ max: 99 }),
        again: fc.nat({ max: 3 }),
      }),
      { minLength: 2, maxLength: most, selector: ({ salt }) => salt },
    )
    .map((list) => {
      // One part in four stands where the first stands, as a duplicate.
      const twin = ({ again, ...own }: (typeof list)[0]) =>
        again === 0 ? { ...list[0], salt: own.salt } : own;
      return list
        .map(twin)
        .map(({ name, pose, group, salt }) =>
          partOf(`${salt} ${name}`, MESHES[name], Float64Array.from(pose), group),
        );
    });
const options: fc.Arbitrary<ClashOptions> = fc.record({
  clearance: fc.constantFrom(0, 0.25, 0.5, 1, 1.7),
  touching: fc.constantFrom("ignore", "report"),
  between: fc.boolean(),
  self: fc.boolean(),
});

/** A clash with keys instead of indices. */
function said(parts: readonly ClashPart[], clash: Clash) {
  return { ...clash, a: parts[clash.a].key, b: parts[clash.b].key };
}

describe("contracts of findClashes", () => {
  it("(1) agrees with brute force, in any pose, with touching faces, duplicates, open meshes (seed 1)", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(scene(4), options, (parts, given) => {
        const { clashes } = findClashes(parts, { ...given, touching: "report" });
        const wanted = findClashesByBruteForce(parts, { ...given, touching: "report" });
        const pairOf = (keyA: string, keyB: string) => `${keyA} – ${keyB}`;
        const found = new Map(
          clashes.map((clash) => [pairOf(parts[clash.a].key, parts[clash.b].key), clash]),
        );
        expect([...found.keys()].sort()).toEqual(wanted.map(({ keyA, keyB }) => pairOf(keyA, keyB)).sort());
        for (const { keyA, keyB, kind, trianglePairs, distance } of wanted) {
          const clash = found.get(pairOf(keyA, keyB))!;
          kinds.add(kind);
          if (kind !== "meeting") expect(clash.kind).toBe(kind);
          expect(clash.trianglePairs).toBe(trianglePairs);
          if (distance === null) expect(clash.distance).toBeNull();
          else expect(Math.abs(clash.distance!.distance - distance)).toBeLessThanOrEqual(2 ** -43 * distance);
        }
        if (given.touching === "report") return;
        const touching = clashes.filter(({ kind }) => kind === "touching").length;
        const ignoring = findClashes(parts, given);
        expect(ignoring.counts.touchingIgnored).toBe(touching);
        expect(ignoring.clashes).toEqual(clashes.filter(({ kind }) => kind !== "touching"));
      }),
      { seed: 1, numRuns: 26 },
    );
    // Scenes with few clashes would test little.
    for (const kind of [
      "duplicate",
      "contains",
      "inside",
      "overlapping",
      "self",
      "too-close",
      "touching",
      "meeting",
    ])
      expect(kinds).toContain(kind);
  });

  it("(2, 3, 4) neither the order nor other parts change a clash (seed 2)", () => {
    fc.assert(
      fc.property(
        scene(5),
        options,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (parts, given, stream) => {
          const base = findClashes(parts, given).clashes.map((clash) => said(parts, clash));
          const order = new Map(parts.map((part) => [part, stream.next().value as number]));
          const shuffled = [...parts].sort((p, q) => order.get(p)! - order.get(q)!);
          const again = findClashes(shuffled, given).clashes.map((clash) => said(shuffled, clash));
          expect(again).toEqual(base);
          const kept = parts.slice(0, -1);
          const keys = new Set(kept.map(({ key }) => key));
          const fewer = findClashes(kept, given).clashes.map((clash) => said(kept, clash));
          expect(fewer).toEqual(base.filter(({ a, b }) => keys.has(a) && keys.has(b)));
          const elsewhere = parts.map((part) => ({ ...part, mesh: box, toWorld: null }));
          const ids = new Map(
            findClashes(elsewhere, { self: true }).clashes.map((c) => [
              `${parts[c.a].key} ${parts[c.b].key}`,
              c.id,
            ]),
          );
          for (const { a, b, id, kind } of base) if (kind !== "self") expect(ids.get(`${a} ${b}`)).toBe(id);
        },
      ),
      { seed: 2, numRuns: randomCases(6) },
    );
  });

  it("(5, 6) a limit lists the worst; within the tolerance, overlaps and gaps are touching (seed 3)", () => {
    fc.assert(
      fc.property(
        scene(5),
        options,
        fc.nat({ max: 4 }),
        fc.constantFrom(0.1, 0.5, 1),
        (parts, given, limit, tolerance) => {
          const all = findClashes(parts, given);
          const few = findClashes(parts, { ...given, limit });
          expect(few.clashes).toEqual(all.clashes.slice(0, limit));
          expect(few.unlisted).toBe(all.clashes.length - few.clashes.length);
          expect(few.counts).toEqual(all.counts);
          const tolerant = findClashes(parts, { ...given, tolerance });
          const { clearance = 0, touching } = given;
          const facts = findClashes(parts, { ...given, touching: "report", clearance: 4 }).clashes;
          const isWithin = ({ depth, distance }: Clash) =>
            depth !== null
              ? depth.kind !== "lower-bound" && depth.depth <= tolerance
              : distance !== null && distance.distance <= tolerance;
          const expected = facts.flatMap((fact): [string, string, number | undefined][] => {
            const kind = isWithin(fact) ? "touching" : fact.kind;
            if (kind === "touching" && touching === "ignore") return [];
            if (kind === "too-close" && fact.distance!.distance >= clearance) return [];
            return [[fact.id, kind, fact.distance?.distance]];
          });
          const found = tolerant.clashes.map(({ id, kind, distance }) => [id, kind, distance?.distance]);
          expect(found.sort()).toEqual(expected.sort());
          const overlaps = facts.filter((fact) => fact.depth !== null && isWithin(fact)).length;
          expect(tolerant.counts.tolerated).toBe(touching === "ignore" ? overlaps : 0);
          // The depth changes neither which parts clash nor their kinds.
          for (const depth of ["none", "bounds"] as const) {
            const other = findClashes(parts, { ...given, tolerance, depth });
            expect(other.clashes.map(({ id, kind }) => [id, kind]).sort()).toEqual(
              tolerant.clashes.map(({ id, kind }) => [id, kind]).sort(),
            );
            expect(other.counts).toEqual(tolerant.counts);
          }
        },
      ),
      { seed: 3, numRuns: randomCases(6) },
    );
  });
});
