// For the tests, which are TypeScript.
export type Sample = Record<string, number[]>;
export const SAMPLES: Record<string, () => Sample>;
