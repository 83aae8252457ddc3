import ts from 'typescript'
import { codeAt, lineAt, type Mutant } from './mutant.ts'

/** What a change replaces in the file, and with what. */
interface Change {
  readonly kind: string
  readonly node: ts.Node
  readonly replacement: string
}

const negations = new Map([
  [ts.SyntaxKind.LessThanToken, '>='],
  [ts.SyntaxKind.LessThanEqualsToken, '>'],
  [ts.SyntaxKind.GreaterThanToken, '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '<'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])

/** Every way in which the generator can break a file, in the order of the text. */
export function mutantsOf(packageName: string, path: string, source: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    for (const { kind, node: target, replacement } of changesAt(node, file)) {
      const from = target.getStart(file)
      const place = { line: lineAt(source, from), code: codeAt(source, from) }
      mutants.push({ packageName, path, kind, from, to: target.end, replacement, ...place })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return mutants
}

function changesAt(node: ts.Node, file: ts.SourceFile): Change[] {
  if (ts.isBinaryExpression(node)) return atBinary(node, file)
  if (ts.isExpressionStatement(node)) return atStatement(node)
  if (ts.isCallExpression(node)) return atCall(node, file)
  if (ts.isNumericLiteral(node)) return atNumber(node, file)
  if (ts.isIfStatement(node)) return withoutCondition(node.expression)
  if (ts.isConditionalExpression(node)) return withoutCondition(node.condition)
  return []
}

function atBinary(
  { operatorToken, left, right, parent }: ts.BinaryExpression,
  file: ts.SourceFile,
): Change[] {
  const negated = negations.get(operatorToken.kind)
  if (negated !== undefined) {
    return [{ kind: 'negate a comparison', node: operatorToken, replacement: negated }]
  }
  const isAnd = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  const isOr = operatorToken.kind === ts.SyntaxKind.BarBarToken
  if (!isAnd && !isOr) return []
  const neutral = String(isAnd)
  return [left, right]
    .filter((side) => side.getText(file) !== neutral && !(ts.isBinaryExpression(parent) && side === left))
    .map((side) => ({ kind: 'remove a condition', node: side, replacement: neutral }))
}

function atStatement(statement: ts.ExpressionStatement): Change[] {
  const { expression } = statement
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression
  return ts.isCallExpression(call) ? [{ kind: 'drop a call', node: statement, replacement: '{}' }] : []
}

function atCall(call: ts.CallExpression, file: ts.SourceFile): Change[] {
  // What is least or greatest does not depend on the order.
  if (/^Math[.](min|max)$/.test(call.expression.getText(file))) return []
  const texts = call.arguments.map((argument) => argument.getText(file))
  return call.arguments.slice(1).flatMap((second, index) => {
    const first = call.arguments[index]
    const [one, other] = [texts[index] ?? '', texts[index + 1] ?? '']
    if (!first || one === other || ts.isArrowFunction(first) || ts.isArrowFunction(second)) return []
    const pair = { ...first, getStart: () => first.getStart(file), end: second.end } as ts.Node // a span of the two
    return [{ kind: 'swap two arguments', node: pair, replacement: `${other}, ${one}` }]
  })
}

function atNumber(node: ts.NumericLiteral, file: ts.SourceFile): Change[] {
  const value = Number(node.text)
  // One more or less than a thousand is a matter of taste, not a fault that a test could know.
  if (!Number.isInteger(value) || value > 1000 || node.getText(file).startsWith('0x')) return []
  const change = (to: number) => ({
    kind: 'constant ± 1',
    node,
    replacement: to < 0 ? `(${to})` : String(to),
  })
  return [change(value + 1), change(value - 1)]
}

const withoutCondition = (node: ts.Expression): Change[] => [
  { kind: 'remove a condition', node, replacement: 'true' },
  { kind: 'remove a condition', node, replacement: 'false' },
]
