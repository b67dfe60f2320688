import { checkObject, checkRecords } from "../check-argument.ts";
import {
  type Decision,
  decide,
  draftStatus,
  finishDraft,
  STATUS_NAMES,
  type StatusDraft,
  type StatusFile,
  type StatusName,
} from "../clash-status.ts";
import { draftComments, finishComments, importComment } from "./import-comments.ts";
import type { BcfRecord, BcfTopicRecord } from "./read-bcf.ts";

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
 * group decides about all clashes of the group. A comment at the viewpoint of one clash is about this clash. Comments keep their
 * guids, and those that are there already are not added again, so a file may be imported twice.
 */
export function importBcfStatus(status: StatusFile, record: BcfRecord): BcfImport {
  checkObject(record, "record");
  const { topics } = record;
  checkRecords(topics, "record.topics");
  const unknown: BcfTopicRecord[] = [];
  const draft = draftStatus(status);
  const comments = draftComments(draft, topics);
  for (const topic of topics) {
    const id = knownId(draft, topic);
    if (id === null) {
      unknown.push(topic);
      continue;
    }
    const date = topic.modifiedDate?.slice(0, 10);
    const said = STATUSES.find(([words]) => words.test(topic.status?.trim() ?? ""))?.[1];
    const name = said === leastSettled(draft, id) ? undefined : said;
    const decision: Decision = { status: name, assignee: topic.assignedTo ?? undefined, date };
    if (name !== undefined || decision.assignee !== undefined) decide(draft, [id], decision);
    for (const comment of topic.comments) importComment(comments, topic, comment);
  }
  finishComments(comments);
  return { status: finishDraft(draft), matched: topics.length - unknown.length, unknown };
}

/**
 * The status that `writeBcf` gives to a group's topic. A topic that still has it decides nothing: it would take back what was approved
 * among clashes that are active.
 */
function leastSettled({ clashes, byGroup }: StatusDraft, group: string): StatusName | undefined {
  const found = new Set((byGroup.get(group) ?? []).map((place) => clashes[place].status));
  return STATUS_NAMES.find((status) => status !== "resolved" && found.has(status));
}

/** The group or clash of a topic that the status file has. */
function knownId({ groups, byId, byGroup }: StatusDraft, { group, clash }: BcfTopicRecord): string | null {
  if (group !== null && (groups.has(group) || byGroup.has(group))) return group;
  return clash !== null && byId.has(clash) ? clash : null;
}
