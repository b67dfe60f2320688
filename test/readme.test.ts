import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ENTRIES } from "../scripts/entries.mjs";
import { createMesh } from "../src/index.ts";

const ROOT = resolve(import.meta.dirname, "..");
const README = read("README.md");
/** The sources behind the package's exports. */
const MODULES = Object.fromEntries(
  Object.entries(ENTRIES).map(([path, [source]]) => [path.replace(".", "abut"), source]),
);

const folder = mkdtempSync(join(tmpdir(), "abut-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("README.md", () => {
  it("has fewer than 200 lines", () => {
    expect(README.trimEnd().split("\n").length).toBeLessThan(200);
  });

  it("names npm start and npm test as its first two commands", () => {
    const commands = [...README.matchAll(/^npm [^#\n]*/gm)].map(([command]) => command.trim());
    expect(commands.slice(0, 2)).toEqual(["npm start", "npm test"]);
  });

  it("shows the text of an error that abut throws", () => {
    const [shown] = blocks(README, "").filter((block) => block.includes("MeshError"));
    const [call, error] = shown
      .trim()
      .split("\n")
      .map((line) => line.trim());
    expect(call).toBe("createMesh({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, NaN, 0]) })");
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, NaN, 0]);
    expect(() => createMesh({ positions })).toThrow(error.replace("MeshError: ", ""));
  });

  it("names only npm scripts and benchmarks that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const [, script] of README.matchAll(/npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(script);
    const benchmarks = ["papers", "versus", "micro"].flatMap((kind) =>
      readdirSync(join(ROOT, "bench", kind)),
    );
    for (const [, name] of README.matchAll(/npm run bench -- ([\w-]+)/g))
      expect(benchmarks).toContain(`${name}.mjs`);
  });
});

describe("the documentation", () => {
  const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", ...pagesIn("docs")];

  it.each(["README.md", "docs/three.md"])(
    "%s has an example that prints what the comments beside console.log say",
    async (page) => {
      const [example] = blocks(read(page), "ts");
      const printed: string[] = [];
      const log = vi.spyOn(console, "log").mockImplementation((...values) => {
        printed.push(values.join(" "));
      });
      try {
        await runExample(example);
      } finally {
        log.mockRestore();
      }
      const promised = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)];
      expect(promised).toHaveLength(example.match(/console\.log/g)!.length);
      expect(printed).toEqual(promised.flatMap(([, comment]) => comment.split(" | ")));
      expect(printed.length).toBeGreaterThan(3);
    },
  );

  it.each(pages)("%s links only to files that exist", (page) => {
    const broken = relativeLinks(read(page)).filter(
      (link) => !existsSync(resolve(ROOT, dirname(page), link.replace(/#.*$/, ""))),
    );
    expect(broken).toEqual([]);
  });

  it.each(pages)("%s names only files of src, test, bench and scripts that exist", (page) => {
    const named = [...read(page).matchAll(/`((?:src|test|bench|scripts)\/[\w./-]+\.(?:ts|mjs))`/g)];
    expect(named.map(([, path]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

let examples = 0;

/** Runs the text as a module, with import paths replaced by the sources. */
async function runExample(code: string): Promise<void> {
  const local = code.replace(/from "([^"]*)"/g, (_, name: string) => {
    const path = MODULES[name];
    if (name.startsWith("abut")) expect(MODULES).toHaveProperty([name]);
    return `from ${JSON.stringify(path === undefined ? import.meta.resolve(name) : join(ROOT, path))}`;
  });
  const file = join(folder, `example-${++examples}.ts`);
  writeFileSync(file, local);
  await import(file);
}

/** The code blocks of a page in a language; "" for blocks without a language. */
function blocks(page: string, language: string): string[] {
  return [...page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code);
}

function relativeLinks(markdown: string): string[] {
  const text = markdown.replace(/^ *```[\s\S]*?^ *```$/gm, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^(?:[a-z]+:|#)/.test(link));
}

function pagesIn(under: string): string[] {
  return readdirSync(join(ROOT, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
