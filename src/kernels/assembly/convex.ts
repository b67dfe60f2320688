// The kernels of convex pairs: GJK, and the polytope of EPA; in f64, operation by operation as in TypeScript, so that every bit is equal.
export { findOverlap } from "./convex-overlap";
export { beginPolytope, growPolytope } from "./convex-polytope";
export { finishDepth } from "./convex-witness";
