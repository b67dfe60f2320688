import { OptionError, show } from "../../errors.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import {
  type Budget,
  checkDepth,
  createBudget,
  LIMIT_OPTIONS,
  type LimitOptions,
  spend,
  spendBytes,
} from "../budget.ts";
import { createPointList, type GrowingList, reserve, trimmed } from "../growing-list.ts";
import { readCoordinate, readNumber, readWhole } from "../text/read-number.ts";
import {
  hasMore,
  lineAt,
  openText,
  quote,
  readRestOfLine,
  refuse,
  skipWord,
  type TextCursor,
} from "../text/text-cursor.ts";
import { describeWarnings, type Warnings, warn } from "../warnings.ts";

const CHANNELS = ["Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"] as const;
export type BvhChannel = (typeof CHANNELS)[number];

/** A joint of a .bvh skeleton, and the limbs that begin there. */
export interface BvhJoint {
  /** Unique: a second "Hand" becomes "Hand#2". */
  name: string;
  /** The number of the parent joint; −1 for the root. */
  parent: number;
  /** From the parent, at rest. */
  offset: readonly number[];
  channels: readonly BvhChannel[];
  /** Where its channels begin within a frame. */
  firstChannel: number;
  /** The ends of limbs that lead to no further joint. */
  endSites: readonly (readonly number[])[];
}

/** Motion capture: a skeleton and the motion of its joints, frame by frame. */
export interface BvhMotion {
  joints: BvhJoint[];
  channelCount: number;
  frameCount: number;
  /** Seconds from frame to frame. */
  frameTime: number;
  /** `channelCount` numbers per frame, in file order: lengths (scaled) and degrees. */
  values: Float64Array;
  warnings: string[];
}

export interface BvhOptions extends LimitOptions {
  /** Multiplies all lengths. Default 1. */
  scale?: number | undefined;
}

const BVH_OPTIONS: OptionNames<BvhOptions> = { ...LIMIT_OPTIONS, scale: true };

const NEWLINE = 10;
const OPEN = 123;

/** Reads a .bvh motion of one skeleton. Throws `FormatError` with the line. */
export function readBvh(bytes: Uint8Array, source: string, options: BvhOptions = {}): BvhMotion {
  checkOptionNames(options, BVH_OPTIONS, "readBvh");
  const { scale = 1 } = options;
  const budget = createBudget(options.limits);
  spendBytes(budget, bytes, source);
  const cursor = openText(bytes, source);
  if (!(typeof scale === "number" && scale > 0 && scale < Infinity))
    throw new OptionError(`scale: expected a number above 0, got ${show(scale)}`);
  const warnings: Warnings = new Map();
  expectWord(cursor, "hierarchy");
  const joints = readSkeleton(cursor, budget, scale, warnings);
  const channelCount = joints.reduce((sum, { channels }) => sum + channels.length, 0);
  expectWord(cursor, "motion");
  expectWord(cursor, "frames:");
  const frameCount = readWhole(cursor, "a number of frames");
  expectWord(cursor, "frame");
  expectWord(cursor, "time:");
  const frameTime = readTime(cursor);
  const values = readFrames(cursor, frameCount, channelCount);
  joints.forEach(({ channels, firstChannel }) => {
    channels.forEach((channel, k) => {
      if (scale === 1 || !channel.endsWith("position")) return;
      for (let i = firstChannel + k; i < values.length; i += channelCount) values[i] *= scale;
    });
  });
  if (hasMore(cursor)) warn(warnings, `more than ${frameCount} frames, ignored`, cursor.at);
  const place = (at: number) => `line ${lineAt(cursor.bytes, at)}`;
  const described = describeWarnings(warnings, source, place);
  return { joints, channelCount, frameCount, frameTime, values, warnings: described };
}

/** Reads joints in file order, with a list of open ones instead of recursion. */
function readSkeleton(cursor: TextCursor, budget: Budget, scale: number, warnings: Warnings): BvhJoint[] {
  const joints: Mutable[] = [];
  const open: number[] = [];
  const names = new Map<string, number>();
  expectWord(cursor, "root");
  let channelCount = 0;
  let name = openJoint(cursor);
  for (;;) {
    spend(budget, "parts", 1, `${cursor.source}, joints`);
    checkDepth(budget, open.length + 1, `${cursor.source}, joint "${name}"`);
    const joint = readJoint(cursor, uniqueName(cursor, name, names, warnings), open.at(-1) ?? -1, scale);
    joint.firstChannel = channelCount;
    channelCount += joint.channels.length;
    open.push(joints.push(joint) - 1);
    // Next comes a child joint, or the ends of joints.
    for (;;) {
      if (!hasMore(cursor)) refuse(cursor, `joint "${joints[open.at(-1)!].name}" is not closed`);
      if (skipWord(cursor, "joint")) {
        name = openJoint(cursor);
        break;
      }
      if (skipWord(cursor, "end")) joints[open.at(-1)!].endSites.push(readEndSite(cursor, scale));
      else if (skipWord(cursor, "}")) {
        open.pop();
        if (open.length > 0) continue;
        if (hasMore(cursor) && skipWord(cursor, "root"))
          refuse(cursor, "a second ROOT, one skeleton is read");
        return joints;
      } else refuse(cursor, `expected JOINT, End Site or }, got ${quote(cursor)}`);
    }
  }
}

