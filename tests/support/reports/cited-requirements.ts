import { readFileSync } from 'node:fs';
import ts from 'typescript';

const idPattern = /\b[A-Z]{3,4}-\d+\b/g;

/** Returns the requirement ids in the names of a file's tests and of the test groups. */
export function idsInTitles(file: string): string[] {
  return titlesOf(file).flatMap((title) => title.match(idPattern) ?? []);
}

/** Returns the first arguments of test(...), it(...), describe(...) and their chained forms (each, only). */
function titlesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isNaming(node.expression)) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(title.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

function isNaming(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['test', 'it', 'describe'].includes(callee.text);
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee))
    return isNaming(callee.expression);
  return false;
}
