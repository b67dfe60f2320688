import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArticulatedBody, createArticulatedBody, setPose } from "../../src/articulated.ts";
import {
  type BvhMotion,
  type BvhOptions,
  bvhFrameValues,
  createBvhLinks,
  readBvh,
} from "../../src/formats/index.ts";
import { collide, distance, FormatError, inspectMesh, OptionError } from "../../src/index.ts";
import { randomCases } from "../random-cases.ts";
import { utf8 } from "./write-models.ts";

const WALK = `HIERARCHY
ROOT Hips
{
  OFFSET 1 2 3
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Left Leg {
    OFFSET 1 -1 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
  JOINT Spine
  {
    OFFSET 0 2 0
    CHANNELS 2 Yrotation Xrotation
    JOINT Head
    {
      OFFSET 0 0 0
      End Site
      {
        OFFSET 0 1 0.5
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.008333
0 0 0 0 0 0  0 0 0  0 0
10 20 30 40 -50 60  70 80 -90  -100 15
`;

function read(text: string, options?: BvhOptions): BvhMotion {
  return readBvh(utf8(text), "walk.bvh", options);
}

type Matrix = number[][];

function times(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

function moved(x: number, y: number, z: number): Matrix {
  return [
    [1, 0, 0, x],
    [0, 1, 0, y],
    [0, 0, 1, z],
    [0, 0, 0, 1],
  ];
}

function turned(axis: string, degrees: number): Matrix {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const rows: Record<string, Matrix> = {
    X: [
      [1, 0, 0, 0],
      [0, c, -s, 0],
      [0, s, c, 0],
    ],
    Y: [
      [c, 0, s, 0],
      [0, 1, 0, 0],
      [-s, 0, c, 0],
    ],
    Z: [
      [c, -s, 0, 0],
      [s, c, 0, 0],
      [0, 0, 1, 0],
    ],
  };
  return [...rows[axis], [0, 0, 0, 1]];
}

/** Each joint's frame by matrices, directly from the definition of the format. */
function framesByMatrices({ joints, values, channelCount }: BvhMotion, frame: number): Matrix[] {
  const frames: Matrix[] = [];
  for (const { parent, offset, channels, firstChannel } of joints) {
    let local = moved(offset[0], offset[1], offset[2]);
    channels.forEach((channel, k) => {
      const value = values[frame * channelCount + firstChannel + k];
      const along = "XYZ".split("").map((axis) => (channel === `${axis}position` ? value : 0));
      const step = channel.endsWith("rotation")
        ? turned(channel[0], value)
        : moved(along[0], along[1], along[2]);
      local = times(local, step);
    });
    frames.push(parent < 0 ? local : times(frames[parent], local));
  }
  return frames;
}

function worstDifference(body: ArticulatedBody, frames: Matrix[]): number {
  let worst = 0;
  frames.forEach((rows, link) => {
    rows.forEach((row, i) => {
      row.forEach((value, j) => {
        worst = Math.max(worst, Math.abs(body.linkToWorld[16 * link + 4 * j + i] - value));
      });
    });
  });
  return worst;
}

describe("readBvh", () => {
  it("reads joints with names of several words, channels in their order and frames", () => {
    const motion = read(WALK);
    expect(motion.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ["Hips", -1],
      ["Left Leg", 0],
      ["Spine", 0],
      ["Head", 2],
    ]);
    expect(motion.joints[0].channels.slice(3)).toEqual(["Zrotation", "Xrotation", "Yrotation"]);
    expect(motion.joints.map(({ firstChannel }) => firstChannel)).toEqual([0, 6, 9, 11]);
    expect(motion.joints[1].endSites).toEqual([[0, -4, 0]]);
    expect(motion).toMatchObject({ channelCount: 11, frameCount: 2, frameTime: 0.008333, warnings: [] });
    expect([...motion.values.subarray(11)]).toEqual([10, 20, 30, 40, -50, 60, 70, 80, -90, -100, 15]);
  });

  it("scales lengths and leaves angles", () => {
    const motion = read(WALK, { scale: 0.5 });
    expect(motion.joints[0].offset).toEqual([0.5, 1, 1.5]);
    expect(motion.joints[1].endSites).toEqual([[0, -2, 0]]);
    expect([...motion.values.subarray(11, 16)]).toEqual([5, 10, 15, 40, -50]);
    expect(() => read(WALK, { scale: 0 })).toThrow(OptionError);
  });

  it("reads Windows line ends, tabs, small letters and no line breaks at all", () => {
    const { values } = read(WALK);
    for (const text of [
      WALK.replaceAll("\n", "\r\n"),
      WALK.replaceAll("  ", "\t"),
      WALK.replace("HIERARCHY", "hierarchy").replaceAll("OFFSET", "Offset"),
      WALK.replaceAll(" {", "\n{"),
    ])
      expect(read(text).values).toEqual(values);
  });

  it("renames a second joint of one name, and warns", () => {
    const { joints, warnings } = read(WALK.replace("Left Leg", "Head"));
    expect(joints.map(({ name }) => name)).toEqual(["Hips", "Head", "Spine", "Head#2"]);
    expect(warnings).toEqual([
      "walk.bvh, line 19: a joint has the name of an earlier one, and was given another",
    ]);
  });

  it("warns of numbers left over", () => {
    expect(read(`${WALK}1 2 3`).warnings).toEqual(["walk.bvh, line 33: more than 2 frames, ignored"]);
  });

  it.each<[string, string, RegExp]>([
    ["an empty file", "", /^walk\.bvh, byte 0: the file is empty/],
    ["another format", "solid cube", /^walk\.bvh, line 1: expected HIERARCHY, got "solid"/],
    ["a joint that is not closed", WALK.slice(0, 300), /^walk\.bvh, line \d+: /],
    ["no motion", WALK.slice(0, WALK.indexOf("MOTION")), /expected MOTION, got the end of the file/],
    ["an unknown channel", WALK.replace("Zrotation", "Wrotation"), /line 5: joint "Hips": .*"Wrotation"/],
    ["too many channels", WALK.replace("CHANNELS 6", "CHANNELS 7"), /joint "Hips" has 7 channels/],
    ["too few channels", WALK.replace("CHANNELS 6", "CHANNELS 5"), /line 5: .*got "Yrotation"/],
    ["NaN in a frame", WALK.replace("-50", "nan"), /line 32: .*channel 4 of frame 1, of 2, got "nan"/],
    ["infinity in a frame", WALK.replace("-50", "1e999"), /line 32: .*channel 4 of frame 1/],
    ["NaN in an offset", WALK.replace("OFFSET 1 2 3", "OFFSET 1 x 3"), /line 4: .*got "x"/],
    ["a frame too few", WALK.replace("Frames: 2", "Frames: 3"), /channel 0 of frame 2, of 3, got the end/],
    ["a huge number of frames", WALK.replace("Frames: 2", "Frames: 9e15"), /channel 0 of frame 2/],
    ["no number of frames", WALK.replace("Frames: 2", "Frames: -2"), /expected a number of frames/],
    ["a negative time", WALK.replace("0.008333", "-1"), /expected the time of a frame/],
    ["two skeletons", WALK.replace("MOTION", "ROOT Other {}\nMOTION"), /a second ROOT/],
    ["a joint without a name", WALK.replace("Spine", ""), /a joint has no name/],
  ])("rejects %s with a message", (_, text, message) => {
    expect(() => read(text)).toThrow(FormatError);
    expect(() => read(text)).toThrow(message);
  });

  it("never throws anything except a FormatError (seed 11)", () => {
    fc.assert(
      fc.property(fc.nat(WALK.length - 1), fc.nat(20), fc.string({ maxLength: 5 }), (at, drop, put) => {
        try {
          read(WALK.slice(0, at) + put + WALK.slice(at + drop));
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { seed: 11, numRuns: randomCases(63) },
    );
  });

  it("reads a skeleton of 50,000 joints in a row, where the limit allows it", () => {
    const depth = 50_000;
    const text = `HIERARCHY ROOT a {\n${"JOINT b { OFFSET 0 1 0\n".repeat(depth)}${"} ".repeat(depth)} } MOTION Frames: 0 Frame Time: 1`;
    expect(() => read(text)).toThrow(/1025 nested levels/);
    const { joints, warnings } = read(text, { limits: { depth: depth + 1 } });
    expect(warnings).toEqual([expect.stringContaining("(49999 in all)")]);
    expect(joints.length).toBe(depth + 1);
    expect(joints.at(-1)!.parent).toBe(depth - 1);
  });
});

describe("a body of a .bvh skeleton", () => {
  it("has the pose of matrices multiplied by the format's definition", () => {
    const motion = read(WALK);
    const body = createArticulatedBody(createBvhLinks(motion));
    const values = bvhFrameValues(motion, 0);
    for (const frame of [0, 1]) {
      expect(bvhFrameValues(motion, frame, values)).toBe(values);
      setPose(body, values);
      expect(worstDifference(body, framesByMatrices(motion, frame))).toBeLessThan(1e-13);
    }
    expect(() => bvhFrameValues(motion, 2)).toThrow("frame: expected a whole number from 0 to 1, got 2");
    expect(() => bvhFrameValues(motion, 0, new Float64Array(3))).toThrow(OptionError);
  });

  it.each(["capsule", "box"] as const)("has closed limbs that reach from joint to joint (%s)", (shape) => {
    const links = createBvhLinks(read(WALK), { shape, radius: () => 0.25 });
    for (const { mesh } of links) if (mesh) expect(inspectMesh(mesh).closed).toBe(true);
    const reach = shape === "capsule" ? 0.25 : 0;
    const [, minY, , maxX, maxY] = inspectMesh(links[1].mesh!).bounds;
    expect(minY).toBeCloseTo(-4 - reach, 12);
    expect(maxY).toBeCloseTo(reach, 12);
    expect(maxX).toBeCloseTo(0.25, 12);
  });

  it("has no mesh where no limb begins", () => {
    const [hips, , spine, head] = createBvhLinks(read(WALK));
    expect(spine.mesh).toBeNull(); // the head sits on it
    expect(head.mesh!.triangleCount).toBe(64);
    expect(hips.mesh!.triangleCount).toBe(128); // one limb to the leg, one to the spine
    expect([hips, spine, head].map((link) => link.joint!.type)).toEqual(["free", "ball", "fixed"]);
    expect(() => createBvhLinks(read(WALK), { radius: () => Number.NaN })).toThrow("got NaN");
    expect(() => createBvhLinks(read(WALK), { shape: "cone" as never })).toThrow(OptionError);
  });
});

const FOLDER = resolve(import.meta.dirname, "../../../shared/data/models/B_articulated/bvh");
const isPresent = existsSync(FOLDER);
if (!isPresent) console.warn(`NOTICE: ${FOLDER} is absent, the tests with captured motion are skipped`);

/** Two people of one recording, and their motion in a frame. */
function loadPair(names: [string, string]) {
  const motions = names.map((name) => readBvh(readFileSync(join(FOLDER, name)), name));
  const bodies = motions.map((motion) => createArticulatedBody(createBvhLinks(motion)));
  const [a, b] = bodies as [ArticulatedBody, ArticulatedBody];
  const pose = (frame: number) => {
    bodies.forEach((body, i) => {
      setPose(body, bvhFrameValues(motions[i], frame));
    });
  };
  const forLinks = (visit: (i: number, j: number, poses: object) => void) => {
    for (let i = 0; i < a.trees.length; i++)
      for (let j = 0; j < b.trees.length; j++) {
        if (a.trees[i] === null || b.trees[j] === null) continue;
        const aToWorld = a.linkToWorld.subarray(16 * i, 16 * i + 16);
        visit(i, j, { aToWorld, bToWorld: b.linkToWorld.subarray(16 * j, 16 * j + 16) });
      }
  };
  return { motions, a, b, pose, forLinks };
}

describe.skipIf(!isPresent)("two people captured together", () => {
  it.each(["02_01", "05_02", "18_01", "19_01", "20_02", "21_02"])(
    "%s has the pose computed by matrices",
    (name) => {
      const motion = readBvh(readFileSync(join(FOLDER, `${name}.bvh`)), name);
      expect(motion.warnings).toEqual([]);
      expect(motion.joints.length).toBe(31);
      const body = createArticulatedBody(createBvhLinks(motion));
      for (const frame of [0, 1, motion.frameCount >> 1, motion.frameCount - 1]) {
        setPose(body, bvhFrameValues(motion, frame));
        expect(worstDifference(body, framesByMatrices(motion, frame))).toBeLessThan(1e-12);
      }
    },
  );

  it("walk with linked arms: their arms collide in every frame, and little else", () => {
    const { motions, a, b, pose, forLinks } = loadPair(["20_02.bvh", "21_02.bvh"]);
    const seen = new Map<string, number>();
    let frames = 0;
    // Frame 0 is a T-pose, inserted for programs that want one: the two stand inside each other's arms.
    for (let frame = 1; frame < motions[0].frameCount; frame += 8, frames++) {
      pose(frame);
      forLinks((i, j, poses) => {
        if (!collide(a.trees[i]!, b.trees[j]!, poses)) return;
        const pair = `${a.articulation.names[i]}, ${b.articulation.names[j]}`;
        seen.set(pair, (seen.get(pair) ?? 0) + 1);
      });
    }
    expect(frames).toBe(29);
    expect(Object.fromEntries(seen)).toMatchObject({
      "RightArm, LeftArm": frames,
      "RightArm, LeftForeArm": frames,
      "RightForeArm, LeftArm": frames,
      "RightForeArm, LeftForeArm": frames,
    });
    const rest = [...seen.values()].reduce((sum, count) => sum + count, 0) - 4 * frames;
    expect(rest).toBeLessThan(frames / 4);
  });

  it("shake hands: they never collide, and their right hands come closest", () => {
    const { motions, a, b, pose, forLinks } = loadPair(["18_01.bvh", "19_01.bvh"]);
    for (let frame = 1; frame < motions[0].frameCount; frame += 16) {
      pose(frame);
      forLinks((i, j, poses) => expect(collide(a.trees[i]!, b.trees[j]!, poses)).toBe(false));
    }
    pose(121);
    let nearest = { gap: Infinity, pair: "" };
    forLinks((i, j, poses) => {
      const found = distance(a.trees[i]!, b.trees[j]!, { ...poses, maxDistance: nearest.gap });
      if (found === null || found.distance >= nearest.gap) return;
      nearest = { gap: found.distance, pair: `${a.articulation.names[i]}, ${b.articulation.names[j]}` };
    });
    expect(nearest.pair).toBe("RightHandIndex1, RightHandIndex1");
    expect(nearest.gap).toBeLessThan(3);
  });
});
