import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import type { OptionNames } from "../../option-names.ts";
import { checkFillable, refuseFillable } from "../../reused-objects.ts";
import { type ContactCache, createContactCache } from "../pairs/collide.ts";

/**
 * What queries between two bodies remember from frame to frame: for each pair of links, the hull vertices that faced each other and the
 * triangles that met. Start with {}; use one cache per pair of bodies, or per body tested against itself. A cache only holds hints: one
 * from other bodies or another pose can cost time but never changes an answer.
 */
export interface BodyCache {
  simplices?: (Simplex | undefined)[];
  contacts?: (ContactCache | undefined)[];
}

/** A cache with all its fields. */
export type FilledBodyCache = Required<BodyCache>;

const CACHE_NAMES: OptionNames<BodyCache> = { simplices: true, contacts: true };

/** The caller's cache with all its fields. */
export function readBodyCache(cache: BodyCache | undefined): FilledBodyCache | undefined {
  if (cache === undefined) return undefined;
  checkFillable(cache, CACHE_NAMES, "cache");
  if (cache.simplices === undefined && cache.contacts === undefined) {
    cache.simplices = [];
    cache.contacts = [];
  }
  if (!Array.isArray(cache.simplices) || !Array.isArray(cache.contacts)) refuseFillable(cache, "cache");
  return cache as FilledBodyCache;
}

export function simplexOf({ simplices }: FilledBodyCache, at: number): Simplex {
  let simplex = simplices[at];
  if (simplex === undefined) simplex = simplices[at] = createSimplex();
  return simplex;
}

export function contactOf({ contacts }: FilledBodyCache, at: number): ContactCache {
  let contact = contacts[at];
  if (contact === undefined) contact = contacts[at] = createContactCache();
  return contact;
}
