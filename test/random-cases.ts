/** How many times as many random cases as usual a run of the tests tries: CI tries twice as many (CONTRIBUTING.md). */
const FACTOR = Number(process.env.ABUT_CASES ?? 1);
if (!(FACTOR > 0 && FACTOR <= 1000))
  throw new RangeError(`ABUT_CASES is ${process.env.ABUT_CASES}, not a factor of cases such as 4`);

/** The number of random cases of a test, of which `npm test` tries `count`. */
export function randomCases(count: number): number {
  return Math.ceil(FACTOR * count);
}
