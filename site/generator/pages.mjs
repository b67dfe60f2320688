import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, posix } from "node:path";
import { frame } from "./frame.mjs";
import { escapeHtml, highlight, renderMarkdown } from "./markdown.mjs";

// The pages of text. The generator starts with the pages of the menu and follows their links: a linked Markdown file becomes a page, a
// picture is copied, a source file becomes a listing. So docs/ is not copied by hand, and no link leads nowhere.

const PICTURES = new Set([".png", ".jpg", ".svg", ".gif", ".webp", ".apng"]);

/** Writes the pages into `folder`; `starts` are files of the repository, relative to `root`. Returns the pages written. */
export function writePages(root, folder, starts) {
  const waiting = [...starts];
  const seen = new Set(waiting);
  const written = [];
  while (waiting.length > 0) {
    const file = waiting.pop();
    const output = outputOf(file);
    const target = join(folder, output);
    mkdirSync(dirname(target), { recursive: true });
    const resolve = (address) => resolveLink(root, file, output, address, enqueue);
    if (PICTURES.has(extname(file)) || extname(file) === ".json") copyFileSync(join(root, file), target);
    else {
      const page = extname(file) === ".md" ? pageOfMarkdown(root, file, resolve) : pageOfSource(root, file);
      writeFileSync(target, frame(output, page));
      written.push(output);
    }
  }
  return written;

  function enqueue(file) {
    if (seen.has(file)) return;
    seen.add(file);
    waiting.push(file);
  }
}

/** Where a file of the repository goes: what lies in site/ moves to the top, a README becomes the index of its folder. */
export function outputOf(file) {
  const path = file.replace(/^site\//, "");
  if (PICTURES.has(extname(path)) || extname(path) === ".json") return path;
  if (extname(path) !== ".md") return `${path}.html`;
  return posix.join(
    posix.dirname(path),
    `${basename(path, ".md").replace(/^README$/, path === "README.md" ? "readme" : "index")}.html`,
  );
}

function pageOfMarkdown(root, file, resolve) {
  const text = readFileSync(join(root, file), "utf8").replace(
    /<!-- include (\S+)#([\w-]+) -->/g,
    (_, source, id) => sectionOf(root, posix.join(posix.dirname(file), source), id, file),
  );
  const { html, title, headings } = renderMarkdown(text, resolve);
  return { title, body: html, headings, file };
}

/** The text below a heading, up to the next one of its level; links are rewritten to start at `reader`. */
function sectionOf(root, file, id, reader) {
  const text = readFileSync(join(root, file), "utf8");
  const sections = text.split(/^(?=## )/m);
  const found = sections.find((section) => renderMarkdown(section, (to) => to).headings[0]?.id === id);
  if (found === undefined) throw new Error(`${reader}: ${file} has no section #${id}`);
  const way = posix.relative(posix.dirname(reader), posix.dirname(file));
  return found
    .replace(/^## .*\n/, "")
    .replace(/\]\((?![a-z]+:|#)([^)]+)\)/g, (_, to) => `](${posix.join(way, to)})`);
}

function pageOfSource(root, file) {
  const code = readFileSync(join(root, file), "utf8");
  const body = `<h1>${escapeHtml(file)}</h1>\n<pre tabindex="0"><code>${highlight(code, extname(file).slice(1))}</code></pre>`;
  return { title: file, body, headings: [], file };
}

function resolveLink(root, file, output, address, enqueue) {
  if (/^[a-z]+:/.test(address) || address.startsWith("#")) return address;
  const [path, hash] = address.split("#");
  // Pages of the site that no file of the repository stands for.
  if (path.endsWith(".html") || path.endsWith("/index.html")) return address;
  let target = posix.join(posix.dirname(file), path);
  if (!existsSync(join(root, target))) throw new Error(`${file}: links to ${address}, which does not exist`);
  if (statSync(join(root, target)).isDirectory()) {
    const readme = posix.join(target, "README.md");
    if (!existsSync(join(root, readme)))
      return posix.relative(posix.dirname(output), outputOf("ARCHITECTURE.md"));
    target = readme;
  }
  enqueue(target);
  const way = posix.relative(posix.dirname(output), outputOf(target));
  return hash === undefined ? way : `${way}#${hash}`;
}
