/** All pairs i < j of closed boxes (minima, then maxima) that share a point, sorted; by comparing every two. Null boxes are absent. */
export function pairsOfBoxes(
  boxes: readonly (readonly number[] | null)[],
  dimensions: number,
): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++) {
      const [p, q] = [boxes[i], boxes[j]];
      if (!p || !q) continue;
      let isApart = false;
      for (let k = 0; k < dimensions; k++)
        if (p[k] > q[dimensions + k] || q[k] > p[dimensions + k]) isApart = true;
      if (!isApart) found.push([i, j]);
    }
  return found;
}
