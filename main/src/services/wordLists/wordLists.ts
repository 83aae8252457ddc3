import type { ChannelOutput } from '#contract/index.ts'
import { AppError } from '../../lib/appError.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { randomId } from '../../lib/randomId.ts'
import type { VersionedFiles } from '../../lib/versionedFile/index.ts'
import {
  listsFormat,
  maxIgnored,
  maxLists,
  placeKey,
  type StoredList,
  type StoredLists,
} from './listsFile.ts'
import { decodeList, type ListedWord, type ListKind, maxWords, textOfList, wordsOfList } from './listText.ts'
import { createWordMatcher, type WordMatcher } from './wordMatcher.ts'

type Lists = ChannelOutput<'wordLists:list'>
type Match = ChannelOutput<'wordLists:matches'>['matches'][number]
type Hit = ChannelOutput<'wordLists:search'>['hits'][number]

/** Lists of typos and of sensitive words, and where their words stand. */
export interface WordLists {
  /** In the order of making. @throws AppError FILE_BROKEN, IO_ERROR, as all others. */
  list(): Lists
  /** A list of somebody’s file. @throws AppError DOCUMENT_ENCODING, INVALID_ARGUMENT (no word in it, too many lists). */
  import(input: {
    readonly name: string
    readonly kind: ListKind
    readonly bytes: Uint8Array
  }): Promise<ChannelOutput<'wordLists:import'>>
  /** Adds a word to the author's own list of its kind, which is there with its first word. */
  add(word: ListedWord): Promise<Lists>
  /** @throws AppError NOT_FOUND. */
  turn(listId: string, isOn: boolean): Promise<Lists>
  /** Without effect when the list has no such word. A list of the author without words goes. @throws AppError NOT_FOUND. */
  removeWord(listId: string, word: string): Promise<Lists>
  /** The one that was removed last can be brought back. @throws AppError NOT_FOUND. */
  remove(listId: string): Promise<Lists>
  /** Brings back the list that was removed last. @throws AppError NOT_FOUND. */
  restore(): Promise<Lists>
  /** Words of the lists that are on, without the places that were waved away. */
  matches(projectId: string, text: string): readonly Match[]
  /** Waves away a place of a line. */
  ignore(projectId: string, line: string, from: number, to: number): Promise<void>
  /** The same over a whole book. Rejects when `signal` aborts. */
  search(projectId: string, kind?: ListKind, signal?: AbortSignal): Promise<ChannelOutput<'wordLists:search'>>
}

interface Marked extends ListedWord {
  readonly listId: string
  readonly kind: ListKind
}

const ownIds: Readonly<Record<ListKind, string>> = { typos: 'own-typos', sensitive: 'own-sensitive' }
const maxHits = 2000
const excerptUnits = 20

