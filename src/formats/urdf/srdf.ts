import { FormatError, OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions } from "../budget.ts";
import { attributeOf, childrenOf, parseXml } from "../xml.ts";

/** The pairs of links of a robot that need no test, by their names in the URDF file. */
export interface Srdf {
  robot: string;
  /** Each pair once, in the file's order. */
  allowedPairs: [string, string][];
  /** The reasons as written; "" for a pair without a reason. */
  reasons: string[];
  warnings: string[];
}

export interface SrdfOptions extends LimitOptions {
  /** The robot's links. Pairs that name others cause warnings. Default: all names are accepted. */
  links?: readonly { name: string }[] | undefined;
}

const SRDF_OPTIONS: OptionNames<SrdfOptions> = { ...LIMIT_OPTIONS, links: true };

/** Reads the disable_collisions pairs of an SRDF file. Throws `FormatError`. */
export async function readSrdf(
  document: string | Uint8Array,
  source: string,
  options: SrdfOptions = {},
): Promise<Srdf> {
  checkOptionNames(options, SRDF_OPTIONS, "readSrdf");
  return readSrdfWithin(createBudget(options.limits), document, source, options.links);
}

/** `readSrdf` within a budget that it shares with other files. */
export async function readSrdfWithin(
  budget: Budget,
  document: string | Uint8Array,
  source: string,
  links: SrdfOptions["links"],
): Promise<Srdf> {
  if (links !== undefined && !(Array.isArray(links) && Array.from(links).every((link) => link != null)))
    throw new OptionError(`links: expected the links of a robot, got ${show(links)}`);
  const known = links === undefined ? null : new Set(links.map(({ name }) => name));
  const root = await parseXml(document, source, budget);
  if (root.name !== "robot") throw new FormatError(`${source}: expected <robot>, got <${root.name}>`);
  const found: Srdf = {
    robot: root.attributes.get("name") ?? "",
    allowedPairs: [],
    reasons: [],
    warnings: [],
  };
  const seen = new Set<string>();
  for (const element of childrenOf(root, "disable_collisions")) {
    const [a, b] = ["link1", "link2"].map((name) => attributeOf(element, name, source)) as [string, string];
    const stranger = known === null ? undefined : [a, b].find((name) => !known.has(name));
    const pair = JSON.stringify(a < b ? [a, b] : [b, a]);
    if (a === b) found.warnings.push(`${source}: link "${a}" is paired with itself, ignored`);
    else if (stranger !== undefined)
      found.warnings.push(`${source}: pair "${a}", "${b}": the robot has no link "${stranger}"`);
    else if (!seen.has(pair)) {
      seen.add(pair);
      found.allowedPairs.push([a, b]);
      found.reasons.push(element.attributes.get("reason") ?? "");
    }
  }
  return found;
}
