import { orderEntry, type StatusComment, type StatusDraft } from "../clash-status.ts";
import { commentGuids, guidKey, type Subject } from "./comment-guids.ts";
import { dateTimeOf, timeOf } from "./date-time.ts";
import { isGuid, readGuid } from "./guid.ts";
import type { BcfCommentRecord, BcfTopicRecord } from "./read-bcf.ts";

/** A status file to which comments of a BCF file are added. */
export interface CommentDraft {
  readonly draft: StatusDraft;
  /** Where the comment with a guid is. Comments are only ever appended, so places stay. */
  readonly places: Map<string, CommentPlace>;
  /** The guids of all comments of the BCF file. */
  readonly arriving: ReadonlySet<string>;
}

interface Owner {
  subject: Subject;
  id: string;
}

interface CommentPlace {
  owner: Owner;
  index: number;
}

export function draftComments(draft: StatusDraft, topics: readonly BcfTopicRecord[]): CommentDraft {
  const places = new Map<string, CommentPlace>();
  const add = (subject: Subject, id: string, comments: readonly StatusComment[] = []) => {
    for (const [index, guid] of commentGuids(subject, id, comments).entries()) {
      const key = guidKey(guid);
      if (!places.has(key)) places.set(key, { owner: { subject, id }, index });
    }
  };
  for (const { id, comments } of draft.clashes) add("clash", id, comments);
  for (const { id, comments } of draft.groups.values()) add("group", id, comments);
  const arriving = new Set(topics.flatMap((topic) => topic.comments.map(({ guid }) => guidKey(guid))));
  return { draft, places, arriving };
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
  const { draft, places } = comments;
  if (comment.text === "") return;
  const guid = isGuid(comment.guid) ? comment.guid : null;
  const known = guid === null ? undefined : places.get(guidKey(guid));
  if (known !== undefined) {
    takeChange(draft, known, comment);
    return;
  }
  const owners = ownersOf(draft, topic, comment);
  for (const owner of owners) {
    const index = indexOfEqual(comments, owner, comment);
    if (index < 0) continue;
    if (guid !== null) {
      replace(draft, { owner, index }, { ...commentsOf(draft, owner)[index], guid });
      places.set(guidKey(guid), { owner, index });
    }
    return;
  }
  const [owner] = owners;
  const said = commentsOf(draft, owner);
  if (guid !== null) places.set(guidKey(guid), { owner, index: said.length });
  setComments(draft, owner, [...said, newComment(comment, guid)]);
}

/** What the comment is about: the clash whose viewpoint it shows, or the group or clash of its topic. Others may have it from earlier. */
function ownersOf(draft: StatusDraft, { group, clash }: BcfTopicRecord, comment: BcfCommentRecord): Owner[] {
  const shown = readGuid(comment.viewpoint ?? "");
  const owners: Owner[] = [];
  if (shown?.purpose === "viewpoint" && draft.byId.has(shown.id))
    owners.push({ subject: "clash", id: shown.id });
  if (group !== null && (draft.groups.has(group) || draft.byGroup.has(group)))
    owners.push({ subject: "group", id: group });
  else if (clash !== null) owners.push({ subject: "clash", id: clash });
  return owners;
}

/** The index of the owner's comment with equal text, author and date whose guid is not that of another comment of the BCF file; or −1. */
function indexOfEqual({ draft, arriving }: CommentDraft, owner: Owner, comment: BcfCommentRecord): number {
  const { text, author, date } = comment;
  const said = commentsOf(draft, owner);
  const isEqual = (one: StatusComment) =>
    one.text === text &&
    one.author === (author ?? undefined) &&
    (one.date === (date ?? undefined) || one.date === date?.slice(0, 10));
  if (!isGuid(comment.guid) || !said.some(isEqual)) return said.findIndex(isEqual);
  const guids = commentGuids(owner.subject, owner.id, said);
  return said.findIndex(
    (one, i) => isEqual(one) && one.guid === undefined && !arriving.has(guidKey(guids[i])),
  );
}

/** Programs set the date of modification when they change a text; the later one counts. */
function takeChange(draft: StatusDraft, place: CommentPlace, comment: BcfCommentRecord): void {
  const { text, modifiedDate, modifiedAuthor } = comment;
  const said = commentsOf(draft, place.owner)[place.index];
  if (modifiedDate === null) return;
  const before = dateTimeOf(said.modifiedDate ?? "");
  if (!(timeOf(modifiedDate) > (before === null ? -Infinity : timeOf(before)))) return;
  const { modifiedAuthor: _, ...rest } = said;
  replace(draft, place, {
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

function commentsOf({ clashes, groups, byId }: StatusDraft, { subject, id }: Owner): StatusComment[] {
  const entry = subject === "group" ? groups.get(id) : clashes[byId.get(id)![0]];
  return entry?.comments ?? [];
}

/** Replaces a comment. Equal comments are told apart by their number, so those after it keep the guids they had. */
function replace(draft: StatusDraft, { owner, index }: CommentPlace, comment: StatusComment): void {
  const { subject, id } = owner;
  const said = commentsOf(draft, owner);
  const next = said.map((one, i) => (i === index ? comment : one));
  const before = commentGuids(subject, id, said);
  const after = commentGuids(subject, id, next);
  const kept = next.map((one, i) =>
    i === index || after[i] === before[i] ? one : { ...one, guid: before[i] },
  );
  setComments(draft, owner, kept);
}

function setComments(draft: StatusDraft, { subject, id }: Owner, comments: StatusComment[]): void {
  const { clashes, groups, byId } = draft;
  if (subject === "group") groups.set(id, { ...(groups.get(id) ?? { id }), comments });
  else {
    const [place] = byId.get(id)!;
    clashes[place] = orderEntry({ ...clashes[place], comments });
  }
}
