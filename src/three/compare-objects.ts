import type { Matrix4, Object3D } from "three";
import { findBoxPairsBetween } from "../broadphase/one-shot/find-box-pairs.ts";
import type { Pose } from "../geometry/affine.ts";
import { checkOptionNames } from "../option-names.ts";
import { type Contacts, findContacts } from "../queries/contacts/find-contacts.ts";
import { collide } from "../queries/pairs/collide.ts";
import { boundsOf } from "../trees/bounds-of.ts";
import { listParts, type ObjectPart, PARTS_OPTIONS, type PartsOptions } from "./parts-of.ts";

// Two subgraphs against each other. Boxes of their parts say which pairs may meet; abut's queries decide. A part that is in both subgraphs
// is not compared with itself.

/** Where a part of one object meets a part of the other. */
export interface ObjectContacts {
  readonly a: ObjectPart;
  readonly b: ObjectPart;
  /** In world coordinates; triangles by their numbers in `a.tree` and `b.tree`. */
  readonly contacts: Contacts;
}

/** Whether any surface below `a` shares a point with one below `b`; exact, touching counts. */
export function collideObjects(a: Object3D, b: Object3D, options: PartsOptions = {}): boolean {
  checkOptionNames(options, PARTS_OPTIONS, "collideObjects");
  for (const [partA, partB] of nearParts(a, b, options, "collideObjects"))
    if (collide(partA.tree, partB.tree, posesOf(partA, partB))) return true;
  return false;
}

/** Where surfaces below `a` meet surfaces below `b`: one entry for each two parts that meet, in the order of the scene graphs. */
export function contactsOf(a: Object3D, b: Object3D, options: PartsOptions = {}): ObjectContacts[] {
  checkOptionNames(options, PARTS_OPTIONS, "contactsOf");
  const found: ObjectContacts[] = [];
  for (const [partA, partB] of nearParts(a, b, options, "contactsOf")) {
    const contacts = findContacts(partA.tree, partB.tree, posesOf(partA, partB));
    if (contacts.count > 0) found.push({ a: partA, b: partB, contacts });
  }
  return found;
}

/** The pairs of parts whose world boxes overlap, sorted. */
function nearParts(
  a: Object3D,
  b: Object3D,
  options: PartsOptions,
  caller: string,
): [ObjectPart, ObjectPart][] {
  const partsA = listParts(a, options, "a", caller);
  const partsB = listParts(b, options, "b", caller);
  const { count, pairs } = findBoxPairsBetween(worldBoxes(partsA), worldBoxes(partsB));
  const near: [ObjectPart, ObjectPart][] = [];
  for (let i = 0; i < count; i++) {
    const [partA, partB] = [partsA[pairs[2 * i]], partsB[pairs[2 * i + 1]]];
    if (!isSame(partA, partB)) near.push([partA, partB]);
  }
  return near;
}

/** The world box of each part, six numbers. */
export function worldBoxes(parts: readonly ObjectPart[]): Float64Array {
  const boxes = new Float64Array(6 * parts.length);
  for (const [i, { tree, toWorld }] of parts.entries()) boxes.set(boundsOf(tree, poseOf(toWorld)), 6 * i);
  return boxes;
}

/** Whether both are one mesh, and of instances one instance. */
export function isSame(a: ObjectPart, b: ObjectPart): boolean {
  return a.object === b.object && a.instance === b.instance;
}

export function posesOf(a: ObjectPart, b: ObjectPart): { aToWorld: Pose; bToWorld: Pose } {
  return { aToWorld: poseOf(a.toWorld), bToWorld: poseOf(b.toWorld) };
}

function poseOf({ elements }: Matrix4): Pose {
  return elements;
}
