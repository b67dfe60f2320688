import { describe, expect, it } from "vitest";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { writeGithub } from "../../src/reports/github.ts";
import { writeMarkdown } from "../../src/reports/markdown.ts";
import { randomSource } from "./reports.ts";
import { exampleOfDocs, randomBoxes } from "./scenes.ts";

describe("writeMarkdown", () => {
  it("has the groups, what is new and what is resolved", () => {
    const source = randomBoxes(4);
    const whole = createClashReport(source);
    const gone = { ...whole.clashes[0], id: "0123456789abcdef" };
    const before = { ...whole, clashes: [...whole.clashes.slice(1), gone] };
    const baseline = { file: "last.json", sha256: "0".repeat(64), report: before };
    const report = createClashReport({ ...source, baseline });
    const { text } = writeMarkdown(report, source.parts, { maxPictures: 0 });
    expect(text).toContain(`## ${whole.clashes.length} clashes: `);
    expect(text).toContain("Since `last.json`: **1 new**");
    expect(text).toContain("### Resolved since `last.json`");
    expect(text).toContain("`0123456789abcdef`");
    expect(text.match(/^### \d+\. /gm)).toHaveLength(Math.min(50, report.groups.length));
    expect(text.match(/^- \*\*new\*\*/gm)).toHaveLength(1);
  });

  it("has pictures as files or as data", () => {
    const source = exampleOfDocs();
    const report = createClashReport(source);
    const { text, pictures } = writeMarkdown(report, source.parts, { pictureFolder: "pictures" });
    const [name] = pictures.keys();
    expect(text).toContain(`](pictures/${name})`);
    expect([...pictures.get(name)!.slice(1, 4)]).toEqual([80, 78, 71]);
    const odd = writeMarkdown(report, source.parts, { pictureFolder: "my pictures (1)" });
    expect(odd.text).toContain(`](my%20pictures%20%281%29/${name})`);
    const inside = writeMarkdown(report, source.parts);
    expect(inside.pictures.size).toBe(0);
    expect(inside.text).toContain("](data:image/png;base64,iVBOR");
  });

  it("lets no name become a tag, a mention, a link or a line (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const source = randomSource(seed);
      const { text } = writeMarkdown(createClashReport(source), source.parts, { maxPictures: 0 });
      const plain = text.replace(/`+[^`]*`+/g, "");
      expect(plain).not.toMatch(/<\w|@\w|[^\\]\]\(/);
      for (const line of text.split("\n")) expect(line).toMatch(/^(?:$|#{2,3} |- |> |… |\d+ )|^Since /);
    }
  });
});

describe("writeGithub", () => {
  it("has a command a line, whatever the names (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const lines = writeGithub(createClashReport(randomSource(seed)))
        .trimEnd()
        .split("\n");
      for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [^:]*::[^\r]*$/);
    }
  });

  it("makes failures errors, and what is in the baseline notices", () => {
    const report = createClashReport(exampleOfDocs());
    expect(report.clashes[0].change).toBe("unchanged");
    expect(writeGithub(report)).toMatch(/^::notice file=house\.glb,title=/);
    expect(writeGithub(report, { isFailure: () => true })).toMatch(
      /^::error file=house\.glb,title=Clash%3A overlapping::/,
    );
  });
});
