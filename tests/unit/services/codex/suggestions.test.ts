import { describe, expect, it } from 'vitest'
import { createBookNames } from '../../../../main/src/services/codex/suggest/index.ts'
import { type NamedCodexEntry, suggestEntries } from '../../../../main/src/services/codex/suggestions.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const chaptersOf = (texts: readonly string[]) => texts.map((text, at) => ({ documentId: `c${at + 1}`, text }))

function suggest(entries: readonly NamedCodexEntry[], ...texts: string[]) {
  const book = createBookNames()
  book.update(chaptersOf(texts))
  return suggestEntries(book, entries, { limit: 200 })
}
const namesIn = (...texts: string[]) =>
  suggest([], ...texts).items.map(({ kind, text, aliases, count }) => [
    kind,
    [text, ...aliases].join('/'),
    count,
  ])

describe('the search for suggestions', () => {
  it('counts every place of a name, not only those where it speaks, and says where it is first and last', () => {
    const texts = ['玄德曰：“善。”玄德上马，望见玄德旗号。', '军中皆呼玄德。', '风起了。']
    expect(suggest([], ...texts)).toEqual({
      items: [
        {
          kind: 'character',
          text: '玄德',
          aliases: [],
          count: 4,
          firstChapter: 'c1',
          lastChapter: 'c2',
          sample: '玄德曰：“善。',
        },
      ],
      sharedAliases: [],
    })
  })

  it('finds people without a surname, before and behind their speech', () => {
    const text = '“走。”阿簪说。阿簪提灯，众人看阿簪。\n鸦青笑道：“好。”鸦青转过身，鸦青的伞湿了。'
    expect(namesIn(text)).toEqual([
      ['character', '阿簪', 3],
      ['character', '鸦青', 3],
    ])
  })

  it('leaves out how people speak, whom pronouns mean, and titles by themselves (厉声, 见他, 太太)', () => {
    const manner = '张某，厉声道：“出去！”李某，厉声道：“走！”王某，厉声道：“滚！”'
    const pronouns = '见他笑道：“来。”见他笑道：“坐。”见他又坐。见他走。'
    const titles = '太太道：“是。”太太笑道：“好。”太太走了，太太又来。'
    expect(namesIn(manner, pronouns, titles)).toEqual([])
  })

  it('does not offer a name with the word behind it, nor what begins inside another word', () => {
    const text = `${'孔明曰：“进。”孔明摇扇。'.repeat(6)}${'孔明令曰：“退。”'.repeat(3)}${'千金小姐笑道：“哟。”'.repeat(4)}`
    const names = namesIn(text).map(([, name]) => name)
    expect(names).toContain('孔明')
    expect(names.some((name) => /孔明令| 金小姐/.test(String(name)))).toBe(false)
  })

  it('knows a place by the words around it, and no gate or room for one', () => {
    const text =
      '他到怡红院来。走至怡红院中，只见怡红院里灯亮。众人往怡红院去了，怡红院内无人。\n' +
      '他出了大门。走至书房中，见大门关着，书房里无人，到书房来，大门外有人。\n'
    expect(namesIn(text)).toEqual([['location', '怡红院', 5]])
  })

  it('takes English people with their titles, places behind in and at, and no days or forms of address', () => {
    const text =
      'Then Miss Darcy came on Monday, and Miss Darcy sang for Miss Darcy. We saw that Lizzy left on Monday; but Lizzy said no, and Lizzy smiled. ' +
      'He lived in Meryton, and she was at Meryton; they walked to Meryton. On a Monday, Mr. Mr. They met in Cook Street, near Cook Street, behind Cook Street.'
    expect(namesIn(text)).toEqual([
      ['character', 'Miss Darcy', 3],
      ['character', 'Lizzy', 3],
      ['location', 'Cook Street', 3],
      ['location', 'Meryton', 3],
    ])
  })

  it('joins names of which one contains the other, unless two people share it', () => {
    const chinese = '公明曰：“善。”徐公明上马，公明笑。徐公明走，徐公明来。公明坐，公明回头。'
    expect(namesIn(chinese)).toEqual([['character', '公明/徐公明', 7]])
    const english =
      'So Mr. Bucket went, and Mr. Bucket came, as Mr. Bucket said. There Bucket said so, and Bucket was still, and Bucket smiled. ' +
      'So Mr. Hale went with Dr. Hale, and Mr. Hale with Dr. Hale, and Mr. Hale saw Dr. Hale. There Hale said so, and Hale was still, and Hale smiled.'
    const groups = namesIn(english).map(([, name]) => name)
    expect(groups).toContain('Bucket/Mr. Bucket')
    expect(groups).toContain('Hale/Mr. Hale')
    const sisters =
      'So Miss Anna Hale went with Miss Hale, and Lady Hale saw Miss Hale; and Lady Hale told Miss Hale that Lady Hale was ill. There Hale said so, and Hale was still, and Hale smiled.'
    expect(namesIn(sisters).map(([, name]) => name)).toContain('Hale')
  })

  it('proposes the entry of a name when one fits, and none when two do', () => {
    const one = entryOf({ id: 'feng', name: '王熙凤' })
    const two = entryOf({ id: 'yuan', name: '林远' })
    const text = '凤姑娘来了。“凤姑娘！”凤姑娘笑。\n林掌柜点头，林掌柜走，林掌柜坐。\n凤姑娘。'
    const ownersIn = (...entries: NamedCodexEntry[]) =>
      suggest(entries, text).items.map(({ text: name, of }) => [name, of])
    expect(ownersIn(one, two)).toEqual([
      ['凤姑娘', 'feng'],
      ['林掌柜', 'yuan'],
    ])
    expect(ownersIn(one, two, entryOf({ id: 'wan', name: '林晚' }))).toContainEqual(['林掌柜', undefined])
  })

  it('gives the entry of Mr. Jarndyce what is called Jarndyce, with the kind of the entry', () => {
    const text = 'So Mr. Jarndyce went, and Mr. Jarndyce came, as Mr. Jarndyce said.'
    const john = { ...entryOf({ id: 'john', name: 'John Jarndyce' }), type: 'faction' as const }
    expect(suggest([john], text).items.map(({ kind, text: name, of }) => [kind, name, of])).toEqual([
      ['faction', 'Mr. Jarndyce', 'john'],
    ])
  })

  it('leaves out what is in the codex, and lists an alias of two with each of them', () => {
    const entries = [
      entryOf({ id: 'a', name: '玄德', aliases: ['主公'] }),
      entryOf({ id: 'b', name: '孟德', aliases: ['主公'] }),
    ]
    const text = '玄德曰：“善。”主公来了。玄德走。玄德坐。主公坐。'
    expect(suggest(entries, text)).toEqual({
      items: [],
      sharedAliases: [
        { text: '主公', count: 2, of: 'a', sample: '”主公来了。' },
        { text: '主公', count: 2, of: 'b', sample: '”主公来了。' },
      ],
    })
  })

  it('reads Traditional characters as they are written, and takes a Simplified entry for the same name', () => {
    const text = '“走。”劉備說。劉備提燈，眾人看劉備。'
    expect(namesIn(text)).toEqual([['character', '劉備', 3]])
    const longer = '公明曰：“善。”劉公明上馬，公明笑。劉公明走，劉公明來。公明坐，公明回頭。'
    expect(namesIn(longer)).toEqual([['character', '公明/劉公明', 7]])
    expect(suggest([entryOf({ id: 'a', name: '刘备' })], text).items).toEqual([])
  })

  it('finds nothing in Japanese, whose names need other rules', () => {
    const text = '「それから」と主人は云った。主人は書斎に居る。主人は東京へ行く。東京の書斎で主人は笑った。'
    expect(namesIn(text.repeat(5))).toEqual([])
  })

  it('answers after a change as it would for the changed book alone', () => {
    const [first, second, third] = [
      '“走。”阿簪说。阿簪提灯。',
      '众人看阿簪。',
      '“好。”鸦青说。鸦青走了。鸦青笑。',
    ]
    const book = createBookNames()
    const answer = (...texts: string[]) => {
      book.update(chaptersOf(texts))
      return suggestEntries(book, [], { limit: 200 })
    }
    for (const texts of [
      [first, second],
      [first, second, third],
      [third, second],
      [first, '', third],
      [first, second],
    ])
      expect(answer(...texts)).toEqual(suggest([], ...texts))
  })

  it('forgets what a chapter that is gone had said of a place (怡 and 红 apart)', () => {
    const text = '他到怡红院来。走至怡红院中，只见怡红院里灯亮。众人往怡红院去了，怡红院内无人。'
    const book = createBookNames()
    const answer = (...texts: string[]) => {
      book.update(chaptersOf(texts))
      return suggestEntries(book, [], { limit: 200 }).items.map(({ text: name }) => name)
    }
    expect(answer(text, '怡。红。院。'.repeat(5000))).toEqual([])
    expect(answer(text)).toEqual(['怡红院'])
  })

  it.each(strangeTexts)('survives $name, with samples of whole characters', ({ text }) => {
    for (const { sample, count } of suggest([entryOf({ id: 'x', name: '雾港' })], text, text.repeat(3))
      .items) {
      expect([sample.isWellFormed(), count >= 3]).toEqual([true, true])
    }
  })
})
