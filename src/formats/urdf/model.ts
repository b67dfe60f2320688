import { type Articulation, createArticulation, placeLinks } from "../../mesh/articulation/articulation.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../../option-names.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { type Budget, createBudget } from "../budget.ts";
import { createModel, type Model, type ModelPart } from "../model.ts";
import { inWords } from "./files.ts";
import { jointValues, type Robot, readUrdfWithin, URDF_OPTIONS, type UrdfOptions } from "./read.ts";
import { readSrdfWithin } from "./srdf.ts";

export interface UrdfModelOptions extends UrdfOptions {
  /** Joint values by name: radians or metres. Other joints stay at 0. */
  joints?: Readonly<Record<string, number>> | undefined;
  /** The .srdf file that goes with the robot: pairs that it disables may meet. */
  srdf?: string | Uint8Array | undefined;
}

export const URDF_MODEL_OPTIONS: OptionNames<UrdfModelOptions> = {
  ...URDF_OPTIONS,
  joints: true,
  srdf: true,
};

/**
 * Reads a URDF robot as a model: one part per link with a shape, all its shapes joined, posed by the joint values. Links
 * that a joint connects are `allowedPairs`, skipping frames without a shape between them. Throws like `readUrdf`, and
 * `OptionError` for a joint that the robot does not have.
 */
export async function readUrdfModel(
  document: string | Uint8Array,
  source: string,
  options: UrdfModelOptions = {},
): Promise<Model> {
  checkOptionNames(options, URDF_MODEL_OPTIONS, "readUrdfModel");
  const budget = createBudget(options.limits);
  const robot = await readUrdfWithin(budget, document, source, pickOptions(options, URDF_OPTIONS));
  return modelOfRobot(robot, source, budget, options);
}

/** A robot as a model: one part per link with a shape, posed by the joint values. */
export async function modelOfRobot(
  robot: Robot,
  source: string,
  budget: Budget,
  { joints = {}, srdf }: Pick<UrdfModelOptions, "joints" | "srdf">,
): Promise<Model> {
  const allowedPairs = robot.allowedPairs ?? adjacentLinks(robot.links);
  if (srdf !== undefined) await addDisabledPairs(allowedPairs, robot, srdf, source, budget);
  const space = { metresPerUnit: 1, upAxis: "z" } as const;
  return {
    ...createModel(source, budget, posedLinks(robot, source, joints), robot.warnings, space),
    allowedPairs,
  };
}

function posedLinks(robot: Robot, source: string, joints: Readonly<Record<string, number>>): ModelPart[] {
  const { links } = robot;
  const linkToWorld = new Float64Array(16 * links.length);
  placeLinks(articulationOf(links, source), jointValues(robot, joints), null, linkToWorld);
  return links.flatMap(({ name, mesh = null }, i) =>
    mesh === null ? [] : [{ name, mesh, toWorld: linkToWorld.slice(16 * i, 16 * i + 16) }],
  );
}

/** A joint that leads beyond the range of coordinates is the file's mistake. */
function articulationOf(links: readonly Link[], source: string): Articulation {
  try {
    return createArticulation(links);
  } catch (error) {
    throw inWords(error, source);
  }
}

/** Each link with a shape, after its nearest ancestor that has one. */
export function adjacentLinks(links: readonly Link[]): [string, string][] {
  const byName = new Map(links.map((link) => [link.name, link]));
  /** The nearest link with a shape from a link upwards, itself included; cached, because many may share one long chain. */
  const shaped = new Map<Link, Link | null>();
  const nearestShaped = (link: Link | undefined): Link | null => {
    const passed: Link[] = [];
    let at = link;
    while (at !== undefined && (at.mesh ?? null) === null && !shaped.has(at)) {
      passed.push(at);
      at = byName.get(at.parent ?? "");
    }
    const found = at === undefined ? null : (at.mesh ?? null) === null ? shaped.get(at)! : at;
    for (const frame of passed) shaped.set(frame, found);
    return found;
  };
  const pairs: [string, string][] = [];
  for (const { name, mesh = null, parent = null } of links) {
    if (mesh === null || parent === null) continue;
    const above = nearestShaped(byName.get(parent));
    if (above !== null) pairs.push([above.name, name]);
  }
  return pairs;
}

/** Adds the new pairs of the .srdf file, except for links without a shape. */
async function addDisabledPairs(
  pairs: [string, string][],
  robot: Robot,
  srdf: string | Uint8Array,
  source: string,
  budget: Budget,
): Promise<void> {
  const name = `${source}, srdf`;
  const { allowedPairs, warnings } = await readSrdfWithin(budget, srdf, name, robot.links);
  robot.warnings.push(...warnings);
  const shaped = new Set(robot.links.filter(({ mesh = null }) => mesh !== null).map(({ name }) => name));
  const key = (a: string, b: string) => JSON.stringify(a < b ? [a, b] : [b, a]);
  const known = new Set(pairs.map(([a, b]) => key(a, b)));
  for (const [a, b] of allowedPairs)
    if (shaped.has(a) && shaped.has(b) && !known.has(key(a, b))) pairs.push([a, b]);
}
