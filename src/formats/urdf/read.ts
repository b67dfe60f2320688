import { FormatError, OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spend } from "../budget.ts";
import type { Resolver } from "../gltf/document.ts";
import { attributeOf, childrenOf, parseXml, type XmlElement } from "../xml.ts";
import { fetchAhead, type MeshLoader } from "./files.ts";
import { meshFilesOf, readLinkMesh } from "./geometry.ts";
import { linksOfJoint, readUrdfJoint, resolveMimics, type UrdfJoint, valueNamesOf } from "./joint.ts";

export interface UrdfOptions extends LimitOptions {
  /**
   * Returns the bytes of a mesh by its file name as written: package://, file://, or relative to the robot's file. See
   * `locateMesh`.
   */
  resolve?: Resolver | undefined;
  /** The shapes that links get. Default "collision". */
  geometry?: "collision" | "visual" | undefined;
  /** Whether a mesh that `resolve` cannot load is an error (default), or a warning and a link without it. */
  missingMeshes?: "error" | "warn" | undefined;
  /**
   * Corners around a cylinder or capsule, at least 4. Default 32: at most 0.5 % (capsule: 1 %) of the radius inside the
   * ideal shape.
   */
  segments?: number | undefined;
}

export const URDF_OPTIONS: OptionNames<UrdfOptions> = {
  ...LIMIT_OPTIONS,
  resolve: true,
  geometry: true,
  missingMeshes: true,
  segments: true,
};

/** A robot as described by its file. */
export interface Robot {
  name: string;
  /** For `createArticulatedBody`: the root first, then the child of each joint in file order. */
  links: Link[];
  /**
   * The names of the numbers that `setPose` takes: a joint's name, or "joint.x" and the like for a joint with several
   * values. Fixed and mimicking joints take none.
   */
  valueNames: string[];
  /** MJCF: pairs of links that the file excludes, and those that a joint connects. */
  allowedPairs?: [string, string][];
  warnings: string[];
}

/**
 * Reads a URDF robot. Revolute and continuous joints become hinges, prismatic ones sliders, floating ones free; a planar joint
 * becomes two sliders and a hinge. Several shapes of a link are joined into one mesh. Throws `FormatError` that names the file
 * and the link or joint.
 */
export async function readUrdf(
  document: string | Uint8Array,
  source: string,
  options: UrdfOptions = {},
): Promise<Robot> {
  checkOptionNames(options, URDF_OPTIONS, "readUrdf");
  return readUrdfWithin(createBudget(options.limits), document, source, options);
}

/** `readUrdf` within a budget that it shares with other files. */
export async function readUrdfWithin(
  budget: Budget,
  document: string | Uint8Array,
  source: string,
  options: UrdfOptions,
): Promise<Robot> {
  const loader = createMeshLoader(options, source, budget);
  const { warnings } = loader;
  const root = await parseXml(document, source, budget);
  if (root.name !== "robot") throw new FormatError(`${source}: expected <robot>, got <${root.name}>`);
  const elements = readLinkElements(root, source, budget);
  const joints = childrenOf(root, "joint").map((joint) => readUrdfJoint(joint, source, warnings));
  const rootLink = checkTree(elements, joints, source);
  resolveMimics(joints, source);
  const links: Link[] = [{ name: rootLink }];
  for (const joint of joints) links.push(...linksOfJoint(joint));
  checkAddedNames(links, source);
  fetchAhead(meshFilesOf(elements.values(), loader.geometry), loader);
  for (const link of links) {
    const element = elements.get(link.name);
    if (element !== undefined) link.mesh = await readLinkMesh(element, link.name, loader);
  }
  const name = root.attributes.get("name") ?? "";
  return { name, links, valueNames: joints.flatMap(valueNamesOf), warnings };
}

