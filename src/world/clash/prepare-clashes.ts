import { findBoxPairs } from "../../broadphase/one-shot/find-box-pairs.ts";
import { checkParts } from "./check-parts.ts";
import type { ClashOptions, ClashPart } from "./clash.ts";
import { type ClashSettings, readClashSettings } from "./clash-settings.ts";
import { widenBoxes, worldBoxes } from "./world-boxes.ts";

/** What has to be checked. The jobs may be done in any order, anywhere. */
export interface PreparedClashes {
  readonly settings: ClashSettings;
  /** World box of each part, least corner and greatest corner. */
  readonly boxes: Float64Array;
  /** Two numbers of parts a job, the one with the lesser key first; the same twice: the part against itself. */
  readonly jobs: Uint32Array;
  /** Pairs that `ignore` has taken out. */
  readonly ignored: number;
}

/** Checks everything that can be wrong, and finds the pairs of parts whose boxes come near enough to be checked. */
export function prepareClashes(parts: readonly ClashPart[], options: ClashOptions = {}): PreparedClashes {
  const settings = readClashSettings(options);
  checkParts(parts);
  const { ignore } = options;
  const { between, self, clearance } = settings;
  const boxes = worldBoxes(parts);
  const { pairs } = findBoxPairs(widenBoxes(boxes, clearance));
  const jobs: number[] = [];
  let ignored = 0;
  const add = (a: number, b: number) => {
    if (ignore?.(parts[a]!, parts[b]!)) ignored++;
    else jobs.push(a, b);
  };
  for (let i = 0; i < pairs.length; i += 2) {
    const [p, q] = [pairs[i]!, pairs[i + 1]!];
    if (between && parts[p]!.group === parts[q]!.group) continue;
    if (parts[p]!.key < parts[q]!.key) add(p, q);
    else add(q, p);
  }
  if (self) for (let part = 0; part < parts.length; part++) add(part, part);
  return { settings, boxes, jobs: Uint32Array.from(jobs), ignored };
}
