import { describe, expect, it } from "vitest";
import { FormatError, MeshError, OptionError, PoseError, ThreadError } from "../src/errors.ts";

// Every public function is called with junk in each argument. It must throw one of abut's typed errors, never a TypeError or a
// RangeError, and it must not answer without a required argument.

const TYPED = [MeshError, OptionError, PoseError, FormatError, ThreadError];

function detached<Bytes extends ArrayBufferView<ArrayBuffer>>(array: Bytes): Bytes {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

const JUNK: [string, unknown][] = [
  ["undefined", undefined],
  ["null", null],
  ["0", 0],
  ["-1", -1],
  ["NaN", Number.NaN],
  ["1n", 1n],
  ['""', ""],
  ['"abc"', "abc"],
  ["true", true],
  ["a symbol", Symbol("junk")],
  ["{}", {}],
  ["an object without prototype", Object.create(null)],
  ["[]", []],
  ["[null]", [null]],
  ["[{}]", [{}]],
  ["[NaN, NaN, NaN]", [Number.NaN, Number.NaN, Number.NaN]],
  ["a function", () => 1],
  ["{ length: 3 }", { length: 3 }],
  ["{ length: 1e9 }", { length: 1e9 }],
  ['{ kind: "aabb" }', { kind: "aabb" }],
  ['{ kind: "obb" }', { kind: "obb" }],
  ['{ kind: "r-tree" }', { kind: "r-tree" }],
  ["an empty Float64Array", new Float64Array(0)],
  ["an array of holes", new Array(2)],
  ["a detached Float32Array", detached(new Float32Array(9))],
  ["a detached Float64Array", detached(new Float64Array(12))],
  ["a detached Uint32Array", detached(new Uint32Array(3))],
  ["a detached ArrayBuffer", detached(new Uint8Array(64)).buffer],
  ["a Map", new Map()],
  ["a Date", new Date(0)],
];

/** Legal arguments, the number of required ones, and options to put junk into. */
export interface Call {
  args: () => unknown[];
  required: number;
  options?: string[];
  /** By argument: junk that is a legal value there. */
  legal?: Record<number, string[]>;
  /** Arguments for junk in place of all options, some of which stands for the defaults, where a call with these costs much. */
  withoutOptions?: () => unknown[];
}

/** The tests of an entry: `calls` must have all functions that `library` exports, except those in `excluded`. */
export function describeJunkArguments(
  entry: string,
  library: object,
  calls: Record<string, Call>,
  excluded: ReadonlySet<string> = new Set(),
): void {
  const functions = library as unknown as Record<string, (...given: unknown[]) => unknown>;
  describe(`junk arguments of ${entry}`, () => {
    it("every public function is in the table of calls", () => {
      const publicFunctions = Object.entries(functions)
        .filter(([, value]) => typeof value === "function" && !TYPED.includes(value as never))
        .filter(([name]) => !excluded.has(name))
        .map(([name]) => name);
      expect(publicFunctions.sort()).toEqual(Object.keys(calls).sort());
    });

    it.each(Object.entries(calls))("%s", async (name, call) => {
      const { args, required, options = [], legal = {} } = call;
      const problems: string[] = [];
      // A call that throws leaves its arguments as they were. One that answers may change or keep them.
      let legalArgs = args();
      const ask = async (given: unknown[], what: string, isRequired: boolean) => {
        try {
          await functions[name](...given);
          legalArgs = args();
          if (isRequired) problems.push(`${what}: an answer`);
        } catch (error) {
          if (!TYPED.some((type) => error instanceof type))
            problems.push(`${what}: ${(error as Error).name}: ${(error as Error).message}`);
        }
      };
      await functions[name](...legalArgs); // the arguments are legal
      legalArgs = args();
      const count = legalArgs.length;
      for (let place = 0; place < count; place++)
        for (const [label, junk] of JUNK) {
          const isOptions = place === count - 1 && call.withoutOptions !== undefined;
          const given = isOptions ? call.withoutOptions!() : [...legalArgs];
          given[place] = junk;
          const isRequired = place < required && !legal[place]?.includes(label);
          await ask(given, `argument ${place} ${label}`, isRequired);
        }
      for (const option of options)
        for (const [label, junk] of JUNK) {
          const given = [...legalArgs];
          given[count - 1] = { ...(given[count - 1] as object), [option]: junk };
          await ask(given, `option ${option} ${label}`, false);
        }
      for (let left = 0; left < required; left++)
        await ask(legalArgs.slice(0, left), `${left} arguments`, true);
      expect(problems).toEqual([]);
    });
  });
}
