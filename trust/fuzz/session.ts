import type { AabbTree, ObbTree, RTree, TriangleMesh } from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import * as library from "../library.ts";
import { type FuzzCase, type FuzzMesh, triangleCount, WrongAnswer } from "./fuzz-case.ts";
import { rotation } from "./generators/poses.ts";
import { createRandom, type Random } from "./random.ts";

// One case under test: asks abut, remembers every call so that a failure can be written down, and counts.

type Abut = typeof library;
/** By name: questions are written down as they are asked. */
const abut: Abut = { ...library };
type Asked = {
  [Name in keyof Abut]: Abut[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Abut];

type Kernels = "forced" | "off";
type AnyTree = AabbTree | ObbTree | RTree;

/** One of the ways in which the same question can be asked. */
interface Variant {
  readonly tree: "aabb" | "obb" | "r-tree";
  /** Options of the builder. */
  readonly options: Record<string, unknown>;
  readonly kernels: Kernels;
}

/** What was done, over all cases of a query. */
export interface Counts {
  cases: number;
  /** Questions that abut answered, by the kernels' setting. */
  forced: number;
  off: number;
  /** Pairs of triangles that the oracle decided, and those with one or two common corners. */
  pairs: number;
  neighbours: number;
  /** Updates of broad phases. */
  steps: number;
  /** Pairs of parts whose clash was judged, and those of them that worker threads answered. */
  partPairs: number;
  partPairsOnThreads: number;
  /** abut's own counters. */
  triangleTests: number;
  exactTests: number;
  /** Answers that no oracle could judge. */
  undecided: number;
}

export function createCounts(): Counts {
  return {
    cases: 0,
    forced: 0,
    off: 0,
    pairs: 0,
    neighbours: 0,
    steps: 0,
    partPairs: 0,
    partPairsOnThreads: 0,
    triangleTests: 0,
    exactTests: 0,
    undecided: 0,
  };
}

export interface Session {
  readonly counts: Counts;
  /** The variant under test. */
  readonly variant: Variant;
  /** Tries the variants, one after the other, that `kinds` allows. */
  eachVariant(kinds: readonly Variant["tree"][], work: () => void): void;
  /** Builds the variant's tree under a name for reproducers. */
  build(name: string, mesh: FuzzMesh): AnyTree;
  /** Builds an AABB tree under a name for reproducers, for questions that take no other kind. */
  buildAabb(name: string, mesh: FuzzMesh): AabbTree;
  /** Calls a function of abut with the variant's kernels. An error is a wrong answer. */
  ask<Name extends Asked>(name: Name, ...args: Parameters<Abut[Name]>): ReturnType<Abut[Name]>;
  /** Runs a call on an object that abut made (a broad phase), and remembers it as `text`. */
  step<T>(text: () => string, work: () => T): T;
  /** Gives an object a name for reproducers. */
  name(value: object, name: string): void;
  /** Adds abut's counters. */
  count(stats: { triangleTests: number; exactTests: number }): void;
  /** The calls of the variant under test, as JavaScript. */
  script(): string[];
}

const SPLITS = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
const PACKS = ["sah", "hilbert", "str", false];

/** `only` is the number of the one variant to try; used while a failure is made smaller. */
export function createSession(fuzzCase: FuzzCase, counts: Counts, only: number | null = null): OwnSession {
  let lines: (() => string)[] = [];
  let names = new Map<object, string>();
  let variant: Variant = { tree: "aabb", options: {}, kernels: "off" };
  const session: OwnSession = {
    counts,
    current: 0,
    get variant() {
      return variant;
    },
    eachVariant(kinds, work) {
      const variants = variantsOf(fuzzCase.seed).filter(({ tree }) => kinds.includes(tree));
      variants.forEach((next, number) => {
        if (only !== null && only !== number) return;
        session.current = number;
        variant = next;
        lines = [];
        names = new Map();
        work();
      });
    },
    build(name, mesh) {
      const { tree } = variant;
      const options = { ...variant.options };
      // A shallow tree of many triangles is brute force.
      if (triangleCount(mesh) > 300) delete options.maxDepth;
      const builder = tree === "aabb" ? "buildAabbTree" : tree === "obb" ? "buildObbTree" : "buildRTree";
      lines.push(() => `const ${name} = ${builder}(${meshText(mesh)}, ${print(options, names)});`);
      const made = run(() => abut[builder](makeMesh(mesh), options as never), builder);
      names.set(made, name);
      return made;
    },
    buildAabb(name, mesh) {
      return session.build(name, mesh) as AabbTree;
    },
    ask(name, ...args) {
      const { kernels } = variant;
      const [knownNames, remembered] = [names, args as unknown[]];
      lines.push(() => {
        const call = `${name}(${remembered.map((arg) => print(arg, knownNames)).join(", ")})`;
        return `console.log(${kernels === "forced" ? "withKernels" : "withoutKernels"}(() => ${call}));`;
      });
      counts[kernels]++;
      const work = () => (abut[name] as (...args: unknown[]) => never)(...args);
      return run(() => (kernels === "forced" ? withKernels(work) : withoutKernels(work)), name);
    },
    step(text, work) {
      const { kernels } = variant;
      lines.push(text);
      counts[kernels]++;
      return run(
        () => (kernels === "forced" ? withKernels(work) : withoutKernels(work)),
        text().split("(")[0],
      );
    },
    name(value, name) {
      names.set(value, name);
    },
    count({ triangleTests, exactTests }) {
      counts.triangleTests += triangleTests;
      counts.exactTests += exactTests;
    },
    script: () => lines.map((line) => line()),
  };
  return session;
}

export interface OwnSession extends Session {
  /** The number of the variant under test. */
  current: number;
}

function run<T>(work: () => T, what: string): T {
  try {
    return work();
  } catch (error) {
    const { name, message } = error as Error;
    // The numbers differ from case to case, the fault does not.
    const fault = message.replaceAll(/[-+0-9.e]+/g, "#").slice(0, 80);
    throw new WrongAnswer(`${what} threw ${name}: ${fault}`, `${name}: ${message}`, "an answer");
  }
}

export function makeMesh({ positions, indices }: FuzzMesh): TriangleMesh {
  return abut.createMesh(indices === null ? { positions } : { positions, indices });
}

/** With and without kernels on AABB trees, and one of the other trees each. */
function variantsOf(seed: string): Variant[] {
  const random = createRandom(`${seed}/variants`);
  const aabb = (): Record<string, unknown> => {
    const options: Record<string, unknown> = { split: random.pick(SPLITS) };
    if (random.chance(0.3)) options.leafSize = random.between(1, 8);
    if (random.chance(0.1)) options.maxDepth = random.between(1, 6);
    return options;
  };
  const maxChildren = random.between(2, 10);
  const variants: Variant[] = [
    { tree: "aabb", options: aabb(), kernels: "forced" },
    { tree: "aabb", options: aabb(), kernels: "off" },
    { tree: "obb", options: { leafSize: random.between(1, 3) }, kernels: "off" },
    { tree: "r-tree", options: { maxChildren, pack: random.pick(PACKS) }, kernels: "off" },
  ];
  for (const { tree, options } of variants) if (tree === "aabb") addFrame(options, random);
  return variants;
}

/** Half of the trees get a frame whatever the mesh is like; that of "auto" needs many triangles that lie obliquely. */
function addFrame(options: Record<string, unknown>, random: Random): void {
  const choice = random.below(8);
  if (choice < 2) options.frame = "best";
  else if (choice < 4) options.frame = axesOf(rotation(random));
  else if (choice < 6) options.frame = "auto";
  else if (choice === 6) options.frame = "none";
}

function axesOf(pose: number[]): number[] {
  return [0, 4, 8].flatMap((column) => pose.slice(column, column + 3));
}

export function meshText({ positions, indices }: FuzzMesh): string {
  const parts = [`positions: ${print(positions, new Map())}`];
  if (indices !== null) parts.push(`indices: ${print(indices, new Map())}`);
  return `createMesh({ ${parts.join(", ")} })`;
}

/** A value as JavaScript. Counters are left out. */
export function print(value: unknown, names: ReadonlyMap<object, string>): string {
  if (Object.is(value, -0)) return "-0";
  if (value === null || typeof value !== "object")
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  const name = names.get(value);
  if (name !== undefined) return name;
  if (ArrayBuffer.isView(value))
    return `new ${value.constructor.name}([${Array.from(value as unknown as ArrayLike<number>, (x) => print(x, names)).join(", ")}])`;
  if (Array.isArray(value)) return `[${value.map((x) => print(x, names)).join(", ")}]`;
  if (typeof (value as { kind?: unknown }).kind === "string" && "nodes" in value) return "tree";
  const entries = Object.entries(value).filter(
    ([key, x]) => key !== "stats" && key !== "into" && x !== undefined,
  );
  return `{ ${entries.map(([key, x]) => `${JSON.stringify(key)}: ${print(x, names)}`).join(", ")} }`;
}
