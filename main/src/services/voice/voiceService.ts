import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { detectLanguage } from '#contract/bookLanguage.ts'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { AppError } from '../../lib/appError.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { type ChapterVoice, readChapterVoice } from './chapterVoice.ts'
import type { VoiceLanguage } from './commonWords.ts'
import { createNameFilter } from './nameFilter.ts'
import { sheetName, sheetText } from './sheetText.ts'
import { ticLabels } from './tics.ts'
import { addedCounts, countVoice, noCounts, type VoiceCounts } from './voiceCounts.ts'
import { voiceDistance, voiceHabits } from './voiceDistance.ts'
import { type VoiceSheet, voiceSheet } from './voiceSheet.ts'
import { paragraphsOf } from './voiceText.ts'

type Voice = ChannelOutput<'voice:get'>

/** A text that a model wrote and the author accepted. */
interface AcceptedText {
  /** The chapter it went into; undefined: none was open. */
  readonly documentId?: string | undefined
  /** What the author accepted, or the beginning of it. */
  readonly text: string
  /** The author has changed it: it is no evidence of the model alone, and not left out of the author's own. */
  readonly isEdited: boolean
}

/** What the voice of a book is made from. */
export interface VoiceOptions {
  /** Chapters in the order of the book, and their texts. */
  readonly manuscript: {
    outline(projectId: string): Promise<readonly DocumentSummary[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  /** Words that belong to this book only: names of the codex, of the text, of the book. */
  readonly names: (projectId: string, signal?: AbortSignal) => Promise<readonly string[]>
  /** Texts of models that are in the book. */
  readonly accepted: (projectId: string) => Promise<readonly AcceptedText[]>
  /** The author's world files. */
  readonly worldFiles: {
    list(projectId: string): Promise<readonly { readonly path: string; readonly name: string }[]>
    create(projectId: string, name: string, text: string): Promise<string>
  }
}

/** The voice of books, measured from their chapters. */
export interface VoiceService {
  /** Counts chapters that are new or changed since the last time. Rejects when `signal` aborts. */
  get(projectId: string, signal?: AbortSignal): Promise<Voice>
  /** Path of the new world file. @throws AppError CONFLICT {why: 'name'}, NOT_FOUND {why: 'prose'}, as the file's folder. */
  save(projectId: string): Promise<string>
}

/** Chapters whose counts are in memory. */
const maxCached = 2000
const languageSample = 4000
/** Fewer units of accepted text say nothing about a distance. */
const leastAccepted = 200
const leastTics = 3
const moreOften = 2

/** See `VoiceService`. */
export function createVoiceService({ manuscript, names, accepted, worldFiles }: VoiceOptions): VoiceService {
  const cache = new LRUCache<string, ChapterVoice>({ max: maxCached })

  /** A chapter that cannot be read is left out, as one without a file; the list of chapters says so. */
  const textOf = async (projectId: string, documentId: string) =>
    (await manuscript.read(projectId, documentId).catch(() => ({ text: '' }))).text

  async function languageOf(projectId: string, chapters: readonly DocumentSummary[]): Promise<VoiceLanguage> {
    let sample = ''
    for (const { documentId } of chapters) {
      if (sample.length >= languageSample) break
      sample += await textOf(projectId, documentId)
    }
    const language = detectLanguage(sample.slice(0, languageSample))
    return language === 'zh' || language === 'en' ? language : 'other'
  }

  async function chapterVoices(
    projectId: string,
    chapters: readonly DocumentSummary[],
    language: VoiceLanguage,
    texts: readonly AcceptedText[],
    signal: AbortSignal | undefined,
  ): Promise<readonly ChapterVoice[]> {
    const voices: ChapterVoice[] = []
    for (const { documentId, hash } of chapters) {
      const generated = texts.filter((each) => each.documentId === documentId && !each.isEdited)
      const without = generated.flatMap(({ text }) => paragraphsOf(text).map((paragraph) => paragraph.text))
      const key = [language, hash, sha256Hex(JSON.stringify(without))].join(' ')
      let voice = cache.get(key)
      if (!voice) {
        signal?.throwIfAborted()
        voice = readChapterVoice(await textOf(projectId, documentId), language, new Set(without))
        cache.set(key, voice)
        await nextTurn()
      }
      voices.push(voice)
    }
    return voices.filter(({ counts }) => counts.units > 0)
  }

  async function measure(projectId: string, signal?: AbortSignal) {
    const outline = await manuscript.outline(projectId)
    const chapters = outline.filter(
      ({ kind, planned, missing }) => kind === 'chapter' && !planned && !missing,
    )
    const language = await languageOf(projectId, chapters)
    const texts = await accepted(projectId)
    const voices = await chapterVoices(projectId, chapters, language, texts, signal)
    const filter = createNameFilter(await names(projectId, signal))
    return { language, texts, voices, sheet: voiceSheet(voices, language, filter) }
  }

  const fileOf = async (projectId: string) =>
    (await worldFiles.list(projectId)).find(
      ({ name }) => name === sheetName('zh') || name === sheetName('en'),
    )

  return {
    async get(projectId, signal) {
      const { language, texts, voices, sheet } = await measure(projectId, signal)
      const counts = voices.map((voice) => voice.counts)
      const own = counts.reduce(addedCounts, noCounts(language))
      const models = texts
        .map(({ text }) => countVoice(text, language))
        .reduce(addedCounts, noCounts(language))
      return {
        ...{ language, sheet: sheet && writable(sheet) },
        distances: distancesOf(own, counts, models),
        accepted: { texts: texts.length, units: models.units },
        tics: ticsOf(language, own, models),
        path: (await fileOf(projectId))?.path ?? null,
      }
    },

    async save(projectId) {
      const { language, sheet } = await measure(projectId)
      if (!sheet) throw new AppError('NOT_FOUND', { why: 'prose' })
      if (await fileOf(projectId)) throw new AppError('CONFLICT', { why: 'name' })
      const wording = language === 'zh' ? 'zh' : 'en'
      return worldFiles.create(projectId, sheetName(wording), sheetText(sheet, wording))
    },
  }
}

const writable = ({ turns, quotations, ...rest }: VoiceSheet): NonNullable<Voice['sheet']> => ({
  ...rest,
  turns: turns.map((turn) => ({ ...turn })),
  quotations: [...quotations],
})

function distancesOf(own: VoiceCounts, chapters: readonly VoiceCounts[], models: VoiceCounts) {
  const habits = voiceHabits(own, chapters)
  const sorted = chapters.flatMap((chapter) => voiceDistance(habits, chapter) ?? []).toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))])
  return {
    ...{ low: at(0.1), middle: at(0.5), high: at(0.9) },
    accepted: models.units < leastAccepted || own.units === 0 ? null : rounded(voiceDistance(habits, models)),
  }
}

const rounded = (value: number | undefined): number | null =>
  value === undefined ? null : Number(value.toFixed(2))

function ticsOf(language: VoiceLanguage, own: VoiceCounts, models: VoiceCounts): Voice['tics'] {
  const rate = (count: number, units: number) =>
    units === 0 ? 0 : Number(((count * 10_000) / units).toFixed(1))
  return ticLabels(language).map((label, at) => {
    const ownCount = own.tics[at] ?? 0
    const count = models.tics[at] ?? 0
    const [ownRate, acceptedRate] = [rate(ownCount, own.units), rate(count, models.units)]
    return {
      ...{ label, own: ownCount, ownRate, accepted: count, acceptedRate },
      more: count >= leastTics && acceptedRate >= moreOften * ownRate,
    }
  })
}
