import { posix } from "node:path";
import { DEMOS } from "../demos/list.mjs";
import { escapeHtml } from "./markdown.mjs";

// What surrounds every page: head, menu, the list of pages at the side. All addresses are relative, so that the folder works under any
// address, and from a disk.

const MENU = [
  ["Demos", "demos/index.html"],
  ["Guides", "guides/index.html"],
  ["API", "api/index.html"],
  ["Papers", "guides/papers.html"],
  ["Benchmarks", "guides/benchmarks.html"],
  ["Trust", "docs/trust.html"],
];

export const SIDE = [
  [
    "Guides",
    [
      ["Start", "guides/index.html"],
      ["three.js", "docs/three.html"],
      ["Assemblies and BIM in CI", "guides/assemblies.html"],
      ["Robots", "guides/robots.html"],
      ["Simulation", "guides/simulation.html"],
      ["Exactness", "guides/exactness.html"],
      ["Performance", "guides/performance.html"],
      ["Workers", "guides/workers.html"],
    ],
  ],
  [
    "Reference",
    [
      ["Which function?", "docs/api.html"],
      ["All types and functions", "api/index.html"],
      ["The command", "docs/command.html"],
      ["The report", "docs/clash-report.html"],
      ["Changes", "CHANGELOG.html"],
    ],
  ],
  [
    "Papers",
    [
      ["All five", "guides/papers.html"],
      ["van den Bergen 1997", "docs/papers/1997-van-den-bergen.html"],
      ["Best axis 2004", "docs/papers/2004-best-axis-tutorial.html"],
      ["Schmidl, Walker, Lin 2004", "docs/papers/2004-schmidl-walker-lin.html"],
      ["Figueiredo 2009", "docs/papers/2009-figueiredo.html"],
      ["Xing, Liu, Xu 2010", "docs/papers/2010-xing-liu-xu.html"],
    ],
  ],
  [
    "Behind it",
    [
      ["Benchmarks", "guides/benchmarks.html"],
      ["Trust", "docs/trust.html"],
      ["Architecture", "ARCHITECTURE.html"],
      ["Decisions", "docs/decisions/index.html"],
      ["Roadmap", "docs/roadmap.html"],
    ],
  ],
];

/** A page of text: { title, body, headings } at `output`, a path from the site's root. */
export function frame(output, { title, body, headings }) {
  const to = (target) => relative(output, target);
  const demos = DEMOS.filter(({ paper }) => output === `docs/papers/${paper}.html`);
  const live = demos
    .map(
      ({ name, title }) =>
        `<a class="live" href="${to(`demos/${name}/index.html`)}">▶ Live: ${escapeHtml(title)}</a>`,
    )
    .join(" ");
  const contents = headings.filter(({ level }) => level === 2);
  const side = SIDE.map(
    ([group, pages]) =>
      `<h2>${group}</h2><ul>${pages
        .map(
          ([name, target]) =>
            `<li><a href="${to(target)}"${target === output ? ' aria-current="page"' : ""}>${name}</a></li>`,
        )
        .join("")}</ul>`,
  ).join("\n");
  const onPage =
    contents.length < 3
      ? ""
      : `<nav class="contents" aria-label="On this page"><ul>${contents.map(({ text, id }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join("")}</ul></nav>`;
  return `${head(output, `${title} · abut`)}
<body class="text">
${menu(output)}
<div class="columns">
<details class="side" open><summary>Pages</summary><nav aria-label="Pages">${side}</nav></details>
<main id="main">
${live && `<p>${live}</p>`}
${body}
</main>
${onPage}
</div>
<script>if (innerWidth < 900) document.querySelector(".side").open = false;</script>
</body>
</html>
`;
}

export function head(output, title, more = "") {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${relative(output, "icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${relative(output, "style.css")}">
${more}</head>`;
}

export function menu(output) {
  const links = MENU.map(([name, target]) => {
    const isHere = target === output || (name === "Demos" && output.startsWith("demos/"));
    return `<a href="${relative(output, target)}"${isHere ? ' aria-current="page"' : ""}>${name}</a>`;
  });
  return `<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="name" href="${relative(output, "index.html")}">abut</a><nav aria-label="Site">${links.join("")}</nav></header>`;
}

export function relative(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}
