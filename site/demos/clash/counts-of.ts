import type { ClashReport } from "abut/reports";
import type { Counts } from "../kit/start-demo.ts";

export function countsOf({ counts: { parts, triangles, checked, byKind } }: ClashReport): Counts {
  const found = Object.entries(byKind).filter(([, count]) => count > 0);
  return { parts, triangles, "pairs of parts checked": checked, ...Object.fromEntries(found) };
}
