/** The kinds of feature pairs listed by near pairs and impacts: a vertex of a and a face of b, a face of a and a vertex of b, two edges. */
export const FEATURE_KINDS = { vertexFace: 0, faceVertex: 1, edgeEdge: 2 } as const;
export const VERTEX_FACE = FEATURE_KINDS.vertexFace;
export const FACE_VERTEX = FEATURE_KINDS.faceVertex;
export const EDGE_EDGE = FEATURE_KINDS.edgeEdge;
