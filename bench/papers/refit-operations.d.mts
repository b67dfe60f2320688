// For the tests, which are TypeScript.
export const REFIT_OPERATIONS: Record<"leaf" | "inner" | "f64" | "f32", [number, number]>;
