import { createRandom } from "./random.mjs";

/**
 * Boxes that fly straight through the unit cube and turn round at its walls. Their size is such that a box overlaps
 * `overlaps` others on average; with a `spread` of s the largest are s times the smallest. A step takes them `speed`
 * times the mean size further. Numbers: minX minY minZ maxX maxY maxZ a box.
 */
export function createMovingBoxes({ count, overlaps = 2, spread = 1, speed = 0.01, seed = 1 }) {
  const random = createRandom(seed);
  const sizes = Float64Array.from({ length: count }, () => spread ** random());
  const scale = Math.cbrt(overlaps / (count * meanReach(sizes, random)));
  const meanSize = (scale * sizes.reduce((sum, size) => sum + size, 0)) / count;
  const boxes = new Float64Array(6 * count);
  const ways = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const way = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...way);
    for (let axis = 0; axis < 3; axis++) {
      ways[3 * k + axis] = (speed * meanSize * way[axis]) / length;
      boxes[6 * k + axis] = random();
      boxes[6 * k + axis + 3] = boxes[6 * k + axis] + scale * sizes[k];
    }
  }
  return { boxes, step: () => moveOn(boxes, ways) };
}

/** The mean volume in which a box has to lie to overlap another one: the cube of the sum of their sizes. */
function meanReach(sizes, random) {
  const samples = 20_000;
  let sum = 0;
  for (let k = 0; k < samples; k++) {
    const a = sizes[Math.floor(random() * sizes.length)];
    const b = sizes[Math.floor(random() * sizes.length)];
    sum += (a + b) ** 3;
  }
  return sum / samples;
}

function moveOn(boxes, ways) {
  for (let k = 0; k < ways.length / 3; k++)
    for (let axis = 0; axis < 3; axis++) {
      const at = 6 * k + axis;
      const outside = ways[3 * k + axis] < 0 ? boxes[at] < 0 : boxes[at + 3] > 1;
      if (outside) ways[3 * k + axis] *= -1;
      boxes[at] += ways[3 * k + axis];
      boxes[at + 3] += ways[3 * k + axis];
    }
}