/** Throws `OptionError` for options that are out of range. */
export function createMeshLoader(options: UrdfOptions, source: string, budget: Budget): MeshLoader {
  const { resolve, geometry = "collision", missingMeshes = "error", segments = 32 } = options;
  if (geometry !== "collision" && geometry !== "visual")
    throw new OptionError(`geometry: expected "collision" or "visual", got ${show(geometry)}`);
  if (missingMeshes !== "error" && missingMeshes !== "warn")
    throw new OptionError(`missingMeshes: expected "error" or "warn", got ${show(missingMeshes)}`);
  if (!(Number.isInteger(segments) && segments >= 4 && segments <= 4096))
    throw new OptionError(`segments: expected a whole number from 4 to 4096, got ${show(segments)}`);
  if (resolve !== undefined && typeof resolve !== "function")
    throw new OptionError(`resolve: expected a function, got ${typeof resolve}`);
  const [files, models, shared] = [new Map(), new Map(), new Map()];
  return { source, budget, resolve, geometry, missingMeshes, segments, warnings: [], files, models, shared };
}

function readLinkElements(root: XmlElement, source: string, budget: Budget): Map<string, XmlElement> {
  const elements = new Map<string, XmlElement>();
  for (const element of childrenOf(root, "link")) {
    const name = attributeOf(element, "name", `${source}, link ${elements.size + 1}`);
    if (elements.has(name)) throw new FormatError(`${source}: a second link "${name}"`);
    elements.set(name, element);
  }
  if (elements.size === 0) throw new FormatError(`${source}: the robot has no links`);
  spend(budget, "parts", elements.size, `${source}, links`);
  return elements;
}

/** The name of the root link; throws unless all other links are its descendants, each by one joint. */
function checkTree(
  elements: ReadonlyMap<string, XmlElement>,
  joints: readonly UrdfJoint[],
  source: string,
): string {
  const jointTo = new Map<string, UrdfJoint>();
  const names = new Set<string>();
  for (const joint of joints) {
    const where = `${source}, joint "${joint.name}"`;
    if (names.has(joint.name)) throw new FormatError(`${where}: there are two of this name`);
    names.add(joint.name);
    for (const end of ["parent", "child"] as const)
      if (!elements.has(joint[end]))
        throw new FormatError(`${where}: its ${end} link "${joint[end]}" does not exist`);
    const other = jointTo.get(joint.child);
    if (other !== undefined)
      throw new FormatError(`${where}: link "${joint.child}" is already the child of joint "${other.name}"`);
    jointTo.set(joint.child, joint);
  }
  const roots = [...elements.keys()].filter((name) => !jointTo.has(name));
  if (roots.length > 1)
    throw new FormatError(`${source}: links "${roots[0]}" and "${roots[1]}" both have no parent joint`);
  // Every link has at most one joint, so a link that a walk visits again is on a cycle.
  const sound = new Set(roots);
  for (const joint of joints) {
    const path = new Set<string>();
    for (let link = joint.child; !sound.has(link); link = jointTo.get(link)!.parent) {
      if (path.has(link))
        throw new FormatError(
          `${source}, joint "${jointTo.get(link)!.name}": link "${link}" is its own ancestor`,
        );
      path.add(link);
    }
    for (const link of path) sound.add(link);
  }
  return roots[0];
}

function checkAddedNames(links: readonly Link[], source: string): void {
  const names = new Set<string>();
  for (const { name } of links) {
    if (names.has(name))
      throw new FormatError(`${source}: link "${name}" has the name of a frame that a planar joint adds`);
    names.add(name);
  }
}

/**
 * The numbers for `setPose` from values by name. Others stay at rest: 0, and 1 for the first number of a quaternion. Throws
 * `OptionError` for a name that the robot does not have.
 */
export function jointValues(robot: Robot, byName: Readonly<Record<string, number>>): Float64Array {
  const valueNames = robot?.valueNames;
  if (!Array.isArray(valueNames))
    throw new OptionError(`robot: expected a robot of readUrdf or readMjcf, got ${show(robot)}`);
  if (typeof byName !== "object" || byName === null)
    throw new OptionError(`values: expected an object, got ${show(byName)}`);
  const places = new Map(valueNames.map((name, i) => [name, i]));
  const values = Float64Array.from(valueNames, (name) => (name.endsWith(".qw") ? 1 : 0));
  for (const [name, value] of Object.entries(byName)) {
    const place = places.get(name);
    if (place === undefined)
      throw new OptionError(
        `values: the robot has no joint "${name}" with a value of its own (${valueNames.join(", ") || "it has none"})`,
      );
    if (!Number.isFinite(value))
      throw new OptionError(`values: ${value} for joint "${name}" is not a finite number`);
    values[place] = value;
  }
  return values;
}
