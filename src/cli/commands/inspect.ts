import { worldBoxes } from "../../clash/world-boxes.ts";
import { inspectMesh } from "../../mesh/inspect-mesh.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { buildAabbTree } from "../../trees/build-aabb.ts";
import { type TreeQuality, treeQuality } from "../../trees/quality.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { choosePaint, type Paint } from "../output/colours.ts";
import { countOf, formatCount, formatNumber, formatPoint } from "../output/format-number.ts";
import { printJson } from "../output/json-answer.ts";
import { createProgress } from "../output/progress.ts";
import { cleanText } from "../output/text-table.ts";
import type { Scene } from "../scene/load-scene.ts";
import { type OpenOptions, openScene } from "../scene/open-scene.ts";
import { say, type Terminal } from "../terminal.ts";
import { describeFindings, type Finding, type FindingName, findingsOf } from "./findings.ts";

export interface InspectCommandOptions extends OpenOptions {
  json?: boolean;
  failOn: ReadonlySet<FindingName>;
}

/** `abut inspect`: what files contain, and what is legal but suspicious about it. */
export async function runInspect(
  paths: readonly string[],
  options: InspectCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { scene } = await openScene(paths, options, terminal);
  const parts = inspectParts(scene, options, terminal);
  if (options.json === true) printJson("inspect", scene, { parts }, terminal);
  else printParts(scene, parts, choosePaint(terminal.out, terminal, options.color), terminal);
  if (parts.length === 0) {
    say(terminal, "abut: nothing to inspect: there are no triangles");
    return EXIT.unchecked;
  }
  const isFailure =
    parts.some(({ findings }) => findings.some(({ name }) => options.failOn.has(name))) ||
    (options.failOn.has("warnings") && scene.inputs.some(({ warnings }) => warnings.length > 0));
  return isFailure ? EXIT.found : EXIT.clean;
}

interface InspectedPart {
  part: string;
  name: string;
  type?: string;
  guid?: string;
  triangles: number;
  vertices: number;
  /** The world box in the unit of the answer: least corner, then greatest corner. */
  box: number[];
  closed: boolean;
  coordinates: "f32" | "f64";
  /** The first part that shares the mesh, or null. */
  instanceOf: string | null;
  findings: Finding[];
  tree: TreeQuality;
}

type MeshAnswer = Pick<InspectedPart, "closed" | "coordinates" | "findings" | "tree">;

function inspectParts(scene: Scene, options: InspectCommandOptions, terminal: Terminal): InspectedPart[] {
  const { parts, partInfo, unit } = scene;
  const progress = createProgress(terminal.err, options.quiet !== true);
  const boxes = worldBoxes(parts);
  const known = new Map<TriangleMesh, MeshAnswer & { first: string }>();
  const inspected = parts.map(({ key, name, mesh }, i): InspectedPart => {
    progress.show("inspecting", i, parts.length);
    const before = known.get(mesh);
    const answer = before ?? { ...inspectOne(mesh), first: key };
    if (before === undefined) known.set(mesh, answer);
    const { closed, coordinates, findings, tree } = answer;
    return {
      part: key,
      name,
      ...partInfo[i],
      triangles: mesh.triangleCount,
      vertices: mesh.vertexCount,
      box: Array.from(boxes.subarray(6 * i, 6 * i + 6), (x) => x * unit.perSceneUnit),
      closed,
      coordinates,
      instanceOf: before?.first ?? null,
      findings,
      tree,
    };
  });
  progress.end();
  return inspected;
}

function inspectOne(mesh: TriangleMesh): MeshAnswer {
  const report = inspectMesh(mesh);
  return {
    closed: report.closed,
    coordinates: mesh.positions instanceof Float32Array ? "f32" : "f64",
    findings: findingsOf(report, mesh),
    tree: treeQuality(buildAabbTree(mesh)),
  };
}

function printParts(scene: Scene, parts: readonly InspectedPart[], paint: Paint, { out }: Terminal): void {
  const { inputs, labels, partNames, unit } = scene;
  const partsOfFile: number[][] = inputs.map(() => []);
  scene.parts.forEach(({ group }, p) => {
    partsOfFile[group].push(p);
  });
  inputs.forEach(({ file, bytes, sha256, warnings }, i) => {
    const mine = partsOfFile[i];
    const triangles = mine.reduce((sum, p) => sum + parts[p].triangles, 0);
    out.write(
      `${paint(cleanText(file), "bold")}: ${countOf(mine.length, "part")}, ${countOf(triangles, "triangle")}, ` +
        `${formatCount(bytes)} bytes, sha256 ${sha256.slice(0, 12)}…\n`,
    );
    for (const warning of warnings) out.write(`  ${paint(`warning: ${cleanText(warning)}`, "yellow")}\n`);
    for (const p of mine) {
      const name = partNames[p] === labels[i] ? parts[p].name : partNames[p];
      for (const line of linesOf(parts[p], name, unit.name, paint)) out.write(`  ${line}\n`);
    }
  });
  for (const warning of scene.warnings) out.write(`${paint(`warning: ${cleanText(warning)}`, "yellow")}\n`);
}

function linesOf(part: InspectedPart, name: string, unit: string, paint: Paint): string[] {
  const { box, tree } = part;
  const size = [0, 1, 2].map((axis) => formatNumber(box[3 + axis] - box[axis])).join(" × ");
  const length = unit === "unit" ? "" : ` ${unit}`;
  const kind = part.type === undefined ? "" : ` (${part.type})`;
  const title = `${paint(cleanText(name) + kind, "cyan")}: ${countOf(part.triangles, "triangle")}, ${countOf(part.vertices, "vertex", "vertices")}`;
  if (part.instanceOf !== null)
    return [`${title}; the mesh of ${cleanText(part.instanceOf)} again, ${size}${length}`];
  return [
    `${title}, ${part.coordinates}, ${part.closed ? "closed" : paint("open", "yellow")}`,
    `  size ${size}${length}, from ${formatPoint(box.slice(0, 3))} to ${formatPoint(box.slice(3))}`,
    ...describeFindings(part.findings).map((line) => `  ${paint("!", "yellow")} ${line}`),
    `  tree: depth ${tree.depth}, ${countOf(tree.leaves, "leaf", "leaves")} of at most ${tree.largestLeaf}, ` +
      `cost ${formatNumber(tree.sahCost)}, siblings overlap ${formatNumber(tree.siblingOverlap)}, balance ${formatNumber(tree.balance)}`,
  ];
}
