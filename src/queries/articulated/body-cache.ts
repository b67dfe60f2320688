import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import { type ContactCache, createContactCache } from "../pairs/collide.ts";

/**
 * What queries between two bodies remember from one frame to the next: per pair of links the corners of their hulls that faced each
 * other, and the triangles that met. Hints only: a cache of other bodies, or of another pose, costs time at most.
 */
export interface BodyCache {
  readonly simplices: (Simplex | undefined)[];
  readonly contacts: (ContactCache | undefined)[];
}

/** An empty cache; make one per pair of bodies, or per body that is tested with itself. */
export function createBodyCache(): BodyCache {
  return { simplices: [], contacts: [] };
}

export function simplexOf({ simplices }: BodyCache, at: number): Simplex {
  let simplex = simplices[at];
  if (simplex === undefined) simplex = simplices[at] = createSimplex();
  return simplex;
}

export function contactOf({ contacts }: BodyCache, at: number): ContactCache {
  let contact = contacts[at];
  if (contact === undefined) contact = contacts[at] = createContactCache();
  return contact;
}
