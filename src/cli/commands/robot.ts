import type { ClashPart } from "../../clash/clash.ts";
import { findClashes } from "../../clash/find-clashes.ts";
import { FormatError, OptionError } from "../../errors.ts";
import { readRobotFile } from "../../formats/read-model-file.ts";
import type { Robot } from "../../formats/urdf/read.ts";
import { createAllowedPairs } from "../../queries/articulated/allowed-pairs.ts";
import {
  collideAlongPath,
  type PathContact,
  type PathStats,
} from "../../queries/articulated/collide-along-path.ts";
import { distance } from "../../queries/distance/distance.ts";
import { createClashReport } from "../../reports/create-clash-report.ts";
import { writeHtml } from "../../reports/html.ts";
import {
  type ArticulatedBody,
  createArticulatedBody,
  setPose,
} from "../../trees/articulated/articulated-body.ts";
import { createObstacles } from "../../trees/articulated/obstacles.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { choosePaint } from "../output/colours.ts";
import { countOf, formatNumber } from "../output/format-number.ts";
import { printJson } from "../output/json-answer.ts";
import { refuseInput, replaceFile } from "../output/replace-file.ts";
import { layOutTable } from "../output/text-table.ts";
import { readTemplate } from "../read-template.ts";
import type { Scene } from "../scene/load-scene.ts";
import { type OpenOptions, openScene, warn, warningsOf } from "../scene/open-scene.ts";
import { readWaypoints, type Waypoints } from "../scene/read-waypoints.ts";
import { inUnit, type Length } from "../scene/scene-unit.ts";
import { say, type Terminal, widthOf } from "../terminal.ts";
import { readVersion } from "../version.ts";

export interface RobotCommandOptions extends OpenOptions {
  path: string;
  obstacles?: readonly string[];
  tolerance?: Length;
  maxPoses?: number;
  /** False after `--no-self`. */
  self: boolean;
  json?: boolean;
  output?: string;
}

/** A robot on its path among obstacles, and what was found. */
interface Search {
  scene: Scene;
  robot: Robot;
  body: ArticulatedBody;
  obstacles: ArticulatedBody | null;
  /** The parts of the scene that the links of `obstacles` stand for, after their first link. */
  obstacleParts: ClashPart[];
  waypoints: Waypoints;
  contact: PathContact | null;
  stats: PathStats;
}

/** `abut robot`: where a robot first meets obstacles, or itself, on a path. */
export async function runRobot(
  file: string,
  options: RobotCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output } = options;
  if (output !== undefined && !/\.html?$/i.test(output))
    throw new OptionError(`--output ${output}: the page of abut robot is HTML, name it .html`);
  // The scene reads the robot as parts, with its allowed pairs, beside the obstacles, all in one unit.
  const { scene } = await openScene([file, ...(options.obstacles ?? [])], options, terminal);
  if (output !== undefined) refuseInput(output, [...scene.files, options.path]);
  const robot = await readRobotFile(file, {
    ...(options.package && { packages: options.package }),
    ...(options.filesWithin && { filesWithin: options.filesWithin }),
    ...(options.readLimit && { limits: options.readLimit }),
  });
  const waypoints = await readWaypoints(options.path, robot.valueNames);
  warn([...warningsOf(scene), ...waypoints.warnings], options, terminal);
  const search = findContact(scene, robot, waypoints, options, file);
  if (options.json === true) printJson("robot", scene, answerOf(search), terminal);
  else printContact(search, options, terminal);
  if (output !== undefined) await writePage(search, output, options, terminal);
  const { contact } = search;
  if (contact === null) return EXIT.clean;
  return contact.kind === "unknown" ? EXIT.unchecked : EXIT.found;
}

function findContact(
  scene: Scene,
  robot: Robot,
  waypoints: Waypoints,
  { self, tolerance, maxPoses }: RobotCommandOptions,
  file: string,
): Search {
  if (scene.unit.metres === null) throw new FormatError(`${file}: is not a robot, which has a unit`);
  const body = createArticulatedBody(robot.links);
  const links = scene.parts.filter(({ group }) => group === 0);
  const obstacleParts = scene.parts.filter(({ group }) => group > 0);
  const obstacles =
    obstacleParts.length === 0
      ? null
      : createObstacles(obstacleParts.map(({ key, mesh, toWorld }) => ({ name: key, mesh, toWorld })));
  const pairs: [string, string][] = [];
  for (const [i, a] of links.entries())
    for (const b of links.slice(i + 1)) if (scene.isAllowedByFile(a, b)) pairs.push([a.name, b.name]);
  const stats: Partial<PathStats> = {};
  const contact = collideAlongPath(body, waypoints.values, obstacles, {
    self,
    ...(self && { allowed: createAllowedPairs(body, { pairs }) }),
    ...(tolerance && { tolerance: inUnit(tolerance, scene.unit, "--tolerance") / scene.unit.perSceneUnit }),
    ...(maxPoses !== undefined && { maxPoses }),
    stats,
  });
  return {
    scene,
    robot,
    body,
    obstacles,
    obstacleParts,
    waypoints,
    contact,
    stats: stats as PathStats,
  };
}

/** The two things that meet, as keys and as names for people. */
function pairOf({
  scene,
  robot,
  obstacleParts,
  contact,
}: Search): { keys: string[]; names: string[] } | null {
  if (contact === null || contact.kind === "unknown") return null;
  const { linkA, linkB, isSelf } = contact;
  const partOfLink = (link: number) =>
    scene.parts.find(({ group, name }) => group === 0 && name === robot.links[link].name)!;
  const parts = [partOfLink(linkA), isSelf ? partOfLink(linkB) : obstacleParts[linkB - 1]];
  return {
    keys: parts.map(({ key }) => key as string),
    names: parts.map((part) => scene.partNames[scene.parts.findIndex(({ key }) => key === part.key)]),
  };
}

