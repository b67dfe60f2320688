import { FormatError } from "../../errors.ts";
import { childrenOf, type XmlElement } from "../xml.ts";

// Attributes come from the element, then from its class, then from the classes around that class. Only attributes of elements
// that are read are kept, so that a class costs no more than what is read from it.

const KEPT: Readonly<Record<string, readonly string[]>> = {
  geom: [
    "type",
    "size",
    "fromto",
    "pos",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
    "mesh",
    "contype",
    "conaffinity",
    "group",
  ],
  joint: ["type", "pos", "axis", "range", "limited", "ref"],
  mesh: ["scale", "refpos", "refquat"],
};

type Attributes = ReadonlyMap<string, string>;
type ClassDefaults = ReadonlyMap<string, Attributes>;

/** The defaults of a file: for each class, the attributes of each kind of element, those of surrounding classes included. */
export type Defaults = ReadonlyMap<string, ClassDefaults>;

const MAIN = "main";

/** Reads all <default> sections of a model. */
export function readDefaults(sections: readonly XmlElement[], source: string): Defaults {
  const defaults = new Map<string, ClassDefaults>([[MAIN, new Map()]]);
  for (const section of sections) {
    const name = section.attributes.get("class") ?? MAIN;
    if (name !== MAIN)
      throw new FormatError(`${source}: the outermost <default> is "${name}", not "${MAIN}"`);
    addClass(MAIN, section, defaults.get(MAIN)!, defaults, source);
  }
  return defaults;
}

/** Recursion is bounded by the depth that XML may have. */
function addClass(
  name: string,
  section: XmlElement,
  outer: ClassDefaults,
  defaults: Map<string, ClassDefaults>,
  source: string,
): void {
  const own = new Map(outer);
  for (const [kind, kept] of Object.entries(KEPT))
    for (const element of childrenOf(section, kind)) {
      const merged = new Map(own.get(kind));
      for (const attribute of kept) {
        const value = element.attributes.get(attribute);
        if (value !== undefined) merged.set(attribute, value);
      }
      own.set(kind, merged);
    }
  defaults.set(name, own);
  for (const inner of childrenOf(section, "default")) {
    const innerName = inner.attributes.get("class") ?? "";
    if (innerName === "") throw new FormatError(`${source}: a <default> within class "${name}" has no class`);
    if (defaults.has(innerName)) throw new FormatError(`${source}: a second default class "${innerName}"`);
    addClass(innerName, inner, own, defaults, source);
  }
}

/** Throws `FormatError` for a class that does not exist. */
export function checkClass(name: string, defaults: Defaults, where: string): string {
  if (!defaults.has(name)) throw new FormatError(`${where}: there is no default class "${name}"`);
  return name;
}

/** The element with the attributes of its class, or else of the class that the bodies around it name. */
export function withDefaults(
  element: XmlElement,
  childClass: string | null,
  defaults: Defaults,
  where: string,
): XmlElement {
  const name = checkClass(element.attributes.get("class") ?? childClass ?? MAIN, defaults, where);
  const fromClass = defaults.get(name)!.get(element.name);
  if (fromClass === undefined) return element;
  return { ...element, attributes: new Map([...fromClass, ...element.attributes]) };
}
