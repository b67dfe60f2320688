import type { Bounds } from "../geometry/bounds.ts";

/** The ways to group clashes; the first is the default. */
export const GROUP_MODES = ["cause", "part", "storey", "files", "class"] as const;

/**
 * "cause": one mistake in the model, such as a pipe through forty slats. "part": the part with the most clashes. "storey", "files",
 * "class": the storeys, files or classes of the two parts.
 */
export type GroupMode = (typeof GROUP_MODES)[number];

/** Clashes that belong together. Every clash is in exactly one group. */
export interface ClashGroup {
  /** 16 hex digits. The id does not depend on the order of parts and clashes, nor on clashes of other groups. */
  id: string;
  /** What the clashes have in common: a part and the number of others, storeys, files or classes. */
  name: string;
  /** The parts that the clashes have in common, those with the most clashes first. Empty for "storey", "files" and "class". */
  parts: number[];
  /** Indices into the clashes, the worst first. */
  clashes: number[];
  /** The box around the boxes of the clashes. */
  box: Bounds;
}

export interface GroupOptions {
  /** Default "cause". */
  by?: GroupMode | undefined;
  /**
   * For "storey", "files" and "class": the name of each part's storey, file or class, in the order of parts. Default for "files":
   * the group of the part. A part without a name counts as "(none)".
   */
  labels?: readonly (string | null | undefined)[] | undefined;
}
