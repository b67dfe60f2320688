import { parseSync } from "rolldown/experimental";

// package.json says that no module of ours has side effects. Bundlers believe that of whole files; within a file they keep every call and
// every property that a variable's value reads. So such values are wrapped in a call that is marked as pure: what a user's program does
// not import, its bundler drops, although a few files hold everything.

/** A plugin of rolldown that marks the values of a module's variables. */
export function markPure() {
  return {
    name: "mark-pure",
    renderChunk(code, { fileName }) {
      if (fileName.startsWith("cli/")) return null; // a program: nobody imports it
      let marked = "";
      let end = 0;
      for (const { init } of variablesOf(parseSync(fileName, code).program)) {
        if (!mayAct(init)) continue;
        const value = code.slice(init.start, init.end);
        marked += `${code.slice(end, init.start)}${isPlainCall(init) ? MARK + value : `${MARK}(() => (${value}))()`}`;
        end = init.end;
      }
      return marked + code.slice(end);
    },
  };
}

const MARK = "/* @__PURE__ */ ";
const ACTS = new Set(["NewExpression", "CallExpression", "MemberExpression", "SpreadElement"]);

function* variablesOf({ body }) {
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "VariableDeclaration") yield* declaration.declarations;
  }
}

/** Whether a bundler may think that the value cannot be left out. */
function mayAct(node) {
  if (node === null || typeof node !== "object") return false;
  if (Array.isArray(node)) return node.some(mayAct);
  if (/Function|Class/.test(node.type)) return false; // runs later
  return ACTS.has(node.type) || Object.values(node).some(mayAct);
}

/** `new Map()`, `create(1)`: marked as it stands. */
function isPlainCall({ type, callee, arguments: list }) {
  return /^(New|Call)Expression$/.test(type) && callee.type === "Identifier" && !list.some(mayAct);
}
