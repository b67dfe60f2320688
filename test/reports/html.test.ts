import { gzipSync } from "node:zlib";
import { gunzipSync, strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import { createStatus } from "../../src/reports/clash-status.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeHtml } from "../../src/reports/html.ts";
import { DATA_MARK, type PageData } from "../../src/reports/packed-scene.ts";
import { NAMES, randomSource } from "./reports.ts";

const TEMPLATE = `<p>$& before</p>${DATA_MARK}<p>after</p>`;

function write(seed: number): string {
  const source = randomSource(seed);
  return writeHtml(createClashReport(source), [...source.parts], { template: TEMPLATE });
}

function readData(html: string): PageData {
  const [, json] = /<script type="application\/gzip" id="abut-json">([A-Za-z0-9+/=]*)<\/script>/.exec(html)!;
  return JSON.parse(strFromU8(gunzipSync(new Uint8Array(Buffer.from(json, "base64"))))) as PageData;
}

describe("writeHtml", () => {
  it("puts the report, without curves, into the marked place", () => {
    const html = write(3);
    expect(html).toMatch(/^<p>\$& before<\/p><script .*<\/script>\n<p>after<\/p>$/s);
    const { report } = readData(html);
    const expected = createClashReport(randomSource(3));
    const shown = { ...expected, clashes: expected.clashes.map(({ curves: _, ...clash }) => clash) };
    expect(report).toEqual(JSON.parse(JSON.stringify(shown)));
  });

  it("takes another compressor, and the page holds equal data", () => {
    const source = randomSource(3);
    const page = writeHtml(createClashReport(source), [...source.parts], {
      template: TEMPLATE,
      gzip: gzipSync,
    });
    expect(readData(page)).toEqual(readData(write(3)));
  });

  it("turns the up axis up: that of the option, otherwise that of the larger input's format", () => {
    const source = randomSource(3);
    const upOf = (files: string[], upAxis?: "y" | "z" | null) => {
      const report = createClashReport(source);
      report.inputs = files.map((file, i) => ({ ...report.inputs[0], file, triangles: 10 ** i }));
      return readData(writeHtml(report, [...source.parts], { template: TEMPLATE, upAxis })).up;
    };
    expect(upOf(["a.glb"])).toBe("y");
    expect(upOf(["a.stl"])).toBe("z");
    expect(upOf(["a.stl", "b.GLTF"])).toBe("y");
    expect(upOf(["a.glb", "b.ifc"], null)).toBe("z");
    expect(upOf(["a.glb"], "z")).toBe("z");
  });

  it("writes equal bytes for equal reports", () => {
    expect(write(5)).toBe(write(5));
  });

  it("has no name of a part or file as plain text", () => {
    for (const seed of [1, 2, 3, 4]) {
      const html = write(seed);
      expect(html.match(/[<>]/g)).toHaveLength(2 * (4 + 4)); // two paragraphs, two elements of data
      for (const name of NAMES) if (name.length > 4) expect(html).not.toContain(name);
    }
  });

  it("carries colours and status, and refuses what is neither", () => {
    const source = randomSource(3);
    const report = createClashReport(source);
    const writeWith = (options: object) =>
      writeHtml(report, [...source.parts], { template: TEMPLATE, ...options });
    const status = createStatus();
    const data = readData(writeWith({ colors: [null, [1, 0.5, 0]], status }));
    expect(data.colors).toEqual([null, [1, 0.5, 0], ...Array(source.parts.length - 2).fill(null)]);
    expect(data.status).toEqual(status);
    expect(readData(writeWith({})).status).toBe(null);
    expect(() => writeWith({ colors: [null, [1, 2, 0]] })).toThrow(/^colors\[1\]: .* is not three numbers/);
    expect(() => writeWith({ colors: Array(99).fill(null) })).toThrow("colors: 99 colours for 8 parts");
    expect(() => writeWith({ status: { format: "other" } })).toThrow(/^status: not a status file/);
  });

  it("rejects parts of another report", () => {
    const source = randomSource(1);
    const attempt = () => writeHtml(createClashReport(source), source.parts.slice(1), { template: TEMPLATE });
    expect(attempt).toThrow(OptionError);
    expect(attempt).toThrow("parts: the report is about");
  });

  it("rejects a template without the marked place", () => {
    const source = randomSource(1);
    const attempt = () => writeHtml(createClashReport(source), [...source.parts], { template: "<p>" });
    expect(attempt).toThrow(FormatError);
    expect(attempt).toThrow("dist/viewer/clash.html");
  });
});
