import { readFileSync } from "node:fs";
import type { ClashOptions } from "../../src/clash/clash.ts";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { keyParts } from "../../src/clash/key-parts.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import type { ClashPart, ClashReport } from "../../src/reports/clash-report.ts";
import { type ClashReportSource, createClashReport } from "../../src/reports/create-clash-report.ts";
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
  return checkFiles({ [file]: placed }, options);
}

export function checkFiles(
  files: Record<string, Placed[]>,
  options: ClashOptions = {},
  partInfo?: ClashReportSource["partInfo"],
): Checked {
  const parts = keyParts(
    Object.entries(files).map(([label, placed]) => ({
      label,
      parts: placed.map(([name, mesh, x, y, z]) => ({
        name,
        mesh,
        toWorld: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1),
      })),
    })),
  );
  const { tolerance = 0, clearance = 0, touching = "ignore" } = options;
  const report = createClashReport({
    result: findClashes(parts, options),
    parts,
    partInfo,
    inputs: Object.keys(files).map((file) => ({
      file,
      bytes: 1234,
      sha256: "0123456789abcdef".repeat(4),
      warnings: [],
    })),
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

/** A pipe through four slats, which is one cause; two crates that overlap; a wall of each file, and they overlap, too. */
export function createRack(): Record<string, Placed[]> {
  const pipe = createBox({ size: [40, 1, 1] });
  const slat = createBox({ size: [1, 6, 6] });
  const crate = createBox({ size: 4 });
  return {
    "a.ifc": [
      ["pipe", pipe, 0, 0, 0],
      ["slat 1", slat, -15, 0, 0],
      ["slat 2", slat, -5, 0, 0],
      ["slat 3", slat, 5, 0, 0],
      ["slat 4", slat, 15, 0, 0],
      ["crate 1", crate, 0, 30, 0],
      ["crate 2", crate, 3, 31, 1],
      ["wall", crate, 0, -30, 0],
    ],
    "b.ifc": [["wall", crate, 2, -31, 1]],
  };
}
