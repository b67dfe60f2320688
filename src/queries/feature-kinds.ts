/** The kinds of pairs of features, as near pairs and impacts list them: a vertex of a and a face of b, the other way round, two edges. */
export const FEATURE_KINDS = { vertexFace: 0, faceVertex: 1, edgeEdge: 2 } as const;
export const VERTEX_FACE = FEATURE_KINDS.vertexFace;
export const FACE_VERTEX = FEATURE_KINDS.faceVertex;
export const EDGE_EDGE = FEATURE_KINDS.edgeEdge;
