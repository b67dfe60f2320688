import { OptionError, show } from "../../errors.ts";
import type { OptionNames } from "../../option-names.ts";
import type { ArticulatedBody, BoxState } from "./articulated-body.ts";
import { followMeshes } from "./follow-meshes.ts";
import { moveRestBoxes } from "./move-rest-boxes.ts";
import { updateUpperBounds, updateUpperBoxes } from "./on-demand.ts";
import { updateAabbFromCorners, updateAabbFromVertices } from "./update-aabb.ts";
import { type CabRule, checkRule, fitCab } from "./update-cab.ts";
import { updateObb } from "./update-obb.ts";

/**
 * How the boxes of a body are computed. "cab": oriented, after Schmidl, Walker and Lin. "obb": oriented, by covariance.
 * "aabb*": axis-aligned, from the corners of the links' rest boxes. "aabb+": axis-aligned, from all vertices. "brute": no
 * boxes, every pair of links is tested. They differ in time, never in the answer.
 */
export type BoxMethod = "cab" | "obb" | "aabb+" | "aabb*" | "brute";

export interface BoxOptions {
  /** Default "cab". */
  method?: BoxMethod | undefined;
  /** How "cab" reads its source, see `CabRule`. Default "longest". */
  rule?: CabRule | undefined;
  /**
   * Whether boxes of the lower levels wait until a query visits them (Larsson and Akenine-Möller 2001). Default false: it
   * pays for deep hierarchies of bodies that are mostly apart.
   */
  onDemand?: boolean | undefined;
}

export const BOX_OPTIONS: OptionNames<BoxOptions> = { method: true, rule: true, onDemand: true };

const METHODS: readonly BoxMethod[] = ["cab", "obb", "aabb+", "aabb*", "brute"];

/** Options that have been read and checked. */
export interface CheckedBoxOptions {
  readonly method: BoxMethod;
  /** The method, or the rule of "cab"; the body's `BoxState` keeps it. */
  readonly by: CabRule | Exclude<BoxMethod, "cab">;
  readonly onDemand: boolean;
}

export function checkBoxOptions({
  method = "cab",
  rule = "longest",
  onDemand = false,
}: BoxOptions): CheckedBoxOptions {
  if (!METHODS.includes(method))
    throw new OptionError(`method: ${show(method)} is not one of ${METHODS.join(", ")}`);
  checkRule({ rule });
  if (typeof onDemand !== "boolean")
    throw new OptionError(`onDemand: expected true or false, got ${show(onDemand)}`);
  return { method, by: method === "cab" ? rule : method, onDemand };
}

/** Updates the boxes that a method needs, unless they already fit the body's pose and shape. Returns whether it updated any. */
export function updateBoxes(body: ArticulatedBody, options: CheckedBoxOptions): boolean {
  const { method, by, onDemand } = options;
  const isOriented = method === "cab" || method === "obb";
  const state = isOriented ? body.boxesState : body.boundsState;
  // Full updates follow the meshes themselves.
  const isKnown = isFresh(state, by, body.poseCount, onDemand);
  if (method === "brute" || onDemand || isKnown) followMeshes(body, !isKnown);
  if (method === "brute" || isFresh(state, by, body.poseCount, onDemand)) return false;
  if (onDemand && isOriented) updateUpperBoxes(body, by as CabRule | "obb");
  else if (onDemand) updateUpperBounds(body, by);
  else if (method === "cab") fitCab(body, by as CabRule);
  else if (method === "obb") updateObb(body);
  else if (method === "aabb+") updateAabbFromVertices(body);
  else updateAabbFromCorners(body);
  return true;
}

/** Updates the oriented boxes of the links alone, for searches that do not descend; those of inner nodes stay as they were. */
export function updateLeafBoxes(body: ArticulatedBody): void {
  followMeshes(body);
  moveRestBoxes(body);
}

function isFresh(state: BoxState, by: string, pose: number, onDemand: boolean): boolean {
  return state.pose === pose && state.by === by && (onDemand || state.pending === null);
}
