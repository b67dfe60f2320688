// For the tests, which are TypeScript.
export const BOX_TEST_OPERATIONS: Record<"aabb" | "obb", number[]>;
