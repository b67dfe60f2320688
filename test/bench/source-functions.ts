import { readFileSync } from "node:fs";
import ts from "typescript";

/** A function of a file in src/, as TypeScript's parser sees it. */
export function functionOf(file: string, name: string): ts.FunctionDeclaration {
  const url = new URL(`../../src/${file}`, import.meta.url);
  const source = ts.createSourceFile(file, readFileSync(url, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === name,
  );
  return found as ts.FunctionDeclaration;
}
