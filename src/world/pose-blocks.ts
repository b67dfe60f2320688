/**
 * Where bodies' poses lie: side by side in blocks. An array of its own for every pose would lie anywhere in memory, behind a header and a
 * buffer of its own: what a step reads of a body would come from three more places.
 */
export interface PoseBlocks {
  block: Float64Array;
  /** How many numbers of the block are given away. */
  used: number;
}

const POSE = 16;
const POSES_PER_BLOCK = 256;

/** Blocks without poses; the first has room for `poses` of them. */
export function createPoseBlocks(poses = 0): PoseBlocks {
  return { block: new Float64Array(POSE * poses), used: 0 };
}

/** Sixteen numbers that belong to nobody else. A block goes when all of its poses have gone. */
export function takePose(blocks: PoseBlocks): Float64Array {
  if (blocks.used === blocks.block.length) {
    blocks.block = new Float64Array(POSE * POSES_PER_BLOCK);
    blocks.used = 0;
  }
  const from = blocks.used;
  blocks.used += POSE;
  return blocks.block.subarray(from, from + POSE);
}
