import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A test as it is written in its file, rows of a table not filled in. */
export interface TestTitle {
  /** Path of the file below the root, with `/`. */
  readonly file: string
  /** Line of the test, from 1. */
  readonly line: number
  /** Titles of the suites around it, the outermost first, and its own. */
  readonly parts: readonly string[]
}

const modifiers = new Set(['concurrent', 'describe', 'each', 'only', 'runIf', 'skip', 'skipIf'])

/** `describe`, `it` or `test` where an expression names a suite or a test, with any modifiers. */
function kindOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return ['describe', 'it', 'test'].find((kind) => kind === callee.text)
  if (ts.isCallExpression(callee)) return kindOf(callee.expression)
  if (!ts.isPropertyAccessExpression(callee) || !modifiers.has(callee.name.text)) return undefined
  return callee.name.text === 'describe' ? 'describe' : kindOf(callee.expression)
}

/** The tests of one file by its text. */
export function titlesOf(file: string, text: string): TestTitle[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const titles: TestTitle[] = []
  const visit = (node: ts.Node, suites: readonly string[]): void => {
    const kind = ts.isCallExpression(node) ? kindOf(node.expression) : undefined
    const [title, body] = ts.isCallExpression(node) ? node.arguments : []
    const isNamed = title && body && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    const parts = kind && isNamed ? [...suites, title.getText().slice(1, -1)] : suites
    if (parts === suites || kind === 'describe') ts.forEachChild(node, (child) => visit(child, parts))
    else titles.push({ file, line: lineOf(node), parts })
  }
  visit(source, [])
  return titles
}

/** Every test below `tests/` of a root. */
export function readTitles(root: string): TestTitle[] {
  const names = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.(?:test|spec)\.ts$/.test(name))
    .sort()
    .flatMap((name) =>
      titlesOf(`tests/${name.replaceAll('\\', '/')}`, readFileSync(join(root, 'tests', name), 'utf8')),
    )
}
