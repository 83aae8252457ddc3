import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CompressibleResult,
  compressToolResult,
} from '../../../../main/src/services/conversation/toolResults.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

/** A result as tools give it, with everything that history must not keep. */
const result = (data: Record<string, unknown>, more: Partial<CompressibleResult> = {}) => ({
  status: 'success' as const,
  data,
  text: '完整的观察，模型这一轮读的就是它。',
  stats: { elapsedMs: 12 },
  context: { cwd: '/home/作者/书', arguments: { path: 'manuscript' } },
  ...more,
})
const kept = (tool: string, data: Record<string, unknown>, fullAt?: string) =>
  JSON.parse(compressToolResult(tool, result(data), fullAt))
const chapters = Array.from({ length: 834 }, (_, n) => `manuscript/${n + 1}-第${n + 1}回.md`)
const lines = (count: number, of = (n: number) => `第${n}行：林远把信折好。`) =>
  Array.from({ length: count }, (_, n) => of(n + 1))

describe('the history of a large result', () => {
  test('has the folder, the number and the first ten of LS', () => {
    expect(kept('LS', { path: 'manuscript', entries: chapters })).toEqual({
      status: 'success',
      data: { path: 'manuscript', entries: chapters.slice(0, 10), entriesTotal: 834, truncated: true },
    })
  })

  test('has the pattern, the number of hits and the first ten of Glob', () => {
    expect(kept('Glob', { pattern: '**/*.md', paths: chapters, count: 834 })).toEqual({
      status: 'success',
      data: {
        ...{ pattern: '**/*.md', paths: chapters.slice(0, 10), pathsTotal: 834 },
        ...{ count: 834, truncated: true },
      },
    })
  })

  test('has five lines of Grep, with file and line number', () => {
    const matches = lines(120).map((text, n) => ({ file: chapters[n], line: n + 1, text }))
    expect(kept('Grep', { pattern: '林远', matches })).toEqual({
      status: 'success',
      data: { pattern: '林远', matches: matches.slice(0, 5), matchesTotal: 120, truncated: true },
    })
  })

  test('has an endless paragraph of Grep shortened, with a mark', () => {
    const { data } = kept('Grep', { matches: [{ file: 'a.md', line: 1, text: '雾'.repeat(5000) }] })
    expect(data).toEqual({
      matches: [
        { file: 'a.md', line: 1, text: `${'雾'.repeat(300)}…`, textSize: { lines: 1, characters: 5000 } },
      ],
      truncated: true,
    })
  })

  test('has 500 lines of Read with their numbers, and where the rest is', () => {
    const content = lines(2000, (n) => `${String(n).padStart(6)}\t　　第${n}行。`)
    expect(
      kept('Read', { path: chapters[0], content: content.join('\r\n') }, '.creonow/outputs/c/1.txt'),
    ).toEqual({
      status: 'success',
      data: {
        path: chapters[0],
        content: content.slice(0, 500).join('\r\n'),
        contentSize: { lines: 2000, characters: content.join('\r\n').length },
        truncated: true,
        fullAt: '.creonow/outputs/c/1.txt',
      },
    })
  })

  test('has up to 500 lines of Read byte for byte', () => {
    const data = { path: 'a.md', content: `${lines(499).join('\n')}\n`, mtime: 1, note: undefined }
    expect(kept('Read', data)).toEqual({ status: 'success', data: { ...data, note: undefined } })
  })

  test.each(['Edit', 'MultiEdit'])('has file, flags and the first lines of a large diff of %s', (tool) => {
    const diff = lines(900, (n) => `+第${n}行：林渊`)
    expect(kept(tool, { path: 'a.md', applied: true, replacements: 900, diff: diff.join('\n') })).toEqual({
      status: 'success',
      data: {
        ...{ path: 'a.md', applied: true, replacements: 900 },
        diff: diff.slice(0, 40).join('\n'),
        diffSize: { lines: 900, characters: diff.join('\n').length },
        truncated: true,
      },
    })
  })

  test('has the first ten of 120 files of MultiEdit, with a few lines each', () => {
    const files = chapters.slice(0, 120).map((path) => ({ path, replacements: 9, diff: lines(9).join('\n') }))
    const { data } = kept('MultiEdit', { applied: true, files })
    expect(data.filesTotal).toBe(120)
    expect(data.files).toHaveLength(10)
    expect(data.files[0]).toEqual({
      ...{ path: chapters[0], replacements: 9, diff: lines(4).join('\n') },
      diffSize: { lines: 9, characters: lines(9).join('\n').length },
    })
  })

  test('has the action and the first 40 lines of Write', () => {
    const text = lines(300)
    expect(kept('Write', { path: 'a.md', operation: 'create', content: text.join('\n') })).toEqual({
      status: 'success',
      data: {
        ...{ path: 'a.md', operation: 'create', content: text.slice(0, 40).join('\n') },
        contentSize: { lines: 300, characters: text.join('\n').length },
        truncated: true,
      },
    })
  })

  test('has 200 characters of stdout, the last 20 lines of stderr and the exit code of Bash', () => {
    const said = lines(80)
    expect(kept('Bash', { exitCode: 1, stdout: '雾'.repeat(900), stderr: `${said.join('\n')}\n` })).toEqual({
      status: 'success',
      data: {
        exitCode: 1,
        stdout: `${'雾'.repeat(200)}…`,
        stdoutSize: { lines: 1, characters: 900 },
        stderr: said.slice(-20).join('\n'),
        stderrSize: { lines: 81, characters: said.join('\n').length + 1 },
        truncated: true,
      },
    })
  })

  test('has the recap alone of TodoWrite', () => {
    const todos = lines(30).map((content) => ({ content, status: 'pending' }))
    expect(kept('TodoWrite', { recap: '[3/30] 进行中：查第十二回', todos, done: 3 })).toEqual({
      status: 'success',
      data: { recap: '[3/30] 进行中：查第十二回', todosTotal: 30, done: 3, truncated: true },
    })
  })

  test('has head and tail, size and the place of the whole of an unknown tool', () => {
    const whole = `开头${'雾'.repeat(9000)}结尾`
    const { data } = kept('mcp__weather', { report: whole, entries: lines(50) }, '.creonow/outputs/c/2.txt')
    expect(data.report).toBe(`开头${'雾'.repeat(998)}\n…\n${'雾'.repeat(498)}结尾`)
    expect({ ...data, report: '' }).toEqual({
      ...{ report: '', reportSize: { lines: 1, characters: 9004 } },
      ...{ entries: lines(50).slice(0, 10), entriesTotal: 50 },
      ...{ truncated: true, fullAt: '.creonow/outputs/c/2.txt' },
    })
  })

  test('has head and tail of the JSON of ten thousand fields', () => {
    const data = Object.fromEntries(lines(10_000).map((line, n) => [`f${n}`, line]))
    const { data: shown } = kept('constructor', data)
    expect(shown.json.startsWith('{"f0":"第1行')).toBe(true)
    expect(shown.json.endsWith('"}')).toBe(true)
    expect(shown.jsonSize.characters).toBe(JSON.stringify(data).length)
  })

  test('has the code and the whole message of an error, without text, stats and context', () => {
    const message = `没有这个文件。${'细节'.repeat(3000)}`
    const failed = result({}, { status: 'error', error: { code: 'NOT_FOUND', message } })
    expect(JSON.parse(compressToolResult('Read', failed))).toEqual({
      ...{ status: 'error', data: {}, error: { code: 'NOT_FOUND', message } },
    })
  })

  test('has a small result whole and not marked as truncated', () => {
    const data = { path: 'manuscript', entries: ['一.md', '二.md'], hidden: false, parent: null }
    expect(kept('LS', data)).toEqual({ status: 'success', data })
  })

  test('has no half of a character and stays within bounds, whatever the tool gave', () => {
    const tools = ['LS', 'Glob', 'Grep', 'Edit', 'MultiEdit', 'Write', 'Bash', 'TodoWrite', 'other']
    const text = fc.string({
      unit: fc.constantFrom('𠮷', '雾', '\n', 'a', '\r\n'),
      maxLength: 9000,
      size: 'max',
    })
    const value = fc.dictionary(
      fc.constantFrom('stdout', 'stderr', 'content', 'paths', 'recap', '__proto__'),
      fc.oneof(text, fc.array(text, { maxLength: 30, size: 'small' }), fc.integer(), fc.constant(null)),
    )
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.constantFrom(...tools), value, (tool, data) => {
        const json = compressToolResult(tool, result(data))
        expect(json.length).toBeLessThan(14_000)
        expect(json).not.toMatch(/\\ud[89a-f]/i)
        checked.when(JSON.parse(json).data.truncated === true)
      }),
      { numRuns: 60 },
    )
    checked.expectShare(0.4)
  })
})
