import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import { stepBoxes } from "../../formats/cad/write-step.ts";
import { toBinaryStl, toObj, utf8 } from "../../formats/write-models.ts";
import { abut, createFolder } from "../terminal.ts";

const folder = createFolder();
const stl = toBinaryStl(createBox());
const file = join(folder, "a.stl");
writeFileSync(file, stl);

describe("the standard input", () => {
  it("is read where a file is named -, its format known by content", async () => {
    const { code, out, err } = await abut(["collide", file, "-", "--json"], {
      input: utf8(toObj(createBox())),
    });
    expect([code, err]).toEqual([1, ""]);
    const { inputs, pairs } = JSON.parse(out);
    expect(inputs.map((input: { file: string }) => input.file)).toEqual([file, "-"]);
    expect(pairs[0].relation).toBe("duplicate");
  });

  it("has the format of --input-format, if the content does not tell", async () => {
    const without = await abut(["inspect", "-"], { input: stl });
    expect(without.code).toBe(2);
    expect(without.err).toMatch(/^abut: -, byte 0: /);
    expect((await abut(["inspect", "-", "--input-format", "stl"], { input: stl })).code).toBe(0);
    const wrong = await abut(["inspect", "-", "--input-format", "fbx"], { input: stl });
    expect(wrong.err).toContain("Expected one of stl, obj");
  });

  it("is read once, and not beyond the limit", async () => {
    expect((await abut(["collide", "-", "-"], { input: stl })).err).toContain("can be read only once");
    const { code, err } = await abut(["inspect", "-", "--read-limit", "bytes=10"], { input: stl });
    expect([code, err]).toEqual([2, expect.stringContaining("limits.bytes")]);
  });
});

describe("CAD models and archives", () => {
  const step = join(folder, "boxes.step");
  writeFileSync(
    step,
    stepBoxes([
      { name: "plate", size: [10, 10, 2], color: [1, 0, 0] },
      { name: "pin", at: [4, 4, 1], size: [1, 1, 5] },
    ]),
  );

  it("clash, with the names and the unit of a STEP file", async () => {
    const { code, out } = await abut(["clash", step]);
    expect(code).toBe(1);
    expect(out).toMatch(/overlapping +pin +plate +|overlapping +plate +pin +/);
    expect(out).toContain("depth mm");
  });

  it("are described with path and colour", async () => {
    const { out } = await abut(["inspect", step, "--json", "--deflection", "0.1mm"]);
    const { parts, unit } = JSON.parse(out);
    expect(unit).toEqual({ name: "mm", metres: 0.001 });
    expect(parts[0]).toMatchObject({ name: "plate", color: [1, 0, 0], triangles: 12 });
    expect((await abut(["inspect", step, "--deflection", "0"])).err).toContain("Expected a length above 0");
  });

  it("are read from archives", async () => {
    const zip = join(folder, "parts.zip");
    writeFileSync(zip, zipSync({ "a.stl": stl, "b.stl": stl }));
    const { out } = await abut(["clash", zip]);
    expect(out).toMatch(/duplicate +a\.stl +b\.stl/);
  });

  it.each(["a.fbx", "a.usdz", "a.jt", "a.x_t"])("%s is refused with advice", async (name) => {
    writeFileSync(join(folder, name), "PK\u0003\u0004 whatever");
    const { code, err } = await abut(["inspect", join(folder, name)]);
    expect(code).toBe(2);
    expect(err).toMatch(/files are not read; export it as/);
  });
});
