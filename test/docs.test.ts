import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as articulated from "../src/articulated.ts";
import { readSrdf, readUrdf } from "../src/formats/index.ts";

const ROOT = resolve(import.meta.dirname, "..");
const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", ...filesIn("docs", ".md")];

describe("the documentation", () => {
  it.each([
    ["ARCHITECTURE.md", 200] as const,
    ["CHANGELOG.md", 120] as const,
    ...filesIn("docs/decisions", ".md").map((page) => [page, 80] as const),
  ])("%s has at most %i lines", (page, most) => {
    expect(read(page).trimEnd().split("\n").length).toBeLessThanOrEqual(most);
  });

  it("lists every decision in docs/decisions/README.md, in order", () => {
    const pages = filesIn("docs/decisions", ".md").filter((page) => !page.endsWith("README.md"));
    const listed = [...read("docs/decisions/README.md").matchAll(/^(\d+)\. \[.*?\]\((\d\d)-[\w-]+\.md\)/gm)];
    expect(listed.map(([, number, digits]) => [number, digits])).toEqual(
      pages.map((_, i) => [String(i + 1), String(i + 1).padStart(2, "0")]),
    );
  });

  it("lists every page of docs/lab in its README", () => {
    const pages = filesIn("docs/lab", ".md").filter((page) => !page.endsWith("README.md"));
    for (const page of pages)
      expect(read("docs/lab/README.md")).toContain(`(${page.slice("docs/lab/".length)})`);
  });

  it.each(PAGES)("%s links only to headings that exist", (page) => {
    const broken = [...prose(page).matchAll(/\]\(([^)\s:]*)#([\w-]+)\)/g)].filter(([, link, heading]) => {
      const target = link === "" ? page : relative(ROOT, resolve(ROOT, dirname(page), link));
      return !headingsOf(target).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe("docs/api.md", () => {
  /** Members of results and of broad phases, and options: named beside functions, and exported by nobody. */
  const MEMBERS = "add cache cull degenerateTriangles exclude into moveAll stats toWorld update".split(" ");

  it("names only functions that an entry of the package exports", () => {
    const exported = new Set(
      filesIn("src", ".ts")
        .filter((path) => /^src\/[^/]+$|\/(?:index|node|browser)\.ts$/.test(path))
        .flatMap((path) => [...read(path).matchAll(/\b[a-z]\w*\b/g)].map(([name]) => name)),
    );
    const [, tables] = /## Which function(.*?)## Three depths/s.exec(read("docs/api.md"))!;
    const named = [...tables.matchAll(/`([a-z][a-zA-Z]+)(?:\([^`]*)?`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(60);
    expect(
      named.filter((name) => !exported.has(name) && !MEMBERS.includes(name) && !/Tests$/.test(name)),
    ).toEqual([]);
  });

  it("shows how SRDF frees a path: its code runs, and needs the pairs of the file", async () => {
    const [, code] = /## Paths of robots.*?```ts\n(.*?)```/s.exec(read("docs/api.md"))!;
    const link = (name: string, x: number) =>
      `<link name="${name}"><collision><origin xyz="${x} 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>`;
    const joint = (name: string, child: string) =>
      `<joint name="${name}" type="continuous"><parent link="base"/><child link="${child}"/><axis xyz="1 0 0"/></joint>`;
    // Left and right overlap, and no joint connects them.
    const urdf = `<robot name="r">${link("base", 0)}${link("left", 5)}${link("right", 5.5)}${joint("a", "left")}${joint("b", "right")}</robot>`;
    const run = (srdf: string) => {
      const values = { ...articulated, readUrdf, readSrdf, urdf, srdf, resolve: undefined };
      const given = { ...values, waypoints: [Float64Array.of(0, 0), Float64Array.of(1, 1)], obstacles: null };
      const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
      return new AsyncFunction(...Object.keys(given), `${code}return isFree;`)(...Object.values(given));
    };
    expect(await run('<robot name="r"/>')).toBe(false);
    const disabled = '<disable_collisions link1="left" link2="right" reason="Never"/>';
    expect(await run(`<robot name="r">${disabled}</robot>`)).toBe(true);
  });
});

function headingsOf(page: string): string[] {
  return [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, words]) =>
    words
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
}

function prose(page: string): string {
  return read(page).replace(/^ *```[\s\S]*?^ *```$/gm, "");
}

function filesIn(under: string, ending: string): string[] {
  return readdirSync(join(ROOT, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
