import {
  type FuzzCase,
  type FuzzMesh,
  type FuzzQuery,
  keepTriangles,
  triangleCount,
  WrongAnswer,
} from "./fuzz-case.ts";
import { createCounts, createSession } from "./session.ts";

// Makes a failing case smaller while it fails in the same way: one question first, then fewer triangles, no poses, simpler numbers.

const MOST_TRIES = 3000;
const MOST_SECONDS = 20;

export interface Failure {
  fuzzCase: FuzzCase;
  error: WrongAnswer;
  /** The calls, as JavaScript. */
  script: string[];
  /** The number of the variant that fails. */
  variant: number;
}

/** Runs one case; null if all answers are right. */
export async function tryCase(
  query: FuzzQuery,
  fuzzCase: FuzzCase,
  counts = createCounts(),
  only: number | null = null,
): Promise<Failure | null> {
  const session = createSession(fuzzCase, counts, only);
  try {
    await query.check(fuzzCase, session);
    return null;
  } catch (error) {
    if (!(error instanceof WrongAnswer)) throw error;
    return { fuzzCase, error, script: session.script(), variant: session.current };
  }
}

export async function shrink(query: FuzzQuery, failure: Failure): Promise<Failure> {
  let best = failure;
  let tries = 0;
  const end = performance.now() + 1000 * MOST_SECONDS;
  const isSpent = () => tries >= MOST_TRIES || performance.now() > end;
  const attempt = async (fuzzCase: FuzzCase): Promise<boolean> => {
    if (isSpent()) return false;
    tries++;
    let smaller: Failure | null = null;
    try {
      smaller = await tryCase(query, fuzzCase, createCounts(), failure.variant);
    } catch {
      return false; // no case any more: a mesh without triangles, a degenerate motion
    }
    if (smaller === null || smaller.error.message !== failure.error.message) return false;
    best = smaller;
    return true;
  };
  await keepOneQuestion(query, best.fuzzCase, attempt);
  await focus(best, attempt);
  for (let round = 0; round < 3 && !isSpent(); round++) {
    const before = JSON.stringify(sizeOf(best.fuzzCase));
    await dropTriangles(() => best.fuzzCase, attempt);
    await dropPoses(() => best.fuzzCase, attempt);
    await simplifyNumbers(() => best.fuzzCase, attempt);
    if (JSON.stringify(sizeOf(best.fuzzCase)) === before) break;
  }
  return best;
}

type Attempt = (fuzzCase: FuzzCase) => Promise<boolean>;

function sizeOf({ meshes, poses, numbers }: FuzzCase): unknown {
  return [meshes.map((mesh) => [triangleCount(mesh), Array.from(mesh.positions)]), poses, numbers];
}

function withMesh(fuzzCase: FuzzCase, m: number, mesh: FuzzMesh): FuzzCase {
  return { ...fuzzCase, meshes: fuzzCase.meshes.map((other, i) => (i === m ? mesh : other)) };
}

async function focus({ fuzzCase, error }: Failure, attempt: Attempt): Promise<void> {
  if (error.focus === null) return;
  const meshes = fuzzCase.meshes.map((mesh, m) => keepTriangles(mesh, error.focus![m] ?? []));
  if (meshes.every((mesh) => triangleCount(mesh) > 0)) await attempt({ ...fuzzCase, meshes });
}

async function keepOneQuestion(
  { questions }: FuzzQuery,
  fuzzCase: FuzzCase,
  attempt: Attempt,
): Promise<void> {
  if (questions === undefined) return;
  const lists = Object.entries(questions).filter(([name]) => name in fuzzCase.numbers);
  const count = Math.min(...lists.map(([name, size]) => fuzzCase.numbers[name].length / size));
  for (let i = 0; i < count && count > 1; i++) {
    const numbers = { ...fuzzCase.numbers };
    for (const [name, size] of lists) numbers[name] = numbers[name].slice(size * i, size * (i + 1));
    if (await attempt({ ...fuzzCase, numbers })) return;
  }
}

async function dropTriangles(current: () => FuzzCase, attempt: Attempt): Promise<void> {
  for (let m = 0; m < current().meshes.length; m++)
    for (
      let chunk = Math.ceil(triangleCount(current().meshes[m]) / 2);
      chunk >= 1;
      chunk = chunk === 1 ? 0 : Math.ceil(chunk / 2)
    )
      for (let at = 0; at < triangleCount(current().meshes[m]); ) {
        const mesh = current().meshes[m];
        const all = Array.from({ length: triangleCount(mesh) }, (_, t) => t);
        const kept = all.filter((t) => t < at || t >= at + chunk);
        if (kept.length === 0 || !(await attempt(withMesh(current(), m, keepTriangles(mesh, kept)))))
          at += chunk;
      }
}

async function dropPoses(current: () => FuzzCase, attempt: Attempt): Promise<void> {
  for (let m = 0; m < current().poses.length; m++) {
    if (current().poses[m] === null) continue;
    const withPose = (pose: number[] | null): FuzzCase => ({
      ...current(),
      poses: current().poses.map((other, i) => (i === m ? pose : other)),
    });
    if (await attempt(withPose(null))) continue;
    for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14])
      for (const simple of simpler(current().poses[m]![i])) {
        const pose = current().poses[m]!.slice();
        pose[i] = simple;
        if (await attempt(withPose(pose))) break;
      }
  }
}

async function simplifyNumbers(current: () => FuzzCase, attempt: Attempt): Promise<void> {
  for (const name of Object.keys(current().numbers))
    for (let i = 0; i < current().numbers[name].length; i++)
      for (const simple of simpler(current().numbers[name][i])) {
        const list = current().numbers[name].slice();
        list[i] = simple;
        if (await attempt({ ...current(), numbers: { ...current().numbers, [name]: list } })) break;
      }
  for (let m = 0; m < current().meshes.length; m++)
    for (let i = 0; i < current().meshes[m].positions.length; i++)
      for (const simple of simpler(current().meshes[m].positions[i])) {
        const { positions, indices } = current().meshes[m];
        const moved = positions.slice();
        moved[i] = simple;
        if (await attempt(withMesh(current(), m, { positions: moved, indices }))) break;
      }
}

/** Simpler numbers near this one, the simplest first. */
function simpler(value: number): number[] {
  if (Object.is(value, 0)) return [];
  const candidates = [
    0,
    1,
    Math.round(value),
    Number(value.toPrecision(1)),
    Number(value.toPrecision(2)),
    Number(value.toPrecision(4)),
  ];
  const length = String(value).length;
  return [...new Set(candidates)].filter((x) => x !== value && String(x).length < length + (x === 0 ? 1 : 0));
}
