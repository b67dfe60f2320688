// The kernels' memory begins with a header, through which functions say more than one number; in bytes.
/** Where hits end, pairs compared, doubtful hits; bytes of a list that were merged, ends moved. */
export const HITS_END = 0;
export const CHECKS = 4;
export const DOUBTS = 8;
export const MERGED_BYTES = 12;
export const MOVES = 16;
/** The origin of images, f64: x, y │ z, x │ y, z; in 2D the first two alone. */
export const ORIGIN = 32;
export const HEADER = 80;
/** An image, and the bounds of a code, in bytes: 4 · place times IMAGE_OF_WORD is where its image is. */
export const IMAGE_BYTES = 32;
export const BOUNDS_BYTES = 32;
export const IMAGE_OF_WORD = IMAGE_BYTES / 4;
