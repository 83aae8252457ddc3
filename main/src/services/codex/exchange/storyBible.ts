import type { CodexEntry } from '#contract/codex.ts'
import { aliasName } from '../entry.ts'
import type { Losses } from './losses.ts'
import { chapterTitle, kinds, nameOf, type Reader, relationsOf, reportUnknown, words } from './reader.ts'

/** A part of a story bible, in whatever kind of file. */
type BiblePart =
  /** 1: a kind of entries. 2: an entry. */
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  /** The title of the list that follows. */
  | { readonly kind: 'line'; readonly text: string }
  /** Without line ends; never empty. */
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** What the author wrote about an entry. */
  | { readonly kind: 'markdown'; readonly text: string }

/** A codex to be read from beginning to end. */
export interface BibleDocument {
  /** In the language of the book. */
  readonly title: string
  /** BCP 47. */
  readonly language: string
  /** Kinds, entries below them, and everything that is in an entry. */
  readonly parts: readonly BiblePart[]
}

/** The story bible of a codex; fields that no reader understands are losses. */
export function bibleDocument(entries: readonly CodexEntry[], reader: Reader, losses: Losses): BibleDocument {
  const { bible, kinds: titles } = words[reader.language]
  const parts = kinds.flatMap((kind): readonly BiblePart[] => {
    const ofKind = entries.filter(({ type }) => type === kind)
    return ofKind.length === 0
      ? []
      : [
          { kind: 'heading', level: 1, text: titles[kind] },
          ...ofKind.flatMap((entry) => section(entry, entries, reader)),
        ]
  })
  for (const entry of entries) reportUnknown(entry, losses)
  return { title: bible, language: reader.language, parts }
}

/** The story bible in Markdown. */
export function storyBible(entries: readonly CodexEntry[], reader: Reader, losses: Losses): string {
  const { title, parts } = bibleDocument(entries, reader, losses)
  return `${[`# ${title}`, ...parts.map(markdownOf)].join('\n\n')}\n`
}

function markdownOf(part: BiblePart): string {
  if (part.kind === 'heading') return `${'#'.repeat(part.level + 1)} ${part.text}`
  if (part.kind === 'list') return part.items.map((item) => `- ${item}`).join('\n')
  return part.kind === 'line' ? part.text : belowEntry(part.text)
}

function section(entry: CodexEntry, entries: readonly CodexEntry[], reader: Reader): readonly BiblePart[] {
  const text = words[reader.language]
  const time = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
    text.time(chapterTitle(from, reader), chapterTitle(to, reader))
  const names = (ids: readonly string[]) => ids.map((id) => nameOf(id, entries)).join(text.comma)
  const aliases = entry.aliases.map((alias) =>
    typeof alias === 'string' ? alias : `${aliasName(alias)}${text.aside(time(alias))}`,
  )
  const level = entry.aiContextLevel === 'when_detected' ? '' : text.levels[entry.aiContextLevel]
  const facts = [
    [text.aliases, aliases.join(text.comma)],
    [text.tags, entry.tags.join(text.comma)],
    [text.level, level],
    [text.relations, relationsOf(entry, entries, reader)],
    [text.since, time({ from: entry.from })],
    [text.knownBy, names(entry.knownBy ?? [])],
    [text.exclude, entry.exclude.join(text.comma)],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}${value}`)
  const changes = entry.progressions.map(
    ({ text: change, state, knownBy, ...when }) =>
      `${time(when)}${text.colon}${oneLine(change)}${state === undefined ? '' : text.aside(state)}${
        knownBy === undefined ? '' : text.aside(`${text.knownBy}${names(knownBy)}`)
      }`,
  )
  const body = entry.body.replace(/\r\n?/g, '\n').trim()
  return [
    { kind: 'heading', level: 2, text: oneLine(entry.name) },
    ...listOf(facts),
    ...listed(text.constraints, entry.constraints.map(oneLine)),
    ...(body === '' ? [] : [{ kind: 'markdown', text: body } as const]),
    ...listed(text.progressions, changes),
  ]
}

const listOf = (items: readonly string[]): readonly BiblePart[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }]

const listed = (title: string, items: readonly string[]): readonly BiblePart[] =>
  items.length === 0 ? [] : [{ kind: 'line', text: title }, ...listOf(items)]

const oneLine = (text: string) => text.trim().replace(/\s*[\r\n]+\s*/g, ' ')

/** An author's own headings come below that of the entry, but for lines of a code block. */
function belowEntry(body: string): string {
  let fence = ''
  return body
    .split('\n')
    .map((line) => {
      const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? ''
      if (fence !== '') {
        if (mark === fence && line.trim() === fence) fence = ''
        return line
      }
      if (mark !== '') fence = mark
      return line.replace(/^(#{1,6})(?= )/, (marks) => '#'.repeat(Math.min(6, marks.length + 3)))
    })
    .join('\n')
}
