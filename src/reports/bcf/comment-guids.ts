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
  return comments.map(({ guid, text, author = "", date = "" }) => {
    if (isGuid(guid)) return guid;
    const said = idOf(subject, id, text, author, date);
    let before = counts.get(said) ?? 0;
    let own: string;
    do own = guidOf("comment", idOf(said, String(before++)));
    while (taken.has(own));
    counts.set(said, before);
    return own;
  });
}

/** To compare guids: BCF 2.1 has both cases, BCF 3.0 only the lower one. */
export function guidKey(guid: string): string {
  return guid.toLowerCase();
}
