import type { MeshReport } from "../../mesh/inspect-mesh.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { countOf } from "../output/format-number.ts";

/** What `inspect` may find and `--fail-on` may name; "warnings" are those of the reader. */
export const FINDING_NAMES = [
  "open",
  "degenerate",
  "duplicate",
  "non-manifold",
  "winding",
  "unwelded",
  "unused",
  "noise",
  "warnings",
] as const;

export type FindingName = (typeof FINDING_NAMES)[number];

/** Something legal but suspicious about a mesh. */
export interface Finding {
  name: FindingName;
  /** How many edges, triangles or vertices. */
  count: number;
  /** Numbers of some of them: triangles, or pairs of vertices for edges. */
  examples: number[];
}

/** The largest number of examples per finding. `inspectMesh` lists all of them. */
const MOST_EXAMPLES = 6;

export function findingsOf(report: MeshReport, { positions }: TriangleMesh): Finding[] {
  const { openEdges, nonManifoldEdges, inconsistentEdges, degenerateTriangles, duplicateTriangles } = report;
  const finding = (name: FindingName, list: Uint32Array, size: 1 | 2): Finding => ({
    name,
    count: list.length / size,
    examples: Array.from(list.subarray(0, MOST_EXAMPLES)),
  });
  const countOnly = (name: FindingName, count: number): Finding => ({ name, count, examples: [] });
  return [
    finding("open", openEdges, 2),
    finding("degenerate", degenerateTriangles, 1),
    finding("duplicate", duplicateTriangles, 1),
    finding("non-manifold", nonManifoldEdges, 2),
    finding("winding", inconsistentEdges, 2),
    countOnly("unwelded", report.unweldedVertices),
    countOnly("unused", report.unusedVertices),
    // Numbers that the file stores in f64 are not affected.
    countOnly(
      "noise",
      report.f32NoiseVisible && positions instanceof Float32Array ? report.triangleCount : 0,
    ),
  ].filter(({ count }) => count > 0);
}

/** Each finding in plain words, with its effect on collisions. */
export function describeFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ name, count, examples }) => {
    const edges = pairUp(examples);
    switch (name) {
      case "open":
        return `${countOf(count, "open edge")} (${edges}): the surface has a border and no inside; against another open part, depths are those of the hulls`;
      case "degenerate":
        return `${countOf(count, "triangle")} without area (${list(examples)}): they count as the segment or point they are`;
      case "duplicate":
        return `${countOf(count, "triangle")} on top of an earlier one (${list(examples)}): contacts count twice there`;
      case "non-manifold":
        return `${countOf(count, "edge")} of more than two triangles (${edges}): sheets meet there, or solids share an edge`;
      case "winding":
        return `${countOf(count, "edge")} whose triangles face opposite ways (${edges}): answers do not depend on it, pictures do`;
      case "unwelded":
        return `${countOf(count, "vertex", "vertices")} at the position of another one: harmless, but self-collision has to match them first`;
      case "unused":
        return `${countOf(count, "vertex", "vertices")} that no triangle uses: harmless`;
      case "noise":
        return "far from the origin for f32 numbers: rounding has bent the typical triangle by more than 0.01 %";
      default:
        return name;
    }
  });
}

function list(numbers: readonly number[]): string {
  return `e.g. ${numbers.slice(0, 3).join(", ")}`;
}

function pairUp(vertices: readonly number[]): string {
  const edges: string[] = [];
  for (let i = 0; i + 1 < vertices.length && i < 4; i += 2) edges.push(`${vertices[i]}–${vertices[i + 1]}`);
  return `e.g. ${edges.join(", ")}`;
}