/** The joint values at a time: waypoints are joined by straight lines. */
function valuesAt({ values }: Waypoints, time: number): Float64Array {
  const segment = Math.min(Math.floor(time), Math.max(values.length - 2, 0));
  const [from, to] = [values[segment], values[Math.min(segment + 1, values.length - 1)]];
  return from.map((value, i) => value + (time - segment) * (to[i] - value));
}

function answerOf(search: Search): object {
  const { waypoints, contact, robot, stats } = search;
  const found =
    contact === null
      ? null
      : {
          kind: contact.kind,
          a: pairOf(search)?.keys[0] ?? null,
          b: pairOf(search)?.keys[1] ?? null,
          self: contact.kind === "unknown" ? null : contact.isSelf,
          segment: contact.segment,
          lines: linesOf(waypoints, contact.segment),
          lower: contact.lower,
          upper: contact.upper,
          joints: Object.fromEntries(
            [...valuesAt(waypoints, contact.upper)].map((value, i) => [robot.valueNames[i], value]),
          ),
        };
  return { free: contact === null, waypoints: waypoints.values.length, contact: found, counts: stats };
}

function linesOf({ lines }: Waypoints, segment: number): number[] {
  return [...new Set([lines[segment], lines[Math.min(segment + 1, lines.length - 1)]])];
}

function printContact(search: Search, { color }: RobotCommandOptions, terminal: Terminal): void {
  const { out } = terminal;
  const { waypoints, contact, robot, stats } = search;
  const paint = choosePaint(out, terminal, color);
  const way = `${countOf(waypoints.values.length, "waypoint")}, ${countOf(stats.poses, "pose")} tried`;
  if (contact === null) {
    out.write(`${paint("The path is free.", "green")} ${way}.\n`);
    return;
  }
  const where = `lines ${linesOf(waypoints, contact.segment).join(" and ")} of the path`;
  if (contact.kind === "unknown") {
    out.write(
      `${paint("Not decided", "yellow")} between ${where}, from time ${formatNumber(contact.lower)}: ${way}.\n`,
    );
    return;
  }
  const columns = [
    { title: "kind", align: "left", shrinks: false },
    { title: "link", align: "left", shrinks: true },
    { title: "meets", align: "left", shrinks: true },
    { title: "free until", align: "right", shrinks: false },
    { title: "at time", align: "right", shrinks: false },
  ] as const;
  const { names } = pairOf(search)!;
  const rows = [
    [
      { text: contact.kind, colour: "red" as const },
      names[0],
      names[1],
      formatNumber(contact.lower),
      formatNumber(contact.upper),
    ],
  ];
  out.write(`${layOutTable(columns, rows, widthOf(out), paint).join("\n")}\n\n`);
  out.write(`${paint("The robot does not get through", "bold")}: between ${where}. ${way}.\n`);
  const values = [...valuesAt(waypoints, contact.upper)].map(
    (value, i) => `${robot.valueNames[i]}=${formatNumber(value)}`,
  );
  out.write(`Joints there: ${values.join(", ")}\n`);
}

/** The report page of the clashes at the contact: the robot as it stands there, among the obstacles. */
async function writePage(
  search: Search,
  output: string,
  { quiet, path }: RobotCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const { scene, robot, body, waypoints, contact } = search;
  if (contact === null || contact.kind === "unknown") {
    if (quiet !== true) say(terminal, "no page was written: there is no contact to show");
    return;
  }
  setPose(body, valuesAt(waypoints, contact.upper));
  const linkNumber = new Map(robot.links.map(({ name }, i) => [name, i]));
  const parts = scene.parts.map((part) => {
    const link = part.group === 0 ? linkNumber.get(part.name) : undefined;
    return link === undefined
      ? part
      : { ...part, toWorld: body.linkToWorld.slice(16 * link, 16 * link + 16) };
  });
  const gap = gapOf(search);
  const clearance = gap * (1 + 2 ** -20);
  const options = {
    clearance,
    touching: "report",
    ignore: (a: ClashPart, b: ClashPart) => scene.isAllowedByFile(a, b) || (a.group !== 0 && b.group !== 0),
  } as const;
  const result = findClashes(parts, options);
  const report = createClashReport({
    ...scene,
    parts,
    result,
    settings: {
      tolerance: 0,
      clearance: clearance * scene.unit.perSceneUnit,
      touching: "report",
      between: false,
      self: false,
      limit: null,
      ignore: [],
    },
    toolVersion: readVersion(),
    baseline: null,
  });
  const page = writeHtml(report, parts, { template: await readTemplate(), upAxis: "z" });
  await replaceFile(output, page, [...scene.files, path]);
  if (quiet !== true) say(terminal, `wrote ${output}`);
}

/** How far apart the two links of a near miss are at the time of the contact; 0 if they meet. The body stands there. */
function gapOf({ body, obstacles, contact }: Search): number {
  if (contact === null || contact.kind !== "near") return 0;
  const other = contact.isSelf ? body : obstacles!;
  const poseOf = ({ linkToWorld }: ArticulatedBody, link: number) =>
    linkToWorld.slice(16 * link, 16 * link + 16);
  const found = distance(body.trees[contact.linkA]!, other.trees[contact.linkB]!, {
    aToWorld: poseOf(body, contact.linkA),
    bToWorld: poseOf(other, contact.linkB),
  });
  return found?.distance ?? 0;
}
