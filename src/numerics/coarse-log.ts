const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);
/** Which of the two words holds sign, exponent and the leading bits. */
const [HIGH, LOW] = (() => {
  value[0] = 1;
  return words[1] === 0 ? [0, 1] : [1, 0];
})();

/**
 * A stand-in for log₂ of a positive normal number: exact for powers of two and linear between them, never off by more than
 * 0.09, and increasing. Unlike `Math.log2` it gives equal bits on every engine.
 */
export function coarseLog2(x: number): number {
  value[0] = x;
  return words[HIGH] / 2 ** 20 + words[LOW] / 2 ** 52 - 1023;
}
