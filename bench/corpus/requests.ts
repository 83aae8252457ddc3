import { createRandom } from '../measuring.ts'

/** A stateless `context:assemble` request of the corpus, without its project. */
export interface CorpusRequest {
  readonly documentId: string
  readonly cursorPosition: number
  readonly skillId: string
  readonly selection?: { readonly from: number; readonly to: number }
  readonly additionalInput?: string
  readonly pinned?: readonly string[]
  readonly limits: { readonly window: number; readonly outputReserve: number }
  readonly stateless: true
}

const windows = [4096, 6000, 8192, 12_000, 16_384, 24_000, 32_768, 64_000, 90_000]
const skills = ['continue', 'continue', 'continue', 'polish', 'rewrite', 'expand', 'brainstorm', 'critique']

/** `count` requests over the documents of a project, the same in every run. */
export function corpusRequests(
  documents: readonly { readonly documentId: string; readonly characters: number }[],
  entryIds: readonly string[],
  words: readonly string[],
  count: number,
): CorpusRequest[] {
  const random = createRandom(20_261_122)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // never empty here
  return Array.from({ length: count }, (_, i) => {
    const { documentId, characters } = pick(documents)
    const cursorPosition = i % 12 === 0 ? 0 : Math.floor(random() * characters)
    const skillId = pick(skills)
    const selects = skillId !== 'continue' && random() < 0.8
    const to = Math.min(characters, cursorPosition + 1 + Math.floor(random() * 600))
    return {
      documentId,
      cursorPosition,
      skillId,
      ...(selects ? { selection: { from: cursorPosition, to } } : {}),
      ...(random() < 0.4
        ? { additionalInput: `写到${pick(words)}与${pick(words)}的往事，@${pick(words)}` }
        : {}),
      ...(random() < 0.25 && entryIds.length > 0 ? { pinned: [pick(entryIds), pick(entryIds)] } : {}),
      limits: { window: pick(windows), outputReserve: 1024 },
      stateless: true,
    }
  })
}
