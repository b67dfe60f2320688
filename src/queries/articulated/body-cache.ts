import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import type { OptionNames } from "../../option-names.ts";
import { checkFillable, refuseFillable } from "../../reused-objects.ts";
import { type ContactCache, createContactCache } from "../pairs/collide.ts";

/**
 * What queries between two bodies remember from one frame to the next: per pair of links the corners of their hulls that faced each
 * other, and the triangles that met. Begin with {}, one per pair of bodies, or per body that is
 * tested with itself; the first query fills it. Hints only: a cache of other bodies, or of another pose, costs time at most.
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
