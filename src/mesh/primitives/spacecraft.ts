import { OptionError, show } from "../../errors.ts";
import type { Vector } from "../../geometry/vector.ts";
import { cos, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { TriangleMesh } from "../triangle-mesh.ts";
import { joinShells } from "./join-shells.ts";
import { type Section, skinBetweenTips } from "./skin.ts";

export interface SpacecraftOptions {
  /** "standard": 6,084 triangles; "fine": 7,568. Default "standard". */
  detail?: "standard" | "fine";
}

const SPACECRAFT_OPTIONS: OptionNames<SpacecraftOptions> = { detail: true };

/** Points around a part, and steps per stretch between the sections that define it. */
interface PartDetail {
  segments: number;
  steps: number;
}

// Triangles of a part: 2 · segments · (steps · stretches + 1), with 7 stretches in the fuselage, 6 in an engine,
// 4 in a cannon, 1 in a wing and in the cockpit. Chosen for exact totals.
const DETAILS = {
  standard: {
    fuselage: { segments: 26, steps: 4 },
    cockpit: { segments: 16, steps: 7 },
    wing: { segments: 16, steps: 12 },
    engine: { segments: 20, steps: 2 },
    cannon: { segments: 8, steps: 2 },
  },
  fine: {
    fuselage: { segments: 28, steps: 5 },
    cockpit: { segments: 16, steps: 7 },
    wing: { segments: 16, steps: 16 },
    engine: { segments: 20, steps: 2 },
    cannon: { segments: 10, steps: 3 },
  },
};

const WING_LENGTH = 3.1;
const WING_RISE = (18 * Math.PI) / 180;
const ENGINE_REACH = 0.8;

/**
 * A slender craft with four wings in an X: 10 long (x, nose forward), 6 wide (z), 2 high (y). A model of thin parts with
 * much empty space in its box. Fourteen closed shells (fuselage, cockpit, four wings, engines and cannons) that overlap
 * where parts are mounted.
 */
export function createSpacecraft(options: SpacecraftOptions = {}): TriangleMesh {
  checkOptionNames(options, SPACECRAFT_OPTIONS, "createSpacecraft");
  const { detail = "standard" } = options;
  if (!Object.hasOwn(DETAILS, detail))
    throw new OptionError(`detail: expected "standard" or "fine", got ${show(detail)}`);
  const { fuselage, cockpit, wing, engine, cannon } = DETAILS[detail];
  const shells = [createFuselage(fuselage), createCockpit(cockpit)];
  for (const up of [1, -1])
    for (const side of [1, -1]) {
      const outward: Readonly<Vector> = [0, up * sin(WING_RISE), side * cos(WING_RISE)];
      shells.push(createWing(outward, wing), createEngine(outward, engine), createCannon(outward, cannon));
    }
  return joinShells(shells);
}

function createFuselage(detail: PartDetail): TriangleMesh {
  const sections = [
    across([4.95, 0, 0], 0.05, 0.06),
    across([4.2, 0, 0], 0.1, 0.13),
    across([2.5, 0, 0], 0.15, 0.19),
    across([0.8, 0, 0], 0.2, 0.24),
    across([-1, 0, 0], 0.25, 0.25),
    across([-3.4, 0, 0], 0.25, 0.25),
    across([-4.2, 0, 0], 0.2, 0.2),
    across([-4.2, 0, 0], 0.14, 0.14),
  ];
  return skinBetweenTips([5, 0, 0], refine(sections, detail.steps), [-4, 0, 0], detail.segments);
}

function createCockpit({ segments, steps }: PartDetail): TriangleMesh {
  const rings = steps + 1;
  const sections = Array.from({ length: rings }, (_, ring) => {
    const angle = (Math.PI * (ring + 1)) / (rings + 1);
    const size = sin(angle);
    return across([0.3 + cos(angle), 0.2, 0], 0.18 * size, 0.16 * size);
  });
  return skinBetweenTips([1.3, 0.2, 0], sections, [-0.7, 0.2, 0], segments);
}

function createWing(outward: Readonly<Vector>, { segments, steps }: PartDetail): TriangleMesh {
  function section(reach: number, x: number, halfChord: number, halfThickness: number): Section {
    return {
      center: [x, outward[1] * reach, outward[2] * reach],
      u: [halfChord, 0, 0],
      v: [0, outward[2] * halfThickness, -outward[1] * halfThickness], // outward × x
    };
  }
  const root = section(0.1, -2.3, 1.1, 0.06);
  const tip = section(WING_LENGTH, -2.9, 0.6, 0.03);
  return skinBetweenTips(root.center, refine([root, tip], steps), tip.center, segments);
}

function createEngine(outward: Readonly<Vector>, { segments, steps }: PartDetail): TriangleMesh {
  const at = (x: number): Readonly<Vector> => [x, outward[1] * ENGINE_REACH, outward[2] * ENGINE_REACH];
  const sections = [
    across(at(-1.4), 0.17, 0.17),
    across(at(-1.45), 0.21, 0.21),
    across(at(-1.9), 0.22, 0.22),
    across(at(-3.4), 0.22, 0.22),
    across(at(-3.8), 0.16, 0.16),
    across(at(-4.9), 0.13, 0.13),
    across(at(-5), 0.11, 0.11),
  ];
  // Both tips lie behind their rims: a hollow intake and a hollow nozzle.
  return skinBetweenTips(at(-1.7), refine(sections, steps), at(-4.6), segments);
}

function createCannon(outward: Readonly<Vector>, { segments, steps }: PartDetail): TriangleMesh {
  const at = (x: number): Readonly<Vector> => [x, outward[1] * WING_LENGTH, outward[2] * WING_LENGTH];
  const sections = [
    across(at(2.4), 0.025, 0.025),
    across(at(0.4), 0.025, 0.025),
    across(at(0.3), 0.04, 0.04),
    across(at(-2.2), 0.05, 0.05),
    across(at(-3.5), 0.05, 0.05),
  ];
  return skinBetweenTips(at(2.4), refine(sections, steps), at(-3.55), segments);
}

/** A section perpendicular to the x axis, for parts that run backwards, along -x. */
function across(center: Readonly<Vector>, halfHeight: number, halfWidth: number): Section {
  return { center, u: [0, 0, halfWidth], v: [0, halfHeight, 0] };
}

/** Cuts each stretch between two sections into equal steps. */
function refine(sections: readonly Section[], steps: number): Section[] {
  const refined = [sections[0]];
  for (let i = 1; i < sections.length; i++)
    for (let step = 1; step <= steps; step++)
      refined.push(between(sections[i - 1], sections[i], step / steps));
  return refined;
}

function between(a: Section, b: Section, t: number): Section {
  return { center: mix(a.center, b.center, t), u: mix(a.u, b.u, t), v: mix(a.v, b.v, t) };
}

/** The linear interpolation, exactly b at t = 1. */
function mix(a: Readonly<Vector>, b: Readonly<Vector>, t: number): Vector {
  return [a[0] * (1 - t) + b[0] * t, a[1] * (1 - t) + b[1] * t, a[2] * (1 - t) + b[2] * t];
}
