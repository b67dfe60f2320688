/**
 * Additions, multiplications, absolute values and comparisons of a SAT lite test that ends on axis 0 to 5, or on none; what two tests of a
 * step share is counted for each. `test/bench/box-test-operations.test.ts` counts them in the sources.
 */
export const BOX_TEST_OPERATIONS = {
  aabb: [61, 62, 63, 77, 91, 105, 105],
  obb: [130, 159, 188, 224, 253, 282, 282],
};
