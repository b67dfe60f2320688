import { OptionError, show } from "../errors.ts";
import { exponentOf, scaledMesh } from "../mesh/tiny-mesh.ts";
import { checkMesh, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { buildAabbTree } from "./build-aabb.ts";
import type { RTree } from "./layout.ts";
import { AABB_STRIDE as STRIDE } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";
import { insertRecord } from "./r-tree/insert.ts";
import { hilbertOrder, strOrder } from "./r-tree/orders.ts";
import { packRTree } from "./r-tree/pack.ts";
import { allocateRTree, MAX_MAX_CHILDREN, type RTreeRules } from "./r-tree/storage.ts";
import { triangleRecords } from "./r-tree/triangle-records.ts";
import { treeOfTiny } from "./twin.ts";

const PACKINGS = ["sah", "hilbert", "str"] as const;
const MEASURES = ["area", "volume"] as const;

export interface RTreeOptions {
  /** The largest number of children of a node, 2 to 1024; default 8. */
  maxChildren?: number | undefined;
  /**
   * The smallest number of children of a node other than the root, 1 to maxChildren / 2; default 0.4 · maxChildren, rounded
   * down.
   */
  minChildren?: number | undefined;
  /**
   * The order in which triangles are packed, all at once. "sah" (default): as in an AABB tree split by the surface area
   * rule. "hilbert": along Hilbert's curve. "str": in sorted tiles. False: not packed but inserted one by one, as Guttman
   * does.
   */
  pack?: (typeof PACKINGS)[number] | false | undefined;
  /**
   * What insertion and its split of full nodes compare boxes by, now and in `insertTriangle` and `removeTriangle`. "area" (default):
   * surface areas. "volume": volumes, as Guttman does; flat boxes have none.
   */
  measure?: RTree["measure"] | undefined;
}

const R_TREE_OPTIONS: OptionNames<RTreeOptions> = {
  maxChildren: true,
  minChildren: true,
  pack: true,
  measure: true,
};

/**
 * Builds an R-tree over the mesh's triangles. Deterministic: equal mesh and options give an equal tree. `insertTriangle`
 * and `removeTriangle` change it afterwards, however it was built.
 */
export function buildRTree(mesh: TriangleMesh, options: RTreeOptions = {}): RTree {
  checkOptionNames(options, R_TREE_OPTIONS, "buildRTree");
  const { maxChildren = 8, pack = "sah", measure = "area" } = options;
  checkMaxChildren(maxChildren);
  const { minChildren = Math.max(1, Math.floor(0.4 * maxChildren)) } = options;
  checkOptions(minChildren, maxChildren, pack, measure);
  checkMesh(mesh);
  const exponent = exponentOf(mesh);
  const scaled = exponent === 0 ? mesh : scaledMesh(mesh, exponent);
  const tree = buildTree(scaled, { minChildren, maxChildren, measure }, pack);
  return exponent === 0 ? tree : treeOfTiny(tree, mesh, exponent);
}

function buildTree(mesh: TriangleMesh, rules: RTreeRules, pack: (typeof PACKINGS)[number] | false): RTree {
  const origin = new Float64Array(3);
  chooseOrigin(mesh.positions, origin);
  const records = triangleRecords(mesh, orderedVertices(mesh.positions, origin));
  const tree =
    pack === false
      ? insertAll(mesh, records, rules)
      : packRTree(mesh, inOrder(mesh, records, pack, rules.maxChildren), rules);
  tree.origin.set(origin);
  return tree;
}

function checkMaxChildren(maxChildren: unknown): void {
  if (!isWholeWithin(maxChildren, 2, MAX_MAX_CHILDREN))
    throw new OptionError(
      `maxChildren: ${show(maxChildren)} is not a whole number from 2 to ${MAX_MAX_CHILDREN}`,
    );
}

function checkOptions(minChildren: unknown, maxChildren: number, pack: unknown, measure: unknown): void {
  const most = Math.floor(maxChildren / 2);
  if (!isWholeWithin(minChildren, 1, most))
    throw new OptionError(
      `minChildren: ${show(minChildren)} is not a whole number from 1 to ${most}, half of maxChildren`,
    );
  if (pack !== false && !PACKINGS.includes(pack as "sah"))
    throw new OptionError(`pack: ${show(pack)} is not one of ${PACKINGS.join(", ")}, false`);
  if (!MEASURES.includes(measure as "area"))
    throw new OptionError(`measure: ${show(measure)} is not one of ${MEASURES.join(", ")}`);
}

function isWholeWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function inOrder(
  mesh: TriangleMesh,
  records: Int32Array,
  pack: (typeof PACKINGS)[number],
  maxChildren: number,
): Int32Array {
  let order: Uint32Array;
  if (pack === "sah") order = buildAabbTree(mesh, { frame: "none" }).triangles;
  else order = pack === "hilbert" ? hilbertOrder(records) : strOrder(records, maxChildren);
  const sorted = new Int32Array(records.length);
  for (let i = 0; i < order.length; i++) {
    const from = STRIDE * order[i];
    for (let k = 0; k < STRIDE; k++) sorted[STRIDE * i + k] = records[from + k];
  }
  return sorted;
}

function insertAll(mesh: TriangleMesh, records: Int32Array, rules: RTreeRules): RTree {
  // Nodes become about 70 % full; the arrays grow if that is not enough.
  const blocks = 1 + Math.ceil((1.7 * mesh.triangleCount) / rules.maxChildren);
  const tree = allocateRTree(mesh, rules, blocks);
  for (let at = 0; at < records.length; at += STRIDE) insertRecord(tree, records, at, 0);
  tree.triangleCount = mesh.triangleCount;
  return tree;
}
