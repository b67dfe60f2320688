import { sweepExactly } from "../geometry/sweep/exact-sweep.ts";
import { checkOptionNames } from "../option-names.ts";
import {
  cornersOf,
  meetAtStart,
  pointOf,
  STRAIGHT_MOTION,
  type StraightMotion,
} from "./slow-time-of-impact.ts";

/** A first contact of two features; kinds, vertices and times as in `Impacts`. */
export interface ReferenceImpact {
  kind: 0 | 1 | 2;
  vertices: [number, number, number, number];
  triangles: [number, number];
  lower: number;
  upper: number;
}

export interface ReferenceImpacts {
  impacts: ReferenceImpact[];
  startsInContact: boolean;
}

/** The slow twin of `findImpacts`: every pair of features, no tree, no filter. */
export function findImpactsByBruteForce(a: StraightMotion, b: StraightMotion): ReferenceImpacts {
  return listAll(a, b, false);
}

/** The slow twin of `findSelfImpacts`. */
export function findSelfImpactsByBruteForce(motion: StraightMotion): ReferenceImpacts {
  return listAll(motion, motion, true);
}

/** A vertex, edge or face by its vertex numbers, and the lowest triangle that has it. */
interface Feature {
  vertices: number[];
  triangle: number;
}

function featuresOf({ mesh }: StraightMotion): Record<"vertices" | "edges" | "faces", Feature[]> {
  const vertices = new Map<string, Feature>();
  const edges = new Map<string, Feature>();
  const faces: Feature[] = [];
  const add = (features: Map<string, Feature>, numbers: number[], triangle: number) => {
    const key = numbers.join();
    if (!features.has(key)) features.set(key, { vertices: numbers, triangle });
  };
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const corners = cornersOf(mesh, triangle);
    faces.push({ vertices: corners, triangle });
    corners.forEach((vertex, k) => {
      add(vertices, [vertex], triangle);
      const edge = [vertex, corners[(k + 1) % 3]].sort((p, q) => p - q);
      add(edges, edge, triangle);
    });
  }
  return { vertices: [...vertices.values()], edges: [...edges.values()], faces };
}

function listAll(a: StraightMotion, b: StraightMotion, isSelf: boolean): ReferenceImpacts {
  for (const motion of [a, b]) checkOptionNames(motion, STRAIGHT_MOTION, "a StraightMotion");
  const impacts: ReferenceImpact[] = [];
  const [ofA, ofB] = [featuresOf(a), featuresOf(b)];
  const times = new Float64Array(2);
  const test = (kind: 0 | 1 | 2, p: Feature, q: Feature) => {
    if (isSelf && p.vertices.some((vertex) => q.vertices.includes(vertex))) return;
    // The vertex is the first point of a query, even where the face is a's.
    const points = [
      ...p.vertices.map((vertex) => ({ motion: a, vertex })),
      ...q.vertices.map((vertex) => ({ motion: b, vertex })),
    ];
    if (kind === 1) points.unshift(points.pop()!);
    const query = [false, true].flatMap((isEnd) =>
      points.flatMap(({ motion, vertex }) => pointOf(motion, vertex, isEnd)),
    );
    if (!sweepExactly(Float64Array.from(query), 0, kind === 2, times)) return;
    impacts.push({
      kind,
      vertices: [...p.vertices, ...q.vertices] as ReferenceImpact["vertices"],
      triangles: [p.triangle, q.triangle],
      lower: times[0],
      upper: times[1],
    });
  };
  for (const vertex of ofA.vertices) for (const face of ofB.faces) test(0, vertex, face);
  if (!isSelf) for (const face of ofA.faces) for (const vertex of ofB.vertices) test(1, face, vertex);
  ofA.edges.forEach((p) => {
    for (const q of ofB.edges) if (!isSelf || p.vertices[0] < q.vertices[0]) test(2, p, q);
  });
  return { impacts: impacts.sort(compareImpacts), startsInContact: startsInContact(a, b, isSelf, impacts) };
}

function compareImpacts(p: ReferenceImpact, q: ReferenceImpact): number {
  const key = ({ lower, upper, kind, vertices, triangles }: ReferenceImpact) => [
    lower,
    upper,
    kind,
    ...vertices,
    ...triangles,
  ];
  const [first, second] = [key(p), key(q)];
  const k = first.findIndex((value, i) => value !== second[i]);
  return k < 0 ? 0 : first[k] - second[k];
}

function startsInContact(
  a: StraightMotion,
  b: StraightMotion,
  isSelf: boolean,
  impacts: readonly ReferenceImpact[],
): boolean {
  if (impacts.some(({ upper }) => upper === 0)) return true;
  for (let i = 0; i < a.mesh.triangleCount; i++)
    for (let j = isSelf ? i + 1 : 0; j < b.mesh.triangleCount; j++)
      if (meetAtStart(a.mesh, i, b.mesh, j, isSelf)) return true;
  return false;
}
