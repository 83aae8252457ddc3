import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toSimplified } from '../../main/src/lib/simplified.ts'
import { createBookNames } from '../../main/src/services/codex/suggest/index.ts'
import { splitNovel } from '../../main/src/services/manuscript/import/split.ts'
import { readChapterVoice } from '../../main/src/services/voice/chapterVoice.ts'
import type { VoiceLanguage } from '../../main/src/services/voice/commonWords.ts'
import { createNameFilter } from '../../main/src/services/voice/nameFilter.ts'
import {
  addedCounts,
  countVoice,
  noCounts,
  type VoiceCounts,
} from '../../main/src/services/voice/voiceCounts.ts'
import { type VoiceHabits, voiceDistance, voiceHabits } from '../../main/src/services/voice/voiceDistance.ts'
import { type VoiceSheet, voiceSheet } from '../../main/src/services/voice/voiceSheet.ts'
import { readTruth } from '../codex/truth.ts'

const books = {
  zh: ['三俠五義', '三国演义', '儒林外史', '官場現形記', '綠野仙蹤', '红楼梦'],
  en: ['bleak-house', 'crime-and-punishment', 'pride-and-prejudice'],
  other: ['吾輩は猫である'],
} as const
/** Names of the books that the lists of the codex do not have, from knowledge of the books. */
const moreNames: Readonly<Record<string, string>> = {
  官場現形記:
    '趙溫 錢典史 王仁 方必開 黃胖姑 賈大少爺 徐大軍機 陶子堯 魏翩仞 仇五科 新嫂嫂 胡統領 文七爺 龍珠 周老爺 單道台 莊大老爺 何藩台 三荷包 冒得官 羊統領 尹子崇 唐二亂子 傅理堂 湍制台 瞿耐庵 刁邁彭 余藎臣 孫大鬍子 藩台 杭州 上海 南京 北京',
  綠野仙蹤:
    '冷于冰 于冰 溫如玉 如玉 連城璧 城璧 金不換 不換 袁不邪 不邪 錦屏 翠黛 苗禿 蕭麻子 金鐘兒 周璉 何其仁 蕙娘 齊貢生 王獻述 羅龍文 嚴嵩 朱文煒 文煒 林岱 文魁 段誠 姜氏 猿不邪 火龍真人 泰安 成安',
  吾輩は猫である: '苦沙弥 迷亭 寒月 金田 東風 独仙',
}
const pieces = 20
const pieceUnits = [500, 2000, 5000] as const

interface Half {
  readonly book: string
  readonly text: string
  readonly whole: VoiceCounts
  readonly habits: VoiceHabits
}

/** What `bench -- voice` finds out about one book. */
export interface BookVoice {
  readonly sheet: VoiceSheet | null
  /** Names of an independent list that are in turns or quotations of the sheet. */
  readonly namesInSheet: readonly string[]
  /** How many names the list has. */
  readonly listed: number
}

/** The voices of the novels in a folder; books that are not there are left out. */
export function measureVoices(folder: string) {
  const sheets: Record<string, BookVoice> = {}
  const telling: Record<string, Record<string, number>> = {}
  for (const language of ['zh', 'en', 'other'] as const) {
    const halves: Half[] = []
    for (const book of books[language]) {
      const file = join(folder, `${book}.txt`)
      if (!existsSync(file)) continue
      const chapters = chaptersOf(readFileSync(file, 'utf8'))
      sheets[book] = sheetOf(book, chapters, language)
      const middle = chapters.length >> 1
      for (const part of [chapters.slice(0, middle), chapters.slice(middle)])
        halves.push(halfOf(book, part, language))
    }
    if (halves.length > 2) telling[language] = tellApart(halves, language)
  }
  return { sheets, tellApart: telling }
}

/**
 * The sheets of the novels with the names of the book that are in them, and how well the distance tells halves and
 * pieces of one book from those of others of its language: the share of pairs in which the same author is nearer (AUC).
 * Needs the novels in CREONOW_NOVELS.
 */
export async function run({ json }: { readonly json: boolean }): Promise<void> {
  const result = measureVoices(process.env.CREONOW_NOVELS ?? '')
  process.stdout.write(`${JSON.stringify(result, null, json ? undefined : 1)}\n`)
}

function chaptersOf(text: string): readonly string[] {
  return splitNovel(text)
    .parts.filter(({ kind }) => kind === 'chapter')
    .map(({ from, to }) => text.slice(from, to))
}

function sheetOf(book: string, chapters: readonly string[], language: VoiceLanguage): BookVoice {
  const suggested = createBookNames()
  suggested.update(chapters.map((text, at) => ({ documentId: `c${at}`, text })))
  const names = suggested.find([]).flatMap(({ text, aliases }) => [text, ...aliases])
  const voices = chapters.map((text) => readChapterVoice(text, language))
  const sheet = voiceSheet(voices, language, createNameFilter(names))
  const words = toSimplified(
    [...(sheet?.turns ?? []).map(({ text }) => text), ...(sheet?.quotations ?? [])].join('\n'),
  )
  const list = [
    ...(readTruth().get(book) ?? []).flatMap((entry) => entry.names),
    ...(moreNames[book]?.split(' ') ?? []),
  ].filter(({ length }) => length > 1)
  const isIn = (name: string) =>
    /\p{Script=Han}/u.test(name) ? words.includes(toSimplified(name)) : wordsOf(words).includes(` ${name} `)
  return { sheet, namesInSheet: list.filter(isIn), listed: list.length }
}

const wordsOf = (text: string) => ` ${text.replace(/[^\p{L}'’.]+/gu, ' ')} `

function halfOf(book: string, chapters: readonly string[], language: VoiceLanguage): Half {
  const counts = chapters.map((text) => countVoice(text, language))
  const whole = counts.reduce(addedCounts, noCounts(language))
  return { book, text: chapters.join('\n'), whole, habits: voiceHabits(whole, counts) }
}

/** AUC of distances of the same and of other authors; of pieces, over the authors that each is compared with. */
function tellApart(halves: readonly Half[], language: VoiceLanguage): Record<string, number> {
  const result: Record<string, number> = {
    halves: nearer(
      halves,
      halves.map((half) => [half, half.whole]),
    ),
  }
  for (const units of pieceUnits) {
    const texts = halves.flatMap((half) =>
      Array.from({ length: pieces }, (_, at): [Half, VoiceCounts] => {
        const from = Math.floor((at * half.text.length) / pieces)
        return [half, countVoice(half.text.slice(from, from + units), language)]
      }),
    )
    result[`pieces of ${units} characters`] = nearer(halves, texts)
  }
  return result
}

function nearer(halves: readonly Half[], texts: readonly (readonly [Half, VoiceCounts])[]): number {
  let right = 0
  let pairs = 0
  for (const [from, counts] of texts) {
    const compared = halves
      .filter((half) => half !== from)
      .map((half) => ({ isSame: half.book === from.book, distance: voiceDistance(half.habits, counts) ?? 0 }))
    for (const same of compared.filter(({ isSame }) => isSame))
      for (const other of compared.filter(({ isSame }) => !isSame)) {
        pairs += 1
        right += same.distance < other.distance ? 1 : same.distance === other.distance ? 0.5 : 0
      }
  }
  return Number((right / Math.max(1, pairs)).toFixed(3))
}
