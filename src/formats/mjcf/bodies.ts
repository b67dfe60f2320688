import { FormatError } from "../../errors.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { type Budget, spend } from "../budget.ts";
import type { XmlElement } from "../xml.ts";
import { checkClass, type Defaults, withDefaults } from "./defaults.ts";
import type { Compiler } from "./document.ts";
import type { Geom } from "./geometry.ts";
import { linksOfBody, readJoints, valueNamesOf } from "./joint.ts";
import { composeFrames, readFrame } from "./pose.ts";

/** The root link: what stands in the world. */
export const WORLD = "world";

/** The bodies of a file as links, without their meshes. */
export interface Bodies {
  links: Link[];
  valueNames: string[];
  /** The geoms of each body, by its name. */
  geoms: Map<string, Geom[]>;
}

/** Elements that would add bodies, geoms or joints. Sites, cameras, lights and inertia have no shape. */
const REFUSED = new Set(["replicate", "attach", "composite", "flexcomp", "plugin"]);

interface Walk {
  bodies: Bodies;
  compiler: Compiler;
  defaults: Defaults;
  source: string;
  budget: Budget;
  /** Names of links, and those of joints. */
  links: Set<string>;
  joints: Set<string>;
}

/** Where in its body an element is. */
interface Place {
  body: string;
  /** The frame of the <frame> elements around it. */
  frame: Float64Array | null;
  childClass: string | null;
}

export function collectBodies(
  sections: readonly XmlElement[],
  compiler: Compiler,
  defaults: Defaults,
  source: string,
  budget: Budget,
): Bodies {
  if (sections.length === 0) throw new FormatError(`${source}: has no <worldbody>`);
  const bodies: Bodies = { links: [{ name: WORLD }], valueNames: [], geoms: new Map([[WORLD, []]]) };
  const walk = {
    bodies,
    compiler,
    defaults,
    source,
    budget,
    links: new Set([WORLD]),
    joints: new Set<string>(),
  };
  for (const section of sections) addChildren(section, { body: WORLD, frame: null, childClass: null }, walk);
  return bodies;
}

/** Recursion is bounded by the depth that XML may have. */
function addChildren(element: XmlElement, place: Place, walk: Walk): void {
  const { compiler, defaults, source } = walk;
  const where = `${source}, body "${place.body}"`;
  for (const child of element.children) {
    if (REFUSED.has(child.name)) throw new FormatError(`${where}: <${child.name}> is not read`);
    if (child.name === "geom")
      walk.bodies.geoms
        .get(place.body)!
        .push({ element: withDefaults(child, place.childClass, defaults, where), frame: place.frame });
    else if (child.name === "frame") {
      const frame = composeFrames(place.frame, readFrame(child, compiler, where));
      addChildren(child, { ...place, frame, childClass: classOf(child, place, walk, where) }, walk);
    } else if (child.name === "body") addBody(child, place, walk);
  }
}

function addBody(element: XmlElement, place: Place, walk: Walk): void {
  const { bodies, compiler, defaults, source, budget } = walk;
  const name = element.attributes.get("name") || `body#${bodies.geoms.size}`;
  const where = `${source}, body "${name}"`;
  spend(budget, "parts", 1, where);
  const childClass = classOf(element, place, walk, where);
  const frame = composeFrames(place.frame, readFrame(element, compiler, where));
  const joints = readJoints(element, name, childClass, defaults, compiler, source);
  if (joints.length > 1 && joints.some(({ type }) => type === "free"))
    throw new FormatError(`${where}: has a free joint and another one`);
  if (joints[0]?.type === "free" && place.body !== WORLD)
    throw new FormatError(`${where}: has a free joint, which only bodies of <worldbody> may have`);
  for (const joint of joints) {
    if (walk.joints.has(joint.name)) throw new FormatError(`${source}: a second joint "${joint.name}"`);
    walk.joints.add(joint.name);
    bodies.valueNames.push(...valueNamesOf(joint));
  }
  for (const link of linksOfBody(name, place.body, frame, joints, source)) {
    if (walk.links.has(link.name)) throw new FormatError(`${source}: a second body "${link.name}"`);
    walk.links.add(link.name);
    bodies.links.push(link);
  }
  bodies.geoms.set(name, []);
  addChildren(element, { body: name, frame: null, childClass }, walk);
}

function classOf(
  element: XmlElement,
  { childClass }: Place,
  { defaults }: Walk,
  where: string,
): string | null {
  const own = element.attributes.get("childclass");
  return own === undefined ? childClass : checkClass(own, defaults, where);
}
