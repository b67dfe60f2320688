// The memory of the kernels of near pairs, in bytes. TypeScript and AssemblyScript import this file, so it holds plain constants only,
// as memory-map.ts. Its first part is that of self-collision (self-memory-map.ts), for the descent that both share:
//
//   state, leaf pairs, candidates … of self-collision │ numbers │ edge pairs │ vertices and faces │ one model …
//
// queries/near/near-model.ts lays out the model: boxes of nodes and slots in model space, triangles in world space.

// f32. assembly/near-bounds.ts explains them.
/** How far apart features may be along an axis, with all errors. */
export const AXIS_GAP = 95936;
/** The thickness, rounded up with room. */
export const THICKNESS = 95940;
export const SLACK = 95944;
export const UNDERFLOW = 95948;
/** What is added to the upper bounds of boxes in model space. */
export const MARGIN = 95952;

export const VERTEX_FACE_BYTES = 95956;

// Each list has 64 spare bytes at its end: four entries are read at a time.

/** Pairs of edges by their corners: up to nine of each of BATCH candidates. */
export const EDGE_PAIRS = 96000;
/** Pairs of a vertex, as a corner, and a face, as a corner 0: up to six of each. */
export const VERTEX_FACES = 243520;
export const NEAR_MODEL = 341888;

// A corner is 4 · slot + 0, 1 or 2.
export const CORNER_SHIFT = 2;
export const CORNER_MASK = 3;

// A triangle is laid out as for self-collision, but for what it owns (trees/numbered-features.ts) in place of its size, and without normal.
export const OWNED = 60;
