import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './temporaryTree.ts'

function callsOf(node: ts.Node): ts.CallExpression[] {
  const calls = ts.isCallExpression(node) ? [node] : []
  ts.forEachChild(node, (child) => void calls.push(...callsOf(child)))
  return calls
}

/** `name: line` of each property that reports no run to a counter, and of each counter that expects no share. */
function uncounted(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const lineOf = (node: ts.Node) => `${name}: ${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const calls = callsOf(file)
  const isCalled = (within: readonly ts.CallExpression[], callee: RegExp) =>
    within.some(({ expression }) => callee.test(expression.getText()))
  return calls.flatMap((call) => {
    const { expression, parent } = call
    const callee = expression.getText()
    if (callee === 'fc.assert') return isCalled(callsOf(call), /\.when$/) ? [] : [lineOf(call)]
    if (callee !== 'countedChecks' || !ts.isVariableDeclaration(parent)) return []
    const { name: counter } = parent
    return isCalled(calls, new RegExp(`^${counter.getText()}\\.expectShare$`)) ? [] : [lineOf(call)]
  })
}

test('every property counts the runs in which it checked something, and expects a share of them', () => {
  const names = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.test.ts')).map((name) => join('tests', name))
  const withProperties = files.flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return /^import .*'fast-check'$/m.test(text) ? [{ name, text }] : []
  })
  expect(withProperties.flatMap(({ name, text }) => uncounted(name, text))).toEqual([])
  expect(withProperties.length).toBeGreaterThan(60)
})

test('a property without a counter, and a counter without a share, are found', () => {
  const text = `fc.assert(fc.property(words, (text) => text === text))
const checked = countedChecks()
fc.assert(fc.property(words, (text) => checked.when(text !== '')))
const other = countedChecks()
other.expectShare(0.5)`
  expect(uncounted('a.test.ts', text)).toEqual(['a.test.ts: 1', 'a.test.ts: 2'])
})
