import MarkdownIt from "markdown-it";

// Markdown to HTML: GitHub's heading anchors, links handed to the caller, a little colour in code, tables and charts that scroll on phones.

/** { html, title, headings: [{ level, text, id }] }. `resolve(target)` turns a link or image address into that of the page. */
export function renderMarkdown(text, resolve) {
  const markdown = new MarkdownIt({ html: true, highlight });
  const headings = [];
  const used = new Map();
  markdown.core.ruler.push("headings-and-links", ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type === "heading_open") {
        const title = tokens[i + 1].children.map(({ content }) => content).join("");
        const base = slugOf(title);
        const seen = used.get(base) ?? 0;
        used.set(base, seen + 1);
        const id = seen === 0 ? base : `${base}-${seen}`;
        token.attrSet("id", id);
        headings.push({ level: Number(token.tag.slice(1)), text: title, id });
      }
      for (const child of token.children ?? [])
        for (const name of ["href", "src"]) {
          const target = child.attrGet?.(name);
          if (target) child.attrSet(name, resolve(target));
        }
    });
  });
  let tables = 0;
  markdown.renderer.rules.table_open = () =>
    `<div class="table" tabindex="0" role="region" aria-label="table ${++tables}"><table>\n`;
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  // Empty header cells name nothing; what may scroll sideways can be reached by keyboard.
  const html = markdown
    .render(text)
    .replace(/<th( [^>]*)?><\/th>/g, "<td$1></td>")
    .replace(
      /<p>(<img src="[^"]*\.svg" alt="([^"]*)">)<\/p>/g,
      '<div class="chart" tabindex="0" role="region" aria-label="chart: $2">$1</div>',
    )
    .replaceAll("<pre>", '<pre tabindex="0">');
  return { html, headings, title: headings.find(({ level }) => level === 1)?.text ?? "" };
}

/** As GitHub makes them. */
function slugOf(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

const KEYWORDS =
  "import|from|export|const|let|for|of|in|if|else|return|new|function|await|async|while|continue|break|typeof|type|interface|as|true|false|null|undefined";
const TOKENS = new RegExp(
  String.raw`(?<comment>//.*|/\*[^]*?\*/|<!--[^]*?-->)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\]|\\.)*\x60)|\b(?<keyword>${KEYWORDS})\b|\b(?<number>\d[\d_.]*(?:e-?\d+)?)\b`,
  "g",
);
const SHELL_COMMENT = /(?<comment>(?:^|(?<=\s))#.*)/gm;

/** Comments, strings, keywords and numbers: what a short example needs. */
export function highlight(code, language) {
  const isShell = ["sh", "bash", "shell", "yaml"].includes(language);
  const isCode = ["ts", "js", "mjs", "tsx", "jsx", "json", "typescript", "javascript"].includes(language);
  if (!isShell && !isCode) return escapeHtml(code);
  let html = "";
  let end = 0;
  for (const match of code.matchAll(isShell ? SHELL_COMMENT : TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

export function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
