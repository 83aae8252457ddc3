import { parse } from 'yaml'
import { omissions } from './issues.ts'
import type { ExtractedText } from './sheet.ts'

/** The draft that an index note of Longform describes (its `INDEX_FILE.md`). */
export interface LongformDraft {
  readonly title: string | undefined
  /** Names of the scenes' notes without `.md`, in order; undefined: the note is the whole draft. */
  readonly scenes: readonly string[] | undefined
  /** Where they are, from the note's folder: `/`, `Scenes/`. */
  readonly folder: string
}

const yamlBlock = /^\uFEFF?---[ \t]*\r?\n([\s\S]{0,200000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const maxScenes = 20_000

/** What a note says of a draft in its first lines; undefined when it says nothing. */
export function longformDraft(note: string): LongformDraft | undefined {
  const yaml = yamlBlock.exec(note)?.[1]
  if (yaml === undefined || !/^longform[ \t]*:/m.test(yaml)) return undefined
  let fields: unknown
  try {
    fields = parse(yaml, { maxAliasCount: 0 })
  } catch {
    // It cannot be read, so it is a note like any other.
    return undefined
  }
  const draft = field(fields, 'longform')
  const format = field(draft, 'format')
  if (format !== 'scenes' && format !== 'single') return undefined
  const title = field(draft, 'title') ?? field(fields, 'title')
  const folder = field(draft, 'sceneFolder')
  const scenes: string[] = []
  collect(field(draft, 'scenes'), scenes, 0)
  return {
    title: typeof title === 'string' ? title : undefined,
    scenes: format === 'scenes' ? scenes : undefined,
    folder: typeof folder === 'string' ? folder : '/',
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** Indented scenes are lists in the list. */
function collect(value: unknown, scenes: string[], depth: number): void {
  if (typeof value === 'string' && scenes.length < maxScenes) scenes.push(value)
  else if (Array.isArray(value) && depth < 20) for (const each of value) collect(each, scenes, depth + 1)
}

/**
 * The text of an Obsidian note as it is shown to readers: words of links, no comments, no ids of blocks, nothing that
 * is embedded. Each kind that is left out is listed with its number.
 */
export function textOfNote(note: string): Pick<ExtractedText, 'text' | 'omissions'> {
  const counts = { comments: 0, embedded: 0, links: 0, highlights: 0 }
  const counted = (kind: keyof typeof counts, words = '') => {
    counts[kind] += 1
    return words
  }
  const text = note
    .replace(/%%[^%]{0,50000}%%/g, () => counted('comments'))
    .replace(/!\[\[[^\][\n]{0,500}\]\]/g, () => counted('embedded'))
    .replace(/\[\[([^\][|\n]{1,500})(?:\|([^\][\n]{1,500}))?\]\]/g, (_, target: string, shown?: string) =>
      counted('links', shown ?? target.replace(/^.*[#/]/, '')),
    )
    .replace(/==([^=\n]{1,2000})==/g, (_, words: string) => counted('highlights', words))
    .replace(/[ \t]\^[\da-z-]{1,40}[ \t]*$/gim, '')
  const said = [
    counts.comments > 0 ? omissions.comments(counts.comments) : [],
    counts.embedded > 0 ? omissions.embeddedNotes(counts.embedded) : [],
    counts.links > 0 ? omissions.links(counts.links) : [],
    counts.highlights > 0 ? omissions.highlights(counts.highlights) : [],
  ].flat()
  return { text, omissions: said.map((sentence) => ({ from: 0, sentence })) }
}
