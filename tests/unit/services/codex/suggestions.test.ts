import { describe, expect, it } from 'vitest'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { buildNameIndex, type NamedEntry } from '../../../../main/src/services/codex/nameIndex.ts'
import { suggestNames } from '../../../../main/src/services/codex/suggestions.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const fold = createFold()
const suggest = (entries: readonly NamedEntry[], ...texts: string[]) =>
  suggestNames(entries, buildNameIndex(entries, fold), texts)
const namesIn = async (...texts: string[]) =>
  (await suggest([], ...texts)).map(({ kind, text, count }) => `${kind} ${text} ${count}`)

describe('the search for suggestions', () => {
  it('counts every place of a name, not only those where it speaks', async () => {
    const text = '玄德曰：“善。”玄德上马，望见玄德旗号。军中皆呼玄德。\n云长曰：“可。”云长提刀，人称云长。\n'
    expect(await namesIn(text)).toEqual(['name 玄德 4', 'name 云长 3'])
  })

  it('finds people without a surname, before and behind their speech', async () => {
    const text = '“走。”阿簪说。阿簪提灯，众人看阿簪。\n鸦青笑道：“好。”鸦青转过身，鸦青的伞湿了。'
    expect(await namesIn(text)).toEqual(['name 阿簪 3', 'name 鸦青 3'])
  })

  it('leaves out how people speak, whom pronouns mean, and titles by themselves (厉声, 见他, 太太)', async () => {
    const manner = '张某，厉声道：“出去！”李某，厉声道：“走！”王某，厉声道：“滚！”'
    const pronouns = '见他笑道：“来。”见他笑道：“坐。”见他又坐。见他走。'
    const titles = '太太道：“是。”太太笑道：“好。”太太走了，太太又来。'
    expect(await namesIn(manner, pronouns, titles)).toEqual([])
  })

  it('does not offer a name with the word behind it, nor what begins inside another word', async () => {
    const text = `${'孔明曰：“进。”孔明摇扇。'.repeat(6)}${'孔明令曰：“退。”'.repeat(3)}${'千金小姐笑道：“哟。”'.repeat(4)}`
    const names = await namesIn(text)
    expect(names[0]).toBe('name 孔明 12')
    expect(names.some((name) => /孔明令| 金小姐/.test(name))).toBe(false)
  })

  it('takes English names and no days, months or forms of address', async () => {
    const text =
      'Then Miss Darcy came on Monday, and Mr. Collins; but Lizzy saw, with Lizzy, that Lizzy left on Monday. On a Monday, Mr. Mr.'
    expect(await namesIn(text)).toEqual(['name Lizzy 3'])
  })

  it('proposes the entry of a name when one fits, and none when two do', async () => {
    const one = entryOf({ id: 'feng', name: '王熙凤' })
    const two = entryOf({ id: 'yuan', name: '林远' })
    const text = '凤姑娘来了。“凤姑娘！”凤姑娘笑。\n林掌柜点头，林掌柜走，林掌柜坐。\n凤姑娘。'
    const kinds = async (...entries: NamedEntry[]) =>
      (await suggest(entries, text)).map(({ kind, text: name, of }) => [kind, name, of])
    expect(await kinds(one, two)).toEqual([
      ['alias', '凤姑娘', 'feng'],
      ['alias', '林掌柜', 'yuan'],
    ])
    expect(await kinds(one, two, entryOf({ id: 'wan', name: '林晚' }))).toContainEqual([
      'name',
      '林掌柜',
      undefined,
    ])
  })

  it('leaves out what is in the codex, and lists an alias of two with each of them', async () => {
    const entries = [
      entryOf({ id: 'a', name: '玄德', aliases: ['主公'] }),
      entryOf({ id: 'b', name: '孟德', aliases: ['主公'] }),
    ]
    const text = '玄德曰：“善。”主公来了。玄德走。玄德坐。主公坐。'
    expect(
      (await suggest(entries, text)).map(({ kind, text: name, count, of }) => [kind, name, count, of]),
    ).toEqual([
      ['shared_alias', '主公', 2, 'a'],
      ['shared_alias', '主公', 2, 'b'],
    ])
  })

  it.each(strangeTexts)('survives $name, with samples of whole characters', async ({ text }) => {
    for (const { sample, count } of await suggest(
      [entryOf({ id: 'x', name: '雾港' })],
      text,
      text.repeat(3),
    )) {
      expect([sample.isWellFormed(), count >= 3]).toEqual([true, true])
    }
  })
})
