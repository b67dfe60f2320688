import {
  CLASH_KINDS,
  type Clash,
  type ClashKind,
  type ClashPart,
  type ClashResult,
} from "../../src/clash/clash.ts";
import type { Bounds } from "../../src/geometry/bounds.ts";
import type { Vector } from "../../src/geometry/vector.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { createStats } from "../../src/queries/stats.ts";
import type { ClashReport, ReportSettings, ReportUnit } from "../../src/reports/clash-report.ts";
import { type ClashReportSource, createClashReport } from "../../src/reports/create-clash-report.ts";
import { random } from "../meshes.ts";

/** Names that occur in files and that some format has trouble with. */
export const NAMES = [
  "bolt",
  "housing upper",
  'plate "A", 3 mm',
  "it's",
  "a;b\tc",
  "line one\nline two\r\nline three",
  "<gear> & <shaft> ]]>",
  "-->",
  '=HYPERLINK("http://example.org")',
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1+1",
  "\uff1d1",
  "🔩 Schraube \u{1f469}\u200d\u{1f527}",
  "ציר \u202eימין\u202c",
  "\u0000\u0001\u001b[31m\u007f\u0085",
  "\ud800 lone \udfff",
  "\ufffe\uffff\ufeff",
  "\u2028\u2029",
  "__proto__",
  "",
  " ",
  "%20 # ? \\ / : | ../..",
  "long ".repeat(600),
];

export interface RandomScene {
  parts?: number;
  clashes?: number;
  kinds?: readonly ClashKind[];
  status?: ClashResult["status"];
  unlisted?: number;
  unit?: ReportUnit;
}

export const MILLIMETRES: ReportUnit = { name: "mm", metres: 0.001, perSceneUnit: 1000 };

export const SETTINGS: ReportSettings = {
  tolerance: 0,
  clearance: 0,
  touching: "ignore",
  between: false,
  self: false,
  ignore: [],
  limit: null,
  group: "cause",
};

/** A source that `findClashes` and the readers could have made, with arbitrary numbers. */
export function randomSource(seed: number, scene: RandomScene = {}): ClashReportSource {
  const next = random(seed);
  const {
    parts: partCount = 8,
    clashes = 12,
    kinds = CLASH_KINDS,
    status = "complete",
    unlisted = 0,
  } = scene;
  const meshes = [tetrahedron(next), triangle(next)];
  const name = () => NAMES[Math.floor(next() * NAMES.length)];
  const inputs = [name(), `folder/${name()}.glb`].map((file, i) => ({
    file,
    bytes: Math.floor(next() * 1e9),
    sha256: hex(next, 64),
    warnings: i === 0 ? [] : [`${file}: ${name()}`],
  }));
  const parts: ClashPart[] = Array.from({ length: partCount }, (_, i) => {
    const own = name();
    const group = Math.floor(next() * inputs.length);
    const toWorld =
      next() < 0.5 ? null : Float64Array.of(0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, next(), next(), -0, 1);
    return { key: `${group}/${own}@${i}`, name: own, group, mesh: meshes[i % 2], toWorld };
  });
  const found = Array.from({ length: clashes }, () => randomClash(next, parts, kinds));
  const result: ClashResult = {
    status,
    clashes: found,
    unlisted,
    unchecked: [],
    counts: {
      parts: parts.length,
      meshes: meshes.length,
      triangles: parts.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0),
      candidates: 5 * clashes,
      ignored: clashes,
      checked: 4 * clashes,
      tolerated: 1,
      touchingIgnored: 2,
      byKind: countKinds(found),
      stats: { ...createStats(), boxTests: 1000, triangleTests: 100, exactTests: 3 },
    },
  };
  const partInfo = parts.map((_, i) =>
    i % 3 === 0 ? { guid: "2O2Fr$t4X7Zf8NOew3FNr2", type: "IfcWall" } : {},
  );
  const { unit = MILLIMETRES } = scene;
  const settings = {
    ...SETTINGS,
    tolerance: 0.5,
    ignore: [name(), "*/bolt*"],
    limit: unlisted > 0 ? clashes : null,
  };
  return { result, parts, partInfo, inputs, unit, settings, toolVersion: "0.1.0" };
}

export function randomReport(seed: number, scene?: RandomScene): ClashReport {
  return createClashReport(randomSource(seed, scene));
}

function randomClash(next: () => number, parts: ClashPart[], kinds: readonly ClashKind[]): Clash {
  const kind = kinds[Math.floor(next() * kinds.length)];
  const a = Math.floor(next() * parts.length);
  const b = kind === "self" ? a : (a + 1 + Math.floor(next() * (parts.length - 1))) % parts.length;
  const depth = 10 ** (-8 * next());
  const isDeep = kind !== "too-close" && kind !== "self" && next() < 0.7;
  return {
    id: hex(next, 16),
    kind,
    a,
    b,
    depth: isDeep
      ? {
          depth,
          direction: [0, -0, 1],
          pointA: vector(next),
          pointB: vector(next),
          kind: next() < 0.5 ? "exact" : "upper-bound",
          lowerBound: depth / 2,
        }
      : null,
    distance: kind === "too-close" ? { distance: depth, pointA: vector(next), pointB: vector(next) } : null,
    trianglePairs: Math.floor(100 * next()),
    point: vector(next),
    box: [...vector(next), ...vector(next)] as Bounds,
    curves: Array.from({ length: Math.floor(3 * next()) }, () => ({
      points: Float64Array.from({ length: 6 }, () => next() - 0.5),
      closed: next() < 0.5,
    })),
    curvesTruncated: next() < 0.1,
    exact: next() < 0.9,
  };
}

function countKinds(clashes: Clash[]): Record<ClashKind, number> {
  const counts = Object.fromEntries(CLASH_KINDS.map((kind) => [kind, 0])) as Record<ClashKind, number>;
  for (const { kind } of clashes) counts[kind]++;
  return counts;
}

function vector(next: () => number): Vector {
  return [next() < 0.2 ? -0 : next() - 0.5, 1e6 * next(), 1e-9 * next()];
}

function hex(next: () => number, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(16 * next()).toString(16)).join("");
}

function tetrahedron(next: () => number): TriangleMesh {
  const positions = Float64Array.of(0, 0, 0, 1 + next(), 0, 0, 0, 1 + next(), 0, 0, 0, 1 + next());
  return createMesh({ positions, indices: Uint16Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3) });
}

function triangle(next: () => number): TriangleMesh {
  return createMesh({ positions: Float64Array.of(0, 0, 0, next(), 0, 0, 0, next(), next()) });
}
