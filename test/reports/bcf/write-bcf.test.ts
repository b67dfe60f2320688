import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { OptionError } from "../../../src/errors.ts";
import { guidOf } from "../../../src/reports/bcf/guid.ts";
import type { BcfOptions } from "../../../src/reports/bcf/options.ts";
import { writeBcf as writeWithPictures } from "../../../src/reports/bcf/write-bcf.ts";
import type { ClashPart, ClashReport, ReportReview } from "../../../src/reports/clash-report.ts";
import { clashSentence } from "../../../src/reports/clash-sentence.ts";
import { STATUS_NAMES } from "../../../src/reports/clash-status.ts";
import { createClashReport } from "../../../src/reports/create-clash-report.ts";
import { modelsRoot, modelsUnder } from "../../formats/models.ts";
import { NAMES, type RandomScene, randomSource } from "../reports.ts";
import { randomBoxes } from "../scenes.ts";
import { BCF_21, BCF_30, breaches } from "./grammar.ts";
import { SCHEMAS, schemaErrors, type Version } from "./schemas.ts";

const VERSIONS = ["2.1", "3.0"] as const;
const GRAMMARS = { "2.1": BCF_21, "3.0": BCF_30 };
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Without groups: a topic for each clash. */
function randomScene(seed: number, scene?: RandomScene): { report: ClashReport; parts: ClashPart[] } {
  const source = randomSource(seed, scene);
  source.settings = { ...source.settings, group: "none" };
  return { report: createClashReport(source), parts: [...source.parts] };
}

/** Pictures take time, and have tests of their own. */
const writeBcf: typeof writeWithPictures = (report, parts, options = {}) =>
  writeWithPictures(report, parts, { maxPictures: 0, ...options });

/** The texts of the zip, by name. */
function filesOf(bytes: Uint8Array): Map<string, string> {
  const files = Object.entries(unzipSync(bytes)).filter(([name]) => !name.endsWith(".png"));
  return new Map(files.map(([name, content]) => [name, strFromU8(content)]));
}

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ["Component", "Color", "Line", "Label"].includes(name),
});

interface Topic {
  guid: string;
  // biome-ignore lint/suspicious/noExplicitAny: the XML may hold anything
  markup: any;
  // biome-ignore lint/suspicious/noExplicitAny: the XML may hold anything
  view: any;
}

/** The topics of a file, in its order. */
function topicsOf(bytes: Uint8Array): Topic[] {
  const files = filesOf(bytes);
  const folders = [...files.keys()].filter((name) => name.endsWith("/"));
  return folders.map((folder) => {
    const view = files.get(`${folder}viewpoint.bcfv`);
    return {
      guid: folder.slice(0, -1),
      markup: parser.parse(files.get(`${folder}markup.bcf`)!).Markup,
      view: view === undefined ? null : parser.parse(view).VisualizationInfo,
    };
  });
}

