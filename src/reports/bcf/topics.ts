import type { Vector } from "../../geometry/vector.ts";
import type { ClashReport, ReportBaseline, ReportClash, ReportPart } from "../clash-report.ts";
import { STATUS_NAMES } from "../clash-status.ts";
import { axesOf, fromView } from "../picture/camera.ts";
import { bestLook, eyeOf, type Look, quickLook } from "../picture/look.ts";
import { type PictureScene, type Shot, shotsOfGroup } from "../picture/scene.ts";
import { sidesOf } from "../picture/sides.ts";
import { metresPerReportUnit } from "../scene-space.ts";
import { type BcfComment, commentsOfTopics } from "./comments.ts";
import { guidOf } from "./guid.ts";
import type { BcfSettings } from "./options.ts";
import { descriptionOf, groupDescriptionOf, groupTitleOf, priorityOf, titleOf } from "./topic-text.ts";

/** The content of a topic, for both versions of BCF. */
export interface BcfTopic {
  guid: string;
  title: string;
  /** "Open", "Closed", or the status of the status file. */
  status: string;
  assignedTo: string | null;
  priority: string;
  labels: string[];
  description: string;
  /** Indices of the inputs of the clashing parts. */
  inputs: number[];
  /** The group that the topic is about; null where it is about a clash. */
  group: string | null;
  /** Ids of the listed clashes that the topic is about. */
  clashes: string[];
  viewpoints: BcfViewpoint[];
  /** What the status file says, in the order of time. */
  comments: BcfComment[];
}

export interface BcfViewpoint {
  guid: string;
  shot: Shot;
  look: Look;
  /** Whether there is a picture. */
  hasSnapshot: boolean;
  /** The parts of the shot, each with its colour: 1 is that of part a, 2 that of part b. */
  components: { component: BcfComponent; side: number }[];
  camera: BcfCamera;
  lines: [Vector, Vector][];
}

/** In metres, z up. Directions have length 1. */
export interface BcfCamera {
  position: Vector;
  direction: Vector;
  up: Vector;
}

/** A part, identified by the guid in its file or by its key. */
export type BcfComponent = { ifcGuid: string } | { key: string };

/** The largest number of lines per viewpoint: 1,000 clashes then make up to 33 MB of XML, 6 MB zipped. */
const MOST_LINES = 100;
/** The largest number of viewpoints per topic. The description names the other clashes of the group. */
const MOST_VIEWPOINTS = 100;
const IFC_GUID = /^[0-9A-Za-z_$]{22}$/;

/**
 * One topic for each group, in the report's order, or for each clash where clashes are not grouped; then one closed topic for each
 * resolved clash of the baseline. At most `maxPictures` viewpoints have a picture: the first one of each topic before others.
 */
export function topicsOf(scene: PictureScene, settings: BcfSettings): BcfTopic[] {
  const { report } = scene;
  const drafts = report.groups.length > 0 ? groupDrafts(report) : clashDrafts(report);
  const isDrawn = chooseDrawn(drafts, settings.maxPictures);
  const topics = drafts.map(
    ({ shots, guids, ...topic }, i): Uncommented => ({
      ...topic,
      viewpoints: shots.map((shot, k) => viewpointOf(scene, shot, guids[k], isDrawn[i][k])),
    }),
  );
  const all = report.baseline === null ? topics : [...topics, ...closedTopics(report.baseline)];
  const comments = commentsOfTopics(all, settings);
  return all.map((topic, i) => ({ ...topic, comments: comments[i] }));
}

type Uncommented = Omit<BcfTopic, "comments">;
type Draft = Omit<Uncommented, "viewpoints"> & { shots: Shot[]; guids: string[] };

function clashDrafts(report: ClashReport): Draft[] {
  return report.clashes.map((clash) => ({
    guid: guidOf("topic", clash.id),
    title: titleOf(clash.kind, report.parts[clash.a].name, report.parts[clash.b].name),
    description: descriptionOf(report, clash),
    ...aboutClashes(report, [clash]),
    group: null,
    shots: [{ clashes: [clash], box: clash.box }],
    guids: [guidOf("viewpoint", clash.id)],
  }));
}

function groupDrafts(report: ClashReport): Draft[] {
  return report.groups
    .filter(({ clashes }) => clashes.length > 0)
    .map((group) => {
      const clashes = group.clashes.map((index) => report.clashes[index]);
      const [worst] = clashes;
      const isSingle = group.count === 1;
      const guids = clashes.map(({ id }) => guidOf("viewpoint", id));
      return {
        guid: guidOf("group", group.id),
        title: isSingle
          ? titleOf(worst.kind, report.parts[worst.a].name, report.parts[worst.b].name)
          : groupTitleOf(group),
        description: isSingle ? descriptionOf(report, worst) : groupDescriptionOf(report, group),
        ...aboutClashes(report, clashes),
        group: group.id,
        shots: shotsOfGroup(report, group).slice(0, MOST_VIEWPOINTS),
        guids: clashes.length > 1 ? [guidOf("overview", group.id), ...guids] : guids,
      };
    });
}

