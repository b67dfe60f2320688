import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { BOX_TEST_OPERATIONS } from "../../bench/papers/box-test-operations.mjs";

// The operations of a SAT lite box test that `npm run bench -- bergen` prints, counted in the sources: additions, subtractions,
// multiplications, comparisons by size and Math.abs; not what computes an index.

const AXES = 6;
const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.GreaterThanToken,
]);

it("an AABB test has as many operations up to each exit as the benchmark says", () => {
  const descent = functionOf("queries/pairs/descend-aabb.ts", "descendAabb");
  const byB = loopOver(descent, "boxB");
  const byA = loopOver(byB, "boxA");
  const moved = countIn(constantsOf(byB));
  const sum = moved + countIn(constantsOf(byA));
  const chain = statementsOf(byA).find(ts.isIfStatement)!;
  expect(countChain(chain, sum)).toEqual(BOX_TEST_OPERATIONS.aabb);
});

it("an OBB test has as many operations up to each exit as the benchmark says", () => {
  const file = "geometry/overlap/obb-obb.ts";
  const counts: number[] = [];
  let sum = countIn([functionOf(file, "setObbOfB")]);
  for (const statement of functionOf(file, "separatingObbAxis").body!.statements) {
    if (counts.length === AXES) break;
    if (ts.isIfStatement(statement)) counts.push((sum += countIn([statement.expression])));
    else sum += countIn([statement]);
  }
  expect([...counts, sum]).toEqual(BOX_TEST_OPERATIONS.obb);
});

/** The sums at the ends of a chain of if and else: one per condition, and the last again for the final else. */
function countChain(chain: ts.IfStatement, before: number): number[] {
  const counts: number[] = [];
  let sum = before;
  for (let next: ts.Statement | undefined = chain; next && ts.isIfStatement(next); next = next.elseStatement)
    counts.push((sum += countIn([next.expression])));
  return [...counts, sum];
}

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

function functionOf(file: string, name: string): ts.FunctionDeclaration {
  const url = new URL(`../../src/${file}`, import.meta.url);
  const source = ts.createSourceFile(file, readFileSync(url, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === name,
  );
  return found as ts.FunctionDeclaration;
}

/** The loop in a node whose variable has this name. */
function loopOver(node: ts.Node, variable: string): ts.ForStatement {
  let found: ts.ForStatement | null = null;
  const visit = (child: ts.Node): void => {
    if (ts.isForStatement(child) && child.initializer?.getText().startsWith(`let ${variable} `))
      found = child;
    if (found === null) child.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found!;
}

function statementsOf({ statement }: ts.ForStatement): readonly ts.Statement[] {
  return (statement as ts.Block).statements;
}

function constantsOf(loop: ts.ForStatement): readonly ts.Statement[] {
  return statementsOf(loop).filter(
    (statement) =>
      ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0,
  );
}
