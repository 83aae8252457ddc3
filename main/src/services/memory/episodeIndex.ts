import { setImmediate as otherWork } from 'node:timers/promises'
import type { Episode } from '#contract/memory.ts'
import { bigrams } from './similarity.ts'

export interface EpisodeQuery {
  /** The author's words for this request; may be empty. */
  readonly instruction: string
  /** The selection, else the text in front of the cursor. */
  readonly text: string
}

/** Documents by every name that an exchange may have stored: an id, or a path. */
export type Chapters = Pick<ReadonlySet<string>, 'has'>

export interface RecalledEpisode {
  readonly episode: Episode
  /** [0,1]. */
  readonly similarity: number
}

/** All exchanges of a project, and an inverted index over the bigrams of their instructions and excerpts. */
export interface EpisodeIndex {
  /** One with an indexed id replaces the other and stays in its position. */
  add(episode: Episode): void
  /** Old to new document id, for all that were added so far. */
  adoptIds(ids: Readonly<Record<string, string>>): void
  /** In the order in which they were first added. */
  all(): readonly Episode[]
  /**
   * Those of the given documents whose similarity is at least `minimum`, the most similar first, of equal ones the
   * newest: the greater of the similarities of the two instructions and of the two texts. New ones are indexed first,
   * in steps that leave time for other work.
   */
  find(
    query: EpisodeQuery,
    chapters: Chapters,
    limits: { readonly minimum: number; readonly count: number },
  ): Promise<readonly RecalledEpisode[]>
}

interface Entry {
  episode: Episode
  /** Number of the document; -1: none. */
  document: number
  slot: number
  readonly position: number
}

const episodesBetweenYields = 50

export function createEpisodeIndex(): EpisodeIndex {
  const entries = new Map<string, Entry>()
  /** An entry whose words changed leaves its slot empty and gets another one. */
  const slots: (Entry | undefined)[] = []
  const documents = new Map<string, number>()
  const names: string[] = []
  const instructions = createPostings()
  const texts = createPostings()
  let indexed = 0
  let indexing: Promise<void> | undefined

  function numberOf(documentId: string | undefined): number {
    if (documentId === undefined) return -1
    const existing = documents.get(documentId)
    if (existing !== undefined) return existing
    documents.set(documentId, names.length)
    return names.push(documentId) - 1
  }

  /** As the documents are called now. */
  function named({ episode, document }: Entry): Episode {
    const documentId = names[document]
    return documentId === undefined || documentId === episode.documentId
      ? episode
      : { ...episode, documentId }
  }

  function add(episode: Episode): void {
    const document = numberOf(episode.documentId)
    const existing = entries.get(episode.id)
    if (!existing) {
      const entry = { episode, document, slot: slots.length, position: entries.size }
      entries.set(episode.id, entry)
      slots.push(entry)
      return
    }
    const { slot, episode: before } = existing
    Object.assign(existing, { episode, document })
    const sameWords = before.instruction === episode.instruction && before.excerpt === episode.excerpt
    if (slot >= indexed || sameWords) return
    slots[slot] = undefined
    existing.slot = slots.push(existing) - 1
  }

  async function indexNew(): Promise<void> {
    while (indexed < slots.length) {
      const episode = slots[indexed]?.episode
      instructions.add(indexed, bigrams(episode?.instruction ?? ''))
      texts.add(indexed, bigrams(episode?.excerpt ?? ''))
      indexed += 1
      if (indexed % episodesBetweenYields === 0) await otherWork()
    }
  }

  return {
    add,
    adoptIds(ids) {
      // By name, all at once: two chapters may have changed places, and two numbers may share a name since.
      for (const [number, name] of names.entries())
        if (Object.hasOwn(ids, name)) names[number] = ids[name] ?? name
      documents.clear()
      for (const [number, name] of names.entries()) documents.set(name, number)
    },
    all: () => [...entries.values()].map(named),
    async find(query, chapters, { minimum, count }) {
      if (slots.length === 0) return []
      indexing ??= indexNew().finally(() => {
        indexing = undefined
      })
      await indexing
      const isIncluded = names.map((name) => chapters.has(name))
      const instructionSimilarity = instructions.similarityTo(bigrams(query.instruction))
      const near = texts.similarityTo(bigrams(query.text))
      const hits: { readonly entry: Entry; readonly similarity: number }[] = []
      for (let slot = 0; slot < indexed; slot++) {
        const entry = slots[slot]
        if (entry === undefined || isIncluded[entry.document] !== true) continue
        const similarity = Math.min(1, Math.max(instructionSimilarity[slot] ?? 0, near[slot] ?? 0))
        if (similarity >= minimum) hits.push({ entry, similarity })
      }
      return hits
        .sort((a, b) => b.similarity - a.similarity || b.entry.position - a.entry.position)
        .slice(0, count)
        .map(({ entry, similarity }) => ({ episode: named(entry), similarity }))
    },
  }
}

/** For each term the slots that have it, and how many terms each slot has. */
function createPostings() {
  const lists = new Map<number, { slots: Uint32Array; count: number }>()
  const sizes: number[] = []
  return {
    /** Slots are added in their order, each once. */
    add(slot: number, terms: ReadonlySet<number>): void {
      sizes[slot] = terms.size
      for (const term of terms) {
        const list = lists.get(term)
        if (list === undefined) lists.set(term, { slots: Uint32Array.of(slot), count: 1 })
        else {
          if (list.count === list.slots.length) {
            const more = new Uint32Array(Math.ceil(list.count * 1.5) + 1)
            more.set(list.slots)
            list.slots = more
          }
          list.slots[list.count++] = slot
        }
      }
    },
    /** For every slot the cosine of its terms and the given ones (Otsuka–Ochiai): 1 for equal sets. */
    similarityTo(terms: ReadonlySet<number>): Float64Array {
      const alike = new Float64Array(sizes.length)
      for (const term of terms) {
        const list = lists.get(term)
        if (list === undefined) continue
        const { slots, count } = list
        // Every number in a list is below the length of `alike`.
        for (let at = 0; at < count; at++) (alike[slots[at] as number] as number)++
      }
      for (let slot = 0; slot < alike.length; slot++) {
        const common = alike[slot] ?? 0
        if (common > 0) alike[slot] = common / Math.sqrt(terms.size * (sizes[slot] ?? 1))
      }
      return alike
    },
  }
}
