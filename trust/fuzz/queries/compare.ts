/** The triangles of the first few pairs that are in one of two sorted lists only, for a and for b; null if the lists are equal. */
export function differenceOfPairs(got: Uint32Array, expected: Uint32Array): number[][] | null {
  if (got.length === expected.length && got.every((x, i) => x === expected[i])) return null;
  const keysOf = (list: Uint32Array) => {
    const keys = new Set<string>();
    for (let i = 0; i < list.length; i += 2) keys.add(`${list[i]},${list[i + 1]}`);
    return keys;
  };
  const [first, second] = [keysOf(got), keysOf(expected)];
  const different = [
    ...[...first].filter((k) => !second.has(k)),
    ...[...second].filter((k) => !first.has(k)),
  ];
  const focus: [number[], number[]] = [[], []];
  for (const key of different.slice(0, 1)) {
    const [i, j] = key.split(",").map(Number) as [number, number];
    focus[0].push(i);
    focus[1].push(j);
  }
  return focus;
}
