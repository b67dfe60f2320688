import ts from "typescript";
import { expect, it } from "vitest";
import { REFIT_OPERATIONS } from "../../bench/papers/refit-operations.mjs";
import { functionOf } from "./source-functions.ts";

// The operations of a refit in plain TypeScript that `npm run bench -- bergen` prints, counted in the sources. Arithmetic: additions,
// subtractions, comparisons and Math.abs. Bit operations: ^, &, >>, |=, and the minus that makes a mask of a comparison. Not counted: what
// computes an index or steers a loop, and what runs only to throw.

type Operations = [number, number];

const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
]);
const BITWISE = new Set([
  ts.SyntaxKind.CaretToken,
  ts.SyntaxKind.AmpersandToken,
  ts.SyntaxKind.GreaterThanGreaterThanToken,
  ts.SyntaxKind.BarEqualsToken,
]);
/** Where the functions are that the counted ones call. */
const FILES: Record<string, string> = {
  ordered: "trees/ordered-vertices.ts",
  lesser: "trees/ordered-vertices.ts",
  greater: "trees/ordered-vertices.ts",
  withoutMinusZero: "trees/ordered-vertices.ts",
  boxSize: "trees/layout.ts",
};
/** Variables that hold an index. */
const INDICES = new Set(["v", "w", "first", "stop"]);

it("a leaf of one triangle: its first corner, then two more", () => {
  expect(countFunction("trees/ordered-boxes.ts", "boxCorners", 2)).toEqual(REFIT_OPERATIONS.leaf);
});

it("an inner node: one child's box, then the other's, and the size of both together", () => {
  const box = countFunction("trees/ordered-boxes.ts", "boxBoxes", 1);
  const size = countFunction("trees/fit-boxes.ts", "setSize", 0);
  expect(sumOf([box, size])).toEqual(REFIT_OPERATIONS.inner);
});

it("a coordinate in f64: the mesh's box, from which the origin follows, and both roundings", () => {
  const least = countInnermost("trees/origin.ts", "boxOfPositions");
  const rounded = countInnermost("trees/ordered-vertices.ts", "orderDoubles");
  expect(sumOf([least, rounded])).toEqual(REFIT_OPERATIONS.f64);
});

it("a coordinate in f32", () => {
  expect(countInnermost("trees/ordered-vertices.ts", "orderSingles")).toEqual(REFIT_OPERATIONS.f32);
});

/** A function's operations, when its loop, if it has one, runs so often. */
function countFunction(file: string, name: string, turns: number): Operations {
  return sumOf(
    functionOf(file, name).body!.statements.flatMap((statement) =>
      ts.isForStatement(statement) ? Array(turns).fill(countIn(statement.statement)) : [countIn(statement)],
    ),
  );
}

/** The operations of one turn of a function's innermost loop. */
function countInnermost(file: string, name: string): Operations {
  let body: ts.Statement = functionOf(file, name).body!;
  const enter = (node: ts.Node): void => {
    if (ts.isForStatement(node)) body = node.statement;
    node.forEachChild(enter);
  };
  enter(body);
  return countIn(body);
}

function countIn(root: ts.Node): Operations {
  const sum: Operations = [0, 0];
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node)) return;
    if (ts.isVariableDeclaration(node) && INDICES.has(node.name.getText())) return;
    if (ts.isIfStatement(node)) {
      visit(node.expression);
      return;
    }
    if (ts.isBinaryExpression(node)) {
      if (ARITHMETIC.has(node.operatorToken.kind)) sum[0]++;
      else if (BITWISE.has(node.operatorToken.kind)) sum[1]++;
      else expect(node.operatorToken.kind).toBe(ts.SyntaxKind.EqualsToken);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
      if (!ts.isNumericLiteral(node.operand)) sum[1]++;
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText();
      const [arithmetic, bits]: Operations =
        name === "Math.abs" ? [1, 0] : countFunction(FILES[name], name, 0);
      sum[0] += arithmetic;
      sum[1] += bits;
    }
    node.forEachChild(visit);
  };
  visit(root);
  return sum;
}

function sumOf(parts: Operations[]): Operations {
  return [0, 1].map((k) => parts.reduce((sum, part) => sum + part[k], 0)) as Operations;
}
