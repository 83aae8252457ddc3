import { describe, expect, it } from 'vitest'
import {
  cardOf,
  chipKey,
  nameRowsOf,
  noteOf,
  type RowChoices,
  type Suggestions,
} from '../../../../renderer/src/features/codexFromText/nameRows.ts'

type Item = Suggestions['items'][number]

const item = (text: string, part: Partial<Item> = {}): Item => ({
  ...{
    kind: 'character',
    text,
    aliases: [],
    count: 1,
    firstChapter: 'c1',
    lastChapter: 'c9',
    sample: `${text}来了。`,
  },
  ...part,
})
const rows = (
  items: Item[],
  choices: Partial<RowChoices> = {},
  sharedAliases: Suggestions['sharedAliases'] = [],
) =>
  nameRowsOf(
    { items, sharedAliases },
    { ignored: new Set(), owned: new Set(), pulled: new Set(), joined: new Map(), ...choices },
  )
const short = (all: ReturnType<typeof rows>) =>
  all.map(({ text, chips, count }) => [[text, ...chips.map((chip) => chip.text)].join('/'), count])
const pulled = (origin: string, text: string) => chipKey({ origin, text })

describe('the rows of names', () => {
  it('are sorted by mentions, whatever the order they were suggested in', () => {
    expect(
      short(rows([item('甲', { count: 2 }), item('乙', { count: 9 }), item('丙', { count: 5 })])),
    ).toEqual([
      ['乙', 9],
      ['丙', 5],
      ['甲', 2],
    ])
  })

  it('have an alias that was pulled off as a row of its own behind its name, and not on the card any more', () => {
    const all = rows([item('玄德', { count: 9, aliases: ['刘备', '皇叔'] }), item('云长', { count: 3 })], {
      pulled: new Set([pulled('玄德', '皇叔'), pulled('云长', '皇叔')]),
    })
    expect(short(all)).toEqual([
      ['玄德/刘备', 9],
      ['皇叔', null],
      ['云长', 3],
    ])
    expect(all[1]).toMatchObject({ pulledFrom: '玄德', type: 'character', what: 'name' })
    expect(all.map(cardOf)).toEqual([
      { type: 'character', name: '玄德', aliases: ['刘备'] },
      { type: 'character', name: '皇叔', aliases: [] },
      { type: 'character', name: '云长', aliases: [] },
    ])
  })

  it('go onto the card of another row with all their names, through several rows, and never in a circle', () => {
    const items = [
      item('玄德', { count: 9, aliases: ['刘备'] }),
      item('皇叔', { count: 4 }),
      item('豫州', { count: 2 }),
    ]
    const joined = new Map([
      ['豫州', '皇叔'],
      ['玄德', '皇叔'],
    ])
    expect(short(rows(items, { joined }))).toEqual([['皇叔/玄德/刘备/豫州', 15]])
    expect(short(rows(items, { joined: new Map([...joined, ['皇叔', '玄德']]) }))).toEqual([
      ['玄德/刘备', 9],
      ['皇叔', 4],
      ['豫州', 2],
    ])
    expect(short(rows(items, { joined, ignored: new Set(['name 皇叔 ']) }))).toEqual([
      ['玄德/刘备', 9],
      ['豫州', 2],
    ])
  })

  it('lose what the codex has, as a name or as an alias, before the suggestions are read again', () => {
    const items = [item('玄德', { aliases: ['刘备', '皇叔'] }), item('云长')]
    expect(short(rows(items, { owned: new Set(['云长', '皇叔']) }))).toEqual([['玄德/刘备', 1]])
  })

  it('that are ignored are neither rows nor chips; the keys are those stored before', () => {
    const items = [item('玄德', { aliases: ['刘备'] }), item('云长'), item('羽', { of: 'guan', count: 5 })]
    const shared = [{ text: '将军', count: 3, of: 'zhao', sample: '' }]
    expect(rows(items, {}, shared).map(({ key }) => key)).toEqual([
      'shared_alias 将军 zhao',
      'alias 羽 guan',
      'name 玄德 ',
      'name 云长 ',
    ])
    const ignored = new Set(['shared_alias 将军 zhao', 'alias 羽 guan', 'name 刘备 ', 'name 云长 '])
    expect(short(rows(items, { ignored }, shared))).toEqual([['玄德', 1]])
  })
})

it('a name that two cards have as their own is put as two cards, and never as an alias of itself', () => {
  expect([
    noteOf({ what: 'shared_alias', text: '李逵' }, '李逵'),
    noteOf({ what: 'shared_alias', text: '铁牛' }, '李逵'),
    noteOf({ what: 'alias', text: '黑旋风' }, '李逵'),
  ]).toEqual(['fromText.twoCards', 'fromText.sharedWith', 'fromText.aliasOf'])
})
