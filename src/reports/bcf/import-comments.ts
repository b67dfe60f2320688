import { orderEntry, type StatusComment, type StatusDraft } from "../clash-status.ts";
import { commentGuids, guidKey, type Subject } from "./comment-guids.ts";
import {
  addComment,
  createThread,
  findUnnamed,
  hasComment,
  replaceComment,
  type Thread,
} from "./comment-threads.ts";
import { dateTimeOf, timeOf } from "./date-time.ts";
import { isGuid, readGuid } from "./guid.ts";
import type { BcfCommentRecord, BcfTopicRecord } from "./read-bcf.ts";

/** A status file to which comments of a BCF file are added. */
export interface CommentDraft {
  readonly draft: StatusDraft;
  /** The comments about clashes and groups. */
  readonly threads: Readonly<Record<Subject, Map<string, Thread>>>;
  /** Where the comment with a guid is. Comments are only ever appended, so places stay. */
  readonly places: Map<string, CommentPlace>;
  /** The guids of all comments of the BCF file. */
  readonly arriving: ReadonlySet<string>;
}

interface CommentPlace {
  thread: Thread;
  index: number;
}

export function draftComments(draft: StatusDraft, topics: readonly BcfTopicRecord[]): CommentDraft {
  const places = new Map<string, CommentPlace>();
  const threads = { clash: new Map<string, Thread>(), group: new Map<string, Thread>() };
  const add = (subject: Subject, id: string, comments: readonly StatusComment[] = []) => {
    if (comments.length === 0 || threads[subject].has(id)) return;
    const thread = createThread(subject, id, comments);
    threads[subject].set(id, thread);
    for (const [index, guid] of commentGuids(subject, id, comments).entries()) {
      const key = guidKey(guid);
      if (!places.has(key)) places.set(key, { thread, index });
    }
  };
  for (const { id, comments } of draft.clashes) add("clash", id, comments);
  for (const { id, comments } of draft.groups.values()) add("group", id, comments);
  const arriving = new Set(topics.flatMap((topic) => topic.comments.map(({ guid }) => guidKey(guid))));
  return { draft, threads, places, arriving };
}

/**
 * Adds a comment, unless it is there already, by its guid. A known comment takes over a text that was changed later than the one it
 * has. A comment that was imported without a guid takes over the guid.
 */
export function importComment(
  comments: CommentDraft,
  topic: BcfTopicRecord,
  comment: BcfCommentRecord,
): void {
  const { places } = comments;
  if (comment.text === "") return;
  const guid = isGuid(comment.guid) ? comment.guid : null;
  const known = guid === null ? undefined : places.get(guidKey(guid));
  if (known !== undefined) {
    takeChange(known, comment);
    return;
  }
  const threads = threadsOf(comments, topic, comment);
  for (const thread of threads) {
    if (guid === null) {
      if (spellingsOf(comment).some((one) => hasComment(thread, one))) return;
      continue;
    }
    const index = indexOfEqual(thread, comment, comments.arriving);
    if (index < 0) continue;
    replaceComment(thread, index, { ...thread.comments[index], guid });
    places.set(guidKey(guid), { thread, index });
    return;
  }
  const [thread] = threads;
  if (guid !== null) places.set(guidKey(guid), { thread, index: thread.comments.length });
  addComment(thread, newComment(comment, guid));
}

/** Writes the comments to the status file's draft. */
export function finishComments({ draft, threads }: CommentDraft): void {
  const { clashes, groups, byId } = draft;
  for (const { id, comments, isChanged } of threads.group.values())
    if (isChanged) groups.set(id, { ...(groups.get(id) ?? { id }), comments });
  for (const { id, comments, isChanged } of threads.clash.values()) {
    if (!isChanged) continue;
    const [place] = byId.get(id)!;
    clashes[place] = orderEntry({ ...clashes[place], comments });
  }
}

/** What the comment is about: the clash whose viewpoint it shows, or the group or clash of its topic. Others may have it from earlier. */
function threadsOf(
  { draft, threads }: CommentDraft,
  { group, clash }: BcfTopicRecord,
  comment: BcfCommentRecord,
): Thread[] {
  const find = (subject: Subject, id: string): Thread => {
    const known = threads[subject].get(id) ?? createThread(subject, id, []);
    threads[subject].set(id, known);
    return known;
  };
  const shown = readGuid(comment.viewpoint ?? "");
  const found: Thread[] = [];
  if (shown?.purpose === "viewpoint" && draft.byId.has(shown.id)) found.push(find("clash", shown.id));
  if (group !== null && (draft.groups.has(group) || draft.byGroup.has(group)))
    found.push(find("group", group));
  else if (clash !== null) found.push(find("clash", clash));
  return found;
}

/** The comment as the status file may have it: with its time, or with its day only. */
function spellingsOf(comment: BcfCommentRecord): StatusComment[] {
  const { text, author, date } = comment;
  const one = { text, ...(author !== null && { author }) };
  if (date === null) return [one];
  return [
    { ...one, date },
    { ...one, date: date.slice(0, 10) },
  ];
}

/** The place of the comment with equal text, author and date whose guid is not that of another comment of the BCF file; or −1. */
function indexOfEqual(thread: Thread, comment: BcfCommentRecord, arriving: ReadonlySet<string>): number {
  const found = spellingsOf(comment)
    .map((one) => findUnnamed(thread, one, arriving))
    .filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Programs set the date of modification when they change a text; the later one counts. */
function takeChange({ thread, index }: CommentPlace, comment: BcfCommentRecord): void {
  const { text, modifiedDate, modifiedAuthor } = comment;
  const said = thread.comments[index];
  if (modifiedDate === null) return;
  const before = dateTimeOf(said.modifiedDate ?? "");
  if (!(timeOf(modifiedDate) > (before === null ? -Infinity : timeOf(before)))) return;
  const { modifiedAuthor: _, ...rest } = said;
  replaceComment(thread, index, {
    ...rest,
    text,
    guid: said.guid ?? comment.guid,
    modifiedDate,
    ...(modifiedAuthor !== null && { modifiedAuthor }),
  });
}

function newComment(comment: BcfCommentRecord, guid: string | null): StatusComment {
  const { text, author, date, modifiedDate, modifiedAuthor } = comment;
  return {
    text,
    ...(author !== null && { author }),
    ...(date !== null && { date }),
    ...(guid !== null && { guid }),
    ...(modifiedDate !== null && { modifiedDate }),
    ...(modifiedAuthor !== null && { modifiedAuthor }),
  };
}
