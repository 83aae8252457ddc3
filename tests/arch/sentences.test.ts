import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const han = /\p{Script=Han}/u

/** The fixed text of a string or template; `{{…}}` and `${…}` are the same hole. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text.replace(/\{\{\w+\}\}/g, '{}')
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
}

function isErrorMade(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  return ['AppError', 'errorPayload'].includes(node.expression.getText())
}

interface Findings {
  /** Places of the Chinese or English text of errors outside the tables. */
  readonly inline: string[]
  /** Places of every Chinese sentence. */
  readonly sentences: Map<string, string[]>
}

function collect(fileName: string, text: string, { inline, sentences }: Findings): void {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  function visit(node: ts.Node, isInError: boolean): void {
    const sentence = textOf(node)
    if (sentence !== undefined && han.test(sentence)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      const place = `${fileName}:${line + 1}`
      if (isInError) inline.push(place)
      if (/。$/.test(sentence)) sentences.set(sentence, [...(sentences.get(sentence) ?? []), place])
    }
    const isInside = isInError || isErrorMade(node)
    ts.forEachChild(node, (child) => visit(child, isInside))
  }
  visit(source, false)
}

function collectAll(): Findings {
  const findings: Findings = { inline: [], sentences: new Map() }
  for (const folder of ['main/src', 'renderer/src'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      collect(relative(root, path), readFileSync(path, 'utf8'), findings)
    }
  return findings
}

const tables = 'main/src/contract/sentences/'
const twice = ({ sentences }: Findings) =>
  [...sentences].filter(([, places]) => places.length > 1 && places.some((place) => place.startsWith(tables)))

test('the sentence of an error is made from its code and details, in no call', () => {
  const planted: Findings = { inline: [], sentences: new Map() }
  collect('a.ts', "throw new AppError('NOT_FOUND', { name: '没有名字。' })", planted)
  expect(planted.inline).toEqual(['a.ts:1'])
  expect(collectAll().inline).toEqual([])
})

test('the Chinese sentence of an error is in one place', () => {
  const planted: Findings = { inline: [], sentences: new Map() }
  collect(`${tables}a.ts`, "const a = '最多 {{most}} 条。'", planted)
  collect('b.ts', `const b = \`最多 \${most} 条。\``, planted)
  expect(twice(planted)).toEqual([['最多 {} 条。', [`${tables}a.ts:1`, 'b.ts:1']]])
  const all = collectAll()
  expect(all.sentences.size).toBeGreaterThan(300)
  expect(twice(all)).toEqual([])
})
