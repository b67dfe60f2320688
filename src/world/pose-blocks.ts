/**
 * The poses of bodies, side by side in blocks. A separate array for every pose would be scattered over memory, with its own header and
 * buffer: a step would read three more places per body.
 */
export interface PoseBlocks {
  block: Float64Array;
  /** How many numbers of the block are taken. */
  used: number;
}

const POSE = 16;
const POSES_PER_BLOCK = 256;

/** Blocks without poses; the first has room for `poses` of them. */
export function createPoseBlocks(poses = 0): PoseBlocks {
  return { block: new Float64Array(POSE * poses), used: 0 };
}

/** Sixteen unused numbers. A block is freed when all of its poses are. */
export function takePose(blocks: PoseBlocks): Float64Array {
  if (blocks.used === blocks.block.length) {
    blocks.block = new Float64Array(POSE * POSES_PER_BLOCK);
    blocks.used = 0;
  }
  const from = blocks.used;
  blocks.used += POSE;
  return blocks.block.subarray(from, from + POSE);
}
