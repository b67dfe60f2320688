// How many steps over common corners two triangles of a mesh are apart. A triangle's first ring consists of the triangles that share a
// corner with it, its second ring of the triangles that share a corner with the first ring, and so on. Two triangles are within n rings if
// and only if at most n − 1 edges lead from a corner of one to a corner of the other.

/** The neighbourhoods of one mesh, and the last search through them. */
export interface Rings {
  ringCount: number;
  /** Three vertex numbers per slot. */
  corners: Uint32Array;
  /** The slots around vertex v: around[starts[v]] … around[starts[v + 1] − 1]. */
  starts: Uint32Array;
  around: Uint32Array;
  /** The slot whose rings were searched last, −1 for none. */
  centre: number;
  /** The number of the last search; it marks the vertices reached. */
  search: number;
  marks: Uint32Array;
  /** The vertices marked by a search, in the order they were reached. */
  reached: Uint32Array;
}

export function createRings(): Rings {
  return {
    ringCount: 0,
    corners: new Uint32Array(0),
    starts: new Uint32Array(0),
    around: new Uint32Array(0),
    centre: -1,
    search: 0,
    marks: new Uint32Array(0),
    reached: new Uint32Array(0),
  };
}

/** Prepares `isBeyondRings` for a mesh with three vertex numbers per slot, all below `vertexCount`. */
export function beginRings(rings: Rings, corners: Uint32Array, vertexCount: number, ringCount: number): void {
  rings.corners = corners;
  rings.ringCount = ringCount;
  rings.centre = -1;
  rings.search = 0;
  if (rings.starts.length < vertexCount + 2) {
    rings.starts = new Uint32Array(vertexCount + 2);
    rings.marks = new Uint32Array(vertexCount);
    rings.reached = new Uint32Array(vertexCount);
  } else {
    rings.starts.fill(0);
    rings.marks.fill(0);
  }
  if (rings.around.length < corners.length) rings.around = new Uint32Array(corners.length);
  const { starts, around } = rings;
  // The slots of v are counted at v + 2 and summed; filling `around` then moves each start back to its position.
  for (let c = 0; c < corners.length; c++) starts[corners[c] + 2]++;
  for (let v = 2; v < vertexCount + 2; v++) starts[v] += starts[v - 1];
  for (let c = 0; c < corners.length; c++) around[starts[corners[c] + 1]++] = (c / 3) | 0;
}

/** Whether the triangles in two slots are farther apart than the rings of the query. */
export function isBeyondRings(rings: Rings, slotI: number, slotJ: number): boolean {
  // Pairs come in runs with one side in common, so the last search can often be reused.
  if (slotI !== rings.centre) markRings(rings, slotI);
  const { corners, marks, search } = rings;
  for (let c = 3 * slotJ; c < 3 * slotJ + 3; c++) if (marks[corners[c]] === search) return false;
  return true;
}

function markRings(rings: Rings, slot: number): void {
  const { starts, around, reached, ringCount } = rings;
  rings.centre = slot;
  rings.search++;
  let count = markCorners(rings, slot, 0);
  let begin = 0;
  for (let ring = 1; ring < ringCount && begin < count; ring++) {
    const end = count;
    for (; begin < end; begin++) {
      const v = reached[begin];
      for (let k = starts[v]; k < starts[v + 1]; k++) count = markCorners(rings, around[k], count);
    }
  }
}

/** Marks the unmarked corners of a slot; returns how many vertices are marked. */
function markCorners({ corners, marks, search, reached }: Rings, slot: number, before: number): number {
  let count = before;
  for (let c = 3 * slot; c < 3 * slot + 3; c++) {
    const v = corners[c];
    if (marks[v] === search) continue;
    marks[v] = search;
    reached[count++] = v;
  }
  return count;
}
