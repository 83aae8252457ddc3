import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './temporaryTree.ts'

/** Names of others: of Electron's fuses, and in examples of what an author's text may hold. */
const foreign = new Set(['runAsNode', 'passwordHash'])

const quotation = /`([^`\n]+)`/g
const camelCase = /\b[a-z]+[A-Z]\w*\b/g

/** The comments of a text, and the words of its code. */
function read(text: string): { readonly comments: string; readonly words: readonly string[] } {
  const source = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const comments: string[] = []
  const words: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return
    const children = node.getChildren(source)
    for (const child of children) visit(child)
    if (children.length > 0) return
    comments.push(text.slice(node.getFullStart(), node.getStart(source)))
    words.push(...(node.getText(source).match(/[\w$]+/g) ?? []))
  }
  visit(source)
  return { comments: comments.join(' '), words }
}

/** Names as code has them that comments quote. */
const quotedIn = (comments: string): readonly string[] =>
  [...comments.matchAll(quotation)].flatMap(([, quoted = '']) => quoted.match(camelCase) ?? [])

const files = ['main/src', 'renderer/src', 'preload/src', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

test('every name that a comment quotes is a name of the code', () => {
  const planted = read('/** Until `standDown`; see `close`. */\nconst standUp = "/*" // not `standUp`\n')
  expect(quotedIn(planted.comments)).toEqual(['standDown', 'standUp'])
  expect(planted.words).toEqual(['const', 'standUp'])

  const texts = files.map((path) => ({ path, ...read(readFileSync(join(root, path), 'utf8')) }))
  const names = new Set(texts.flatMap(({ words }) => words))
  const quoted = texts.flatMap(({ path, comments }) => quotedIn(comments).map((name) => ({ name, path })))
  expect(quoted.length).toBeGreaterThan(200)
  expect(quoted.filter(({ name }) => !names.has(name) && !foreign.has(name))).toEqual([])
})
