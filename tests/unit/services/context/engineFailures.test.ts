import { describe, expect, it } from 'vitest'
import { describeNotice } from '../../../../main/src/contract/sentences/codedSentence.ts'
import type { Notice, Source } from '../../../../main/src/services/context/index.ts'
import { createPreviousChapter } from '../../../../main/src/services/sources/previousChapter.ts'
import {
  continueSkill,
  engineOf,
  passage,
  requestFor,
  rule,
  setting,
  tokenizer,
} from '../../../support/engine.ts'
import { type Planted, sourceOf, sourcesOf } from '../../../support/planted.ts'

const chapter = '林远把信折好。\n许三娘没有回头。\n'
const rules = [rule('严格第一人称叙述'), rule('林远性格冷静，不会大声喊叫')]
const passages = [passage(3, '父亲的铜哨在抽屉里。', 0.5), passage(1, '石阶一共十七级。', 0.3)]
const material = sourcesOf([...rules, ...passages])

describe('the engine', () => {
  const failing = (read: Source['read']): Source => ({ ...sourceOf('codexAlways', async () => []), read })

  it.each([
    [
      'throws',
      () => {
        throw new Error('down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('down'))],
    ['never answers', () => new Promise<never>(() => undefined)],
    ['answers nonsense', async () => 'none' as unknown as []],
  ] as const)('goes on without a source that %s', async (_how, read) => {
    const { notices, systemPrompt } = await engineOf([failing(read), ...material]).assemble(
      requestFor(chapter, { deadlineMs: 30 }),
    )
    expect(notices).toEqual([{ code: 'KG_UNAVAILABLE', params: {} }])
    expect(notices.map((notice) => describeNotice(notice, 'zh'))).toEqual([
      'KG_UNAVAILABLE: 知识图谱数据未注入',
    ])
    expect(systemPrompt).toContain('1. 严格第一人称叙述')
  })

  it('rejects malformed chunks with evidence and uses the rest', async () => {
    const broken = [
      setting('负.md', '甲', { from: -1, to: 3 }),
      setting('空.md', '乙', { confidence: Number.NaN }),
      setting('无.md', '丙', { storeId: '' }),
      setting('怪.md', '丁', { text: 7 as unknown as string }),
      setting('高.md', '己', { score: Number.POSITIVE_INFINITY }),
      setting('名.md', '庚', { title: null as unknown as string }),
    ]
    const { trim, notices, systemPrompt } = await engineOf(
      sourcesOf([...broken, setting('好.md', '戊')]),
    ).assemble(requestFor(chapter))
    expect(
      trim
        .filter(({ reason }) => reason === 'invalid_format')
        .map(({ sourceRef, action, beforeChars, afterChars }) => [
          sourceRef,
          action,
          beforeChars,
          afterChars,
        ]),
    ).toEqual(
      ['负', '空', '无', '怪', '高', '名'].map((name) => [
        `.creonow/settings/${name}.md`,
        'dropped',
        name === '怪' ? 0 : 1,
        0,
      ]),
    )
    const invalid = (field: string): Notice => ({ code: 'CONTEXT_INVALID_CHUNK', params: { field } })
    expect(notices).toEqual(['range', 'score', 'storeId', 'text', 'title'].map(invalid))
    expect(systemPrompt).toContain('戊')
  })

  it('takes an invalid draft of an embedder for one bad draft, not for a bad source', async () => {
    const facts = sourceOf('settingsFiles', async () => [])
    const [good] =
      (await sourcesOf([setting('好.md', '戊')])[0]?.read({ projectId: 'p1' } as never, {} as never)) ?? []
    const source = { ...facts, read: async () => [null, 7, good] as never }
    const { notices, systemPrompt } = await engineOf([source]).assemble(requestFor(chapter))
    expect(notices).toEqual([{ code: 'CONTEXT_INVALID_CHUNK', params: { field: 'draft' } }])
    expect(systemPrompt).toContain('戊')
  })

  it('preserves how certain a source is of a piece, and has no length of what was not read', async () => {
    const source = sourceOf('settingsFiles', async (_scene, io) => {
      io.reportOmitted('.creonow/settings/坏.md', 'read_error')
      return [setting('好.md', '戊', { confidence: 0.8 })]
    })
    const { placed, trim } = await engineOf([source]).assemble(requestFor(chapter))
    expect(placed.settings.map(({ chunk }) => chunk.confidence)).toEqual([0.8])
    expect(trim.filter(({ sourceRef }) => sourceRef.includes('坏'))).toEqual([
      {
        layer: 'settings',
        sourceRef: '.creonow/settings/坏.md',
        action: 'dropped',
        reason: 'read_error',
        beforeChars: 0,
        afterChars: 0,
      },
    ])
  })

  it('fails the whole request when a draft was read from the store of another project', async () => {
    const foreign = sourcesOf([passage(1, '别人的稿子。', 0.9, { storeId: 'p2' })])
    await expect(engineOf(foreign).assemble(requestFor(chapter))).rejects.toMatchObject({
      code: 'CONTEXT_SCOPE_VIOLATION',
    })
  })

  it('refuses 90k tokens of instruction and says which layer is large', async () => {
    const additionalInput = '请把这一段写得更长一些，'.repeat(12_000)
    const model = { id: 'big', windowTokens: 200_000, outputReserveTokens: 4096 }
    await expect(
      engineOf(material).assemble(requestFor(chapter, { additionalInput, model })),
    ).rejects.toMatchObject({
      code: 'CONTEXT_INPUT_TOO_LARGE',
      details: {
        why: 'capacity',
        sources: expect.arrayContaining([
          { source: 'request:additionalInput', tokens: 108_001 },
          { source: '.creonow/rules/constraints.json#严格第一人称叙述', tokens: 7 },
        ]),
      },
    })
  })

  it('takes every chunk of a source that holds many, and the same text once', async () => {
    const wiki = (text: string, score: number): Planted => ({
      source: 'passages',
      path: 'wiki:港口',
      text,
      score,
    })
    const found = [wiki('灯塔建于乙巳年。', 0.9), wiki('旧仓在东礁。', 0.5), wiki('灯塔建于乙巳年。', 0.9)]
    const { userContent, trim } = await engineOf(sourcesOf(found)).assemble(requestFor(chapter))
    expect(userContent.match(/灯塔建于乙巳年。|旧仓在东礁。/g)?.toSorted()).toEqual([
      '旧仓在东礁。',
      '灯塔建于乙巳年。',
    ])
    expect(trim.filter(({ reason }) => reason === 'not_selected').length).toBe(1)
  })

  it('prints the words of the skill before those of the author, wherever the skill is stored', async () => {
    for (const source of ['skill:continue', '.creonow/skills/续写.md']) {
      const { userContent } = await engineOf([]).assemble(
        requestFor(chapter, { skill: { ...continueSkill, source }, additionalInput: '写到灯灭。' }),
      )
      expect(userContent.indexOf('写到灯灭。')).toBeGreaterThan(userContent.indexOf('接着写。'))
    }
  })

  it('ends every block with a line feed, also behind a lone carriage return', async () => {
    const sources = sourcesOf([rule('不写梦\r'), setting('a.md', '甲\r乙\r')])
    const { blocks, systemPrompt, userContent, tokenCount } = await engineOf(sources).assemble(
      requestFor(`${chapter}\r`),
    )
    expect(blocks.filter(({ text }) => !text.endsWith('\n'))).toEqual([])
    expect(tokenCount).toBe(tokenizer.count(systemPrompt + userContent))
  })

  it('does not split a character where the text behind the cursor ends for it', async () => {
    const text = `雾。${' '.repeat(3999)}😀${' '.repeat(200)}`
    const { userContent } = await engineOf([]).assemble(requestFor(text, { cursorPosition: 2 }))
    expect(userContent.isWellFormed()).toBe(true)
  })

  it('shows how the last chapter ended, not only its last three words', async () => {
    const end = `${'他沿着石阶往上走，数到第三十级停下。'.repeat(400)}\n（待续）\n`
    const documents = {
      list: async () => [
        { documentId: 'manuscript/009.md', title: '第九章', kind: 'chapter' as const, chapterNumber: 9 },
        { documentId: 'manuscript/010.md', title: '第十章', kind: 'chapter' as const, chapterNumber: 10 },
      ],
      read: async () => ({ text: end }),
    }
    const { placed } = await engineOf([createPreviousChapter(documents)]).assemble(requestFor('雾。'))
    const previous = placed.immediate.find(({ chunk }) => chunk.source.name === 'previousChapter')
    expect(previous?.text.endsWith('停下。\n（待续）\n')).toBe(true)
    expect(tokenizer.count(previous?.text ?? '')).toBeGreaterThan(1000)
  })

  it('falls back to an estimate that never under-counts when the tokenizer fails', async () => {
    let calls = 0
    const broken = {
      id: 'broken',
      exact: true,
      count: (text: string) => {
        calls += 1
        if (calls > 5) throw new Error('bpe')
        return text.length
      },
    }
    const assembly = await engineOf(material, { tokenizer: broken }).assemble(requestFor(chapter))
    expect(assembly.notices.map((notice) => describeNotice(notice, 'zh'))).toEqual([
      'CONTEXT_BUDGET_FALLBACK: 没能精确计数，这次用了保守的估算。',
    ])
    expect(assembly.tokenizer).toEqual({ id: 'estimate', exact: false })
    expect(assembly.tokenCount).toBeGreaterThanOrEqual(
      tokenizer.count(assembly.systemPrompt + assembly.userContent),
    )
  })

  it('runs 4, queues 16 and refuses exactly 20 of 40 requests for one document', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const slow = sourceOf('codexAlways', async () => {
      await gate
      return []
    })
    const engine = engineOf([slow])
    const all = Array.from({ length: 40 }, () => engine.assemble(requestFor(chapter, { deadlineMs: 5000 })))
    const settled = Promise.allSettled(all)
    open()
    const codes = (await settled).map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'ok',
    )
    expect([
      codes.filter((code) => code === 'ok').length,
      codes.filter((code) => code === 'CONTEXT_BACKPRESSURE').length,
    ]).toEqual([20, 20])
    await expect(engine.assemble(requestFor(chapter))).resolves.toMatchObject({
      tokenCount: expect.any(Number),
    })
  })
})
