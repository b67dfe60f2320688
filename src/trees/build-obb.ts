import { OptionError, show } from "../errors.ts";
import { exponentOf, scaledMesh } from "../mesh/tiny-mesh.ts";
import { checkCoordinates, checkMesh, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { allocateTree } from "./buffer.ts";
import { fitObb } from "./fit-obb.ts";
import { OBB_AXES, OBB_COUNT, OBB_LINK, OBB_LINK_STRIDE, OBB_STRIDE, type ObbTree } from "./layout.ts";
import { CENTROID, MOMENTS_STRIDE, type Surface, surfaceOf } from "./surface-moments.ts";
import { treeOfTiny } from "./twin.ts";

export interface ObbTreeOptions {
  /** The largest number of triangles in a leaf; default 1: n triangles give n leaves and n − 1 inner nodes. */
  leafSize?: number | undefined;
}

const OBB_TREE_OPTIONS: OptionNames<ObbTreeOptions> = { leafSize: true };

/**
 * Down to this depth plus log2 n the mean splits; below it, the count does. A mean that cuts off one triangle at a time
 * (exponentially spaced ones) would otherwise take n² time and n levels.
 */
const FREE_DEPTH = 40;
// One entry for each pending right sibling, at most one per level. There are at most 2^26 triangles, so at most FREE_DEPTH
// + 26 levels of free choice and then 27 of halving: 93.
const STACK_ENTRIES = 128;
const ENTRY = 4; // node, begin, end, depth

/**
 * Builds a tree of oriented boxes over the mesh's triangles, as RAPID does (Gottschalk, Lin, Manocha 1996): boxes along the
 * principal axes of the surface, split at its mean. Deterministic: equal mesh and options give an equal tree. The boxes
 * cannot be refitted: build again when the mesh deforms.
 */
export function buildObbTree(mesh: TriangleMesh, options: ObbTreeOptions = {}): ObbTree {
  checkOptionNames(options, OBB_TREE_OPTIONS, "buildObbTree");
  const { leafSize = 1 } = options;
  if (!Number.isInteger(leafSize) || leafSize < 1)
    throw new OptionError(`leafSize: ${show(leafSize)} is not a whole number of at least 1`);
  checkMesh(mesh);
  checkCoordinates(mesh.positions);
  const exponent = exponentOf(mesh);
  const scaled = exponent === 0 ? mesh : scaledMesh(mesh, exponent);
  const tree = buildTree(scaled, leafSize);
  return exponent === 0 ? tree : treeOfTiny(tree, mesh, exponent);
}

function buildTree(mesh: TriangleMesh, leafSize: number): ObbTree {
  const order = new Uint32Array(mesh.triangleCount);
  for (let t = 0; t < order.length; t++) order[t] = t;
  const nodes = new Float64Array(OBB_STRIDE * (2 * order.length - 1));
  const { nodeCount, depth } = growTree(surfaceOf(mesh), order, leafSize, nodes);

  const tree = allocateTree("obb", mesh, nodeCount, depth);
  // As integers: links and counts may have the bits of an f64 NaN, which a float copy need not preserve.
  tree.links.set(new Int32Array(nodes.buffer, 0, OBB_LINK_STRIDE * nodeCount));
  tree.triangles.set(order);
  fillCorners(tree);
  return tree;
}

function growTree(
  surface: Surface,
  order: Uint32Array,
  leafSize: number,
  nodes: Float64Array,
): { nodeCount: number; depth: number } {
  const links = new Int32Array(nodes.buffer);
  const count = order.length;
  const freeDepth = FREE_DEPTH + Math.ceil(Math.log2(count));
  const mean = new Float64Array(3);
  const stack = new Int32Array(ENTRY * STACK_ENTRIES);
  let top = 0;
  let nodeCount = 1;
  let treeDepth = 1;

  let node = 0;
  let begin = 0;
  let end = count;
  let depth = 1;
  for (;;) {
    fitObb(surface, order, begin, end, nodes, OBB_STRIDE * node, mean);
    const at = OBB_LINK_STRIDE * node;
    if (end - begin > leafSize) {
      let middle = begin;
      if (depth <= freeDepth && end - begin > 2)
        middle = splitAtMean(surface, order, begin, end, nodes, OBB_STRIDE * node, mean);
      if (middle === begin) middle = begin + ((end - begin) >> 1);
      links[at + OBB_LINK] = nodeCount;
      node = nodeCount;
      nodeCount += 2;
      depth++;
      stack[top] = node + 1;
      stack[top + 1] = middle;
      stack[top + 2] = end;
      stack[top + 3] = depth;
      top += ENTRY;
      end = middle;
      continue;
    }
    links[at + OBB_LINK] = ~begin;
    links[at + OBB_COUNT] = end - begin;
    if (depth > treeDepth) treeDepth = depth;
    if (top === 0) return { nodeCount, depth: treeDepth };
    top -= ENTRY;
    node = stack[top];
    begin = stack[top + 1];
    end = stack[top + 2];
    depth = stack[top + 3];
  }
}

function fillCorners(tree: ObbTree): void {
  const { mesh, triangles, corners } = tree;
  for (let slot = 0; slot < triangles.length; slot++)
    for (let corner = 0; corner < 3; corner++)
      corners[3 * slot + corner] = vertexOf(mesh, triangles[slot], corner);
}

/**
 * Reorders order[begin … end − 1] into two parts and returns where the second begins: the triangles whose centroid lies
 * beyond the mean on the box's longest axis. If a side is empty, tries the next axis; if all fail, returns `begin`.
 */
function splitAtMean(
  { moments }: Surface,
  order: Uint32Array,
  begin: number,
  end: number,
  nodes: Float64Array,
  at: number,
  mean: Float64Array,
): number {
  const mx = mean[0];
  const my = mean[1];
  const mz = mean[2];
  for (let axis = at + OBB_AXES; axis < at + OBB_AXES + 9; axis += 3) {
    const ax = nodes[axis];
    const ay = nodes[axis + 1];
    const az = nodes[axis + 2];
    let low = begin;
    let high = end;
    while (low < high) {
      const triangle = order[low];
      const c = MOMENTS_STRIDE * triangle + CENTROID;
      const beyond = ax * (moments[c] - mx) + ay * (moments[c + 1] - my) + az * (moments[c + 2] - mz);
      if (beyond > 0) {
        high--;
        order[low] = order[high];
        order[high] = triangle;
      } else low++;
    }
    if (low > begin && low < end) return low;
  }
  return begin;
}
