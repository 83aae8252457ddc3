import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fountain } from '../../../../../main/src/services/manuscript/import/fountain.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const read = (text: string) => fountain.read(Buffer.from(text), undefined)
const readWithSentences = async (text: string) => {
  const { omissions, ...extracted } = await read(text)
  return { ...extracted, left: omissions.map(({ sentence }) => sentence.en) }
}

test('sections are parts and chapters, scenes headings within, and what stays out is counted', async () => {
  const source = [
    'Title:\n    _**雾港来信**_\n    下\nCredit: written by\nAuthor: 林\n',
    '# 第一卷 雾\n\n## 第一章 信\n\n= 信到了。\n\nINT. 客栈 - NIGHT #1A#\n',
    '他*走*了，**不**回头，***再***不，_还_来。[[查一下]]',
    '他说：\\*不\\*。 5 * 3 * 2\n',
    '@林远\n(低声)\n雾来了。\n',
    '/* 删去的\n\n一段 */',
    '> CUT TO:\n\n> 终 <\n\n===\n\n.SNIPER SCOPE\n\n!INT. NOWHERE\n\n~la la\n',
    '## 第二章\n\n...\n\n[[不是\n\n笔记]]',
  ].join('\n')
  const { text, cuts, facts, left } = await readWithSentences(source)
  expect({ text, cuts: cuts?.map(({ title, volume }) => [title, volume]), facts, left }).toEqual({
    text: [
      '# 第一卷 雾\n\n## 第一章 信\n\n### INT. 客栈 - NIGHT\n\n他*走*了，**不**回头，***再***不，还来。  \n他说：\\*不\\*。 5 \\* 3 \\* 2\n',
      '林远  \n(低声)  \n雾来了。\n\nCUT TO:\n\n终\n\n### SNIPER SCOPE\n\nINT. NOWHERE\n\nla la\n',
      '# 第二章\n\n...\n\n[[不是\n\n笔记]]\n\n',
    ].join('\n'),
    cuts: [
      ['第一章 信', '第一卷 雾'],
      ['第二章', '第一卷 雾'],
    ],
    facts: { title: '雾港来信 下', author: '林' },
    left: [
      'The title page has become title and author and is no part of the text.',
      '2 comments for the author alone were left out.',
      '1 synopsis was left out.',
      '7 codes for underlines, raised letters or layout were left out; the words are there.',
    ],
  })
})

test('a play without sections has a chapter for each scene, and what is before the first one stays', async () => {
  const { cuts, text } = await read('FADE IN:\n\nINT. ROOM - DAY\n\nHe sits.\n\nEXT. SEA\n\nWaves.\n')
  expect([cuts?.map(({ title }) => title), text]).toEqual([
    ['FADE IN:', 'INT. ROOM - DAY', 'EXT. SEA'],
    'FADE IN:\n\n# INT. ROOM - DAY\n\nHe sits.\n\n# EXT. SEA\n\nWaves.\n\n',
  ])
})

test('the first lines are no title page without a title, and a line that only looks like a scene is text', async () => {
  const { text, facts } = await read('Note: this is prose.\n\nINT. ROOM\nHe sits.\n\nINTERIOR\n')
  expect([text, facts]).toEqual(['Note: this is prose.\n\nINT. ROOM  \nHe sits.\n\nINTERIOR\n\n', undefined])
})

test('words of any play are all there, in order, with every mark paired or written out', async () => {
  const piece = fc.constantFrom(
    ...['雾', '信', 'a', 'B', '𠮷', ' ', '\n', '\n\n', '*', '**', '***', '_', '\\*', '# ', '.x', 'INT. Y'],
    ...['> ', ' <', '~', '@', '!', '[[', ']]', '/*', '*/', '\r\n', '#1#', '#'],
  )
  const checks = countedChecks()
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const source = pieces.join('')
      // Notes, boneyards and numbers of scenes are left out, which is a test above.
      fc.pre(!/\[\[|\/\*|#1#/.test(source))
      const { text } = await read(source)
      const letters = (words: string) => words.replace(/<\/?(?:em|strong)>|[^\p{L}]/gu, '')
      checks.when(/\p{L}/u.test(text) && /[*_]/.test(source))
      expect(letters(text)).toBe(letters(source))
    }),
    { numRuns: 500 },
  )
  checks.expectShare(0.25)
})

test('hostile plays take time in proportion to their length', {
  tags: ['whole'],
  timeout: 60_000,
}, async () => {
  const kinds = [
    '[[',
    '/*',
    '*',
    '*a ',
    '_a',
    '[[ a\n\n',
    '# a\n\n',
    'INT. A\n\n',
    '\\',
    '=a\n',
    'A: b\n',
    '>',
  ]
  for (const kind of kinds) {
    // The least of several runs: the one that collecting garbage disturbed least.
    const time = async (count: number) => {
      const source = kind.repeat(count)
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const start = process.cpuUsage().user
        await read(source).catch(() => undefined)
        times.push(process.cpuUsage().user - start)
      }
      return Math.min(...times)
    }
    await time(1000)
    const [small, large] = [await time(4000), await time(16_000)]
    // Microseconds; below some the noise weighs more than the work.
    expect([kind, large / Math.max(small, 20_000) < 10]).toEqual([kind, true])
  }
})
