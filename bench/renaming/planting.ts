import { createRandom } from '../measuring.ts'
import { type NamePair, sentencesFor } from './pairs.ts'

/** A name that was put into a text; its kind is the answer that a search is compared with. */
export interface PlantedName {
  /** Number of the text, from 0. */
  readonly chapter: number
  /** Start of the name in that text, in UTF-16 units. */
  readonly from: number
  readonly isShort: boolean
}

/** Texts with sentences about both names, each `count` times, at the ends of paragraphs; the same for the same seed. */
export function plantNames(
  texts: readonly string[],
  pair: NamePair,
  { count, isChinese, seed }: { readonly count: number; readonly isChinese: boolean; readonly seed: number },
): { readonly texts: readonly string[]; readonly planted: readonly PlantedName[] } {
  const random = createRandom(seed)
  const sentences = sentencesFor(pair, isChinese)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T // not empty
  const insertions = texts.map(() => new Map<number, { sentence: string; isShort: boolean }[]>())
  const ends = texts.map((text) => [...text.matchAll(/\n+/g)].map(({ index }) => index))
  for (let number = 0; number < 2 * count; number++) {
    const chapter = Math.floor(random() * texts.length)
    const at = pick(ends[chapter]?.length ? (ends[chapter] ?? []) : [texts[chapter]?.length ?? 0])
    const atPlace = insertions[chapter]?.get(at) ?? []
    insertions[chapter]?.set(at, [...atPlace, { sentence: pick(sentences), isShort: number % 2 === 0 }])
  }
  const planted: PlantedName[] = []
  const results = texts.map((text, chapter) => {
    let result = ''
    let done = 0
    for (const [at, group] of [...(insertions[chapter] ?? [])].toSorted(([a], [b]) => a - b)) {
      result += text.slice(done, at)
      done = at
      for (const { sentence, isShort } of group) {
        result += '\n\n'
        planted.push({ chapter, from: result.length + sentence.indexOf('{N}'), isShort })
        result += sentence.replace('{N}', isShort ? pair.short : pair.long)
      }
    }
    return result + text.slice(done)
  })
  return { texts: results, planted }
}
