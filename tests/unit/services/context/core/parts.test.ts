import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frozenEnds } from '../../../../../main/src/services/context/core/print.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { engineOf, requestFor, tokenizer } from '../../../../support/engine.ts'

const pieces = fc.array(
  fc.constantFrom(
    '雾从海面上爬过来，灯一盏接一盏暗下去。'.repeat(12),
    '林远数到第三十级。'.repeat(130),
    '\n',
    '\r\n',
    '\r',
    '\n\u3000\u3000',
    ' ',
    '/',
    '“',
    '𠮷👨‍👩‍👧‍👦',
    'Ann said so.',
  ),
  { minLength: 8, maxLength: 40, size: 'max' },
)

it('a part ends with the paragraph at or behind 1,000 characters, not before', () => {
  const lines = ['甲'.repeat(998), '乙', '丙'.repeat(999), '丁'.repeat(5000), '戊']
  expect(frozenEnds(lines.join('\n'))).toEqual([1001, 2001, 7002])
  expect(frozenEnds(`${'甲'.repeat(1200)}\n`)).toEqual([])
  expect(frozenEnds(`${'甲'.repeat(1200)}\r\n/乙\r\n\u3000丙`)).toEqual([1206])
  expect(frozenEnds('')).toEqual([])
})

it('writing on leaves every end where it is', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(pieces, pieces, (written, more) => {
      const text = written.join('')
      const before = frozenEnds(text)
      expect(frozenEnds(text + more.join('')).slice(0, before.length)).toEqual(before)
      checked.when(before.length > 0)
    }),
    { numRuns: 400 },
  )
  checked.expectShare(0.5)
})

it('parts are the bytes of the prompt and their counts add up, at every step of a chapter', async () => {
  const engine = engineOf([])
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(pieces, async (written) => {
      const { blocks, systemPrompt, userContent, tokenCount } = await engine.assemble(
        requestFor(written.join(''), { stateless: true }),
      )
      const prompt = systemPrompt + userContent
      expect(blocks.map(({ text }) => text).join('')).toBe(prompt)
      expect(blocks.map(({ tokens }) => tokens).reduce((a, b) => a + b)).toBe(tokenizer.count(prompt))
      expect(tokenCount).toBe(tokenizer.count(prompt))
      for (const { part, text, tokens } of blocks)
        if (part !== undefined) expect(tokens).toBe(tokenizer.count(text))
      checked.when(blocks.some(({ part }) => part === 'frozen'))
    }),
    { numRuns: 60 },
  )
  checked.expectShare(0.3)
})

it('the chapter is one chunk in every account, and an unchanged part is the same block again', async () => {
  const engine = engineOf([])
  const text = `${'他沿着石阶往上走，数到第三十级停下。'.repeat(60)}\n`.repeat(3)
  const first = await engine.assemble(requestFor(text))
  const second = await engine.assemble(requestFor(`${text}雾来了。`))
  const partsOf = ({ blocks }: typeof first) => blocks.filter(({ part }) => part !== undefined)
  expect(partsOf(second).map(({ blockId, part }) => [blockId, part])).toEqual([
    ['immediate:textBefore:manuscript/010.md@0', 'frozen'],
    ['immediate:textBefore:manuscript/010.md@1', 'frozen'],
    ['immediate:textBefore:manuscript/010.md@2', 'frozen'],
    ['immediate:textBefore:manuscript/010.md@3', 'open'],
  ])
  expect(partsOf(second).slice(0, 2)).toEqual(partsOf(first).slice(0, 2))
  expect(partsOf(second)[0]).toBe(partsOf(first)[0])
  expect(second.trim.filter(({ sourceRef }) => sourceRef.includes('010.md')).length).toBe(1)
  expect(second.delta.firstChange?.blockId).toBe('immediate:textBefore:manuscript/010.md@2')
})
