import { type Decision, type StatusFile, type StatusName, setStatus } from "../clash-status.ts";
import type { BcfCommentRecord, BcfRecord, BcfTopicRecord } from "./read-bcf.ts";

/** What an import did. */
export interface BcfImport {
  status: StatusFile;
  /** Topics that were about clashes or groups of the status file. */
  matched: number;
  /** Topics of other programs, and of clashes that the status file does not know. */
  unknown: BcfTopicRecord[];
}

/** The words of programs for what abut calls a status. "Open" and words that are not listed decide nothing. */
const STATUSES: readonly [RegExp, StatusName][] = [
  [/^(?:active|re-?opened)$/i, "active"],
  [/^(?:reviewed|in review|in progress|assigned|ready)$/i, "reviewed"],
  [/^(?:approved|accepted|ignored?|won'?t fix|void|not an issue)$/i, "approved"],
  [/^(?:resolved|closed|done|fixed|solved)$/i, "resolved"],
];

/**
 * The status with what a coordinator decided in their program: status, assignee and comments of each topic that abut wrote. A topic of a
 * group decides about all clashes of the group. Comments that are there already are not added again, so a file may be imported
 * twice.
 */
export function importBcfStatus(status: StatusFile, { topics }: BcfRecord): BcfImport {
  const unknown: BcfTopicRecord[] = [];
  let after = status;
  for (const topic of topics) {
    const id = knownId(after, topic);
    if (id === null) {
      unknown.push(topic);
      continue;
    }
    const date = topic.modifiedDate?.slice(0, 10);
    const name = STATUSES.find(([words]) => words.test(topic.status?.trim() ?? ""))?.[1];
    const decision: Decision = { status: name, assignee: topic.assignedTo ?? undefined, date };
    if (name !== undefined || decision.assignee !== undefined) after = setStatus(after, [id], decision);
    for (const comment of topic.comments)
      if (comment.text !== "" && !isKnown(after, id, comment))
        after = setStatus(after, [id], {
          comment: comment.text,
          author: comment.author ?? undefined,
          date: comment.date?.slice(0, 10),
        });
  }
  return { status: after, matched: topics.length - unknown.length, unknown };
}

/** The group or clash of a topic that the status file has. */
function knownId({ clashes, groups }: StatusFile, { group, clash }: BcfTopicRecord): string | null {
  const isGroup =
    group !== null &&
    (groups.some(({ id }) => id === group) || clashes.some((entry) => entry.group === group));
  if (isGroup) return group;
  return clash !== null && clashes.some(({ id }) => id === clash) ? clash : null;
}

function isKnown(
  { clashes, groups }: StatusFile,
  id: string,
  { text, author, date }: BcfCommentRecord,
): boolean {
  const entry = groups.find((group) => group.id === id) ?? clashes.find((clash) => clash.id === id);
  return (entry?.comments ?? []).some(
    (said) => said.text === text && said.author === (author ?? undefined) && said.date === date?.slice(0, 10),
  );
}
