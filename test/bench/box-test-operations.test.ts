import ts from "typescript";
import { expect, it } from "vitest";
import { BOX_TEST_OPERATIONS } from "../../bench/papers/box-test-operations.mjs";
import { functionOf } from "./source-functions.ts";

// The operations of a SAT lite box test that `npm run bench -- bergen` prints, counted in the sources: additions, subtractions,
// multiplications, comparisons by size and Math.abs; not what computes an index.

const AXES = 6;
const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.GreaterThanToken,
]);

it.each([
  ["aabb", [["overlap/box-face-axes.ts", "separatingFaceAxis"]]],
  [
    "obb",
    [
      ["overlap/obb-obb.ts", "setObbOfB"],
      ["overlap/obb-obb.ts", "separatingObbAxis"],
    ],
  ],
] as const)("an %s test has as many operations up to each exit as the benchmark says", (kind, functions) => {
  const counts: number[] = [];
  let sum = 0;
  for (const [file, name] of functions)
    for (const statement of functionOf(`geometry/${file}`, name).body!.statements) {
      if (counts.length === AXES) break;
      if (ts.isIfStatement(statement)) counts.push((sum += countIn([statement.expression])));
      else sum += countIn([statement]);
    }
  expect([...counts, sum]).toEqual(BOX_TEST_OPERATIONS[kind]);
});

function countIn(nodes: readonly ts.Node[]): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node)) return;
    if (ts.isBinaryExpression(node) && ARITHMETIC.has(node.operatorToken.kind)) count++;
    if (ts.isCallExpression(node)) {
      expect(node.expression.getText()).toBe("Math.abs");
      count++;
    }
    node.forEachChild(visit);
  };
  for (const node of nodes) visit(node);
  return count;
}
