import type { StatusComment, StatusEntry, StatusFile } from "../clash-status.ts";
import { commentGuids, guidKey, type Subject } from "./comment-guids.ts";
import { dateTimeOf, timeOf } from "./date-time.ts";
import { guidOf } from "./guid.ts";
import type { BcfSettings } from "./options.ts";
import type { BcfTopic } from "./topics.ts";

export interface BcfComment {
  guid: string;
  /** An xs:dateTime. */
  date: string;
  author: string;
  text: string;
  /** The guid of the topic's viewpoint that shows what the comment is about. */
  viewpoint: string | null;
  modifiedDate: string | null;
  modifiedAuthor: string | null;
}

type Thread = Pick<BcfTopic, "group" | "clashes"> & { viewpoints: readonly { guid: string }[] };

/**
 * The comments of each topic, in the order of time: those about its group, its clashes, and clashes that the group had when they
 * were last found. BCF requires date and author: where the status file has none, they are those of the topics. A guid is written
 * once, also where the status file has it twice.
 */
export function commentsOfTopics(topics: readonly Thread[], settings: BcfSettings): BcfComment[][] {
  const { status } = settings;
  if (status === null) return topics.map(() => []);
  const entries = new Map(status.clashes.map((entry) => [entry.id, entry]));
  const groups = new Map(status.groups.map((group) => [group.id, group]));
  const unlisted = unlistedByGroup(status, topics);
  const written = new Set<string>();
  return topics.map(({ group, clashes, viewpoints }) => {
    const shown = new Set(viewpoints.map(({ guid }) => guid));
    const comments: BcfComment[] = [];
    const add = (subject: Subject, id: string, said: readonly StatusComment[] = []) => {
      const viewpoint = guidOf(subject === "group" ? "overview" : "viewpoint", id);
      for (const [i, guid] of commentGuids(subject, id, said).entries()) {
        const key = guidKey(guid);
        if (said[i].text.trim() === "" || written.has(key)) continue;
        written.add(key);
        comments.push({
          guid: settings.version === "2.1" ? guid : key, // BCF 3.0 forbids upper case
          ...contentOf(said[i], settings),
          viewpoint: shown.has(viewpoint) ? viewpoint : null,
        });
      }
    };
    if (group !== null) add("group", group, groups.get(group)?.comments);
    for (const id of clashes) add("clash", id, entries.get(id)?.comments);
    const gone = group === null ? [] : (unlisted.get(group) ?? []);
    for (const { id, comments: said } of gone) add("clash", id, said);
    return comments.sort((p, q) => timeOf(p.date) - timeOf(q.date));
  });
}

/** Entries that no topic lists, because they are resolved or beyond a limit, by the group they were last found in. */
function unlistedByGroup({ clashes }: StatusFile, topics: readonly Thread[]): Map<string, StatusEntry[]> {
  const listed = new Set(topics.flatMap((topic) => topic.clashes));
  const unlisted = new Map<string, StatusEntry[]>();
  for (const entry of clashes) {
    if (entry.group === undefined || listed.has(entry.id)) continue;
    const others = unlisted.get(entry.group);
    if (others === undefined) unlisted.set(entry.group, [entry]);
    else others.push(entry);
  }
  return unlisted;
}

function contentOf(comment: StatusComment, settings: BcfSettings): Omit<BcfComment, "guid" | "viewpoint"> {
  const { text, author, date, modifiedDate, modifiedAuthor } = comment;
  return {
    date: dateTimeOf(date ?? "") ?? settings.date,
    author: author?.trim() || settings.author,
    text,
    modifiedDate: dateTimeOf(modifiedDate ?? ""),
    modifiedAuthor: modifiedAuthor?.trim() || null,
  };
}
