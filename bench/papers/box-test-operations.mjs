/**
 * Additions, multiplications, absolute values and comparisons of a SAT lite test that ends on axis 0 to 5, or on none. `test/bench/box-test-operations.test.ts` counts them in the sources.
 */
export const BOX_TEST_OPERATIONS = {
  aabb: [29, 47, 65, 79, 93, 107, 107],
  obb: [130, 159, 188, 224, 253, 282, 282],
};
