// The memory of the near-pair kernels, in bytes. TypeScript and AssemblyScript both import this file, so it holds only plain constants,
// like memory-map.ts. Its first part is that of self-collision (self-memory-map.ts), for the descent that both share:
//
//   state, leaf pairs, candidates … of self-collision │ numbers │ candidates of edges │ … of faces │ edge pairs │ vertices and faces │ one model …
//
// queries/near/near-model.ts lays out the model: boxes of nodes and slots in model space, triangles in world space.

// f32. assembly/near-bounds.ts explains them.
/** The largest gap of near features along an axis, errors included. */
export const AXIS_GAP = 95936;
/** The thickness, rounded up and down with a margin. */
export const THICKNESS_UP = 95940;
export const THICKNESS_DOWN = 95944;
export const SLACK = 95948;
export const UNDERFLOW = 95952;
/** Added to the upper bounds of boxes in model space. */
export const MARGIN = 95956;

export const FACE_CANDIDATE_BYTES = 95960;

// Each list has 64 spare bytes at its end: up to four entries are read and written before it is known whether they stay.

/** Candidate pairs of slots that both own edges. */
export const EDGE_CANDIDATES = 96000;
/** A slot that owns vertices, and one whose face may be near them. */
export const FACE_CANDIDATES = 112448;
/** Pairs of edges by their corners: up to nine for each of BATCH candidates. */
export const EDGE_PAIRS = 145280;
/** Pairs of a vertex, as a corner, and a face, as its corner 0: up to six for each. */
export const VERTEX_FACES = 292800;
export const NEAR_MODEL = 391168;

// A corner is 4 · slot + 0, 1 or 2. The sign of a pair's first corner is set if the features are certainly near.
export const CORNER_SHIFT = 2;
export const CORNER_MASK = 3;
export const IS_NEAR_SHIFT = 31;

// A triangle is laid out as for self-collision, but with what it owns (trees/numbered-features.ts) in place of its size, and without a
// normal.
export const OWNED = 60;
