import type { Bounds } from "../../geometry/bounds.ts";
import type { Vector } from "../../geometry/vector.ts";
import type { ClashReport, ReportBaseline, ReportClash, ReportPart } from "../clash-report.ts";
import { metresPerReportUnit, type SceneSpace } from "../scene-space.ts";
import { type Camera, lookAt } from "./camera.ts";
import { guidOf } from "./guid.ts";
import { descriptionOf, priorityOf, titleOf } from "./topic-text.ts";

/** The content of a topic, for both versions of BCF. */
export interface BcfTopic {
  guid: string;
  title: string;
  status: "Open" | "Closed";
  priority: string;
  labels: string[];
  description: string;
  /** The files of the clashing parts. */
  files: string[];
  viewpoint: BcfViewpoint | null;
}

export interface BcfViewpoint {
  guid: string;
  /** Part a, then part b unless the clash is "self". */
  components: BcfComponent[];
  camera: Camera;
  lines: [Vector, Vector][];
}

/** A part, identified by the guid in its file or by its key. */
export type BcfComponent = { ifcGuid: string } | { key: string };

/** The largest number of lines per viewpoint: 1,000 clashes then make up to 33 MB of XML, 6 MB zipped. */
const MOST_LINES = 100;
const IFC_GUID = /^[0-9A-Za-z_$]{22}$/;

/** One topic for each clash, in the report's order; then one closed topic for each resolved clash of the baseline. */
export function topicsOf(report: ClashReport, upAxis: SceneSpace["upAxis"]): BcfTopic[] {
  const topics = report.clashes.map((clash) => topicOf(report, clash, upAxis));
  return report.baseline === null ? topics : [...topics, ...closedTopics(report.baseline)];
}

function topicOf(report: ClashReport, clash: ReportClash, upAxis: SceneSpace["upAxis"]): BcfTopic {
  const { id, kind, a, b, change } = clash;
  const parts = (a === b ? [a] : [a, b]).map((part) => report.parts[part]);
  const files = new Set(parts.map(({ input }) => report.inputs[input].file));
  return {
    guid: guidOf("topic", id),
    title: titleOf(kind, report.parts[a].name, report.parts[b].name),
    status: "Open",
    priority: priorityOf(kind),
    labels: change === undefined ? [kind] : [kind, change],
    description: descriptionOf(report, clash),
    files: [...files],
    viewpoint: viewpointOf(report, clash, parts, upAxis),
  };
}

/**
 * Closed topics of resolved clashes, with their old guids, so that an import closes the old topics. None when the baseline has
 * warnings: the clashes may still exist.
 */
function closedTopics({ resolved, warnings }: ReportBaseline): BcfTopic[] {
  if (warnings.length > 0) return [];
  return resolved.map(({ id, kind, keyA, keyB }) => ({
    guid: guidOf("topic", id),
    title: titleOf(kind, keyA, keyB),
    status: "Closed",
    priority: priorityOf(kind),
    labels: [kind, "resolved"],
    description: `Found earlier, resolved now.\nabut clash ${id}`,
    files: [],
    viewpoint: null,
  }));
}

function viewpointOf(
  report: ClashReport,
  clash: ReportClash,
  parts: ReportPart[],
  upAxis: SceneSpace["upAxis"],
): BcfViewpoint {
  const metres = metresPerReportUnit(report);
  // BCF is in metres with z up: (x, y, z) with y up becomes (x, −z, y).
  const toBcf = ([x, y, z]: Vector): Vector =>
    upAxis === "y" ? [x * metres, -z * metres, y * metres] : [x * metres, y * metres, z * metres];
  const boxToBcf = (box: Bounds): Bounds => {
    const [p, q] = [toBcf([box[0], box[1], box[2]]), toBcf([box[3], box[4], box[5]])];
    const least = p.map((value, k) => Math.min(value, q[k]));
    const greatest = p.map((value, k) => Math.max(value, q[k]));
    return [...least, ...greatest] as Bounds;
  };
  return {
    guid: guidOf("viewpoint", clash.id),
    components: parts.map(componentOf),
    camera: lookAt(
      boxToBcf(clash.box),
      parts.map(({ box }) => boxToBcf(box)),
    ),
    lines: linesOf(clash).map(([p, q]) => [toBcf(p), toBcf(q)]),
  };
}

function componentOf({ guid, key }: ReportPart): BcfComponent {
  return guid !== undefined && IFC_GUID.test(guid) ? { ifcGuid: guid } : { key };
}

/** The contact curves, thinned where they have too many points, or the line between parts that are too close. */
function linesOf({ curves, distance }: ReportClash): [Vector, Vector][] {
  if (distance !== null) return [[distance.pointA, distance.pointB]];
  const points = curves.reduce((sum, curve) => sum + curve.points.length / 3, 0);
  const step = Math.ceil(points / MOST_LINES);
  return curves.flatMap((curve) => linesOfCurve(curve, step)).slice(0, MOST_LINES);
}

/** Every step-th point, and the last. */
function linesOfCurve({ points, closed }: ReportClash["curves"][number], step: number): [Vector, Vector][] {
  const at = (i: number) => points.slice(3 * i, 3 * i + 3) as Vector;
  const last = points.length / 3 - 1;
  const lines: [Vector, Vector][] = [];
  for (let i = 0; i < last; i += step) lines.push([at(i), at(Math.min(i + step, last))]);
  if (closed && last > 1) lines.push([at(last), at(0)]);
  return lines;
}
