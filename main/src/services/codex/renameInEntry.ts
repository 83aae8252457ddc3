import { isScalar } from 'yaml'
import { parseJson, replaceString } from '../../lib/jsonPosition.ts'
import { parseYaml } from '../../lib/yamlText.ts'
import { entryBounds, frontMatter, isJson, isRecord } from './entryFile.ts'

/** Where an entry names a chapter: the way to the field in its file. */
interface ChapterPlace {
  readonly path: readonly (string | number)[]
  readonly chapter: string
}

/** The `to` of a relation is an entry. */
const spans = { aliases: ['from', 'to'], relations: ['from'], progressions: ['from', 'to'] } as const

/** All chapters that the fields of an entry name, as read or as they stand in its file. */
export function chapterPlaces(fields: Readonly<Record<string, unknown>>): ChapterPlace[] {
  const at = (holder: unknown, ends: readonly string[], path: readonly (string | number)[]) =>
    ends.flatMap((end): ChapterPlace[] => {
      const chapter = isRecord(holder) ? holder[end] : undefined
      return typeof chapter === 'string' ? [{ path: [...path, end], chapter }] : []
    })
  const ofLists = Object.entries(spans).flatMap(([field, ends]) => {
    const list = fields[field]
    if (!Array.isArray(list)) return at(list, ends, [field])
    return list.flatMap((item: unknown, index) => at(item, ends, [field, index]))
  })
  return [...ofLists, ...at(fields, ['from'], [])]
}

/** A YAML word that needs no quotes in a block and in a flow. */
const plain = /^[^\s\p{Cc}:#,[\]{}"'&*!|>%@`?-](?:[^\p{Cc}:#,[\]{}]*[^\s\p{Cc}:#,[\]{}])?$/u

/** An entry's file with other ids for the chapters it names; every other byte stays. */
export function renameInEntry(text: string, path: string, renamed: ReadonlyMap<string, string>): string {
  if (isJson(path)) return renameInJson(text, renamed)
  const match = frontMatter.exec(text)
  if (!match) return text
  const start = match[0].indexOf('\n') + 1
  const yaml = match[1] ?? ''
  return text.slice(0, start) + renameInYaml(yaml, renamed) + text.slice(start + yaml.length)
}

function renameInJson(text: string, renamed: ReadonlyMap<string, string>): string {
  const json = parseJson(text, entryBounds)
  if (!json.ok || !isRecord(json.value)) return text
  let next = text
  for (const { path, chapter } of chapterPlaces(json.value)) {
    const to = renamed.get(chapter)
    if (to !== undefined) next = replaceString(next, path, to)
  }
  return next
}

function renameInYaml(yaml: string, renamed: ReadonlyMap<string, string>): string {
  const parsed = parseYaml(yaml, entryBounds)
  if (!parsed.ok) return yaml
  const scalars = (isRecord(parsed.value) ? chapterPlaces(parsed.value) : [])
    .map(({ path }) => parsed.document.getIn(path, true))
    .filter((node) => isScalar(node))
    .toSorted((a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0))
  let next = yaml
  // From the end, so that the places before it stay where they are.
  for (const scalar of scalars.toReversed()) {
    const to = typeof scalar.value === 'string' ? renamed.get(scalar.value) : undefined
    if (to === undefined || !scalar.range || scalar.type?.startsWith('BLOCK')) continue
    const [from, until] = scalar.range
    const isPlain = scalar.type === 'PLAIN' && plain.test(to)
    next = next.slice(0, from) + (isPlain ? to : JSON.stringify(to)) + next.slice(until)
  }
  return next
}
