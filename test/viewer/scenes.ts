import { readFileSync } from "node:fs";
import type { ClashOptions } from "../../src/clash/clash.ts";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { keyParts } from "../../src/clash/key-parts.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import type { ClashPart, ClashReport } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { builtPath } from "../build-once.ts";

export type Placed = [name: string, mesh: TriangleMesh, x: number, y: number, z: number];

export interface Checked {
  report: ClashReport;
  parts: ClashPart[];
}

/** The page without data, as `npm run build` makes it. */
export function readTemplate(): string {
  return readFileSync(builtPath("viewer/clash.html"), "utf8");
}

export function check(placed: Placed[], options: ClashOptions = {}, file = "frame.stl"): Checked {
  const parts = keyParts([
    {
      label: file,
      parts: placed.map(([name, mesh, x, y, z]) => ({
        name,
        mesh,
        toWorld: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1),
      })),
    },
  ]);
  const { tolerance = 0, clearance = 0, touching = "ignore" } = options;
  const report = createClashReport({
    result: findClashes(parts, options),
    parts,
    inputs: [{ file, bytes: 1234, sha256: "0123456789abcdef".repeat(4), warnings: [] }],
    unit: { name: "mm", metres: 0.001, perSceneUnit: 1 },
    settings: { tolerance, clearance, touching, between: false, self: false, ignore: [], limit: null },
    toolVersion: "0.0.0",
  });
  return { report, parts };
}

/**
 * A frame of bars with one clash of each kind that a person looks for: a duplicate, a part inside another, two overlaps
 * (with curves, of different depth), a gap that is too small, and a part with no clash at all.
 */
export function createFrame(): Placed[] {
  const bar = createBox({ size: [20, 2, 2] });
  const ring = createTorus({ majorRadius: 3, minorRadius: 0.8, majorSegments: 24, minorSegments: 12 });
  const block = createBox({ size: 6 });
  const chip = createBox({ size: 1 });
  return [
    ["bar", bar, 0, 0, 0],
    ["ring", ring, 0, 0, 1.2],
    ["bar 2", bar, 0, 20, 0],
    ["ring 2", ring, 13, 20, 0],
    ["block", block, 30, 0, 0],
    ["chip", chip, 30, 0.5, 0],
    ["bolt", chip, 30, 20, 0],
    ["bolt copy", chip, 30, 20, 0],
    ["post", bar, 0, 40, 0],
    ["post 2", bar, 0, 42.25, 0],
    ["spare", ring, 30, 40, 0],
  ];
}
