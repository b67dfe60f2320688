// Guids contain the 16 hex digits of the clash's id, so a clash keeps its guids in every run and no two clashes share one. The
// first 8 marks a vendor-specific UUID (version 8 of RFC 9562), the second 8 the variant; 61627574 is "abut".
//
//   id digits 0–7  8–11   12–14  15
//       01234567 - 89ab - 8cde - 8f00 - 61627574 0001: topic, 0002: its viewpoint

const PURPOSES = { topic: "0001", viewpoint: "0002" };

export function guidOf(purpose: keyof typeof PURPOSES, id: string): string {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(12, 15)}-8${id.slice(15, 16)}00-61627574${PURPOSES[purpose]}`;
}
