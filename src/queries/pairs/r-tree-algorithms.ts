/** How two R-trees are searched: see `PairOptions`. */
export const R_TREE_ALGORITHMS = [
  "together",
  "version-1",
  "version-2",
  "version-2-merged",
  "blocks",
] as const;
export type RTreeAlgorithm = (typeof R_TREE_ALGORITHMS)[number];
