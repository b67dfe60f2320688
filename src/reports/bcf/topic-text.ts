import type { ClashKind } from "../../clash/clash.ts";
import type { ClashReport, ReportClash, ReportGroup, ReportPart } from "../clash-report.ts";
import { clashSentence, lengthText } from "../clash-sentence.ts";

const TITLES: Record<ClashKind, string> = {
  duplicate: "Duplicate",
  contains: "Contains",
  inside: "Inside",
  overlapping: "Overlap",
  self: "Self-intersection",
  "too-close": "Too close",
  touching: "Touching",
};

export const PRIORITIES = ["High", "Medium", "Low"] as const;

export function priorityOf(kind: ClashKind): (typeof PRIORITIES)[number] {
  if (kind === "touching") return "Low";
  return kind === "self" || kind === "too-close" ? "Medium" : "High";
}

/** The largest number of characters of a name in a title. */
const LONGEST_NAME = 60;

export function titleOf(kind: ClashKind, nameA: string, nameB: string): string {
  const names = kind === "self" ? [nameA] : [nameA, nameB];
  return `${TITLES[kind]}: ${names.map(shortened).join(" × ")}`;
}

export function groupTitleOf({ count, name }: ReportGroup): string {
  return `${count} clashes: ${shortened(name)}`;
}

/** The text on one line, cut between characters. */
function shortened(name: string): string {
  const line = name.replace(/\s+/g, " ");
  const characters = [...line];
  return characters.length <= LONGEST_NAME ? line : `${characters.slice(0, LONGEST_NAME - 1).join("")}…`;
}

export function descriptionOf(report: ClashReport, clash: ReportClash): string {
  const { id, a, b, trianglePairs, depth, exact } = clash;
  const parts = new Set([report.parts[a], report.parts[b]]);
  const lines = [`${clashSentence(clash, report)}.`];
  if (depth !== null && depth.kind !== "exact" && depth.lowerBound > 0)
    lines.push(`At least ${lengthText(depth.lowerBound, report.unit)} deep.`);
  if (trianglePairs !== null && trianglePairs > 0) lines.push(`Triangle pairs that meet: ${trianglePairs}.`);
  if (!exact) lines.push("The kind is not decided exactly, because a surface is open.");
  for (const part of parts) lines.push(describePart(report, part));
  lines.push(`abut clash ${id}`);
  return lines.join("\n");
}

/** The largest number of clashes that the description of a group names. */
const MOST_NAMED = 40;

export function groupDescriptionOf(report: ClashReport, { id, name, count, clashes }: ReportGroup): string {
  const named = clashes.slice(0, MOST_NAMED).map((index) => {
    const clash = report.clashes[index];
    return `- ${clashSentence(clash, report)} (${clash.id})`;
  });
  const lines = [`${count} clashes: ${name}.`, ...named];
  if (count > named.length) lines.push(`- and ${count - named.length} more`);
  lines.push(`abut group ${id}`);
  return lines.join("\n");
}

/** The part's name and file, to find it there. */
function describePart({ inputs }: ClashReport, { key, type, guid, input }: ReportPart): string {
  const details = [type, guid, inputs[input].file].filter((text) => text !== undefined);
  return `${key}: ${details.join(", ")}`;
}
