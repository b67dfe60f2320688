// Guids contain the 16 hex digits of a clash's or a group's id, so it keeps its guids in every run and no two share one. The
// first 8 marks a vendor-specific UUID (version 8 of RFC 9562), the second 8 the variant; 61627574 is "abut".
//
//   id digits 0–7  8–11   12–14  15
//       01234567 - 89ab - 8cde - 8f00 - 61627574 0001: topic of a clash, 0002: its viewpoint, 0003: topic of a group, 0004: its overview
//                                                0005: a comment, with a hash of what was said instead of an id

const PURPOSES = { topic: "0001", viewpoint: "0002", group: "0003", overview: "0004", comment: "0005" };

export type GuidPurpose = keyof typeof PURPOSES;

export function guidOf(purpose: GuidPurpose, id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(12, 15)}-8${id.slice(15, 16)}00-61627574${PURPOSES[purpose]}`;
}

const OURS = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f])00-61627574([0-9a-f]{4})$/i;

/** What a guid of ours stands for; null for guids of other programs. */
export function readGuid(guid: string): { purpose: GuidPurpose; id: string } | null {
  const match = OURS.exec(guid.trim());
  if (match === null) return null;
  const purpose = (Object.keys(PURPOSES) as GuidPurpose[]).find((name) => PURPOSES[name] === match[5]);
  return purpose === undefined ? null : { purpose, id: match.slice(1, 5).join("").toLowerCase() };
}

/** Whether other programs accept a guid. BCF 3.0 wants lower case. */
export function isGuid(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}
