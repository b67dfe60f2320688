// Sets that are merged and never split (union by the lesser number, with path halving).

/** The parent of each element; a root is its own parent. */
export type DisjointSets = Uint32Array;

export function createDisjointSets(count: number): DisjointSets {
  const sets = new Uint32Array(count);
  for (let i = 0; i < count; i++) sets[i] = i; // `from` with a function takes ten times as long
  return sets;
}

export function rootOf(sets: DisjointSets, element: number): number {
  let at = element;
  while (sets[at] !== at) {
    sets[at] = sets[sets[at]];
    at = sets[at];
  }
  return at;
}

export function mergeSets(sets: DisjointSets, a: number, b: number): void {
  const [p, q] = [rootOf(sets, a), rootOf(sets, b)];
  if (p < q) sets[q] = p;
  else sets[p] = q;
}
