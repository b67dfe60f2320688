// How many steps over common corners two triangles of a mesh are apart. The first ring of a triangle are those that
// share a corner with it, the second those that share one with the first, and so on. Two triangles are within n rings
// if and only if n − 1 edges or fewer lead from a corner of one to a corner of the other.

let corners: Uint32Array = new Uint32Array(0);
let ringCount = 0;
/** The slots round vertex v: around[starts[v]] … around[starts[v + 1] − 1]. */
let starts = new Uint32Array(0);
let around = new Uint32Array(0);
/** Vertices within reach of `centre` carry the number of its search. */
let marks = new Uint32Array(0);
let search = 0;
let centre = -1;
let reached = new Uint32Array(0);

/** Prepares `isBeyondRings` for a mesh with three vertex numbers a slot, all below `vertexCount`. */
export function beginRings(vertices: Uint32Array, vertexCount: number, rings: number): void {
  corners = vertices;
  ringCount = rings;
  centre = -1;
  search = 0;
  if (starts.length < vertexCount + 2) {
    starts = new Uint32Array(vertexCount + 2);
    marks = new Uint32Array(vertexCount);
    reached = new Uint32Array(vertexCount);
  } else {
    starts.fill(0);
    marks.fill(0);
  }
  if (around.length < vertices.length) around = new Uint32Array(vertices.length);
  // Counted two places on, summed, and moved back one by the filling.
  for (let c = 0; c < vertices.length; c++) starts[vertices[c] + 2]++;
  for (let v = 2; v < vertexCount + 2; v++) starts[v] += starts[v - 1];
  for (let c = 0; c < vertices.length; c++) around[starts[vertices[c] + 1]++] = (c / 3) | 0;
}

/** Whether the triangles in two slots are farther apart than the rings of the query. */
export function isBeyondRings(slotI: number, slotJ: number): boolean {
  // Pairs come in runs with one side in common, so the last search often serves.
  if (slotI !== centre) markRings(slotI);
  for (let c = 3 * slotJ; c < 3 * slotJ + 3; c++) if (marks[corners[c]] === search) return false;
  return true;
}

function markRings(slot: number): void {
  centre = slot;
  search++;
  let count = markCorners(slot, 0);
  let begin = 0;
  for (let ring = 1; ring < ringCount && begin < count; ring++) {
    const end = count;
    for (; begin < end; begin++) {
      const v = reached[begin];
      for (let k = starts[v]; k < starts[v + 1]; k++) count = markCorners(around[k], count);
    }
  }
}

function markCorners(slot: number, count: number): number {
  let next = count;
  for (let c = 3 * slot; c < 3 * slot + 3; c++) {
    const v = corners[c];
    if (marks[v] === search) continue;
    marks[v] = search;
    reached[next++] = v;
  }
  return next;
}
