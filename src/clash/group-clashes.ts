import { OptionError, show } from "../errors.ts";
import { addBounds, type Bounds, emptyBounds } from "../geometry/bounds.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { causeGroups, partGroups } from "./cause-groups.ts";
import type { Clash, ClashPart, WholePart } from "./clash.ts";
import { type ClashGroup, GROUP_MODES, type GroupMode, type GroupOptions } from "./clash-group.ts";
import { idOf } from "./clash-id.ts";
import { compareClashes } from "./collect-clashes.ts";
import { completeParts } from "./read-parts.ts";

const GROUP_OPTIONS: OptionNames<GroupOptions> = { by: true, labels: true };

/**
 * Groups clashes, by default by their cause: a pipe through forty slats is one group, and so is an assembly that was shifted or inserted
 * twice. `parts` must be those passed to `findClashes`. The group with the worst clash comes first. The order of parts and clashes changes
 * only the indices in the result.
 */
export function groupClashes(
  clashes: readonly Clash[],
  parts: readonly ClashPart[],
  options: GroupOptions = {},
): ClashGroup[] {
  checkOptionNames(options, GROUP_OPTIONS, "groupClashes");
  const { by = "cause", labels } = options;
  if (!GROUP_MODES.includes(by))
    throw new OptionError(`by: ${show(by)} is not one of ${GROUP_MODES.join(", ")}`);
  if (!Array.isArray(parts)) throw new OptionError(`parts: expected an array, got ${show(parts)}`);
  const whole = completeParts(parts);
  checkClashes(clashes, parts.length);
  checkLabels(labels, by, parts.length);
  if (clashes.length === 0) return [];
  const groups =
    by === "cause" || by === "part"
      ? groupByHubs(clashes, whole, by)
      : groupByLabels(clashes, by, labels ?? whole.map(({ group }) => String(group)));
  return finishGroups(groups, clashes);
}

function checkClashes(clashes: readonly Clash[], partCount: number): void {
  if (!Array.isArray(clashes)) throw new OptionError(`clashes: expected an array, got ${show(clashes)}`);
  const isPart = (part: unknown) =>
    Number.isInteger(part) && (part as number) >= 0 && (part as number) < partCount;
  for (let i = 0; i < clashes.length; i++) {
    const clash = clashes[i] as Clash | null | undefined;
    if (typeof clash !== "object" || clash === null)
      throw new OptionError(`clashes[${i}]: expected a clash, got ${show(clash)}`);
    if (typeof clash.id !== "string")
      throw new OptionError(`clashes[${i}].id: ${show(clash.id)} is not a string`);
    for (const side of ["a", "b"] as const)
      if (!isPart(clash[side]))
        throw new OptionError(`clashes[${i}].${side}: ${show(clash[side])} is not one of ${partCount} parts`);
    const { box } = clash;
    if (!Array.isArray(box) || box.length !== 6 || !box.every((x) => Number.isFinite(x)))
      throw new OptionError(`clashes[${i}].box: expected 6 finite numbers, got ${show(box)}`);
  }
}

function checkLabels(labels: GroupOptions["labels"], by: GroupMode, partCount: number): void {
  if (labels === undefined) {
    if (by === "storey" || by === "class")
      throw new OptionError(`labels: by "${by}" needs the ${by} of each part`);
    return;
  }
  if (!Array.isArray(labels)) throw new OptionError(`labels: expected an array, got ${show(labels)}`);
  if (labels.length !== partCount)
    throw new OptionError(`labels: ${labels.length} entries for ${partCount} parts`);
  const wrong = labels.findIndex((label) => label != null && typeof label !== "string");
  if (wrong >= 0) throw new OptionError(`labels[${wrong}]: ${show(labels[wrong])} is not a string`);
}

/** A group before its clashes are sorted. */
type Draft = Omit<ClashGroup, "box">;

function groupByHubs(clashes: readonly Clash[], parts: readonly WholePart[], by: "cause" | "part"): Draft[] {
  // By id, so that ties are decided equally, whatever the order of clashes and parts.
  const order = orderById(clashes);
  const sorted = order.map((i) => clashes[i]);
  const seen = new Set<number>();
  for (const { a, b } of clashes) seen.add(a).add(b);
  const used = [...seen];
  used.sort((p, q) => compareTexts(parts[p].key, parts[q].key));
  const { groupOf, hubsOf } = (by === "cause" ? causeGroups : partGroups)(sorted, parts, used);
  const members = new Map<number, number[]>();
  groupOf.forEach((group, i) => {
    const own = members.get(group);
    if (own === undefined) members.set(group, [order[i]]);
    else own.push(order[i]);
  });
  // A part may have several groups. The first one, by the least id of its clashes, is named after the part alone, so that a group keeps its
  // id when clashes come and go.
  const named = new Set<number>();
  return [...members].map(([group, own]) => {
    const hubs = hubsOf.get(group)!;
    const [hub] = hubs;
    const id = named.has(hub)
      ? idOf("group", by, parts[hub].key, clashes[own[0]].id)
      : idOf("group", by, parts[hub].key);
    named.add(hub);
    return { id, name: nameOfHubs(hubs, parts), parts: hubs, clashes: own };
  });
}

/** The digits of an id that fit exactly into a number. */
const EXACT_DIGITS = 13;

/**
 * The clashes' numbers, sorted by id. Ids from `findClashes` are 16 hex digits: comparing them as numbers decides most pairs, faster than
 * as texts.
 */
function orderById(clashes: readonly Clash[]): number[] {
  const order = clashes.map((_, i) => i);
  if (!clashes.every(({ id }) => /^[0-9a-f]{16}$/.test(id)))
    return order.sort((i, j) => compareTexts(clashes[i].id, clashes[j].id) || i - j);
  const numbers = Float64Array.from(clashes, ({ id }) => Number.parseInt(id.slice(0, EXACT_DIGITS), 16));
  return order.sort((i, j) => numbers[i] - numbers[j] || compareTexts(clashes[i].id, clashes[j].id) || i - j);
}

function nameOfHubs([first, ...others]: readonly number[], parts: readonly WholePart[]): string {
  const { name } = parts[first];
  if (others.length === 0) return name;
  return others.length === 1
    ? `${name} and ${parts[others[0]].name}`
    : `${name} and ${others.length} other parts`;
}

function groupByLabels(
  clashes: readonly Clash[],
  by: GroupMode,
  labels: NonNullable<GroupOptions["labels"]>,
): Draft[] {
  const groups = new Map<string, Draft>();
  clashes.forEach(({ a, b }, i) => {
    const two = [labels[a] ?? NO_LABEL, labels[b] ?? NO_LABEL].sort(compareTexts);
    const name = two[0] === two[1] ? two[0] : two.join(" × ");
    const group = groups.get(name);
    if (group !== undefined) group.clashes.push(i);
    else groups.set(name, { id: idOf("group", by, ...two), name, parts: [], clashes: [i] });
  });
  return [...groups.values()];
}

const NO_LABEL = "(none)";

function finishGroups(drafts: readonly Draft[], clashes: readonly Clash[]): ClashGroup[] {
  const groups = drafts.map((draft): ClashGroup => {
    const box: Bounds = emptyBounds();
    for (const i of draft.clashes) addBounds(box, clashes[i].box);
    return { ...draft, clashes: draft.clashes.sort((i, j) => compareClashes(clashes[i], clashes[j])), box };
  });
  return groups.sort((p, q) => compareClashes(clashes[p.clashes[0]], clashes[q.clashes[0]]));
}

function compareTexts(p: string, q: string): number {
  return p < q ? -1 : p > q ? 1 : 0;
}
