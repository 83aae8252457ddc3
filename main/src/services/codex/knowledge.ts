import { chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import { aliasNames, type CodexEntry, type Progression } from './entry.ts'

/** A chapter as a list of facts names it. */
interface FactChapter {
  /** Its id. */
  readonly documentId: string
  /** As the list of chapters has it. */
  readonly title: string
}

/** What is stated of one person and one fact. `unstated`: nothing says that this person is ever aware of it. */
type Awareness =
  | { readonly state: 'knows' | 'later'; readonly chapter: FactChapter | null }
  | { readonly state: 'unstated' }

/** Something of the book that not everybody is aware of, or nobody yet. */
interface Fact {
  /** `entry`: that it exists; `change`: one of its changes; `thread`: a promise to the reader. */
  readonly of: 'entry' | 'change' | 'thread'
  /** Id of the entry or of the thread. */
  readonly id: string
  /** Name of the entry, title of the thread. */
  readonly name: string
  /** In the author's words; empty for an entry and a thread. */
  readonly text: string
  /** The chapter with which it begins; null: it is true from the start. */
  readonly chapter: FactChapter | null
  /** One for each person, in their order. */
  readonly people: readonly Awareness[]
}

/** Who is aware of what in a chapter. */
export interface Knowledge {
  /** What somebody is stated to be aware of first, then what begins later for everybody; each in the order of the book. */
  readonly facts: readonly Fact[]
  /** Facts that have begun and whose cards do not say who is aware of them: prompts have them for everybody. */
  readonly open: number
  /** Statements that name a chapter which is not in the book. */
  readonly dangling: number
}

/** What knowledge is read from. */
export interface KnowledgeSources {
  readonly entries: readonly CodexEntry[]
  readonly threads: readonly {
    readonly id: string
    readonly title: string
    readonly from: string | null
    readonly knownBy: readonly string[] | null
  }[]
  /** Chapters in the order of the book. */
  readonly chapters: readonly (NamedChapter & { readonly title: string })[]
}

/** Who is aware of a fact, and from which chapter on. */
interface Statement {
  /** Place of the chapter; undefined: from the start. */
  readonly from: number | undefined
  /** A person is in each of these lists of names; none: nobody has written down who is aware of it. */
  readonly lists: readonly ReadonlySet<string>[]
}

interface FactStatements extends Pick<Fact, 'of' | 'id' | 'name' | 'text'> {
  /** What a person may be stated to have learned of it, word for word; the first tells it from others of its entry. */
  readonly words: readonly string[]
  readonly statements: Statement[]
}

/**
 * Who of these people is aware of what, as of a chapter. A person's change of the field `knows` names a fact in words:
 * where a card, a change or a thread has the same words, it is that fact. What has ended before the chapter is left out,
 * as in prompts.
 */
export function knowledgeAt(
  { entries, threads, chapters }: KnowledgeSources,
  people: readonly Pick<CodexEntry, 'id' | 'name' | 'aliases'>[],
  documentId: string,
): Knowledge {
  const order = chapterPositions(chapters)
  const position = order.get(documentId) ?? -1
  const facts = new Map<string, FactStatements>()
  let dangling = 0

  /** Undefined: no chapter is named. Null: it is not in the book, so nothing can be said of it. */
  function placeOf(chapter: string | null | undefined): number | undefined | null {
    if (chapter === undefined || chapter === null) return undefined
    const place = order.get(chapter)
    if (place === undefined) dangling += 1
    return place ?? null
  }

  function state(fact: Omit<FactStatements, 'statements'>, statement: Statement): FactStatements {
    const key = `${fact.of} ${fact.id} ${wordsOf(fact.words[0] ?? '')}`
    const present = facts.get(key) ?? { ...fact, statements: [] }
    present.statements.push(statement)
    facts.set(key, present)
    return present
  }

  const ofPeople: { readonly entry: CodexEntry; readonly change: Progression; readonly from: number }[] = []
  for (const entry of entries) {
    const { id, name } = entry
    const start = placeOf(entry.from)
    if (start === null) continue
    const lists = listsOf(entry.knownBy)
    if (start !== undefined || lists.length > 0)
      state({ of: 'entry', id, name, text: '', words: [name] }, { from: start, lists })
    for (const change of entry.progressions) {
      const [begins, ends] = [placeOf(change.from), placeOf(change.to)]
      if (begins === null || begins === undefined || ends === null) continue
      const from = Math.max(start ?? 0, begins)
      if (ends !== undefined && ends >= begins && ends < position) continue
      if (isLearning(change)) ofPeople.push({ entry, change, from })
      else {
        const text = change.text || (change.value ?? '')
        const words = [change.value ?? text, text]
        state(
          { of: 'change', id, name, text, words },
          { from, lists: [...lists, ...listsOf(change.knownBy)] },
        )
      }
    }
  }
  for (const { id, title, from, knownBy } of threads) {
    const start = placeOf(from)
    const lists = listsOf(knownBy)
    if (start !== null && (start !== undefined || lists.length > 0))
      state({ of: 'thread', id, name: title, text: '', words: [title] }, { from: start, lists })
  }
  const byWords = new Map<string, FactStatements>()
  const listWords = (fact: FactStatements) => {
    for (const words of fact.words.map(wordsOf)) if (!byWords.has(words)) byWords.set(words, fact)
  }
  for (const fact of facts.values()) listWords(fact)
  for (const { entry, change, from } of ofPeople) {
    const text = change.value ?? change.text
    const statement = { from, lists: [namesOf(entry)] }
    const fact = byWords.get(wordsOf(text))
    if (fact) fact.statements.push(statement)
    else listWords(state({ of: 'change', id: entry.id, name: entry.name, text, words: [text] }, statement))
  }

  const chapterAt = (place: number | undefined): FactChapter | null => {
    const chapter = chapters[place ?? -1]
    return chapter ? { documentId: chapter.documentId, title: chapter.title } : null
  }
  const all = [...facts.values()].map((fact) => ({ fact, start: earliest(fact.statements) }))
  const isNamed = ({ statements }: FactStatements) => statements.some(({ lists }) => lists.length > 0)
  const shown = all.filter(({ fact, start = 0 }) => isNamed(fact) || start > position)
  const rank = ({ fact, start = -1 }: (typeof all)[number]) =>
    (isNamed(fact) ? 0 : chapters.length + 1) + start
  return {
    facts: shown
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ fact: { of, id, name, text, statements }, start }) => ({
        ...{ of, id, name, text },
        chapter: chapterAt(start),
        people: people.map((person): Awareness => {
          const names = namesOf(person)
          const own = statements.filter(
            ({ lists }) =>
              lists.length > 0 && lists.every((list) => [...names].some((name) => list.has(name))),
          )
          const stated = own.length > 0 ? own : statements.filter(({ lists }) => lists.length === 0)
          if (stated.length === 0) return { state: 'unstated' }
          const from = earliest(stated)
          if ((from ?? 0) > position) return { state: 'later', chapter: chapterAt(from) }
          return own.length > 0 ? { state: 'knows', chapter: chapterAt(from) } : { state: 'unstated' }
        }),
      })),
    open: all.length - shown.length,
    dangling,
  }
}

/** The names of the field in the languages of the app, as accepted changes have it. */
const learning = new Set(['knows', '知道'])
/** What is only said or dreamt makes nobody aware of anything. */
const isLearning = ({ field, value, text, certainty = 'narrated' }: Progression) =>
  certainty === 'narrated' && learning.has(field?.trim().toLowerCase() ?? '') && (value ?? text) !== ''

/** Everything that an entry is called, its id too. */
const namesOf = (entry: Pick<CodexEntry, 'id' | 'name' | 'aliases'>): ReadonlySet<string> =>
  new Set([entry.id, entry.name, ...aliasNames(entry)])

const listsOf = (names: readonly string[] | null | undefined): readonly ReadonlySet<string>[] =>
  names ? [new Set(names.map((name) => name.trim()))] : []

/** The first chapter of some statements; undefined: from the start. */
function earliest(statements: readonly Statement[]): number | undefined {
  const places = statements.map(({ from }) => from)
  return places.includes(undefined) ? undefined : Math.min(...places.flatMap((place) => place ?? []))
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
