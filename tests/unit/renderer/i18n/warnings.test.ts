import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { warningParams } from '#contract/warnings.ts'
import { warning as english } from '../../../../renderer/src/i18n/enWarnings.ts'
import { warning as chinese } from '../../../../renderer/src/i18n/zhWarnings.ts'

const main = resolve(import.meta.dirname, '../../../../main/src')
const sources = readdirSync(main, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(main, path), 'utf8').replace(/^\s*(?:\*|\/[/*]).*$/gm, ''))

/** Words before a colon that look like a warning and end a program instead. */
const notWarnings = new Set(['NODE_TOO_OLD'])

/** Every code of main that may start a warning: `CODE: 说明`, and the bare ones of the engine. */
function warningCodes(): string[] {
  const said = sources.flatMap((source) => [...source.matchAll(/['"`]([A-Z]+(?:_[A-Z]+)*): /g)])
  const bare = sources.flatMap((source) => [
    ...source.matchAll(/\w+: '(CURSOR_[A-Z_]+|CONTEXT_(?:BUDGET_FALLBACK|RULES_[A-Z_]+|\w+_CHUNK\w*))'/g),
  ])
  const codes = [...said, ...bare].map(([, code = '']) => code)
  return [...new Set(codes)].filter((code) => !notWarnings.has(code)).sort()
}

test('every declared warning is a sentence in both languages', () => {
  const untold = Object.keys(warningParams).filter((code) => !(code in chinese) || !(code in english))
  expect(untold).toEqual([])
})

test('every warning main still writes out by itself is a sentence in both languages', () => {
  expect(warningCodes()).toContain('CONTEXT_BUDGET_FALLBACK')
  const untold = warningCodes().filter((code) => !(code in chinese) || !(code in english))
  expect(untold).toEqual([])
})
