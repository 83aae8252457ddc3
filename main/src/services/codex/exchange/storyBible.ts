import type { CodexEntry } from '#contract/codex.ts'
import { aliasName } from '../entry.ts'
import type { Losses } from './losses.ts'
import { chapterTitle, kinds, nameOf, type Reader, relationsOf, reportUnknown, words } from './reader.ts'

/** A codex as a document in Markdown: kinds, entries below them, and everything that is in an entry. */
export function storyBible(entries: readonly CodexEntry[], reader: Reader, losses: Losses): string {
  const { bible, kinds: titles } = words[reader.language]
  const parts = kinds.flatMap((kind) => {
    const ofKind = entries.filter(({ type }) => type === kind)
    return ofKind.length === 0
      ? []
      : [`## ${titles[kind]}`, ...ofKind.flatMap((entry) => section(entry, entries, reader))]
  })
  for (const entry of entries) reportUnknown(entry, losses)
  return `${[`# ${bible}`, ...parts].join('\n\n')}\n`
}

/** Paragraphs, to be set apart by an empty line. */
function section(entry: CodexEntry, entries: readonly CodexEntry[], reader: Reader): string[] {
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
    .map(([name, value]) => `- ${name}${value}`)
  const changes = entry.progressions.map(
    ({ text: change, state, knownBy, ...when }) =>
      `- ${time(when)}${text.colon}${oneLine(change)}${state === undefined ? '' : text.aside(state)}${
        knownBy === undefined ? '' : text.aside(`${text.knownBy}${names(knownBy)}`)
      }`,
  )
  return [
    `### ${oneLine(entry.name)}`,
    facts.join('\n'),
    ...listed(
      text.constraints,
      entry.constraints.map((each) => `- ${oneLine(each)}`),
    ),
    belowEntry(entry.body.replace(/\r\n?/g, '\n').trim()),
    ...listed(text.progressions, changes),
  ].filter((part) => part !== '')
}

const listed = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, lines.join('\n')]

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
