import { checkOptionNames } from "../../option-names.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { type Budget, createBudget, spend } from "../budget.ts";
import { fetchAhead } from "../urdf/files.ts";
import { joinShapes } from "../urdf/geometry.ts";
import { adjacentLinks } from "../urdf/model.ts";
import { createMeshLoader, type Robot, URDF_OPTIONS, type UrdfOptions } from "../urdf/read.ts";
import { childrenOf, type XmlElement } from "../xml.ts";
import { type Bodies, collectBodies, WORLD } from "./bodies.ts";
import { readDefaults } from "./defaults.ts";
import { readCompiler, readDocument } from "./document.ts";
import { assetOf, type GeomContext, isWanted, readGeom, readMeshAssets } from "./geometry.ts";

/**
 * Reads an MJCF robot (MuJoCo), with the files it includes. Bodies become links below a link "world"; a body with several
 * joints takes links that are only frames. "collision" shapes are geoms with a contype or conaffinity, "visual" ones those of
 * groups 0 to 2. Meshes are taken as they are, not as their convex hulls. Values of joints begin at the pose of the file: those of
 * a free joint are relative to it. Throws `FormatError` for what is not read.
 */
export async function readMjcf(
  document: string | Uint8Array,
  source: string,
  options: UrdfOptions = {},
): Promise<Robot> {
  checkOptionNames(options, URDF_OPTIONS, "readMjcf");
  return readMjcfWithin(createBudget(options.limits), document, source, options);
}

/** `readMjcf` within a budget that it shares with other files. */
export async function readMjcfWithin(
  budget: Budget,
  document: string | Uint8Array,
  source: string,
  options: UrdfOptions,
): Promise<Robot> {
  const loader = createMeshLoader(options, source, budget);
  const root = await readDocument(document, source, budget, loader.resolve);
  const compiler = readCompiler(root, source);
  const defaults = readDefaults(childrenOf(root, "default"), source);
  const meshes = readMeshAssets(root, compiler, defaults, source);
  const bodies = collectBodies(childrenOf(root, "worldbody"), compiler, defaults, source, budget);
  const context: GeomContext = { loader, compiler, meshes };
  await readShapes(bodies, context, source);
  const allowedPairs = readAllowedPairs(root, bodies.links, loader.warnings, source);
  warnOfTheRest(root, bodies, loader.warnings, source);
  const name = root.attributes.get("model") ?? "";
  return {
    name,
    links: bodies.links,
    valueNames: bodies.valueNames,
    allowedPairs,
    warnings: loader.warnings,
  };
}

/** Gives each link the mesh of its wanted geoms. */
async function readShapes({ links, geoms }: Bodies, context: GeomContext, source: string): Promise<void> {
  const { loader } = context;
  const whereOf = (link: string) => `${source}, body "${link}"`;
  const wanted = new Map(
    [...geoms].map(([link, all]) => [link, all.filter((geom) => isWanted(geom, context, whereOf(link)))]),
  );
  const uris = [...wanted].flatMap(([link, all]) =>
    all.flatMap((geom) => assetOf(geom, context, whereOf(link))?.uri ?? []),
  );
  fetchAhead(uris, loader);
  for (const link of links) {
    const where = whereOf(link.name);
    const shapes = [];
    for (const geom of wanted.get(link.name) ?? []) {
      spend(loader.budget, "parts", 1, where);
      const mesh = await readGeom(geom, context, where);
      if (mesh !== null) shapes.push(mesh);
    }
    link.mesh = joinShapes(shapes, where, loader);
  }
}

/** Pairs that a joint connects, and those of <exclude>. Bodies that move relative to the world are still tested with it. */
function readAllowedPairs(
  root: XmlElement,
  links: readonly Link[],
  warnings: string[],
  source: string,
): [string, string][] {
  const fixedToWorld = new Set([WORLD]);
  for (const { name, parent, joint } of links)
    if (parent !== undefined && parent !== null && fixedToWorld.has(parent) && joint?.type === "fixed")
      fixedToWorld.add(name);
  const pairs = adjacentLinks(links).filter(([above, link]) => above !== WORLD || fixedToWorld.has(link));
  const key = (a: string, b: string) => JSON.stringify(a < b ? [a, b] : [b, a]);
  const known = new Set(pairs.map(([a, b]) => key(a, b)));
  const shapeOf = new Map(links.map(({ name, mesh = null }) => [name, mesh]));
  for (const section of childrenOf(root, "contact"))
    for (const { attributes } of childrenOf(section, "exclude")) {
      const [a, b] = ["body1", "body2"].map((name) => attributes.get(name) ?? "");
      const stranger = [a, b].find((name) => !shapeOf.has(name));
      if (stranger !== undefined)
        warnings.push(`${source}: <exclude> of "${a}" and "${b}": there is no body "${stranger}"`);
      else if (a !== b && shapeOf.get(a) !== null && shapeOf.get(b) !== null && !known.has(key(a, b))) {
        known.add(key(a, b));
        pairs.push([a, b]);
      }
    }
  return pairs;
}

/** Warns about elements that are not read although they change what the robot does. */
function warnOfTheRest(root: XmlElement, { geoms }: Bodies, warnings: string[], source: string): void {
  const elements = childrenOf(root, "equality").flatMap(({ children }) => children);
  if (elements.length > 0)
    warnings.push(`${source}: <equality> is not read, the joints in it move freely (${elements.length})`);
  const pairs = childrenOf(root, "contact").flatMap((section) => childrenOf(section, "pair"));
  if (pairs.length > 0) warnings.push(`${source}: <pair> of <contact> is not read (${pairs.length})`);
  const masks = new Set<string>();
  for (const { element } of [...geoms.values()].flat()) {
    const mask = ["contype", "conaffinity"].map((name) => element.attributes.get(name)?.trim() ?? "1");
    if (mask[0] !== "0" || mask[1] !== "0") masks.add(mask.join("/"));
  }
  if (masks.size > 1)
    warnings.push(
      `${source}: contype/conaffinity ${[...masks].slice(0, 4).join(", ")} are not compared: geoms that have one are tested with all others`,
    );
}
