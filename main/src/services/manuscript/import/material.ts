import type { CodexEntry } from '#contract/codex.ts'

/** A person, a place, a thing or a text of a project that is no part of its manuscript: an entry for the codex. */
export interface MaterialCard {
  /** The kind of entry. */
  readonly type: CodexEntry['type']
  /** On one line, at most 200 UTF-16 units. */
  readonly name: string
  /** Other names, as `name`. */
  readonly aliases: readonly string[]
  /** Markdown. */
  readonly text: string
}

/** What a project has besides its chapters. */
export interface BookMaterial {
  /** In the order of the project. */
  readonly cards: readonly MaterialCard[]
  /** What the book is about. */
  readonly synopsis?: string
}

/** A note of the author on a place of the text. */
export interface MaterialNote {
  /** Where that place begins, in UTF-16 units. */
  readonly at: number
  /** What the author noted. */
  readonly text: string
}

/** What a project has about one chapter. */
export interface ChapterMaterial {
  /** What happens in it, by the author; absent: nothing is said. */
  readonly synopsis?: string
  /** In the order of the text. */
  readonly notes: readonly MaterialNote[]
  /** How far it is, as the plan has it; absent: nothing is said. */
  readonly status?: string
  /** The author's word for a group of chapters; absent: there is none. */
  readonly label?: string
}

/** What a project says about a chapter, each scene of it for itself. */
export interface GivenMaterial {
  readonly synopsis?: string | undefined
  /** With offsets in the text. */
  readonly notes?: readonly MaterialNote[]
  /** In the order of the scenes; of several the first counts. */
  readonly statuses?: readonly string[]
  /** In the order of the scenes; of several the first counts. */
  readonly labels?: readonly string[]
}

/** As many entries as anybody has written; more are counted as left out. */
const maxCards = 5000
const maxAliases = 50
const maxNameUnits = 200
/** As the codex, the synopses and the notes bound theirs. */
const maxUnits = { card: 400_000, synopsis: 20_000, note: 10_000 } as const

/** What is left out because it is too much or too long for its place, by its number. */
interface Excess {
  cards: number
  synopses: number
  notes: number
  labels: number
}

/** Collects what a project has besides its text, bounded. */
export function createMaterial() {
  const cards: MaterialCard[] = []
  const excess: Excess = { cards: 0, synopses: 0, notes: 0, labels: 0 }
  let synopsis: string | undefined

  const bounded = (text: string | undefined, kind: 'synopsis' | 'note'): string => {
    const given = (text ?? '').trim().toWellFormed()
    if (given.length <= maxUnits[kind]) return given
    excess[kind === 'note' ? 'notes' : 'synopses'] += 1
    return ''
  }

  /** A chapter has one word where each of its scenes may have another. */
  function first(given: readonly string[] = []): string | undefined {
    const words = given.map(oneLine).filter((word) => word !== '')
    excess.labels += words.filter((word) => word !== words[0]).length
    return words[0]
  }

  return {
    /** One without a name is called by its first words; one without name and text is none. */
    card({ type, name, aliases, text }: MaterialCard): void {
      const body = text.trim().toWellFormed()
      const called = oneLine(name) || oneLine(/\S.*/.exec(body)?.[0] ?? '').slice(0, 40)
      // A title without a word is no use in a codex, the name of somebody is.
      if (called === '' || (body === '' && type === 'lore')) return
      if (cards.length >= maxCards || body.length > maxUnits.card) {
        excess.cards += 1
        return
      }
      const names = new Set(aliases.map(oneLine).filter((alias) => alias !== '' && alias !== called))
      cards.push({ type, name: called, aliases: [...names].slice(0, maxAliases), text: body })
    },
    /** The first one counts. */
    synopsis(text: string): void {
      synopsis ??= bounded(text, 'synopsis') || undefined
    },
    /** What a chapter has; undefined when that is nothing. */
    ofChapter(given: GivenMaterial): ChapterMaterial | undefined {
      const about = bounded(given.synopsis, 'synopsis')
      const notes = (given.notes ?? []).flatMap(({ at, text }) => {
        const note = bounded(text, 'note')
        return note === '' ? [] : [{ at, text: note }]
      })
      const [status, label] = [first(given.statuses), first(given.labels)]
      const words = {
        ...(status !== undefined && { status: statusOf(status) }),
        ...(label !== undefined && { label }),
      }
      if (about === '' && notes.length === 0 && Object.keys(words).length === 0) return undefined
      return { ...(about !== '' && { synopsis: about }), notes, ...words }
    },
    /** Labels, statuses and keywords of what has no place for them. */
    leaveLabels(count: number): void {
      excess.labels += count
    },
    excess: (): Readonly<Excess> => excess,
    /** Undefined: the project has nothing but its text. */
    result(): BookMaterial | undefined {
      if (cards.length === 0 && synopsis === undefined) return undefined
      return { cards, ...(synopsis !== undefined && { synopsis }) }
    },
  }
}

/** The statuses that programs have at first, as the plan has them; any other is a word of the author's. */
const statuses: ReadonlyMap<string, string> = new Map([
  ...['idea', 'to do', 'todo', 'new', 'outline'].map((word) => [word, 'idea'] as const),
  ...['draft', 'first draft', '1st draft'].map((word) => [word, 'draft'] as const),
  ...['revised', 'revised draft', 'second draft', '1st edit', '2nd edit'].map(
    (word) => [word, 'revised'] as const,
  ),
  ...['final', 'final draft', 'done', 'finished'].map((word) => [word, 'final'] as const),
])

const statusOf = (word: string) => statuses.get(word.toLowerCase()) ?? word

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, maxNameUnits).toWellFormed()
