import { findBoxPairs } from "../broadphase/one-shot/find-box-pairs.ts";
import { OptionError } from "../errors.ts";
import type { ClashOptions, ClashPart, WholePart } from "./clash.ts";
import { type ClashSettings, readClashSettings } from "./clash-settings.ts";
import { readParts } from "./read-parts.ts";
import { widenBoxes, worldBoxes } from "./world-boxes.ts";

/** What has to be checked. The jobs may be done in any order, anywhere. */
export interface PreparedClashes {
  readonly settings: ClashSettings;
  readonly parts: readonly WholePart[];
  /** World box of each part, least corner and greatest corner. */
  readonly boxes: Float64Array;
  /** Two numbers of parts a job, the one with the lesser key first; the same twice: the part against itself. */
  readonly jobs: Uint32Array;
  /** Pairs that `ignore` has taken out. */
  readonly ignored: number;
}

/** Checks everything that can be wrong, and finds the pairs of parts whose boxes come near enough to be checked. */
export function prepareClashes<Part extends ClashPart>(
  given: readonly Part[],
  options: ClashOptions<Part> = {},
): PreparedClashes {
  const settings = readClashSettings(options);
  const parts = readParts(given);
  const { ignore } = options;
  const { between, self, clearance } = settings;
  if (between) checkGroups(given);
  const boxes = worldBoxes(parts);
  const { pairs } = findBoxPairs(widenBoxes(boxes, clearance));
  const jobs: number[] = [];
  let ignored = 0;
  const add = (a: number, b: number) => {
    if (ignore?.(given[a], given[b])) ignored++;
    else jobs.push(a, b);
  };
  for (let i = 0; i < pairs.length; i += 2) {
    const [p, q] = [pairs[i], pairs[i + 1]];
    if (between && parts[p].group === parts[q].group) continue;
    if (parts[p].key < parts[q].key) add(p, q);
    else add(q, p);
  }
  if (self) for (let part = 0; part < parts.length; part++) add(part, part);
  return { settings, parts, boxes, jobs: Uint32Array.from(jobs), ignored };
}

/** Without groups nothing would be checked. */
function checkGroups(parts: readonly ClashPart[]): void {
  const without = parts.findIndex(({ group }) => group === undefined);
  if (without !== -1)
    throw new OptionError(`parts[${without}].group: with between, every part needs the number of its group`);
}