export function createWordLists(options: {
  readonly versioned: VersionedFiles
  readonly manuscript: {
    outline(projectId: string): Promise<readonly { documentId: string; title: string; path: string | null }[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
}): WordLists {
  const { manuscript } = options
  const file = options.versioned.cached(listsFormat, 'wordLists.json')
  let built:
    | { readonly key: string; readonly words: readonly Marked[]; readonly find: WordMatcher }
    | undefined

  /** A word that two lists have is of the one that was made first. */
  function matcher() {
    const on = file.current().value.lists.filter(({ isOn }) => isOn)
    const key = on.map(({ id, kind, text }) => `${id} ${kind} ${sha256Hex(text)}`).join('\n')
    if (built?.key === key) return built
    const words = on.flatMap(({ id, kind, text }) =>
      wordsOfList(text, kind).words.map((each) => ({ ...each, listId: id, kind })),
    )
    built = { key, words, find: createWordMatcher(words.map(({ word }) => word)) }
    return built
  }

  function matches(projectId: string, text: string): readonly Match[] {
    const { words, find } = matcher()
    if (words.length === 0) return []
    const { ignored } = file.current().value
    const away = new Set(Object.hasOwn(ignored, projectId) ? ignored[projectId] : [])
    return find(text).flatMap(({ index, from, to }) => {
      const marked = words[index]
      if (marked === undefined || (away.size > 0 && away.has(keyIn(text, from, to)))) return []
      const { listId, kind, word, right } = marked
      return [{ from, to, listId, kind, word, ...(right !== undefined && { right }) }]
    })
  }

  const change = (edit: (stored: StoredLists) => StoredLists): Promise<Lists> =>
    file.update((stored) => {
      const next = edit(stored)
      return { next, result: listsOf(next) }
    })

  const changeList = (listId: string, edit: (list: StoredList) => StoredList | undefined): Promise<Lists> =>
    change((stored) => {
      listIn(stored, listId)
      return {
        ...stored,
        lists: stored.lists.flatMap((each) => (each.id === listId ? (edit(each) ?? []) : each)),
      }
    })

  const added = (stored: StoredLists, list: StoredList): StoredLists => {
    if (stored.lists.length >= maxLists)
      throw new AppError('INVALID_ARGUMENT', { why: 'threadLimit', most: maxLists })
    return { ...stored, lists: [...stored.lists, list] }
  }

  return {
    list: () => listsOf(file.fresh().value),
    async import({ name, kind, bytes }) {
      const { words, skipped } = wordsOfList(decodeList(bytes), kind)
      if (words.length === 0) throw new AppError('INVALID_ARGUMENT', { why: 'wordList' })
      const list = { id: randomId('w_'), name, kind, isOn: true, text: textOfList(words) }
      const { lists } = await change((stored) => added(stored, list))
      return { lists, listId: list.id, skipped }
    },
    add: (word) =>
      change((stored) => {
        const kind: ListKind = word.right === undefined ? 'sensitive' : 'typos'
        const own = stored.lists.find(({ id }) => id === ownIds[kind])
        if (!own)
          return added(stored, { id: ownIds[kind], name: '', kind, isOn: true, text: textOfList([word]) })
        const rest = wordsOfList(own.text, kind).words.filter((each) => each.word !== word.word)
        const text = textOfList([...rest.slice(0, maxWords - 1), word])
        return { ...stored, lists: stored.lists.map((each) => (each === own ? { ...own, text } : each)) }
      }),
    turn: (listId, isOn) => changeList(listId, (list) => ({ ...list, isOn })),
    removeWord: (listId, word) =>
      changeList(listId, (list) => {
        const words = wordsOfList(list.text, list.kind).words.filter((each) => each.word !== word)
        return words.length === 0 ? undefined : { ...list, text: textOfList(words) }
      }),
    remove: (listId) =>
      change((stored) => ({
        ...stored,
        removed: listIn(stored, listId),
        lists: stored.lists.filter(({ id }) => id !== listId),
      })),
    restore: () =>
      change((stored) => {
        if (!stored.removed) throw new AppError('NOT_FOUND')
        const { id } = stored.removed
        return {
          ...added({ ...stored, lists: stored.lists.filter((each) => each.id !== id) }, stored.removed),
          removed: null,
        }
      }),
    matches,
    ignore: (projectId, line, from, to) =>
      file.update((stored) => {
        const before = Object.hasOwn(stored.ignored, projectId) ? (stored.ignored[projectId] ?? []) : []
        const all = [...new Set([...before, placeKey(line, from, to)])].slice(-maxIgnored)
        return { next: { ...stored, ignored: { ...stored.ignored, [projectId]: all } }, result: undefined }
      }),
    async search(projectId, kind, signal) {
      const hits: Hit[] = []
      let total = 0
      for (const { documentId, title, path } of await manuscript.outline(projectId)) {
        signal?.throwIfAborted()
        if (path === null) continue
        // A chapter that cannot be read is left out, as one without a file; the list of chapters says so.
        const { text } = await manuscript.read(projectId, documentId).catch(() => ({ text: '' }))
        const places = matches(projectId, text).filter((match) => kind === undefined || match.kind === kind)
        total += places.length
        for (const match of places.slice(0, maxHits - hits.length))
          hits.push({ documentId, title, ...match, excerpt: excerptOf(text, match.from, match.to) })
      }
      return { hits, total }
    },
  }
}

function listIn({ lists }: StoredLists, listId: string): StoredList {
  const list = lists.find(({ id }) => id === listId)
  if (!list) throw new AppError('NOT_FOUND')
  return list
}

const listsOf = ({ lists, removed }: StoredLists): Lists => ({
  lists: lists.map(({ id, name, kind, isOn, text }) => {
    const { words } = wordsOfList(text, kind)
    const isOwn = id === ownIds[kind]
    const shown = words.map(({ word, right }) => ({ word, ...(right !== undefined && { right }) }))
    return { listId: id, name, kind, isOn, count: words.length, ...(isOwn && { words: shown }) }
  }),
  ...(removed && { removedName: removed.name }),
})

/** The line of a place, and where it stands in it. */
function lineAround(text: string, from: number, to: number) {
  const start = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1
  const end = /[\r\n]/.exec(text.slice(to, to + excerptUnits))
  return { start: Math.max(start, from - excerptUnits), end: end ? to + end.index : to + excerptUnits }
}

function keyIn(text: string, from: number, to: number): string {
  const { start, end } = lineAround(text, from, to)
  return placeKey(text.slice(start, end), from - start, to - start)
}

function excerptOf(text: string, from: number, to: number): string {
  const { start, end } = lineAround(text, from, to)
  return text.slice(start, end).trim().toWellFormed()
}
