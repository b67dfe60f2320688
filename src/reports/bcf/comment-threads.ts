import type { StatusComment } from "../clash-status.ts";
import { guidKey, guidsOfEqual, type Subject } from "./comment-guids.ts";
import { isGuid } from "./guid.ts";

// The comments about one clash or group while a BCF file is imported. Files of other programs may have any number of equal comments, so
// that a comment is found, added or replaced without a look at all others.

export interface Thread {
  readonly subject: Subject;
  readonly id: string;
  readonly comments: StatusComment[];
  /** The guids that comments have of their own. */
  readonly taken: Set<string>;
  /** How many comments there are of equal text, author and date. */
  readonly counts: Map<string, number>;
  /** Places of comments that have no guid, and of which `commentGuids` tells those apart that are equal, in rising order. */
  readonly unnamed: Map<string, number[]>;
  /** Whether a comment was added or replaced since the thread was made. */
  isChanged: boolean;
}

export function createThread(subject: Subject, id: string, comments: readonly StatusComment[]): Thread {
  const thread: Thread = {
    subject,
    id,
    comments: [],
    taken: new Set(),
    counts: new Map(),
    unnamed: new Map(),
    isChanged: false,
  };
  for (const comment of comments) addComment(thread, comment);
  thread.isChanged = false;
  return thread;
}

export function addComment(thread: Thread, comment: StatusComment): void {
  const index = thread.comments.push(comment) - 1;
  thread.isChanged = true;
  count(thread, comment, 1);
  if (isGuid(comment.guid)) {
    thread.taken.add(guidKey(comment.guid));
    return;
  }
  const key = groupOf(comment);
  const equal = thread.unnamed.get(key);
  if (equal === undefined) thread.unnamed.set(key, [index]);
  else equal.push(index);
}

/** Whether there is a comment with this text, author and date. */
export function hasComment({ counts }: Thread, comment: StatusComment): boolean {
  return counts.has(keyOf(comment));
}

/** The first comment without a guid that has this text, author and date, and does not get one of the guids `others`; −1 if none. */
export function findUnnamed(thread: Thread, comment: StatusComment, others: ReadonlySet<string>): number {
  const { subject, id, comments, unnamed, taken } = thread;
  const equal = unnamed.get(groupOf(comment)) ?? [];
  const guids = guidsOfEqual(subject, id, comment, equal.length, taken);
  const key = keyOf(comment);
  const found = equal.findIndex((at, i) => keyOf(comments[at]) === key && !others.has(guidKey(guids[i])));
  return found < 0 ? -1 : equal[found];
}

/** Replaces a comment by one with a guid. Equal comments are told apart by their number, so those after it keep the guids they had. */
export function replaceComment(thread: Thread, index: number, comment: StatusComment): void {
  const { subject, id, comments, taken, unnamed } = thread;
  const before = comments[index];
  setComment(thread, index, comment);
  if (isGuid(before.guid)) return;
  const equal = unnamed.get(groupOf(before))!;
  const guids = guidsOfEqual(subject, id, before, equal.length, taken);
  taken.add(guidKey(comment.guid!));
  const left = equal.filter((at) => at !== index);
  const guidsLeft = guids.filter((_, i) => equal[i] !== index);
  const after = guidsOfEqual(subject, id, before, left.length, taken);
  const isKept = after.map((guid, i) => guid === guidsLeft[i]);
  for (const [i, at] of left.entries()) {
    if (isKept[i]) continue;
    setComment(thread, at, { ...comments[at], guid: guidsLeft[i] });
    taken.add(guidKey(guidsLeft[i]));
  }
  unnamed.set(
    groupOf(before),
    left.filter((_, i) => isKept[i]),
  );
}

function setComment(thread: Thread, index: number, comment: StatusComment): void {
  count(thread, thread.comments[index], -1);
  thread.comments[index] = comment;
  thread.isChanged = true;
  count(thread, comment, 1);
}

function count({ counts }: Thread, comment: StatusComment, change: 1 | -1): void {
  const key = keyOf(comment);
  const found = (counts.get(key) ?? 0) + change;
  if (found > 0) counts.set(key, found);
  else counts.delete(key);
}

function keyOf({ text, author, date }: StatusComment): string {
  return JSON.stringify([text, author ?? null, date ?? null]);
}

/** Equal for comments that `commentGuids` tells apart by their number. */
function groupOf({ text, author = "", date = "" }: StatusComment): string {
  return JSON.stringify([text, author, date]);
}
