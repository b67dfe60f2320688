// Möller's triangle test (1997), as it is found in many libraries, in f64 or f32, with an epsilon or without. It decides by rounded
// numbers, so near a touch it decides by noise.

type Point = readonly [number, number, number];
export type Triangle = readonly [Point, Point, Point];
type Round = (x: number) => number;

export const f64: Round = (x) => x;
export const f32: Round = Math.fround;

export function mollerTest(p: Triangle, q: Triangle, round: Round, epsilon: number): boolean {
  const sub = (u: Point, v: Point): Point => [round(u[0] - v[0]), round(u[1] - v[1]), round(u[2] - v[2])];
  const dot = (u: Point, v: Point) =>
    round(round(round(u[0] * v[0]) + round(u[1] * v[1])) + round(u[2] * v[2]));
  const minor = (a: number, b: number, c: number, d: number) => round(round(a * b) - round(c * d));
  const cross = (u: Point, v: Point): Point => [
    minor(u[1], v[2], u[2], v[1]),
    minor(u[2], v[0], u[0], v[2]),
    minor(u[0], v[1], u[1], v[0]),
  ];
  const rounded = (t: Triangle) => t.map((point) => point.map(round)) as unknown as Triangle;
  const [a, b] = [rounded(p), rounded(q)];

  /** Distances of the corners of one triangle from the plane of the other; null if all are on one side. */
  const sides = (plane: Triangle, other: Triangle): { normal: Point; distances: number[] } | null => {
    const normal = cross(sub(plane[1], plane[0]), sub(plane[2], plane[0]));
    const d = -dot(normal, plane[0]);
    const distances = other.map((corner) => {
      const distance = round(dot(normal, corner) + d);
      return Math.abs(distance) < epsilon ? 0 : distance;
    });
    return distances.every((x) => x > 0) || distances.every((x) => x < 0) ? null : { normal, distances };
  };
  const ofB = sides(a, b);
  if (ofB === null) return false;
  const ofA = sides(b, a);
  if (ofA === null) return false;
  if (ofB.distances.every((x) => x === 0)) return true; // coplanar: does not come up here
  const line = cross(ofA.normal, ofB.normal);
  const axis = [0, 1, 2].reduce((best, k) => (Math.abs(line[k]) > Math.abs(line[best]) ? k : best), 0);
  const interval = (t: Triangle, distances: readonly number[]): [number, number] => {
    const ends: number[] = [];
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      if (distances[i] === 0) ends.push(t[i][axis]);
      if (distances[i] * distances[j] < 0) {
        const share = round(distances[i] / round(distances[i] - distances[j]));
        ends.push(round(t[i][axis] + round(share * round(t[j][axis] - t[i][axis]))));
      }
    }
    return [Math.min(...ends), Math.max(...ends)];
  };
  const [lowA, highA] = interval(a, ofA.distances);
  const [lowB, highB] = interval(b, ofB.distances);
  return lowA <= highB && lowB <= highA;
}
