import type { ClashKind } from "../../world/clash/clash.ts";
import type { ClashReport, ReportClash, ReportDepth, ReportPart } from "../clash-report.ts";

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

/** Names in a title have at most this many characters. */
const LONGEST_NAME = 60;

export function titleOf(kind: ClashKind, nameA: string, nameB: string): string {
  const names = kind === "self" ? [nameA] : [nameA, nameB];
  return `${TITLES[kind]}: ${names.map(shortened).join(" × ")}`;
}

/** On one line, whole characters only. */
function shortened(name: string): string {
  const line = name.replace(/\s+/g, " ");
  const characters = [...line];
  return characters.length <= LONGEST_NAME ? line : `${characters.slice(0, LONGEST_NAME - 1).join("")}…`;
}

export function descriptionOf(report: ClashReport, clash: ReportClash): string {
  const { kind, a, b, trianglePairs, depth, distance, exact } = clash;
  const unit = report.unit.name;
  const lines = [`a: ${describePart(report, report.parts[a]!)}`];
  if (kind !== "self") lines.push(`b: ${describePart(report, report.parts[b]!)}`);
  if (depth !== null) lines.push(`Depth: ${describeDepth(depth, unit)}`);
  if (distance !== null) lines.push(`Distance: ${short(distance.distance)} ${unit}`);
  if (trianglePairs > 0) lines.push(`Pairs of triangles that meet: ${trianglePairs}`);
  if (!exact) lines.push("The kind was not decided exactly: a surface is open.");
  lines.push(`abut clash ${clash.id}`);
  return lines.join("\n");
}

function describePart({ inputs }: ClashReport, { key, type, guid, input }: ReportPart): string {
  const details = [type, guid, inputs[input]?.file].filter((text) => text !== undefined && text !== "");
  return details.length === 0 ? key : `${key} (${details.join(", ")})`;
}

function describeDepth({ depth, kind, lowerBound }: ReportDepth, unit: string): string {
  const value = `${short(depth)} ${unit}`;
  if (kind === "exact") return `${value}, exact`;
  if (kind === "upper-bound") return `at most ${value}, at least ${short(lowerBound)} ${unit}`;
  return kind === "lower-bound" ? `at least ${value}` : `about ${value}`;
}

/** Six digits: people read this. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
