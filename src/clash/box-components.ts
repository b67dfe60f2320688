// The connected components of overlapping boxes. Listing all pairs would be too many where everything overlaps everything, so a walk
// removes boxes from a tree of centres as it reaches them: each box is reached once.

/** Boxes of any number of dimensions: per box all lower bounds, then all upper bounds. */
export interface BoxList {
  dimensions: number;
  bounds: Float64Array;
}

/** The number of each box's component. Components are numbered by their first box. Touching boxes overlap. */
export function boxComponents(boxes: BoxList): Uint32Array {
  const { dimensions, bounds } = boxes;
  const stride = 2 * dimensions;
  const count = bounds.length / stride;
  const components = new Uint32Array(count);
  if (count <= FEW) {
    compareAll(boxes, components);
    return components;
  }
  const tree = buildCentreTree(boxes, count);
  const isReached = new Uint8Array(count);
  const queue = new Uint32Array(count);
  let next = 0;
  // In the order of the tree, so that successive walks visit nodes that are still in the processor's cache.
  for (const seed of tree.slots) {
    if (isReached[seed] === 1) continue;
    takeOut(tree, seed);
    isReached[seed] = 1;
    components[seed] = next;
    queue[0] = seed;
    let end = 1;
    for (let at = 0; at < end; at++) {
      const before = end;
      end = takeOverlapping(tree, dimensions, tree.slotOf[queue[at]], queue, end);
      for (let k = before; k < end; k++) {
        isReached[queue[k]] = 1;
        components[queue[k]] = next;
      }
    }
    next++;
  }
  return renumber(components, next);
}

/** Numbers components by their first box. */
function renumber(components: Uint32Array, count: number): Uint32Array {
  const numbers = new Int32Array(count).fill(-1);
  let next = 0;
  return components.map((component) => {
    if (numbers[component] < 0) numbers[component] = next++;
    return numbers[component];
  });
}

/** Up to this many boxes are compared with each other: most parts have a handful of clashes, for which a tree costs more. */
const FEW = 32;

/** The walk of `boxComponents` without a tree. */
function compareAll({ dimensions, bounds }: BoxList, components: Uint32Array): void {
  const stride = 2 * dimensions;
  const waiting = Array.from(components, (_, i) => i);
  for (let next = 0; waiting.length > 0; next++) {
    const queue = [waiting.shift()!];
    for (let at = 0; at < queue.length; at++) {
      const box = queue[at];
      components[box] = next;
      let kept = 0;
      for (const other of waiting)
        if (overlap(bounds, box * stride, bounds, other * stride, dimensions)) queue.push(other);
        else waiting[kept++] = other;
      waiting.length = kept;
    }
  }
}

// A balanced tree in one array: node n covers slots from[n] to to[n]; its children are 2n + 1 and 2n + 2.
interface CentreTree {
  slots: Uint32Array;
  slotOf: Uint32Array;
  isTaken: Uint8Array;
  from: Uint32Array;
  to: Uint32Array;
  /** The number of the node's boxes still in the tree. */
  left: Uint32Array;
  /** Bounds of the node, as in `BoxList`. */
  bounds: Float64Array;
  /** Bounds of the boxes by slot, so that those of a leaf lie side by side. */
  boxes: Float64Array;
  leafStart: number;
  /** The stack of walks: at most one sibling per level, plus the last two. */
  stack: Uint32Array;
}

const LEAF_BOXES = 8;
/** The number of boxes sampled to choose a node's axis. */
const SAMPLES = 32;

function buildCentreTree({ dimensions, bounds: all }: BoxList, count: number): CentreTree {
  let leaves = 1;
  while (leaves * LEAF_BOXES < count) leaves *= 2;
  const nodes = 2 * leaves - 1;
  const stride = 2 * dimensions;
  const tree: CentreTree = {
    slots: slotsOf(count),
    slotOf: new Uint32Array(count),
    isTaken: new Uint8Array(count),
    from: new Uint32Array(nodes),
    to: new Uint32Array(nodes),
    left: new Uint32Array(nodes),
    bounds: new Float64Array(nodes * stride),
    boxes: new Float64Array(all.length),
    leafStart: leaves - 1,
    stack: new Uint32Array(Math.log2(leaves) + 2),
  };
  const { slots, from, to, left } = tree;
  const centres = new Float64Array(count);
  to[0] = count;
  for (let node = 0; node < nodes; node++) {
    left[node] = to[node] - from[node];
    if (node >= tree.leafStart) continue;
    const axis = widestAxis(all, dimensions, slots, from[node], to[node]);
    for (let slot = from[node]; slot < to[node]; slot++) {
      const box = slots[slot];
      centres[box] = all[box * stride + axis] + all[box * stride + dimensions + axis];
    }
    const middle = (from[node] + to[node]) >>> 1;
    selectMiddle(slots, centres, from[node], to[node], middle);
    from[2 * node + 1] = from[node];
    to[2 * node + 1] = from[2 * node + 2] = middle;
    to[2 * node + 2] = to[node];
  }
  for (let slot = 0; slot < count; slot++) {
    const box = slots[slot];
    tree.slotOf[box] = slot;
    for (let k = 0; k < stride; k++) tree.boxes[slot * stride + k] = all[box * stride + k];
  }
  for (let node = nodes - 1; node >= 0; node--) fitNode(tree, dimensions, node);
  return tree;
}

