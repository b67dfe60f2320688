import { OptionError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { checkBody } from "../../trees/articulated/check-body.ts";

/** Why two links of a body are not tested with each other. */
export type AllowedReason = "adjacent" | "given" | "always" | "never";

const REASONS: readonly (AllowedReason | null)[] = [null, "adjacent", "given", "always", "never"];

/** Which links of one body may touch each other: the allowed collision matrix of robot planners. */
export interface AllowedPairs {
  readonly linkCount: number;
  /** Link × link, symmetric: 0 if the pair is tested, otherwise the number of the reason why it is not. */
  readonly matrix: Uint8Array;
}

export interface AllowedPairsOptions {
  /** Whether links that one joint connects are allowed to touch. Default true. */
  adjacent?: boolean | undefined;
  /** Further pairs, by the links' names. */
  pairs?: readonly (readonly [string, string])[] | undefined;
}

export const ALLOWED_PAIRS_OPTIONS: OptionNames<AllowedPairsOptions> = { adjacent: true, pairs: true };

/**
 * The pairs of links that self-collision skips. Two links are adjacent if one is the other's parent, or if all links between them have no
 * mesh.
 */
export function createAllowedPairs(body: ArticulatedBody, options: AllowedPairsOptions = {}): AllowedPairs {
  checkOptionNames(options, ALLOWED_PAIRS_OPTIONS, "createAllowedPairs");
  checkBody(body, "createAllowedPairs: body");
  const { adjacent = true, pairs = [] } = options;
  if (!Array.isArray(pairs)) throw new OptionError(`pairs: expected a list, got ${show(pairs)}`);
  const { names, parents } = body.articulation;
  const allowed: AllowedPairs = {
    linkCount: names.length,
    matrix: new Uint8Array(names.length * names.length),
  };
  if (adjacent)
    for (let link = 0; link < names.length; link++) {
      if (body.meshes[link] === null) continue;
      let parent = parents[link];
      while (parent >= 0 && body.meshes[parent] === null) parent = parents[parent];
      if (parent >= 0) allow(allowed, link, parent, "adjacent");
    }
  pairs.forEach((pair: unknown, i) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw new OptionError(`pairs[${i}]: expected the names of two links, got ${show(pair)}`);
    allow(allowed, linkNumber(body, pair[0]), linkNumber(body, pair[1]), "given");
  });
  return allowed;
}

/** Why two links are allowed to touch, by their names or numbers; null when they are tested. */
export function allowedReason(
  body: ArticulatedBody,
  allowed: AllowedPairs,
  linkA: string | number,
  linkB: string | number,
): AllowedReason | null {
  checkBody(body, "allowedReason: body");
  if (allowed?.linkCount !== body.meshes.length || allowed.matrix?.length !== allowed.linkCount ** 2)
    throw new OptionError(
      `allowed: expected pairs of this body, from createAllowedPairs, got ${show(allowed)}`,
    );
  const [a, b] = [linkNumber(body, linkA), linkNumber(body, linkB)];
  return REASONS[allowed.matrix[a * allowed.linkCount + b]]!;
}

/** Marks a pair as allowed. A pair that already has a reason keeps it. */
export function allow(
  { linkCount, matrix }: AllowedPairs,
  a: number,
  b: number,
  reason: AllowedReason,
): void {
  if (matrix[a * linkCount + b] !== 0) return;
  const code = REASONS.indexOf(reason);
  matrix[a * linkCount + b] = code;
  matrix[b * linkCount + a] = code;
}

/** A link's number by its name; a number is only checked. */
function linkNumber({ articulation }: ArticulatedBody, link: string | number): number {
  const { names } = articulation;
  const number = typeof link === "number" ? link : names.indexOf(link);
  if (Number.isInteger(number) && number >= 0 && number < names.length) return number;
  throw new OptionError(`the body has no link ${typeof link === "number" ? link : `"${show(link)}"`}`);
}

const ofBodies = new WeakMap<ArticulatedBody, AllowedPairs>();

/** The pairs that are allowed when the caller passes none: adjacent links. */
export function defaultAllowedPairs(body: ArticulatedBody): AllowedPairs {
  let allowed = ofBodies.get(body);
  if (allowed === undefined) {
    allowed = createAllowedPairs(body);
    ofBodies.set(body, allowed);
  }
  return allowed;
}
