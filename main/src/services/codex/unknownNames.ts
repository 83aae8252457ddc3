import { setImmediate as otherWork } from 'node:timers/promises'
import { findMentions } from './mentions.ts'
import { buildNameIndex, type NameIndex } from './nameIndex.ts'
import { noNames, otherPatterns, speakers } from './nameWords.ts'

/** A text often enough used as a name. */
export interface UnknownName {
  readonly text: string
  /** Occurrences in the texts. */
  readonly count: number
  /** One occurrence with the text around it. */
  readonly sample: string
}

const leastCount = 3
/** People in a short text may do nothing but speak. */
const leastJudged = 8
/** Share of occurrences at the start of a clause: with more it describes a manner of speaking (厉声), not a speaker. */
const maxSpeechShare = 0.9
/** Of all its places, those where a clause begins with it: fewer, and it is a part of something else. */
const leastStarts = 0.12

interface Candidate {
  count: number
  readonly sample: string
  /** Occurrences before a verb of speech; none for those detected in another way. */
  speechCount: number
}

/**
 * Names without a codex entry: words in the position of a speaker, or a surname with a title, that are used in other
 * places too. A heuristic without a dictionary, in time linear in the texts.
 */
export async function unknownNames(index: NameIndex, chapters: readonly string[]): Promise<UnknownName[]> {
  const texts = chapters.flatMap(inParts)
  const candidates = new Map<string, Candidate>()
  for (const text of texts) {
    await otherWork()
    const mentions = findMentions(text, index)
    const covered = new Set(
      mentions.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
    )
    const speaking = new Set<number>()
    for (const pattern of [...speakers, ...otherPatterns]) {
      for (const { index: at, 0: word } of text.matchAll(pattern)) {
        if (covered.has(at) || covered.has(at + word.length - 1) || noNames.has(word)) continue
        const candidate = candidates.get(word) ?? { count: 0, speechCount: 0, sample: sampleAt(text, at) }
        if (speakers.includes(pattern) && !speaking.has(at)) candidate.speechCount += 1
        speaking.add(at)
        candidates.set(word, candidate)
      }
    }
  }
  return judged(candidates, index, texts)
}

const partUnits = 100_000

/** A long text cut at ends of lines, so that other work gets its turn in between; hardly a name goes over one. */
function inParts(text: string): string[] {
  const parts: string[] = []
  let from = 0
  while (text.length - from > partUnits) {
    const end = text.indexOf('\n', from + partUnits) + 1
    if (end === 0) break
    parts.push(text.slice(from, end))
    from = end
  }
  return [...parts, text.slice(from)]
}

/** Counts the candidates everywhere, because a count of speeches is no measure of how often a name occurs. */
async function judged(
  candidates: ReadonlyMap<string, Candidate>,
  index: NameIndex,
  texts: readonly string[],
): Promise<UnknownName[]> {
  const entries = [...candidates.keys()].map((word) => ({
    id: word,
    name: word,
    aliases: [],
    exclude: [],
    caseSensitive: true,
  }))
  const all = buildNameIndex(entries, index.fold)
  const starts = new Map<string, number>()
  const isHan = /\p{Script=Han}/u
  for (const text of texts) {
    await otherWork()
    for (const { key, from } of findMentions(text, all)) {
      const candidate = candidates.get(key)
      if (!candidate) continue
      candidate.count += 1
      if (from === 0 || !isHan.test(text[from - 1] ?? '')) starts.set(key, (starts.get(key) ?? 0) + 1)
    }
  }
  const countOf = (text: string) => candidates.get(text)?.count ?? 0
  return [...candidates].flatMap(([text, { count, speechCount: speeches, sample }]) => {
    const begins = starts.get(text) ?? 0
    const isManner = speeches >= leastJudged && speeches > begins * maxSpeechShare
    const isPart = begins < count * leastStarts
    // 孔明令, 尤氏等: a name and the word behind it.
    const isLonger = countOf(text.slice(0, -1)) > 2 * count
    return count < leastCount || isManner || isPart || isLonger ? [] : [{ text, count, sample }]
  })
}

const sampleUnits = 40

/** An occurrence with the text around it, on one line. */
function sampleAt(text: string, at: number): string {
  const line = text.slice(Math.max(0, at - sampleUnits), at + sampleUnits).toWellFormed()
  return line.replace(/\s+/g, ' ').replaceAll('\uFFFD', '').trim()
}
