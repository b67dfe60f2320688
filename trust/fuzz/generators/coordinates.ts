import type { Random } from "../random.ts";

// Hostile numbers, and ways to make plain numbers hostile.

const word = new Float64Array(1);
const bits = new BigInt64Array(word.buffer);

/** The f64 that is `steps` numbers further from zero, or nearer to it. */
export function nudge(value: number, steps: number): number {
  if (value === 0) return steps * 2 ** -1074;
  word[0] = value;
  bits[0] += BigInt(steps);
  return Number.isFinite(word[0]) ? word[0] : value;
}

/** Moves some of the numbers by a few units in the last place. */
function addNoise(values: Float64Array, random: Random, probability = 0.5): void {
  for (let i = 0; i < values.length; i++)
    if (random.chance(probability)) values[i] = nudge(values[i], random.between(-3, 3));
}

/** Makes some zeros negative. */
function addMinusZeros(values: Float64Array, random: Random): void {
  for (let i = 0; i < values.length; i++) if (values[i] === 0 && random.chance(0.5)) values[i] = -0;
}

/** Factors that keep a lattice a lattice. */
const POWERS = [1, 1, 1, 0.25, 2, 2 ** 40, 2 ** 95, 2 ** -30, 2 ** -100, 2 ** -300, 2 ** -500, 2 ** -1060];
/** Factors that round. */
const ROUNDING = [1 / 3, 0.1, 1 / 7, 0.7, 1e-3, 1e5 / 3];

/** What happens to the coordinates of a case, all meshes alike, so that what touched on the lattice nearly touches afterwards. */
export interface Spoiling {
  readonly name: string;
  /** Whether a small lattice stays one. */
  readonly keepsLattice: boolean;
  apply(values: Float64Array): void;
}

/** A power of two from subnormal numbers to where coordinates below `reach` stay below 2^99; mostly 1. */
export function chooseScale(random: Random, reach: number): Spoiling {
  const factor = random.pick(POWERS.filter((power) => power * reach < 2 ** 99));
  return { name: `times ${factor}`, keepsLattice: true, apply: (values) => multiply(values, factor) };
}

/** `extreme`: with factors down to subnormal numbers and up to 2^95, which takes coordinates above 16 to the end of the range. */
export function chooseSpoiling(random: Random, extreme = true): Spoiling {
  const choice = random.below(10);
  if (choice < 3) return { name: "as it is", keepsLattice: true, apply: () => {} };
  if (choice === 3)
    return { name: "minus zeros", keepsLattice: true, apply: (values) => addMinusZeros(values, random) };
  if (choice === 4) {
    const factor = random.pick(
      extreme ? POWERS : POWERS.filter((power) => power > 2 ** -90 && power < 2 ** 90),
    );
    return { name: `times ${factor}`, keepsLattice: true, apply: (values) => multiply(values, factor) };
  }
  if (choice < 8) {
    const factor = random.pick(ROUNDING);
    return { name: `times ${factor}`, keepsLattice: false, apply: (values) => multiply(values, factor) };
  }
  const [factor, probability] = [
    random.pick([1, 1, 1 / 3, 0.1, extreme ? 2 ** -100 : 1]),
    random.pick([0.05, 0.3, 0.8]),
  ];
  return {
    name: `times ${factor} with noise`,
    keepsLattice: false,
    apply: (values) => {
      multiply(values, factor);
      addNoise(values, random, probability);
    },
  };
}

function multiply(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] *= factor;
}

/** A plain decimal of one to three digits. */
export function decimal(random: Random, reach = 2): number {
  const digits = random.pick([10, 10, 100, 1000]);
  return random.between(-reach * digits, reach * digits) / digits;
}
