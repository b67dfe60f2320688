import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEMOS } from "../demos/list.mjs";
import { head, menu, relative } from "./frame.mjs";
import { escapeHtml } from "./markdown.mjs";

// The page of a demo, the list of demos, and the start page.

export function writeDemoPages(folder) {
  const pages = [
    ["index.html", startPage],
    ["demos/index.html", listPage],
  ];
  for (const demo of DEMOS) pages.push([`demos/${demo.name}/index.html`, (output) => demoPage(output, demo)]);
  for (const [output, make] of pages) {
    mkdirSync(dirname(join(folder, output)), { recursive: true });
    writeFileSync(join(folder, output), make(output));
  }
  return pages.map(([output]) => output);
}

function demoPage(output, { name, title, text, paper, guide, isFileDemo, policy }) {
  const to = (target) => relative(output, target);
  const at = DEMOS.findIndex((demo) => demo.name === name);
  const [last, next] = [-1, 1].map((way) => DEMOS[(at + way + DEMOS.length) % DEMOS.length]);
  const about = [
    paper && `<a href="${to(`docs/papers/${paper}.html`)}">the paper and what holds</a>`,
    guide && `<a href="${to(guide.page)}">${escapeHtml(guide.name)}</a>`,
  ].filter(Boolean);
  const script = `<script type="module" src="${to(`demos/assets/${name}.js`)}"></script>\n`;
  const secure = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` : "";
  const buttons = isFileDemo
    ? ""
    : `<div class="buttons"><button type="button" id="pause">Pause</button><button type="button" id="step">Step</button><button type="button" id="restart">Restart</button></div>`;
  const stage = isFileDemo
    ? `<div id="report"></div>`
    : `<canvas id="view" role="img" aria-label="${escapeHtml(title)}: a view that can be turned with the mouse or a finger"></canvas>`;
  return `${head(output, `${title} · abut`, secure + script)}
<body class="demo" data-demo="${name}">
${menu(output)}
<main id="main">
<div id="stage">${stage}</div>
<div id="panel">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}${about.length ? ` More: ${about.join(", ")}.` : ""}</p>
${buttons}
<div id="controls"></div>
<dl id="counts"></dl>
<div id="extra"></div>
<nav class="neighbours" aria-label="Other demos"><a href="${to(`demos/${last.name}/index.html`)}">← ${escapeHtml(last.short)}</a><a href="${to(`demos/${next.name}/index.html`)}">${escapeHtml(next.short)} →</a></nav>
</div>
</main>
</body>
</html>
`;
}

function cards(output) {
  return `<ul class="cards">${DEMOS.map(
    ({ name, title, short }) =>
      `<li><a href="${relative(output, `demos/${name}/index.html`)}"><picture><source srcset="${relative(output, `demos/pictures/${name}-dark.webp`)}" media="(prefers-color-scheme: dark)"><img src="${relative(output, `demos/pictures/${name}.webp`)}" alt="" width="480" height="300" loading="lazy"></picture><strong>${escapeHtml(title)}</strong><span>${escapeHtml(short)}</span></a></li>`,
  ).join("\n")}</ul>`;
}

function listPage(output) {
  return `${head(output, "Demos · abut")}
<body class="wide">
${menu(output)}
<main id="main">
<h1>Demos</h1>
<p>Each runs in your browser with the published package. Drag to turn the view; nothing is recorded, nothing is sent.</p>
${cards(output)}
</main>
</body>
</html>
`;
}

function startPage(output) {
  const to = (target) => relative(output, target);
  return `${head(output, "abut: whether, where, how deeply and when meshes meet")}
<body class="wide start">
${menu(output)}
<main id="main">
<section class="hero">
<div>
<h1>Do these meshes meet?</h1>
<p class="lead">Whether, where, how deeply and when: answered exactly, in microseconds, in Node and in the browser.</p>
<p class="ways"><a class="primary" href="demos/index.html">Try the demos</a> <a href="guides/index.html">Read the guides</a></p>
<pre><code>npm install abut
npx abut clash model.glb</code></pre>
<ul class="facts">
<li><strong>Exact.</strong> No epsilon decides. Touching counts. Posed equals baked, bit for bit. <a href="${to("guides/exactness.html")}">How</a></li>
<li><strong>Fast.</strong> 26 to 135 times three-mesh-bvh on most pair queries; SIMD kernels inside. <a href="${to("guides/benchmarks.html")}">Tables</a></li>
<li><strong>Checkable.</strong> Every fast path has a slow twin, and a test in which they agree. <a href="${to("docs/trust.html")}">Trust</a></li>
</ul>
</div>
<iframe src="demos/bergen/index.html?embed" title="A running demo: boxes that follow a deforming model"></iframe>
</section>
<h2>Five papers and four uses, live</h2>
${cards(output)}
</main>
</body>
</html>
`;
}
