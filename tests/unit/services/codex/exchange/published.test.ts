import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toPayload } from '../../../../../main/src/lib/appError.ts'
import { pngOf, textChunk } from '../../../../support/cards.ts'
import { memoryExchange } from './port.ts'

// Files in the form in which other programs write them, by their published schemas: SillyTavern's World Info and
// cards, the specifications of Character Card V1 to V3, NovelAI's lorebooks 5 and 6.
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/exchange/${name}.json`, import.meta.url))

type Row = readonly [name: string, aliases: readonly string[], level: string, other?: object]

/** What a reader of the file expects: its entries, and every loss as `entry.field`. */
const expected: Readonly<Record<string, { readonly entries: readonly Row[]; readonly loss: string }>> = {
  'st-world': {
    entries: [
      ['雾港', ['港口'], 'when_detected'],
      ['潮汐会', [], 'when_detected'],
      ['世界规则', [], 'always'],
    ],
    loss: '',
  },
  'st-world-conditions': {
    entries: [
      ['林远', [], 'when_detected', { caseSensitive: true }],
      ['苏晚', [], 'when_detected'],
      ['旧灯塔', [], 'never'],
    ],
    loss: '旧灯塔.keysecondary 旧灯塔.probability 旧灯塔.selectiveLogic 林远.key 林远.outletName 林远.position 林远.triggers 苏晚.characterFilter 苏晚.depth 苏晚.group 苏晚.groupWeight 苏晚.matchScenario 苏晚.position 苏晚.role 苏晚.sticky',
  },
  'st-world-2023': { entries: [['Ann', ['Annie'], 'when_detected']], loss: '.name' },
  'st-world-of-card': { entries: [['雾港', [], 'when_detected']], loss: '.originalData' },
  'st-card-v2': {
    entries: [
      ['林远', [], 'when_detected', { type: 'character' }],
      ['林远的家', ['Lin', '林先生'], 'when_detected', { caseSensitive: true }],
      ['旁白', [], 'when_detected'],
      ['港口', [], 'when_detected'],
    ],
    loss: '旁白.outletName 旁白.position 旁白.triggers 林远.first_mes 林远.mes_example',
  },
  'card-v2-spec': {
    entries: [
      ['林远', [], 'when_detected', { type: 'character' }],
      ['雾港', [], 'when_detected'],
      ['灯塔', [], 'never', { caseSensitive: true }],
    ],
    loss: '林远.alternate_greetings 林远.character_book.scan_depth 林远.character_book.token_budget 林远.first_mes 林远.mes_example 林远.tags 灯塔.extensions.agnai 灯塔.order 雾港.order 雾港.priority',
  },
  'card-v3': {
    entries: [
      ['林远', ['阿远'], 'when_detected', { type: 'character' }],
      ['雾号', [], 'always'],
    ],
    loss: '林远.assets 雾号.content 雾号.content 雾号.order',
  },
  'card-v3-flat': {
    entries: [
      ['林远', ['阿远'], 'when_detected', { type: 'character' }],
      ['雾港', [], 'when_detected'],
    ],
    loss: '雾港.order',
  },
  'card-v3-newer': {
    entries: [['林远', ['阿远'], 'when_detected', { type: 'character' }]],
    loss: '林远.spec_version 林远.voice',
  },
  'card-v1': {
    entries: [['林远', [], 'when_detected', { type: 'character' }]],
    loss: '林远.first_mes 林远.mes_example',
  },
  'lorebook-v3': {
    entries: [['苏晚', ['看守'], 'when_detected']],
    loss: '.name 苏晚.keysecondary 苏晚.order',
  },
  'novelai-5': {
    entries: [
      ['林远', ['阿远'], 'when_detected'],
      ['雾港', [], 'when_detected'],
      ['世界规则', [], 'always'],
      ['旧灯塔', ['灯塔'], 'never'],
    ],
    loss: '',
  },
  'novelai-6': {
    entries: [
      ['苏晚', [], 'when_detected', { tags: ['人物'] }],
      ['潮汐会', [], 'never', { tags: ['势力'] }],
      ['雾', [], 'when_detected'],
    ],
    loss: '.settings 潮汐会.keyRelative 潮汐会.loreBiasGroups 苏晚.contextConfig 苏晚.keys 苏晚.keys 苏晚.searchRange 雾.advancedConditions 雾.hidden',
  },
  'lone-surrogates': {
    entries: [['雾港', ['坏\ufffd'], 'when_detected']],
    loss: '. . 雾港.x\ufffd',
  },
}

describe('a file as others write it', () => {
  test.each(Object.entries(expected))(
    'has the entries and losses that a reader expects: %s',
    async (name, want) => {
      const { stored, ...exchange } = memoryExchange()
      const { loss } = await exchange.import(fixture(name))
      const rows = stored.map(({ name: title, aliases, aiContextLevel, caseSensitive, type, tags }) => ({
        ...{ title, aliases, aiContextLevel, caseSensitive, type, tags },
      }))
      expect(rows).toEqual(
        want.entries.map(([title, aliases, aiContextLevel, other]) => ({
          ...{ title, aliases, aiContextLevel, caseSensitive: false, type: 'lore', tags: [], ...other },
        })),
      )
      const told = loss.map(({ entry, field }) => `${entry}.${field}`)
      expect(told.toSorted().join(' ')).toBe(want.loss)
    },
  )

  test.each(Object.keys(expected))('reads back equal after an export to World Info: %s', async (name) => {
    const { stored, ...exchange } = memoryExchange()
    await exchange.import(fixture(name))
    const again = memoryExchange()
    await again.import((await exchange.export()).content)
    const said = ({ stored: all }: { stored: typeof stored }) => all.map(({ extra: _, ...entry }) => entry)
    expect(said(again)).toEqual(said({ stored }))
    expect((await again.export()).file).toEqual((await exchange.export()).file)
  })

  test('preserves every unknown field, wherever it was', async () => {
    const { stored, ...exchange } = memoryExchange()
    const raw = JSON.parse(fixture('novelai-6').toString())
    await exchange.import(raw)
    const { text: _, ...first } = raw.entries[0]
    const { entries: __, ...file } = raw
    expect(stored[0]?.extra).toEqual({ novelai: first, novelaiFile: file })
    const card = memoryExchange()
    await card.import(fixture('st-card-v2'))
    expect(card.stored[2]?.extra).toMatchObject({
      bookEntry: { extensions: { outlet_name: '旁白', triggers: ['continue'] } },
    })
  })

  test('may be a lorebook in a picture of NovelAI', async () => {
    const { stored, ...exchange } = memoryExchange()
    const png = pngOf(textChunk('naidata', fixture('novelai-5').toString('base64')))
    expect((await exchange.import(png)).entries).toBe(4)
    expect(stored[0]?.body).toBe('抄图员。')
  })

  test('may be in a story of NovelAI, and comes as from a file of its own', async () => {
    const [inStory, separate] = [memoryExchange(), memoryExchange()]
    const lorebook = JSON.parse(fixture('novelai-5').toString())
    await inStory.import({ storyContainerVersion: 1, metadata: {}, content: { lorebook } })
    await separate.import(lorebook)
    expect(inStory.stored).toEqual(separate.stored)
    expect(separate.stored).toHaveLength(4)
  })

  test('has halves of characters and invalid numbers replaced, with a notice', async () => {
    const { stored, ...exchange } = memoryExchange()
    const { loss } = await exchange.import(fixture('lone-surrogates'))
    expect([stored[0]?.body, ...loss.slice(0, 2).map(({ reason }) => reason)]).toEqual([
      '灯\ufffd塔',
      '有 3 处文字里有坏掉的半个字符，换成了“\ufffd”。',
      '有 1 个数字超出范围，没有保留。',
    ])
  })
})

test.each(['not-npm-package', 'not-web-manifest', 'not-tsconfig', 'not-feed', 'not-list'])(
  '%s is refused with a true sentence, and nothing is stored',
  async (name) => {
    const { stored, ...exchange } = memoryExchange()
    expect(await exchange.import(fixture(name)).catch(toPayload)).toMatchObject({
      code: 'IMPORT_UNSUPPORTED',
      message: '这个文件不是角色卡、World Info 或 NovelAI 的 lorebook，没有导入。',
    })
    expect(stored).toEqual([])
  },
)
