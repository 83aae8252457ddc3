import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './temporaryTree.ts'

interface Title {
  /** `name: line` of the test. */
  readonly place: string
  /** Titles of the suites around it, the outermost first, and its own. */
  readonly parts: readonly string[]
}

const modifiers = new Set(['concurrent', 'describe', 'each', 'only', 'runIf', 'skip', 'skipIf'])
/** A predicate in front of which a reader misses the subject. */
const verbs = new Set(
  'are can come comes does do find finds get gets give gives go goes has have is keep keeps leave leaves let lets make makes may must put puts refuse refuses say says send sends show shows stay stays take takes tell tells'.split(
    ' ',
  ),
)
/** Papers that are not in the repository, and words that only its authors use. */
const refused =
  /\b(?:(?:issue|ruling|spec) #?\d|D\d{1,2}\b|\d{3} [A-Z]\d|(?:talks?|ladders?|fates?|heirs?|strangers?|leftovers?|echo(?:es)?|twins?|vouch(?:es|ed)?|doubt\w*|yardsticks?|shel(?:f|ves))\b)/i

/** `describe`, `it` or `test` where an expression names a suite or a test, with any modifiers. */
function kindOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return ['describe', 'it', 'test'].find((kind) => kind === callee.text)
  if (ts.isCallExpression(callee)) return kindOf(callee.expression)
  if (!ts.isPropertyAccessExpression(callee) || !modifiers.has(callee.name.text)) return undefined
  return callee.name.text === 'describe' ? 'describe' : kindOf(callee.expression)
}

function titlesOf(name: string, text: string): Title[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const titles: Title[] = []
  const visit = (node: ts.Node, suites: readonly string[]): void => {
    const kind = ts.isCallExpression(node) ? kindOf(node.expression) : undefined
    const [title, body] = ts.isCallExpression(node) ? node.arguments : []
    const isNamed = title && body && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    const parts = kind && isNamed ? [...suites, title.getText().slice(1, -1)] : suites
    if (parts === suites || kind === 'describe') ts.forEachChild(node, (child) => visit(child, parts))
    else titles.push({ place: `${name}: ${lineOf(node)}`, parts })
  }
  visit(file, [])
  return titles
}

/** Why a title is no sentence; '' when nothing speaks against it. A word is one in any script, not a placeholder. */
function faultOf({ parts }: Title): string {
  const joined = parts.join(' ').replace(/%[.\d]*[a-z#]|\$\{[^}]*\}|\$\w+/g, ' ')
  const words = joined.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  if (words.length < 3 && !/\p{Script=Han}/u.test(joined)) return 'fewer than three words'
  if (verbs.has(joined.split(' ')[0] ?? '')) return 'no subject'
  return refused.test(joined) ? 'a refused word' : ''
}

test('every test has a title that reads as a sentence with a subject, together with its suites', () => {
  const names = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.(?:test|spec)\.ts$/.test(name)).map((name) => join('tests', name))
  const titles = files.flatMap((name) => titlesOf(name, readFileSync(join(root, name), 'utf8')))
  const faults = titles.flatMap((title) => {
    const fault = faultOf(title)
    return fault === '' ? [] : [`${title.place} ${fault}: ${title.parts.join(' ')}`]
  })
  expect(faults).toEqual([])
  expect(titles.length).toBeGreaterThan(2000)
})

test('a title without subject, of two words, or with a word of its authors alone is reported', () => {
  const text = `it('keeps the last choice', run)
describe('the last choice', () => it.each(rows)('%s is kept', run))
test.describe('a talk', () => test('is stored after a reload', run))
it('%s passes', () => app.invoke('documents:list', {}))`
  expect(titlesOf('a.test.ts', text).map((title) => [title.place, faultOf(title)])).toEqual([
    ['a.test.ts: 1', 'no subject'],
    ['a.test.ts: 2', ''],
    ['a.test.ts: 3', 'a refused word'],
    ['a.test.ts: 4', 'fewer than three words'],
  ])
})