function slotsOf(count: number): Uint32Array {
  const slots = new Uint32Array(count);
  for (let i = 0; i < count; i++) slots[i] = i;
  return slots;
}

/**
 * The axis along which the centres of some boxes of a node lie farthest apart, measured in widths of these boxes: a walk skips most where
 * boxes are narrow. Without that unit, places in metres and directions between −1 and 1 would not compare.
 */
function widestAxis(
  all: Float64Array,
  dimensions: number,
  slots: Uint32Array,
  from: number,
  to: number,
): number {
  const step = Math.max(1, Math.floor((to - from) / SAMPLES));
  let [widest, best] = [-1, 0];
  for (let axis = 0; axis < dimensions; axis++) {
    let least = Infinity;
    let most = -Infinity;
    let widths = 0;
    let samples = 0;
    for (let slot = from; slot < to; slot += step) {
      const at = slots[slot] * 2 * dimensions + axis;
      const centre = all[at] + all[at + dimensions];
      if (centre < least) least = centre;
      if (centre > most) most = centre;
      widths += all[at + dimensions] - all[at];
      samples++;
    }
    const spread = most - least;
    const share = spread > 0 ? spread / (spread + widths / samples) : 0; // also for points, which have no width
    if (share > widest) [widest, best] = [share, axis];
  }
  return best;
}

/** The bounds of a node: around its boxes, or around its children. */
function fitNode({ bounds, boxes, from, to, leafStart }: CentreTree, dimensions: number, node: number): void {
  const stride = 2 * dimensions;
  const at = node * stride;
  bounds.fill(Infinity, at, at + dimensions);
  bounds.fill(-Infinity, at + dimensions, at + stride);
  const isLeaf = node >= leafStart;
  const [first, end] = isLeaf ? [from[node], to[node]] : [2 * node + 1, 2 * node + 3];
  const list = isLeaf ? boxes : bounds;
  for (let i = first; i < end; i++) {
    const added = i * stride;
    for (let d = 0; d < dimensions; d++) {
      if (list[added + d] < bounds[at + d]) bounds[at + d] = list[added + d];
      const upper = dimensions + d;
      if (list[added + upper] > bounds[at + upper]) bounds[at + upper] = list[added + upper];
    }
  }
}

/** Reorders slots so that no centre before `middle` is greater than one after it (Hoare's quickselect). */
function selectMiddle(
  slots: Uint32Array,
  centres: Float64Array,
  from: number,
  to: number,
  middle: number,
): void {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const pivot = centres[slots[(low + high) >>> 1]];
    let [i, j] = [low, high];
    while (i <= j) {
      while (centres[slots[i]] < pivot) i++;
      while (centres[slots[j]] > pivot) j--;
      if (i <= j) {
        const kept = slots[i];
        slots[i++] = slots[j];
        slots[j--] = kept;
      }
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

function takeOut(tree: CentreTree, box: number): void {
  const slot = tree.slotOf[box];
  tree.isTaken[slot] = 1;
  for (let node = 0; ; node = slot < tree.to[2 * node + 1] ? 2 * node + 1 : 2 * node + 2) {
    tree.left[node]--;
    if (node >= tree.leafStart) return;
  }
}

/** Removes all boxes that overlap the box in slot `own` from the tree, appends them to `queue` and returns its new end. */
function takeOverlapping(
  { slots, isTaken, from, to, left, bounds, boxes, leafStart, stack }: CentreTree,
  dimensions: number,
  own: number,
  queue: Uint32Array,
  queueEnd: number,
): number {
  const stride = 2 * dimensions;
  const mine = stride * own;
  let end = queueEnd;
  stack[0] = 0;
  let height = 1;
  while (height > 0) {
    const node = stack[--height];
    if (left[node] === 0) continue;
    // Nodes that contain the box overlap it: no need to compare all dimensions.
    const isAbove = from[node] <= own && own < to[node];
    if (!isAbove && !overlap(boxes, mine, bounds, node * stride, dimensions)) continue;
    if (node < leafStart) {
      stack[height++] = 2 * node + 2;
      stack[height++] = 2 * node + 1;
      continue;
    }
    const before = end;
    for (let slot = from[node]; slot < to[node]; slot++) {
      if (isTaken[slot] === 1 || !overlap(boxes, mine, boxes, slot * stride, dimensions)) continue;
      isTaken[slot] = 1;
      queue[end++] = slots[slot];
    }
    if (end > before) for (let up = node; up >= 0; up = ((up + 1) >> 1) - 1) left[up] -= end - before;
  }
  return end;
}

/** Whether the box at `p` of one list and the box at `q` of another share a point. */
function overlap(a: Float64Array, p: number, b: Float64Array, q: number, dimensions: number): boolean {
  for (let d = 0; d < dimensions; d++)
    if (!(a[p + d] <= b[q + dimensions + d] && b[q + d] <= a[p + dimensions + d])) return false;
  return true;
}
