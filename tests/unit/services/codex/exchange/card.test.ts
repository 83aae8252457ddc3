import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64Json, charxCard, pngCard, pngOf, textChunk } from '../../../../support/cards.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { entry, memoryExchange } from './port.ts'

const v3 = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    name: '林远',
    nickname: '阿远',
    description: '{{char}}是抄图员。',
    personality: '沉默，𠮷。',
    scenario: '',
    first_mes: '“你来了。”',
    alternate_greetings: [],
    system_prompt: '{{original}}',
    assets: [{ type: 'icon', uri: `data:image/png;base64,${'A'.repeat(9000)}`, name: 'main', ext: 'png' }],
    extensions: { regex_scripts: [{ find: '/(a+)+$/' }] },
    zodiac: '羊',
    valueOf: ['like a property of every object'],
    character_book: {
      name: '雾港',
      scan_depth: 4,
      entries: [
        {
          keys: ['雾港', '{{char}}的家'],
          content: '@@depth 2\n{{char}}住在雾港。',
          enabled: true,
          insertion_order: 5,
          use_regex: true,
          priority: 9,
          extensions: { position: 4, odd: [1] },
        },
      ],
    },
  },
}

test('a card becomes a character with headings, its book entries are next to it, and losses are named', async () => {
  const { stored, ...exchange } = memoryExchange()
  const { entries, loss } = await exchange.import(v3)
  const { name: _, nickname: __, personality: ___, character_book: ____, ...kept } = v3.data
  expect({ entries, stored }).toEqual({
    entries: 2,
    stored: [
      entry({
        id: 'new-1',
        type: 'character',
        aliases: ['阿远'],
        body: '## 描述\n\n阿远是抄图员。\n\n## 性格\n\n沉默，𠮷。\n',
        extra: {
          card: {
            spec: 'chara_card_v3',
            spec_version: '3.0',
            data: {
              ...kept,
              assets: [{ type: 'icon', uri: 'data:image/png;base64,', name: 'main', ext: 'png' }],
              character_book: { name: '雾港', scan_depth: 4 },
            },
          },
        },
      }),
      entry({
        id: 'new-2',
        name: '雾港',
        aliases: ['阿远的家'],
        body: '阿远住在雾港。',
        extra: { bookEntry: v3.data.character_book.entries[0] },
      }),
    ],
  })
  expect(loss.map(({ entry, field }) => `${entry}.${field}`)).toEqual([
    ...['first_mes', 'system_prompt', 'assets', 'extensions', 'zodiac', 'valueOf'].map(
      (field) => `林远.${field}`,
    ),
    '林远.character_book.scan_depth',
    ...['content', 'order', 'position', 'priority', 'extensions.odd'].map((field) => `雾港.${field}`),
  ])
})

describe('a card', () => {
  const plain = {
    spec: 'chara_card_v2',
    spec_version: '2.0',
    data: { name: '林远', description: '抄图员。' },
  }
  const other = { ...plain, data: { name: '旧卡' } }
  const json = Buffer.from(JSON.stringify(plain))
  test.each([
    ['JSON with a BOM', Buffer.concat([Buffer.from('\uFEFF'), json])],
    ['tEXt chara', pngCard(plain)],
    ['a keyword in capitals', pngCard(plain, 'Chara')],
    ['zTXt', pngOf(textChunk('chara', base64Json(plain), 'zTXt'))],
    ['iTXt', pngOf(textChunk('ccv3', base64Json(plain), 'iTXt'))],
    ['iTXt with plain JSON', pngOf(textChunk('ccv3', JSON.stringify(plain), 'iTXt'))],
    ['ccv3 beats chara', pngOf(textChunk('chara', base64Json(other)), textChunk('ccv3', base64Json(plain)))],
    ['CHARX', charxCard(plain)],
    ['CHARX behind a JPEG', charxCard(plain, true)],
    ['V1, without an envelope', Buffer.from(JSON.stringify({ ...plain.data, first_mes: '' }))],
  ])('is read from %s', async (_, bytes) => {
    const { stored, ...exchange } = memoryExchange()
    expect((await exchange.import(bytes)).entries).toBe(1)
    expect(stored.map(({ name, body }) => [name, body])).toEqual([['林远', '## 描述\n\n抄图员。\n']])
  })
})

const json = fc.jsonValue({ maxDepth: 3 })
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const unknown = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), json, { maxKeys: 3 })
const bookEntry = fc
  .tuple(
    unknown,
    fc.record({
      keys: fc.array(text),
      content: text,
      enabled: fc.boolean(),
      insertion_order: fc.nat(),
      constant: fc.boolean(),
      comment: text,
      extensions: unknown,
    }),
  )
  .map(([other, known]) => ({ ...other, ...known }))
const cardOf = (spec: string) =>
  fc
    .tuple(unknown, unknown, unknown, fc.array(bookEntry, { maxLength: 3 }))
    .chain(([root, fields, book, entries]) =>
      fc
        .record({ name: text, description: text, personality: text, first_mes: text, extensions: unknown })
        .map((known) => ({
          ...root,
          spec,
          spec_version: spec.endsWith('3') ? '3.0' : '2.0',
          data: { ...fields, ...known, character_book: { ...book, entries } },
        })),
    )
    .filter(
      (card) =>
        !/"(?:__proto__|constructor|prototype|lorebookVersion|kind|type|uri)":/.test(JSON.stringify(card)),
    )

test.each([
  ['V2 as JSON', cardOf('chara_card_v2'), (card: unknown) => Buffer.from(JSON.stringify(card))],
  ['V2 in a PNG', cardOf('chara_card_v2'), (card: unknown) => pngCard(card)],
  ['V3 in a PNG', cardOf('chara_card_v3'), (card: unknown) => pngCard(card, 'ccv3')],
  ['V3 in a CHARX', cardOf('chara_card_v3'), (card: unknown) => charxCard(card)],
])('%s → entries → World Info → entries loses no field of card, book or entry', async (_, cards, fileOf) => {
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(cards, async (written) => {
      const card = JSON.parse(JSON.stringify(written))
      const once = memoryExchange()
      await once.import(fileOf(card))
      const exported = await once.export()
      const twice = memoryExchange()
      await twice.import(exported.content)
      expect(twice.stored).toEqual(once.stored)
      const [character, ...lore] = twice.stored
      const kept = character?.extra.card as { data: Record<string, unknown> }
      const {
        name: _name,
        description: _description,
        personality: _personality,
        character_book,
        ...rest
      } = card.data
      const { entries, ...book } = character_book
      const { data: _data, ...root } = card
      checked.when(entries.length > 0)
      expect(kept).toMatchObject({ ...root, data: { ...rest, character_book: book } })
      for (const [index, raw] of entries.entries())
        expect({ content: lore[index]?.body, ...(lore[index]?.extra.bookEntry ?? {}) }).toEqual(raw)
      const texts = [card.data.description, card.data.personality].filter((one: string) => one.trim() !== '')
      for (const one of texts) expect(character?.body).toContain(one.trim())
    }),
    { numRuns: 60 },
  )
  checked.expectShare(0.3)
})
