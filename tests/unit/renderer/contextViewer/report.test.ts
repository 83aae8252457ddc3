import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Receipt, ReceiptChunk } from '../../../../main/src/contract/context.ts'
import { createSources, type SourcePorts } from '../../../../main/src/services/sources/index.ts'
import { makeReport } from '../../../../renderer/src/features/contextViewer/report.ts'
import { createSaltedHash } from '../../../../renderer/src/features/contextViewer/saltedHash.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const hash = async (text: string) => createHash('sha256').update(text).digest('hex')
const sourceNames = new Set(createSources({} as SourcePorts).map(({ name }) => name))
const sha = (letter: string) => letter.repeat(64)
const text = '　　顾栖把信折好，𠮷野家的灯还亮着。\r\n“别念。”'
const passage = 'manuscript/003-灯塔下的信.md#12-90'

const chunk: ReceiptChunk = {
  layer: 'retrieved',
  sourceName: 'passages',
  card: 'title',
  source: 'manuscript/003-灯塔下的信.md',
  from: 12,
  to: 90,
  label: '第三章 灯塔下的信',
  tokens: 30,
  action: 'kept',
  reason: '来自条目「顾栖」',
  reasonCode: 'in_window',
  params: { side: 'before', distance: 12, key: '顾栖', shared: false, terms: ['灯塔'] },
  trimReason: 'within_budget',
  state: 'same',
  text,
}
const use = { tokens: 30, truncated: false }
const receipt: Receipt = {
  receiptId: '1763800000000-0123456789ab',
  projectId: '雾港来信-1',
  documentId: 'manuscript/010-归航.md',
  skillId: '我的技能',
  modelId: 'deepseek/deepseek-chat',
  createdAt: '2026-11-22T03:00:00.000Z',
  tokenCount: 900,
  stablePrefixHash: sha('a'),
  promptHash: sha('b'),
  stablePrefixUnchanged: true,
  tokenizer: { id: 'o200k_base', exact: true },
  budget: {
    maxInputTokens: 1000,
    estimate: { rulesTokens: 1, settingsTokens: 2, retrievedTokens: 3, immediateTokens: 4, totalTokens: 10 },
    total: 1000,
    windowTokens: 2000,
    outputReserveTokens: 500,
    templateTokens: 20,
    historyTokens: 0,
  },
  layers: { rules: use, settings: use, retrieved: { ...use, chunks: 1 }, immediate: use },
  warnings: ['RAG_INDEXING: 已索引 1/2', '/home/顾/小说 读不出来'],
  notices: [{ code: 'RAG_INDEXING', params: { indexed: 1, total: 2 } }],
  trim: [
    {
      layer: 'retrieved',
      sourceRef: passage,
      action: 'kept',
      reason: 'within_budget',
      beforeChars: 78,
      afterChars: 78,
    },
  ],
  redaction: [{ patternId: 'api-key', sourceRef: '.creonow/rules/style.md', matchCount: 1 }],
  delta: {
    kind: 'delta',
    baseHash: sha('c'),
    reusedTokens: 10,
    firstChange: { blockId: `retrieved:passages:${passage}`, stability: 'scene', tokensAfter: 5 },
    blocks: [
      {
        blockId: `retrieved:passages:${passage}~2`,
        stability: 'scene',
        hash: sha('d'),
        tokens: 30,
        state: 'added',
      },
    ],
    removed: ['rules:codexAlways:.creonow/characters/顾栖.json#kg-1'],
  },
  timings: { total: 12 },
  insertedParagraphs: [sha('e'), sha('f')],
  writtenClauses: [sha('e').slice(0, 16)],
}

