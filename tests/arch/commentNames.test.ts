import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './temporaryTree.ts'

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g
/** A name as code has it: `camelCase`, or a word alone between backticks. */
const quotedName = /`([^`\n]+)`/g
const camelCase = /\b[a-z]+[A-Z]\w*\b/g

/** The files of code below these folders, as paths from the root. */
const filesBelow = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
const namesIn = (code: string): readonly string[] => code.match(/[\w$]+/g) ?? []
const withoutComments = (text: string): string => text.replace(comment, ' ')
/** Names that comments of a text quote. */
const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(comment)].flatMap(([words]) =>
    [...words.matchAll(quotedName)].flatMap(([, quoted = '']) => quoted.match(camelCase) ?? []),
  )

test('every name that a comment quotes is a name of the code', () => {
  const planted = '/** Until `standDown`; see `close`. */\nconst standUp = 1 // not `standUp`'
  expect(quotedIn(planted)).toEqual(['standDown', 'standUp'])
  expect(namesIn(withoutComments(planted))).toEqual(['const', 'standUp', '1'])

  const texts = new Map(
    filesBelow('main/src', 'renderer/src', 'preload/src', 'scripts', 'bench').map((path) => [
      path,
      readFileSync(join(root, path), 'utf8'),
    ]),
  )
  const names = new Set([...texts.values()].flatMap((text) => namesIn(withoutComments(text))))
  const quoted = [...texts].flatMap(([path, text]) => quotedIn(text).map((name) => ({ name, path })))
  expect(quoted.length).toBeGreaterThan(200)
  expect(quoted.filter(({ name }) => !names.has(name))).toEqual([])
})
