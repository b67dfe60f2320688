import type { Articulation } from "../../mesh/articulation/articulation.ts";

// The binary bounding hierarchy over an articulation, built once. Neighbouring links are joined in pairs, then the pairs,
// until one node is left: a chain of 16 links becomes a tree of four levels above its leaves (Schmidl, Walker, Lin, Figure
// 1a). Where a link has several branches, those that found no partner among parents are joined with each other.

/** Nodes 0 … leaves − 1 are the links with geometry; every inner node comes after its two children; the last is the root. */
export interface BodyHierarchy {
  readonly leafCount: number;
  readonly nodeCount: number;
  /** Per leaf, the number of its link. */
  readonly links: Int32Array;
  /** Two children per inner node, that of node n at 2 · (n − leafCount). */
  readonly children: Int32Array;
  /** Per inner node, the link at whose joint the two children meet. */
  readonly jointLinks: Int32Array;
  /** Nodes on the longest path from the root to a leaf. */
  readonly depth: number;
}

/** A connected group of links, or of branches on one link. */
interface Group {
  /** The link of the group nearest to the root. */
  link: number;
  /** The parent group; null for the root's. */
  parent: Group | null;
  /** The group's depth: how many groups lie above it. */
  level: number;
  /** Its node; −1 while it has no geometry. */
  node: number;
  depth: number;
}

/** `hasGeometry` has one entry per link; at least one must be true. */
export function buildHierarchy(articulation: Articulation, hasGeometry: readonly boolean[]): BodyHierarchy {
  const links = Int32Array.from(articulation.order.filter((link) => hasGeometry[link]));
  const leafCount = links.length;
  const children: number[] = [];
  const jointLinks: number[] = [];
  let groups = leafGroups(articulation, links);
  while (groups.length > 1) groups = joinInPairs(groups, join);
  return {
    leafCount,
    nodeCount: 2 * leafCount - 1,
    links,
    children: Int32Array.from(children),
    jointLinks: Int32Array.from(jointLinks),
    depth: groups[0].depth,
  };

  /** Creates the inner node above two groups; groups without geometry need none. */
  function join(upper: Group, lower: Group, joint: number): void {
    if (upper.node >= 0 && lower.node >= 0) {
      children.push(upper.node, lower.node);
      jointLinks.push(joint);
      upper.node = leafCount + jointLinks.length - 1;
      upper.depth = 1 + Math.max(upper.depth, lower.depth);
    } else if (lower.node >= 0) {
      upper.node = lower.node;
      upper.depth = lower.depth;
    }
  }
}

function leafGroups({ order, parents }: Articulation, links: Int32Array): Group[] {
  const groupOf = new Map<number, Group>();
  for (const link of order) {
    const parent = parents[link] < 0 ? null : groupOf.get(parents[link])!;
    const level = parent === null ? 0 : parent.level + 1;
    groupOf.set(link, { link, parent, level, node: links.indexOf(link), depth: 1 });
  }
  return [...groupOf.values()];
}

/** One round: the deepest groups choose first, their parent if it is still free, otherwise a free sibling. */
function joinInPairs(
  groups: readonly Group[],
  join: (upper: Group, lower: Group, joint: number) => void,
): Group[] {
  const into = new Map<Group, Group>(); // the group that each group was merged into
  const taken = new Set<Group>();
  for (const group of [...groups].sort((a, b) => b.level - a.level || a.link - b.link)) {
    if (taken.has(group) || group.parent === null) continue;
    const { parent } = group;
    const sibling = groups.find((other) => other !== group && other.parent === parent && !taken.has(other));
    const partner = taken.has(parent) ? sibling : parent;
    if (partner === undefined) continue;
    join(partner, group, group.link);
    into.set(group, partner);
    taken.add(group).add(partner);
  }
  const left = groups.filter((group) => !into.has(group));
  for (const group of left)
    while (group.parent !== null && into.has(group.parent)) group.parent = into.get(group.parent)!;
  for (const group of left) group.level = levelOf(group);
  return left;
}

function levelOf(group: Group): number {
  let level = 0;
  for (let above = group.parent; above !== null; above = above.parent) level++;
  return level;
}

/** The hierarchy of links without parents: neighbours in list order are joined, then the results. */
export function joinInOrder(links: readonly number[]): BodyHierarchy {
  const children: number[] = [];
  const jointLinks: number[] = [];
  let row = links.map((link, node) => ({ node, link }));
  let depth = 1;
  for (; row.length > 1; depth++) {
    const joined: typeof row = [];
    for (let i = 0; i < row.length; i += 2) {
      const [left, right] = [row[i], row[i + 1]];
      if (right === undefined) joined.push(left);
      else {
        children.push(left.node, right.node);
        jointLinks.push(right.link);
        joined.push({ node: links.length + jointLinks.length - 1, link: left.link });
      }
    }
    row = joined;
  }
  return {
    leafCount: links.length,
    nodeCount: 2 * links.length - 1,
    links: Int32Array.from(links),
    children: Int32Array.from(children),
    jointLinks: Int32Array.from(jointLinks),
    depth,
  };
}
