import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ErrorCode } from '../../../main/src/contract/errorCodes.ts'
import { completion } from '../../../main/src/hosts/cli/completion.ts'
import { exitCodeOf } from '../../../main/src/hosts/cli/exitCodes.ts'
import { usage as usageFor } from '../../../main/src/hosts/cli/help.ts'
import { usageEn as usageEnFor } from '../../../main/src/hosts/cli/helpEn.ts'
import { commandsIn, commonHelp } from '../../../main/src/hosts/cli/helpOf.ts'
import { importExtensions } from '../../../main/src/services/manuscript/index.ts'

const usage = usageFor(importExtensions)
const usageEn = usageEnFor(importExtensions)

const optionsIn = (text: string) => [...new Set(text.match(/--[a-z-]+/g) ?? [])].sort()

test('the help of the command is wholly in one language, and lists the same options in both', () => {
  expect(usageEn).not.toMatch(/\p{Script=Han}|[，。；：（）]/u)
  expect(usage).toMatch(/\p{Script=Han}/u)
  expect(optionsIn(usageEn)).toEqual(optionsIn(usage))
})

test('the help of each command has the same options in both languages, and no line of the whole is lost', () => {
  const [zh, en] = [commandsIn(usage), commandsIn(usageEn)]
  expect(en.map(({ name, options }) => [name, options.toSorted()])).toEqual(
    zh.map(({ name, options }) => [name, options.toSorted()]),
  )
  for (const [help, commands] of [
    [usage, zh],
    [usageEn, en],
  ] as const) {
    const lines = commands.flatMap((command) => command.lines)
    expect(`${lines.join('\n')}\n\n${commonHelp(help)}\n`).toBe(help.slice(help.indexOf('\n\n') + 2))
  }
  expect(zh.find(({ name }) => name === 'inspect')?.options).toContain('--cursor')
})

test('each error code ends a command with the exit code of its kind', () => {
  const kinds = Object.groupBy(Object.values(ErrorCode), (code) => String(exitCodeOf(code)))
  expect(Object.keys(kinds)).toEqual(['1', '2', '3', '4', '5', '6', '7', '130'])
  expect(kinds).toMatchObject({
    1: expect.arrayContaining(['INTERNAL', 'PORT_IN_USE']),
    2: expect.arrayContaining(['INVALID_ARGUMENT']),
    3: ['NOT_FOUND', 'CONSTRAINT_NOT_FOUND'],
    4: expect.arrayContaining(['CONFLICT', 'OPEN_ELSEWHERE', 'CONTEXT_BUDGET_CONFLICT']),
    5: expect.arrayContaining(['AI_KEY_MISSING', 'AI_MODEL_NOT_FOUND', 'SPENDING_LIMIT']),
    6: expect.arrayContaining(['FILE_BROKEN', 'IMPORT_UNSUPPORTED', 'CODEX_ENTRY_BROKEN', 'IO_ERROR']),
    7: expect.arrayContaining(['APPROVAL_NEEDED', 'AGENT_REDACTED']),
    130: ['CANCELLED'],
  })
})

test('bash completes commands, options of the command and files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'creonow-'))
  const file = join(folder, 'completion')
  writeFileSync(file, completion('bash', usage))
  const complete = (...words: string[]) => {
    const set = `COMP_WORDS=(creonow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`
    const { stdout, stderr } = spawnSync(
      'bash',
      ['-c', `. '${file}'; ${set}; _creonow; echo "\${COMPREPLY[*]}"`],
      {
        encoding: 'utf8',
      },
    )
    return stdout.trim() + stderr
  }
  expect([
    complete('imp'),
    complete('import', '--he'),
    complete('import', '--p'),
    complete('codex', 'import', '书'),
  ]).toEqual(['import', '--headings --help', '--preview', ''])
  rmSync(folder, { recursive: true })
})

test('zsh and fish are offered every command and every option, and another shell is refused in words', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = completion(shell, usage)
    for (const { name, options } of commandsIn(usage))
      for (const word of [name, ...options.map((option) => option.slice(2))]) expect(script).toContain(word)
  }
  for (const shell of ['csh', 'constructor', undefined])
    expect(() => completion(shell, usage)).toThrow('INVALID_ARGUMENT')
})