describe('makeReport', () => {
  test('leaves numbers, decisions and hashes; texts, names and paths of the author become hashes', async () => {
    const view = { receipt, prompt: `<<<规则>>>\n${text}`, chunks: [chunk] }
    const report = await makeReport(view, { version: '0.1.0', hash, sourceNames })
    const name = async (part: string) => (await hash(part)).slice(0, 12)
    const file = `manuscript/${await name('003-灯塔下的信.md')}.md`
    expect(report.chunks).toEqual([
      {
        card: 'title',
        layer: 'retrieved',
        sourceName: 'passages',
        source: file,
        from: 12,
        to: 90,
        label: { sha256: await hash('第三章 灯塔下的信'), units: 9 },
        tokens: 30,
        action: 'kept',
        reason: { sha256: await hash('来自条目「顾栖」'), units: 8 },
        reasonCode: 'in_window',
        params: {
          side: { sha256: await hash('before'), units: 6 },
          distance: 12,
          key: { sha256: await hash('顾栖'), units: 2 },
          shared: false,
          terms: [{ sha256: await hash('灯塔'), units: 2 }],
        },
        trimReason: 'within_budget',
        state: 'same',
        text: { sha256: await hash(text), units: text.length },
      },
    ])
    expect(report.receipt).toEqual({
      ...receipt,
      projectId: await name('雾港来信-1'),
      documentId: `manuscript/${await name('010-归航.md')}.md`,
      skillId: await name('我的技能'),
      warnings: [
        { code: 'RAG_INDEXING', detail: { sha256: await hash(': 已索引 1/2'), units: 9 } },
        { code: '', detail: { sha256: await hash('/home/顾/小说 读不出来'), units: 15 } },
      ],
      trim: [{ ...receipt.trim[0], sourceRef: `${file}#12-90` }],
      delta: {
        ...receipt.delta,
        firstChange: { ...receipt.delta.firstChange, blockId: `retrieved:passages:${file}#12-90` },
        blocks: [{ ...receipt.delta.blocks[0], blockId: `retrieved:passages:${file}#12-90~2` }],
        removed: [
          `rules:codexAlways:.creonow/characters/${await name('顾栖.json')}.json#${await name('kg-1')}`,
        ],
      },
      insertedParagraphs: 2,
      writtenClauses: 1,
    })
    expect([report.appVersion, report.prompt?.units]).toEqual(['0.1.0', view.prompt.length])
  })

  test('lets no piece of an author’s words out, whichever field they are in', async () => {
    const word = fc
      .array(fc.constantFrom(...'顾栖雾港灯塔潮信𠮷。，“』　第章𠮷/\\:#~. '), { minLength: 6, maxLength: 30 })
      .map((letters) => letters.join(''))
    const everywhere = (said: string) => ({
      receipt: {
        ...receipt,
        projectId: said,
        documentId: `manuscript/${said}.md`,
        skillId: said,
        modelId: `/home/${said}`,
        warnings: [said, `RAG_UNAVAILABLE: ${said}`],
        notices: [{ code: 'FILE_UNREADABLE' as const, params: { path: said, cause: said } }],
        trim: receipt.trim.map((row) => ({ ...row, sourceRef: said, params: { terms: [said], of: said } })),
        redaction: receipt.redaction.map((row) => ({ ...row, sourceRef: `.creonow/settings/${said}` })),
        delta: {
          ...receipt.delta,
          blocks: receipt.delta.blocks.map((row) => ({ ...row, blockId: `settings:settingsFiles:${said}` })),
          removed: [said],
        },
      },
      prompt: said,
      chunks: [
        {
          ...chunk,
          label: said,
          reason: said,
          source: said,
          sourceName: said,
          params: { of: said },
          text: said,
        },
        { ...chunk, text: null },
      ],
    })
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(word, async (said) => {
        const json = JSON.stringify(await makeReport(everywhere(said), { version: null, hash, sourceNames }))
        expect(json).not.toMatch(/[^ -~]|home/)
        checked.when(/[^ -~]/.test(said))
      }),
    )
    checked.expectShare(0.9)
  })
})

test('the hashes of two reports cannot be compared, those of one can', async () => {
  const [one, other] = [createSaltedHash(), createSaltedHash()]
  expect(await one('顾栖')).toMatch(/^[0-9a-f]{64}$/)
  expect(await one('顾栖')).toBe(await one('顾栖'))
  expect(await one('顾栖')).not.toBe(await other('顾栖'))
})
