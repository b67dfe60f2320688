import { findBoxPairs } from "../broadphase/one-shot/find-box-pairs.ts";
import { OptionError } from "../errors.ts";
import { readStats } from "../queries/stats.ts";
import type { ClashOptions, ClashPart, WholePart } from "./clash.ts";
import { type ClashSettings, reachOf, readClashSettings } from "./clash-settings.ts";
import { readParts } from "./read-parts.ts";
import { widenBoxes, worldBoxes } from "./world-boxes.ts";

/** The jobs of a run. They may be done in any order and on any thread. */
export interface PreparedClashes {
  readonly settings: ClashSettings;
  readonly parts: readonly WholePart[];
  /** World box of each part: lower corner, then upper corner. */
  readonly boxes: Float64Array;
  /** Two part indices per job, the part with the lower key first. Equal indices: the part against itself. */
  readonly jobs: Uint32Array;
  /** The number of pairs that `ignore` removed. */
  readonly ignored: number;
}

/**
 * Validates parts and options, and finds the pairs of parts whose boxes are near enough to be checked. Calls `whenRead` in between: half of
 * the time is left then, and only `ignore` may still throw.
 */
export function prepareClashes<Part extends ClashPart>(
  callerParts: readonly Part[],
  options: ClashOptions<Part> = {},
  whenRead: (parts: readonly WholePart[]) => void = () => {},
): PreparedClashes {
  const settings = readClashSettings(options);
  readStats(options.stats);
  const parts = readParts(callerParts);
  const { ignore } = options;
  if (settings.between) checkGroups(callerParts);
  whenRead(parts);
  const boxes = worldBoxes(parts);
  const isIgnored = ignore && ((a: number, b: number) => ignore(callerParts[a], callerParts[b]));
  return { settings, parts, boxes, ...findJobs(parts, boxes, settings, isIgnored) };
}

/** The pairs of parts whose boxes are near enough to be checked. */
export function findJobs(
  parts: readonly Pick<WholePart, "key" | "group">[],
  boxes: Float64Array,
  settings: ClashSettings,
  isIgnored: ((a: number, b: number) => boolean) | undefined,
): Pick<PreparedClashes, "jobs" | "ignored"> {
  const { between, self } = settings;
  const { pairs } = findBoxPairs(widenBoxes(boxes, reachOf(settings)));
  const jobs: number[] = [];
  let ignored = 0;
  const add = (a: number, b: number) => {
    if (isIgnored?.(a, b)) ignored++;
    else jobs.push(a, b);
  };
  for (let i = 0; i < pairs.length; i += 2) {
    const [p, q] = [pairs[i], pairs[i + 1]];
    if (between && parts[p].group === parts[q].group) continue;
    if (parts[p].key < parts[q].key) add(p, q);
    else add(q, p);
  }
  if (self) for (let part = 0; part < parts.length; part++) add(part, part);
  return { jobs: Uint32Array.from(jobs), ignored };
}

/** With `between`, parts without groups would all be in group 0, and no pair would be checked. */
function checkGroups(parts: readonly ClashPart[]): void {
  parts.forEach(checkGroup);
}

export function checkGroup({ group }: ClashPart, number: number): void {
  if (group === undefined)
    throw new OptionError(`parts[${number}].group: with between, every part needs the number of its group`);
}