function numbers({ X, Y, Z }: { X: string; Y: string; Z: string }): number[] {
  return [X, Y, Z].map(Number);
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

describe.each(VERSIONS)("writeBcf %s", (version) => {
  it.each([1, 2, 3])("has the schema's elements in the schema's order for any names (seed %i)", (seed) => {
    const { report, parts } = randomScene(seed, { parts: 40, clashes: 20 });
    const files = filesOf(writeBcf(report, parts, { version }));
    for (const [name, xml] of files)
      if (!name.endsWith("/")) expect(breaches(xml, GRAMMARS[version]), name).toEqual([]);
  });

  it("has the version first, then a folder for each clash, with entries for the folders themselves", () => {
    const { report, parts } = randomScene(7, { clashes: 2 });
    const names = [...filesOf(writeBcf(report, parts, { version })).keys()];
    const [one, two] = topicsOf(writeBcf(report, parts, { version })).map(({ guid }) => guid);
    expect(names).toEqual([
      "bcf.version",
      ...(version === "3.0" ? ["extensions.xml"] : []),
      ...[`${one}/`, `${one}/markup.bcf`, `${one}/viewpoint.bcfv`],
      ...[`${two}/`, `${two}/markup.bcf`, `${two}/viewpoint.bcfv`],
    ]);
    const { Version } = parser.parse(filesOf(writeBcf(report, parts, { version })).get("bcf.version")!);
    expect(Version["@_VersionId"]).toBe(version);
  });

  it("writes title, description, status and labels of each clash", () => {
    const { report, parts } = randomScene(8, { clashes: 30 });
    report.clashes[0].change = "new";
    const topics = topicsOf(
      writeBcf(report, parts, { version, date: "2026-11-16T09:30:00+01:00", author: "me & you" }),
    );
    expect(topics.length).toBe(30);
    for (const [i, { guid, markup, view }] of topics.entries()) {
      const { Topic } = markup;
      const clash = report.clashes[i];
      const labels = clash.change === undefined ? [clash.kind] : [clash.kind, clash.change];
      expect(Topic["@_Guid"]).toBe(guid);
      expect(Topic["@_TopicType"]).toBe("Clash");
      expect(Topic["@_TopicStatus"]).toBe("Open");
      expect(["High", "Medium", "Low"]).toContain(Topic.Priority);
      expect(version === "2.1" ? [Topic.Labels].flat() : Topic.Labels.Label).toEqual(labels);
      expect(Topic.CreationDate).toBe("2026-11-16T09:30:00+01:00");
      expect(Topic.CreationAuthor).toBe("me & you");
      const lines = Topic.Description.split("\n");
      expect(lines.at(-1)).toBe(`abut clash ${clash.id}`);
      if (/^[ -~]*$/.test(clash.keyA + clash.keyB)) expect(lines[0]).toBe(`${clashSentence(clash, report)}.`);
      const viewpoint = version === "2.1" ? markup.Viewpoints : Topic.Viewpoints.ViewPoint;
      expect(viewpoint.Viewpoint).toBe("viewpoint.bcfv");
      expect(viewpoint["@_Guid"]).toBe(view["@_Guid"]);
    }
  });

  it("selects and colours the parts, by IfcGuid where a part has one", () => {
    const { report, parts } = randomScene(9, { clashes: 20 });
    // biome-ignore lint/suspicious/noExplicitAny: the XML may hold anything
    const identity = (component: any) => component["@_IfcGuid"] ?? component.AuthoringToolId;
    for (const [i, { view }] of topicsOf(writeBcf(report, parts, { version })).entries()) {
      const { a, b } = report.clashes[i];
      const { Selection, Visibility, Coloring } = view.Components;
      const selected = Selection.Component.map(identity);
      expect(selected.length).toBe(a === b ? 1 : 2);
      for (const [k, part] of (a === b ? [a] : [a, b]).entries()) {
        const { guid, key } = report.parts[part];
        const isPlain = /^[ -~]*$/.test(key); // other keys: test/reports/xml-document.test.ts
        if (guid !== undefined || isPlain) expect(selected[k]).toBe(guid ?? key);
      }
      expect(Visibility["@_DefaultVisibility"]).toBe("true");
      // biome-ignore lint/suspicious/noExplicitAny: the XML may hold anything
      const coloured = Coloring.Color.map((colour: any) =>
        identity((version === "2.1" ? colour.Component : colour.Components.Component)[0]),
      );
      expect(coloured).toEqual(selected);
      const colours = Coloring.Color.map((colour: Record<string, string>) => colour["@_Color"]);
      expect(new Set(colours).size).toBe(selected.length);
    }
  });

  it("puts the box of each clash into the picture, with an upright camera outside it (seed 10)", () => {
    const { report, parts } = randomScene(10, { clashes: 40 });
    for (const clash of report.clashes) sortBox(clash.box);
    for (const [i, { view }] of topicsOf(writeBcf(report, parts, { version, upAxis: "z" })).entries()) {
      const camera = view.PerspectiveCamera;
      const [eye, direction, up] = [
        camera.CameraViewPoint,
        camera.CameraDirection,
        camera.CameraUpVector,
      ].map(numbers);
      expect(dot(direction, direction)).toBeCloseTo(1, 12);
      expect(dot(up, up)).toBeCloseTo(1, 12);
      expect(dot(direction, up)).toBeCloseTo(0, 12);
      expect(up[2]).toBeGreaterThan(0.5);
      const box = report.clashes[i].box.map((value) => value / 1000);
      for (let corner = 0; corner < 8; corner++) {
        const ray = [0, 1, 2].map((k) => box[corner & (1 << k) ? k + 3 : k] - eye[k]);
        const angle = Math.acos(dot(ray, direction) / Math.hypot(...ray));
        expect((angle * 180) / Math.PI).toBeLessThan(Number(camera.FieldOfView) / 2);
      }
      expect(eye.every((value, k) => value >= box[k] && value <= box[k + 3])).toBe(false);
      if (version === "3.0") expect(Number(camera.AspectRatio)).toBeGreaterThanOrEqual(1);
    }
  });

  it("draws contact curves in metres, z up", () => {
    const { report, parts } = randomScene(11, { clashes: 1, kinds: ["overlapping"] });
    report.clashes[0].curves = [
      { closed: true, points: [1000, 2000, 3000, 1000, 2000, 4000, 1000, 3000, 4000] },
      { closed: false, points: [0, 0, 0, -500, 0, 0] },
      { closed: false, points: [7, 7, 7] },
    ];
    const lines = (upAxis: BcfOptions["upAxis"]) =>
      topicsOf(writeBcf(report, parts, { version, upAxis }))[0].view.Lines.Line.map(
        // biome-ignore lint/suspicious/noExplicitAny: the XML may hold anything
        (line: any) => [numbers(line.StartPoint), numbers(line.EndPoint)],
      );
    const asIs = [
      [[1, 2, 3], [1, 2, 4]],
      [[1, 2, 4], [1, 3, 4]],
      [[1, 3, 4], [1, 2, 3]],
      [[0, 0, 0], [-0.5, 0, 0]],
    ]; // biome-ignore format: one row per line
    expect(lines("z")).toEqual(asIs);
    expect(lines(null)).toEqual(asIs);
    const turned = asIs.map((line) => line.map(([x, y, z]) => [x, 0 - z, y]));
    expect(lines("y")).toEqual(turned);
  });

  it("thins long curves but keeps both ends", () => {
    const { report, parts } = randomScene(12, { clashes: 1, kinds: ["overlapping"] });
    const points = Array.from({ length: 5000 }, (_, i) => [1000 * i, 0, 0]).flat();
    report.clashes[0].curves = [{ closed: false, points }];
    const lines = topicsOf(writeBcf(report, parts, { version }))[0].view.Lines.Line;
    expect(lines.length).toBe(100);
    expect(numbers(lines[0].StartPoint)).toEqual([0, 0, 0]);
    expect(numbers(lines[99].EndPoint)).toEqual([4999, 0, 0]);
  });

  it("gives equal bytes for equal reports, and guids that depend on the clash alone", () => {
    const { report, parts } = randomScene(13, { clashes: 10 });
    const bytes = writeBcf(report, parts, { version });
    expect(bytes.length).toBeGreaterThan(1000);
    expect(Buffer.compare(writeBcf(structuredClone(report), parts, { version }), bytes)).toBe(0);
    const guids = topicsOf(bytes).map(({ guid }) => guid);
    for (const guid of guids) expect(guid).toMatch(GUID);
    expect(new Set(guids).size).toBe(10);
    const reversed = { ...report, clashes: report.clashes.slice(5).reverse() };
    expect(topicsOf(writeBcf(reversed, parts, { version })).map(({ guid }) => guid)).toEqual(
      guids.slice(5).reverse(),
    );
  });

  it("closes the topics of resolved clashes, unless the baseline has warnings", () => {
    const { report, parts } = randomScene(14, { clashes: 3 });
    const [gone] = topicsOf(writeBcf(report, parts, { version }));
    const { id, kind, keyA, keyB } = report.clashes[0];
    const baseline = {
      file: "a.json",
      sha256: "",
      new: 0,
      unchanged: 2,
      resolved: [{ id, kind, keyA, keyB }],
    };
    const later = (warnings: string[]) => ({
      ...report,
      clashes: report.clashes.slice(1),
      baseline: { ...baseline, warnings },
    });
    const topics = topicsOf(writeBcf(later([]), parts, { version }));
    expect(topics.map(({ markup }) => markup.Topic["@_TopicStatus"])).toEqual(["Open", "Open", "Closed"]);
    expect(topics[2].guid).toBe(gone.guid);
    expect(topics[2].view).toBe(null);
    expect(topicsOf(writeBcf(later(["partial"]), parts, { version })).length).toBe(2);
    for (const [name, xml] of filesOf(writeBcf(later([]), parts, { version })))
      if (!name.endsWith("/")) expect(breaches(xml, GRAMMARS[version]), name).toEqual([]);
  });

  it("writes a report without clashes", () => {
    const { report, parts } = randomScene(15, { clashes: 0 });
    expect(topicsOf(writeBcf(report, parts, { version }))).toEqual([]);
  });
});

function sortBox(box: number[]): void {
  for (let k = 0; k < 3; k++)
    [box[k], box[k + 3]] = [Math.min(box[k], box[k + 3]), Math.max(box[k], box[k + 3])];
}

describe("writeBcf with groups", () => {
  it.each(VERSIONS)(
    "has a topic a group, with an overview and a view of each clash, and pictures (%s)",
    (version) => {
      const source = randomBoxes(3);
      const report = createClashReport(source);
      const bytes = writeWithPictures(report, source.parts, { version, maxPictures: 3 });
      const files = unzipSync(bytes);
      const topics = topicsOf(bytes);
      expect(topics.length).toBe(report.groups.length);
      expect(report.groups.some(({ count }) => count > 1)).toBe(true);
      for (const [i, { guid, markup }] of topics.entries()) {
        const { id, clashes, count } = report.groups[i];
        expect(guid).toBe(guidOf("group", id));
        const list = [version === "2.1" ? markup.Viewpoints : markup.Topic.Viewpoints.ViewPoint].flat();
        const ids = clashes.map((clash) => guidOf("viewpoint", report.clashes[clash].id));
        const expected = count > 1 ? [guidOf("overview", id), ...ids] : ids;
        expect(list.map((item) => item["@_Guid"])).toEqual(expected.slice(0, 100));
        for (const { Viewpoint, Snapshot } of list) {
          expect(files[`${guid}/${Viewpoint}`]).toBeDefined();
          if (Snapshot !== undefined)
            expect([...files[`${guid}/${Snapshot}`].slice(1, 4)]).toEqual([80, 78, 71]);
        }
      }
      expect(Object.keys(files).filter((name) => name.endsWith(".png"))).toHaveLength(3);
      for (const [name, xml] of filesOf(bytes))
        if (!name.endsWith("/")) expect(breaches(xml, GRAMMARS[version]), name).toEqual([]);
    },
  );

  it("refers to inputs by the given references", () => {
    const { report, parts } = randomScene(20, { clashes: 1 });
    const references = report.inputs.map((_, i) => `../models/${i}.ifc`);
    const [{ markup }] = topicsOf(writeBcf(report, parts, { references }));
    expect([markup.Header.File].flat()[0].Reference).toMatch(/^\.\.\/models\/[01]\.ifc$/);
    expect(() => writeBcf(report, parts, { references: [] })).toThrow(OptionError);
  });
});

describe("writeBcf", () => {
  it("lists every type, status and user of topics in extensions.xml", () => {
    const { report, parts } = randomScene(16, { clashes: 40 });
    const { Extensions } = parser.parse(
      filesOf(writeBcf(report, parts, { version: "3.0", author: "me" })).get("extensions.xml")!,
    );
    expect(Extensions.TopicTypes.TopicType).toBe("Clash");
    expect(Extensions.TopicStatuses.TopicStatus).toEqual(["Open", "Closed"]);
    expect(Extensions.TopicLabels.TopicLabel).toEqual(
      [...new Set(report.clashes.map(({ kind }) => kind))].sort(),
    );
    expect(Extensions.Users.User).toBe("me");
  });

  it("does not depend on the time zone", () => {
    const { report, parts } = randomScene(17);
    const zone = process.env.TZ;
    const inZone = (name: string) => {
      process.env.TZ = name;
      return writeBcf(report, parts);
    };
    try {
      expect(Buffer.compare(inZone("Pacific/Auckland"), inZone("America/Los_Angeles"))).toBe(0);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it.each([
    [{ version: "2.0" as "2.1" }, 'version: "2.0" is neither "2.1" nor "3.0"'],
    [{ date: "yesterday" }, 'date: "yesterday" is not a date with time and zone'],
    [{ date: "2026-11-16" }, 'date: "2026-11-16" is not'],
    [{ date: "2026-02-30T00:00:00Z" }, 'date: "2026-02-30T00:00:00Z" is not'],
    [{ date: "2026-11-16T09:30:00+14:01" }, 'date: "2026-11-16T09:30:00+14:01" is not'],
    [{ date: "0000-01-01T00:00:00Z" }, 'date: "0000-01-01T00:00:00Z" is not'],
    [{ author: " " }, "author: must not be blank"],
  ])("refuses %o", (options, message) => {
    const { report, parts } = randomScene(18);
    expect(() => writeBcf(report, parts, options)).toThrow(OptionError);
    expect(() => writeBcf(report, parts, options)).toThrow(message);
  });

  it("rejects more clashes than a zip file can hold, and parts of another report", () => {
    const { report, parts } = randomScene(19, { clashes: 1 });
    const clashes = Array.from({ length: 21845 }, () => ({ ...report.clashes[0], curves: [] }));
    expect(() => writeBcf({ ...report, clashes }, parts)).toThrow("a zip file holds 65535");
    expect(() => writeBcf(report, parts.slice(1))).toThrow(OptionError);
  });
});

describe("BCF files of other programs", () => {
  const samples = modelsUnder("D_industry/bcf", /\.bcf$/);

  // One test for all files: `each` over zero files would be a suite without tests, which fails where the files are absent.
  it.skipIf(samples.length === 0)("pass the grammar that abut's files are tested with", () => {
    for (const path of samples) {
      const files = filesOf(readFileSync(join(modelsRoot()!, path)));
      const markups = [...files].filter(([name]) => /\.(bcf|bcfv|version)$/.test(name));
      expect(markups.length, path).toBeGreaterThan(1);
      for (const [name, xml] of markups) expect(breaches(xml, BCF_21), `${path}: ${name}`).toEqual([]);
    }
  });
});

/** Reports with everything that topics are made of. */
function richReports(): { report: ClashReport; parts: readonly ClashPart[]; options?: BcfOptions }[] {
  const boxes = randomBoxes(3);
  const grouped = createClashReport(boxes);
  const assignees = ["me & <you>", " ", "\u0000", "a\n\tb"];
  for (const [i, { clashes }] of grouped.groups.entries())
    for (const index of clashes) {
      const clash = grouped.clashes[index];
      const review: ReportReview = { status: STATUS_NAMES[i % STATUS_NAMES.length], comment: "why <b>" };
      if (i % 3 > 0) review.assignee = assignees[i % assignees.length];
      clash.review = review;
      clash.change = i % 2 === 0 ? "new" : "unchanged";
    }
  const [first] = grouped.clashes;
  const resolved = NAMES.map((name, i) => ({
    id: i.toString(16).padStart(16, "0"),
    kind: first.kind,
    keyA: name,
    keyB: "b",
  }));
  grouped.baseline = { file: "a.json", sha256: "", new: 0, unchanged: 0, resolved, warnings: [] };
  const blank = randomScene(2, { clashes: 10 });
  for (const [i, part] of blank.parts.entries()) {
    part.key = " ".repeat(i + 1);
    blank.report.parts[i].key = part.key;
    delete blank.report.parts[i].guid;
  }
  return [
    ...[1, 2].map((seed) => randomScene(seed, { parts: 40, clashes: 20 })),
    {
      report: grouped,
      parts: boxes.parts,
      options: { maxPictures: 2, author: "\u0001 & <me>\n", upAxis: "y" },
    },
    ...["", " ", "\u00a0", "a;b\tc", "<gear> & <shaft> ]]>"].map((name) => ({
      ...randomScene(20, { clashes: 2 }),
      options: { references: [name, `models/${name}`] },
    })),
    { ...blank, options: { date: "2026-11-16T24:00:00-14:00" } },
    randomScene(15, { clashes: 0 }),
  ];
}

function textsOf(
  { report, parts, options }: ReturnType<typeof richReports>[number],
  version: Version,
): string[] {
  return [...filesOf(writeBcf(report, parts, { ...options, version }))]
    .filter(([name]) => !name.endsWith("/"))
    .map(([, text]) => text);
}

describe.each(VERSIONS)("rich reports as BCF %s", (version) => {
  let texts: string[] = [];
  beforeAll(() => {
    texts = richReports().flatMap((rich) => textsOf(rich, version));
  });

  it("obey the grammar: groups, pictures, statuses, assignees, odd and blank names, no clashes", () => {
    for (const word of ["<Snapshot>", "<AssignedTo>", 'TopicStatus="Active"', 'TopicStatus="Closed"'])
      expect(
        texts.some((text) => text.includes(word)),
        word,
      ).toBe(true);
    for (const text of texts) expect(breaches(text, GRAMMARS[version]), text).toEqual([]);
  });

  it.skipIf(SCHEMAS === null)("obey the schemas of buildingSMART", async () => {
    for (let i = 0; i < texts.length; i += 500) {
      const some = texts.slice(i, i + 500);
      expect(await schemaErrors(some, version)).toEqual(some.map(() => []));
    }
  });
});
