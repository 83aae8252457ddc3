import { describe, expect, it } from 'vitest'
import { aliasNames, type CodexEntry } from '../../../../../main/src/services/codex/entry.ts'
import { createEntryTexts } from '../../../../../main/src/services/codex/entryTexts.ts'
import { createFold } from '../../../../../main/src/services/codex/fold.ts'
import { buildNameIndex } from '../../../../../main/src/services/codex/nameIndex.ts'
import { namesAhead } from '../../../../../main/src/services/codex/promptReader.ts'
import type { Codex } from '../../../../../main/src/services/codex/selectForPrompt.ts'
import { entryOf } from '../../../../fixtures/codex/entries.ts'
import { found, verdictOn } from './cases.ts'

const chapters = Array.from({ length: 12 }, (_, at) => `manuscript/${String(at + 1).padStart(3, '0')}.md`)
const chapter = (number: number) => chapters[number - 1] ?? ''
const order = new Map(chapters.map((id, at) => [id, at]))

const entries: readonly CodexEntry[] = [
  entryOf({ id: 'lin', name: '林远', aliases: [{ name: '灯塔人', from: chapter(6) }] }),
  entryOf({
    id: 'shen',
    name: '沈既明',
    from: chapter(5),
    aliases: ['沈先生', { name: '黑船主', from: chapter(9) }],
  }),
  entryOf({
    id: 'xu',
    name: '许三娘',
    aliases: ['三娘', { name: '阿簪', from: chapter(3), to: chapter(4) }],
  }),
  entryOf({ id: 'zan', name: '阿簪', from: chapter(8) }),
  entryOf({ id: 'tide', name: '黑潮', type: 'lore', from: chapter(7) }),
  entryOf({ id: 'isle', name: '无名岛', type: 'location', from: chapter(4), exclude: ['无名岛屿'] }),
  entryOf({ id: 'ring', name: '铜哨', type: 'item', aliases: [{ name: '引魂哨', from: chapter(10) }] }),
  entryOf({ id: 'truth', name: '幕后人', aiContextLevel: 'never', from: chapter(11) }),
  entryOf({ id: 'gone', name: '旧名', from: 'manuscript/gone.md' }),
  entryOf({ id: 'tower', name: 'Grey Tower', type: 'location', from: chapter(5) }),
  entryOf({ id: 'twin', name: '𠮷田', from: chapter(5) }),
]

const codexOf = (all: readonly CodexEntry[]): Codex => {
  const located = all.map((entry) => ({ entry, path: `.creonow/${entry.id}.md` }))
  return {
    entries: located,
    byId: new Map(located.map((one) => [one.entry.id, one])),
    index: buildNameIndex(all, createFold()),
    called: new Set(all.flatMap((entry) => [entry.id, entry.name, ...aliasNames(entry)])),
    alwaysChecked: new Set(located),
    placeOf: new Map(located.map((one, place) => [one, place])),
    ...createEntryTexts(),
  }
}
const ahead = (text: string, documentId: string, all = entries) =>
  namesAhead(text, codexOf(all), { order, documentId, pointOfView: undefined })

const early: readonly (readonly [text: string, at: number, name: string, from: number])[] = [
  ['门开了，沈既明走进来。', 1, '沈既明', 5],
  ['门开了，沈既明走进来。', 4, '沈既明', 5],
  ['“沈先生来了。”', 2, '沈先生', 5],
  ['黑船主站在雾里。', 4, '黑船主', 5],
  ['黑船主站在雾里。', 8, '黑船主', 9],
  ['人们叫他灯塔人。', 5, '灯塔人', 6],
  ['阿簪在梳头。', 2, '阿簪', 3],
  ['黑潮来了。', 6, '黑潮', 7],
  ['他说起黑潮。\r\n　　没有人接话。', 1, '黑潮', 7],
  ['船靠上无名岛。', 3, '无名岛', 4],
  ['「引魂哨响了。」', 9, '引魂哨', 10],
  ['幕后人笑了。', 10, '幕后人', 11],
  ['They saw the Grey Tower.', 4, 'Grey Tower', 5],
  ['the grey tower was lit.', 1, 'grey tower', 5],
  ['𠮷田点了灯。', 4, '𠮷田', 5],
]

