import { unzlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { completeParts } from "../../../src/clash/read-parts.ts";
import { createClashReport } from "../../../src/reports/create-clash-report.ts";
import { axesOf, candidateDirections, HOME_DIRECTION } from "../../../src/reports/picture/camera.ts";
import { createPainter, drawPicture } from "../../../src/reports/picture/draw-picture.ts";
import { fillTriangle } from "../../../src/reports/picture/fill-triangle.ts";
import { createLayer } from "../../../src/reports/picture/layer.ts";
import { bestLook } from "../../../src/reports/picture/look.ts";
import { createPictureScene, shotsOfGroup } from "../../../src/reports/picture/scene.ts";
import { expectClose, expectSame } from "../../expect-in-loops.ts";
import { random } from "../../meshes.ts";
import { oneOfEachKind } from "../scenes.ts";

/** The pixels of a PNG of writePng. */
function pixelsOf(png: Uint8Array): { width: number; height: number; rgb: Uint8Array } {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const length = view.getUint32(33);
  expect(String.fromCharCode(...png.slice(37, 41))).toBe("IDAT");
  const filtered = unzlibSync(png.slice(41, 41 + length));
  const row = 3 * width;
  const rgb = new Uint8Array(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < row; x++)
      rgb[row * y + x] = filtered[(row + 1) * y + 1 + x] + (y === 0 ? 0 : rgb[row * (y - 1) + x]);
  return { width, height, rgb };
}

/** How many pixels are blue as part a, orange as part b, yellow as curves. */
function coloursOf({ rgb }: { rgb: Uint8Array }): { blue: number; orange: number; yellow: number } {
  const counts = { blue: 0, orange: 0, yellow: 0 };
  for (let at = 0; at < rgb.length; at += 3) {
    const [r, g, b] = rgb.subarray(at, at + 3);
    if (b > 100 && b > 1.8 * r) counts.blue++;
    if (r > 100 && r > 3 * b && g < 0.75 * r) counts.orange++;
    if (r > 240 && g > 220 && b < 110) counts.yellow++;
  }
  return counts;
}

describe("drawPicture", () => {
  it("shows both parts in their colours and the contact, and equal bytes for equal scenes", () => {
    const source = oneOfEachKind();
    const report = createClashReport(source);
    const clash = report.clashes.find(({ kind }) => kind === "overlapping")!;
    const shot = { clashes: [clash], box: clash.box };
    const draw = () => {
      const scene = createPictureScene(report, completeParts(source.parts), "y");
      return drawPicture(createPainter(), scene, shot, bestLook(scene, shot));
    };
    const png = draw();
    const picture = pixelsOf(png);
    expect([picture.width, picture.height]).toEqual([640, 480]);
    const { blue, orange, yellow } = coloursOf(picture);
    const pixels = 640 * 480;
    expect(blue).toBeGreaterThan(pixels / 20);
    expect(orange).toBeGreaterThan(pixels / 20);
    expect(yellow).toBeGreaterThan(200);
    expect(yellow).toBeLessThan(pixels / 10);
    expect(Buffer.compare(draw(), png)).toBe(0);
  });

  it("looks at a group as a whole, then at each clash", () => {
    const report = createClashReport(oneOfEachKind());
    for (const group of report.groups) {
      const shots = shotsOfGroup(report, group);
      expect(shots).toHaveLength(group.clashes.length > 1 ? group.clashes.length + 1 : 1);
      expect(shots[0].clashes).toHaveLength(group.clashes.length);
    }
  });
});

describe("camera", () => {
  it("has axes of length 1 at right angles, with up above the horizon", () => {
    for (const { direction } of candidateDirections(HOME_DIRECTION)) {
      const axes = axesOf(direction);
      for (const [i, p] of axes.entries())
        for (const [j, q] of axes.entries())
          expect(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]).toBeCloseTo(i === j ? 1 : 0, 12);
      expect(axes[1][1]).toBeGreaterThan(0);
    }
  });
});

describe("fillTriangle", () => {
  it("fills the pixels whose centres are inside, with the nearness of their plane (seed 11)", () => {
    const next = random(11);
    for (let round = 0; round < 200; round++) {
      const layer = createLayer(24, 16);
      const t = Float64Array.from({ length: 9 }, (_, i) => (i % 3 === 2 ? 0.5 + next() : 30 * next() - 3));
      fillTriangle(layer, t, 7);
      const side = (p: number, q: number, x: number, y: number) =>
        (t[q] - t[p]) * (y - t[p + 1]) - (t[q + 1] - t[p + 1]) * (x - t[p]);
      const area = side(0, 3, t[6], t[7]);
      for (let row = 0; row < 16; row++)
        for (let column = 0; column < 24; column++) {
          const [x, y] = [column + 0.5, row + 0.5];
          const weights = [side(3, 6, x, y), side(6, 0, x, y), side(0, 3, x, y)].map((w) => w / area);
          const isInside = weights.every((w) => w > 1e-9);
          const pixel = 24 * row + column;
          if (weights.some((w) => Math.abs(w) <= 1e-9)) continue;
          expectSame(layer.face[pixel], isInside ? 7 : 0);
          if (isInside)
            expectClose(layer.nearness[pixel], weights[0] * t[2] + weights[1] * t[5] + weights[2] * t[8], 5);
        }
    }
  });
});