function aboutClashes(report: ClashReport, clashes: readonly ReportClash[]) {
  const inputs = new Set(clashes.flatMap(({ a, b }) => [report.parts[a].input, report.parts[b].input]));
  const words = clashes.flatMap(({ kind, change }) => (change === undefined ? [kind] : [kind, change]));
  return {
    ...reviewOf(clashes),
    priority: priorityOf(clashes[0].kind),
    labels: [...new Set(words)],
    inputs: [...inputs],
    clashes: clashes.map(({ id }) => id),
  };
}

/** What the status file says: the least settled status of the clashes, and whom they are all assigned to. */
function reviewOf(clashes: readonly ReportClash[]): Pick<BcfTopic, "status" | "assignedTo"> {
  const found = new Set(clashes.map(({ review }) => review?.status));
  const name = STATUS_NAMES.find((status) => found.has(status));
  const assignees = new Set(clashes.map(({ review }) => review?.assignee?.trim() || null));
  return {
    status: name === undefined ? "Open" : name[0].toUpperCase() + name.slice(1),
    assignedTo: assignees.size === 1 ? [...assignees][0] : null,
  };
}

/** Whether each viewpoint of each topic has a picture. */
function chooseDrawn(drafts: readonly Draft[], maxPictures: number): boolean[][] {
  let left = Math.max(0, maxPictures - drafts.length);
  return drafts.map(({ shots }, topic) =>
    shots.map((_, i) => {
      if (i === 0) return topic < maxPictures;
      return left-- > 0;
    }),
  );
}

/**
 * Closed topics of resolved clashes, with their old guids, so that an import closes the old topics. None when the baseline has
 * warnings: the clashes may still exist.
 */
function closedTopics({ resolved, warnings }: ReportBaseline): Uncommented[] {
  if (warnings.length > 0) return [];
  return resolved.map(({ id, kind, keyA, keyB }) => ({
    guid: guidOf("topic", id),
    title: titleOf(kind, keyA, keyB),
    status: "Closed",
    assignedTo: null,
    priority: priorityOf(kind),
    labels: [kind, "resolved"],
    description: `Found earlier, resolved now.\nabut clash ${id}`,
    inputs: [],
    group: null,
    clashes: [id],
    viewpoints: [],
  }));
}

function viewpointOf(scene: PictureScene, shot: Shot, guid: string, hasSnapshot: boolean): BcfViewpoint {
  const { report, up } = scene;
  const metres = metresPerReportUnit(report);
  // BCF is in metres with z up: (x, y, z) with y up becomes (x, −z, y).
  const toBcf = ([x, y, z]: Vector): Vector =>
    up === "y" ? [x * metres, -z * metres, y * metres] : [x * metres, y * metres, z * metres];
  const look = hasSnapshot ? bestLook(scene, shot) : quickLook(scene, shot);
  const [, above, back] = axesOf(look.direction);
  const [x, y, z] = fromView(back, "z");
  return {
    guid,
    shot,
    look,
    hasSnapshot,
    components: [...sidesOf(shot)].map(([part, side]) => ({
      component: componentOf(report.parts[part]),
      side,
    })),
    camera: {
      position: toBcf(eyeOf(scene, look)),
      direction: [-x, -y, -z],
      up: fromView(above, "z"),
    },
    lines: linesOf(shot.clashes).map(([p, q]) => [toBcf(p), toBcf(q)]),
  };
}

function componentOf({ guid, key }: ReportPart): BcfComponent {
  return guid !== undefined && IFC_GUID.test(guid) ? { ifcGuid: guid } : { key };
}

/** The contact curves, thinned where they have too many points, or the lines between parts that are too close. */
function linesOf(clashes: readonly ReportClash[]): [Vector, Vector][] {
  let points = 0;
  for (const { curves } of clashes) for (const curve of curves) points += curve.points.length / 3;
  const step = Math.ceil(points / MOST_LINES);
  return clashes
    .flatMap(({ curves, distance }): [Vector, Vector][] =>
      distance !== null
        ? [[distance.pointA, distance.pointB]]
        : curves.flatMap((curve) => linesOfCurve(curve, step)),
    )
    .slice(0, MOST_LINES);
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
