import type { Random } from "./random.ts";
import type { Session } from "./session.ts";

/** A mesh as plain data. Without indices it is a soup. */
export interface FuzzMesh {
  positions: Float64Array;
  indices: Uint32Array | null;
}

/** Everything a question needs, as plain data: it can be made smaller, and written to a file. */
export interface FuzzCase {
  /** Which generators made it, for people. */
  kind: string;
  /** Chooses the variants that are tried. */
  seed: string;
  meshes: FuzzMesh[];
  /** One for each mesh; null is the identity. */
  poses: (number[] | null)[];
  /** Points, boxes, motions, … by name. */
  numbers: Record<string, number[]>;
}

/** A public query of abut, with cases for it and the exact answer. */
export interface FuzzQuery {
  /** As on the command line. */
  name: string;
  /** What is compared with what, in one line. */
  checks: string;
  /** What a campaign counts; answers if absent. */
  unit?: "pairs" | "neighbours" | "steps" | "partPairs";
  /** How much of it a campaign compares; a million if absent. */
  goal?: number;
  /** Lists in `numbers` that hold several questions, and how many numbers of each belong to one question. */
  questions?: Readonly<Record<string, number>>;
  generate(random: Random): Omit<FuzzCase, "seed">;
  /** Asks abut and the oracle; throws `WrongAnswer` where they differ. */
  check(fuzzCase: FuzzCase, session: Session): void | Promise<void>;
}

/** abut's answer is not the oracle's. */
export class WrongAnswer extends Error {
  override name = "WrongAnswer";
  readonly got: unknown;
  readonly expected: unknown;
  /** Where it is known: for each mesh the triangles that matter. */
  readonly focus: number[][] | null;
  constructor(what: string, got: unknown, expected: unknown, focus: number[][] | null = null) {
    super(what);
    this.got = got;
    this.expected = expected;
    this.focus = focus;
  }
}

export function triangleCount(mesh: FuzzMesh): number {
  return (mesh.indices?.length ?? mesh.positions.length / 3) / 3;
}

/** Three vertex numbers a triangle. */
export function cornersOf(mesh: FuzzMesh): Uint32Array {
  return mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
}

/** The mesh with these triangles alone, and no unused vertices. */
export function keepTriangles(mesh: FuzzMesh, kept: readonly number[]): FuzzMesh {
  const corners = cornersOf(mesh);
  const numbers = new Map<number, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  for (const t of kept)
    for (let k = 0; k < 3; k++) {
      const v = corners[3 * t + k];
      let number = numbers.get(v);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(v, number);
        positions.push(...mesh.positions.subarray(3 * v, 3 * v + 3));
      }
      indices.push(number);
    }
  return {
    positions: Float64Array.from(positions),
    indices: mesh.indices === null ? null : Uint32Array.from(indices),
  };
}
