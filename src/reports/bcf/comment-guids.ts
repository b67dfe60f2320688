import { idOf } from "../../clash/clash-id.ts";
import type { StatusComment } from "../clash-status.ts";
import { guidOf, isGuid } from "./guid.ts";

/** What a comment of the status file is about. */
export type Subject = "clash" | "group";

/**
 * The guid of each comment about a clash or group. A comment from another program keeps its own. Others get a hash of subject, text,
 * author, date, and how many equal comments come before, so a guid stays when comments are added around it.
 */
export function commentGuids(subject: Subject, id: string, comments: readonly StatusComment[]): string[] {
  const taken = new Set(comments.flatMap(({ guid }) => (isGuid(guid) ? [guidKey(guid)] : [])));
  const counts = new Map<string, number>();
  return comments.map((comment) => {
    const { guid } = comment;
    if (isGuid(guid)) return guid;
    const said = hashOf(subject, id, comment);
    const [own, used] = nextGuid(said, counts.get(said) ?? 0, taken);
    counts.set(said, used);
    return own;
  });
}

/** What `commentGuids` gives to `count` equal comments without guids; `taken` are the guids of the others. */
export function guidsOfEqual(
  subject: Subject,
  id: string,
  comment: StatusComment,
  count: number,
  taken: ReadonlySet<string>,
): string[] {
  const said = hashOf(subject, id, comment);
  let used = 0;
  return Array.from({ length: count }, () => {
    const [own, next] = nextGuid(said, used, taken);
    used = next;
    return own;
  });
}

function hashOf(subject: Subject, id: string, { text, author = "", date = "" }: StatusComment): string {
  return idOf(subject, id, text, author, date);
}

/** The first guid from number `used` on that is not taken, and the number after it. */
function nextGuid(said: string, used: number, taken: ReadonlySet<string>): [string, number] {
  for (let number = used; ; number++) {
    const own = guidOf("comment", idOf(said, String(number)));
    if (!taken.has(own)) return [own, number + 1];
  }
}

/** To compare guids: BCF 2.1 has both cases, BCF 3.0 only the lower one. */
export function guidKey(guid: string): string {
  return guid.toLowerCase();
}
