import { haveSameTriangles } from "../../queries/classify/same-triangles.ts";
import type { ReportLeftOut } from "../../reports/clash-report.ts";
import { countOf, formatCount } from "../output/format-number.ts";
import type { Scene } from "./load-scene.ts";
import { nameParts } from "./name-parts.ts";

// IFC files describe more than what is built. Checking it would bury the true clashes.

export type LeftOut = ReportLeftOut;

/** The classes that the readers left out, with their counts over all files. */
export function notBuilt(ofFiles: readonly Readonly<Record<string, number>>[]): LeftOut[] {
  const counts = new Map<string, number>();
  for (const leftOut of ofFiles)
    for (const [type, count] of Object.entries(leftOut)) counts.set(type, (counts.get(type) ?? 0) + count);
  return [...counts]
    .sort(([p], [q]) => (p < q ? -1 : 1))
    .map(([type, count]) => ({ type, count, reason: "not-built" }));
}

/** Elements without a class of their own. A marker, such as a geo-reference, is one of these in every file of a project. */
const MARKER = /^Ifc(?:BuildingElement)?Proxy$/;

/** The scene without markers: proxies that several files contain with one name, one shape and one place. */
export function leaveOutMarkers(scene: Scene): Scene {
  const { parts, partInfo } = scene;
  const byName = new Map<string, number[]>();
  parts.forEach(({ name }, i) => {
    const { type } = partInfo[i];
    if (type === undefined || !MARKER.test(type)) return;
    const key = `${type} ${name}`;
    byName.set(key, [...(byName.get(key) ?? []), i]);
  });
  const isMarker = new Uint8Array(parts.length);
  for (const numbers of byName.values())
    for (const [k, i] of numbers.entries())
      for (const j of numbers.slice(k + 1))
        if (parts[i].group !== parts[j].group && haveSameTriangles(parts[i], parts[j]))
          isMarker[i] = isMarker[j] = 1;
  const counts = new Map<string, number>();
  partInfo.forEach(({ type }, i) => {
    if (isMarker[i] === 1) counts.set(type!, (counts.get(type!) ?? 0) + 1);
  });
  if (counts.size === 0) return scene;
  const kept = parts.filter((_, i) => isMarker[i] === 0);
  const markers = [...counts].map(([type, count]): LeftOut => ({ type, count, reason: "in-several-files" }));
  return {
    ...scene,
    parts: kept,
    partInfo: partInfo.filter((_, i) => isMarker[i] === 0),
    partNames: nameParts(kept, scene.labels),
    leftOut: [...scene.leftOut, ...markers],
  };
}

/** One line for people; null if everything is checked. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string | null {
  if (leftOut.length === 0) return null;
  const list = (reason: LeftOut["reason"]) =>
    leftOut
      .filter((entry) => entry.reason === reason)
      .map(({ type, count }) => `${formatCount(count)} ${type}`)
      .join(", ");
  const [built, markers] = [list("not-built"), list("in-several-files")];
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  const reasons = [built, markers && `${markers} identical in several files`].filter((text) => text !== "");
  return `Left out: ${countOf(total, "element")} that are not built: ${reasons.join(", ")}; --all-elements checks them.`;
}