interface Mutable extends BvhJoint {
  endSites: (readonly number[])[];
}

function readJoint(cursor: TextCursor, name: string, parent: number, scale: number): Mutable {
  const joint: Mutable = { name, parent, offset: [0, 0, 0], channels: [], firstChannel: 0, endSites: [] };
  // Every file has these in this order, but either may be absent.
  if (hasMore(cursor) && skipWord(cursor, "offset")) joint.offset = readOffset(cursor, scale);
  if (hasMore(cursor) && skipWord(cursor, "channels")) joint.channels = readChannels(cursor, name);
  return joint;
}

/** The name up to the brace, which is skipped. Blanks inside belong to the name. */
function openJoint(cursor: TextCursor): string {
  const { bytes, at } = cursor;
  let end = at;
  while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== OPEN) end++;
  const name = new TextDecoder().decode(bytes.subarray(at, end)).trim();
  if (name === "") refuse(cursor, "a joint has no name");
  cursor.at = end;
  expectWord(cursor, "{");
  return name;
}

function uniqueName(
  cursor: TextCursor,
  name: string,
  names: Map<string, number>,
  warnings: Warnings,
): string {
  let count = (names.get(name) ?? 0) + 1;
  if (count > 1) {
    warn(warnings, "a joint has the name of an earlier one, and was given another", cursor.at);
    while (names.has(`${name}#${count}`)) count++;
    names.set(`${name}#${count}`, 1);
  }
  names.set(name, count);
  return count === 1 ? name : `${name}#${count}`;
}

function readOffset(cursor: TextCursor, scale: number): number[] {
  const point = new Float64Array(3);
  for (let k = 0; k < 3; k++) readCoordinate(cursor, point, k);
  return Array.from(point, (value) => value * scale);
}

function readChannels(cursor: TextCursor, joint: string): BvhChannel[] {
  const count = readWhole(cursor, `the number of channels of joint "${joint}"`);
  if (count > CHANNELS.length) refuse(cursor, `joint "${joint}" has ${count} channels, more than 6`);
  return Array.from({ length: count }, () => {
    const channel = hasMore(cursor) && CHANNELS.find((name) => skipWord(cursor, name.toLowerCase()));
    if (channel) return channel;
    return refuse(cursor, `joint "${joint}": expected a channel such as Zrotation, got ${quote(cursor)}`);
  });
}

function readEndSite(cursor: TextCursor, scale: number): number[] {
  expectWord(cursor, "site");
  if (hasMore(cursor) && !skipWord(cursor, "{")) {
    readRestOfLine(cursor); // some programs give end sites a name
    expectWord(cursor, "{");
  }
  expectWord(cursor, "offset");
  const offset = readOffset(cursor, scale);
  expectWord(cursor, "}");
  return offset;
}

function readTime(cursor: TextCursor): number {
  const time = new Float64Array(1);
  if (!hasMore(cursor) || !readNumber(cursor, time, 0) || !(time[0] >= 0 && time[0] < Infinity))
    refuse(cursor, `expected the time of a frame in seconds, got ${quote(cursor)}`);
  return time[0];
}

/** The list grows with the numbers read, not with the count in the header. */
function readFrames(cursor: TextCursor, frameCount: number, channelCount: number): Float64Array {
  const list: GrowingList<Float64Array> = createPointList(1024);
  const total = frameCount * channelCount;
  for (; list.length < total; list.length++) {
    const isThere = hasMore(cursor);
    const start = cursor.at;
    if (list.length === list.values.length) reserve(list, 1);
    if (isThere && readNumber(cursor, list.values, list.length))
      if (Math.abs(list.values[list.length]) <= MAX_COORDINATE) continue;
    cursor.at = start;
    const frame = Math.floor(list.length / channelCount);
    const channel = `channel ${list.length % channelCount} of frame ${frame}, of ${frameCount}`;
    refuse(cursor, `expected a number within ±2^100 for ${channel}, got ${quote(cursor)}`);
  }
  return trimmed(list);
}

function expectWord(cursor: TextCursor, word: string): void {
  if (hasMore(cursor) && skipWord(cursor, word)) return;
  refuse(cursor, `expected ${word.toUpperCase()}, got ${quote(cursor)}`);
}