const due: readonly (readonly [text: string, at: number])[] = [
  ['门开了，沈既明走进来。', 5],
  ['门开了，沈既明走进来。', 12],
  ['“沈先生来了。”', 5],
  ['黑船主站在雾里。', 9],
  ['人们叫他灯塔人。', 6],
  ['林远推开门。', 1],
  ['许三娘笑了，三娘一向如此。', 1],
  ['阿簪在梳头。', 3],
  ['阿簪在梳头。', 8],
  ['黑潮来了。', 7],
  ['那只是一座无名岛屿。', 1],
  ['铜哨响了。', 1],
  ['引魂哨响了。', 10],
  ['幕后人笑了。', 11],
  ['旧名没有人再提。', 1],
  ['They saw the Grey Tower.', 5],
  ['The greytower inn.', 1],
  ['雾很大。', 1],
  ['', 1],
  ['沈从文写过这条河。', 1],
]

describe('names before their chapter', () => {
  it.each(early)('are found in %s of chapter %i: %s, which belongs to chapter %i', (text, at, name, from) => {
    expect(ahead(text, chapter(at))).toEqual([{ name, from: text.indexOf(name), revealedIn: chapter(from) }])
  })

  it.each(due)('are not found in %s of chapter %i', (text, at) => {
    expect(ahead(text, chapter(at))).toEqual([])
  })

  it('are not found for a chapter outside the book, nor by a codex without later entries', () => {
    expect(ahead('沈既明来了。', 'manuscript/elsewhere.md')).toEqual([])
    expect(ahead('林远来了。', chapter(1), [entryOf({ id: 'lin', name: '林远' })])).toBeUndefined()
  })

  it('are reported once each, with their sentence', () => {
    const earlyNames = [{ name: '黑潮', from: 4, chapter: '第七章 黑潮' }]
    expect(verdictOn('雾起了。黑潮要来，黑潮！', [], { earlyNames }).findings).toEqual([
      {
        ...{ kind: 'plot', from: 4, to: 12, quote: '黑潮要来，黑潮！' },
        ...{ code: 'name_early', params: { name: '黑潮', chapter: '第七章 黑潮' } },
      },
    ])
  })
})

const reserved: readonly (readonly [constraint: string, text: string, at: number])[] = [
  ['第五章之前不出现「黑潮」', '黑潮漫过码头。', 4],
  ['「黑潮」在第五章之前不得出现', '黑潮漫过码头。', 1],
  ['第十二章前不要提“真凶”二字', '真凶就在船上。', 11],
  ['在第5章之前禁止提到《数水谣》', '她唱起数水谣。', 2],
  ['第廿一回前不写“大观园”', '大观园的门开了。', 20],
  ['Do not mention “Pemberley” before chapter 10.', 'Pemberley was far.', 9],
  ['Never use the name "Wickham" before chapter fifteen', 'Wickham bowed.', 14],
]

const open: readonly (readonly [constraint: string, text: string, at: number])[] = [
  ['第五章之前不出现「黑潮」', '黑潮漫过码头。', 5],
  ['第五章之前不出现「黑潮」', '雾漫过码头。', 1],
  ['主角在第五章之前不知道「真相」', '真相就在眼前。', 1],
  ['第五章之前，林远不说“父亲”', '“父亲。”他说。', 1],
  ['第五章之前要多写「雾」', '雾。', 1],
  ['Do not mention “Pemberley” before chapter 10.', 'Pemberley was far.', 10],
]

describe('the words that a constraint reserves for a chapter', () => {
  it.each(reserved)('of 「%s」 are found too early in %s, chapter %i', (constraint, text, chapterNumber) => {
    expect(found(text, [constraint], { chapterNumber })).toEqual([`word_early ${text}`])
  })

  it.each(open)('of 「%s」 are not found too early in %s, chapter %i', (constraint, text, chapterNumber) => {
    expect(found(text, [constraint], { chapterNumber })).toEqual([])
  })
})
