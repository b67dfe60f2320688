import { createHash } from "node:crypto";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { keyParts, type PartsOfFile } from "../../src/clash/key-parts.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import type { ReportSettings } from "../../src/reports/clash-report.ts";
import { type ClashReportSource, createClashReport } from "../../src/reports/create-clash-report.ts";
import { at, join } from "../clash/scenes.ts";
import { random } from "../meshes.ts";
import { MILLIMETRES, SETTINGS } from "./reports.ts";

// Scenes in metres, reported in millimetres, made with keyParts and findClashes.

/** The source of a report of these files. Settings are in millimetres. */
export function sourceOf(files: PartsOfFile[], settings: Partial<ReportSettings> = {}): ClashReportSource {
  const all = { ...SETTINGS, ...settings };
  const parts = keyParts(files);
  const { group: _, ...searched } = all;
  const result = findClashes(parts, {
    ...searched,
    tolerance: all.tolerance / MILLIMETRES.perSceneUnit,
    clearance: all.clearance / MILLIMETRES.perSceneUnit,
    ignore: undefined,
    limit: all.limit ?? undefined,
  });
  const inputs = files.map(({ label }) => ({
    file: label,
    bytes: label.length,
    sha256: createHash("sha256").update(label).digest("hex"),
    warnings: [],
  }));
  return { result, parts, inputs, unit: MILLIMETRES, settings: all, toolVersion: "0.1.0" };
}

/** One clash of each kind. */
export function oneOfEachKind(): ClashReportSource {
  const box = createBox();
  const small = createBox({ size: 0.2 });
  const parts = [
    { name: "bolt", mesh: small, toWorld: at(0) },
    { name: "bolt#2", mesh: small, toWorld: at(0) },
    { name: "block", mesh: box, toWorld: at(5) },
    { name: "kernel", mesh: small, toWorld: at(5) },
    { name: "core", mesh: small, toWorld: at(10) },
    { name: "housing", mesh: box, toWorld: at(10) },
    { name: "left", mesh: box, toWorld: at(15) },
    { name: "right", mesh: box, toWorld: at(15.75, 0.125) },
    { name: "crossed", mesh: join(box, at(20), box, at(20.5, 0.25, 0.125)), toWorld: null },
    { name: "near", mesh: box, toWorld: at(25) },
    { name: "nearer", mesh: box, toWorld: at(26.00390625) },
    { name: "lower", mesh: box, toWorld: at(30) },
    { name: "upper", mesh: box, toWorld: at(30, 0, 1) },
  ];
  return sourceOf([{ label: "rig.glb", parts }], { clearance: 5, touching: "report", self: true });
}

/** Boxes at random in two files. */
export function randomBoxes(seed: number, settings: Partial<ReportSettings> = {}): ClashReportSource {
  const next = random(seed);
  const mesh = createBox();
  const files = ["one.stl", "two.obj"].map((label) => ({
    label,
    parts: Array.from({ length: 12 }, (_, i) => ({
      name: `box ${i % 8}${i < 8 ? "" : "#2"}`,
      mesh,
      toWorld: at(3 * next(), 3 * next(), 3 * next()),
    })),
  }));
  return sourceOf(files, settings);
}

/** The example of docs/clash-report.md: two boxes that overlap by a quarter of a metre and are in the baseline, and a third box. */
export function exampleOfDocs(): ClashReportSource {
  const mesh = createBox();
  const parts = [
    { name: "frame", mesh, toWorld: null },
    { name: "pipe", mesh, toWorld: at(0.75) },
    { name: "door", mesh, toWorld: at(3) },
  ];
  const files = [{ label: "house.glb", parts }];
  const baseline = {
    file: "last-week.json",
    sha256: "0".repeat(64),
    report: createClashReport(sourceOf(files)),
  };
  return { ...sourceOf(files), baseline };
}
