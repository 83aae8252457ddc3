import { isMap, isScalar, isSeq } from 'yaml'
import { parseJson, replaceString } from '../../lib/jsonPosition.ts'
import { parseYaml } from '../../lib/yamlText.ts'
import type { Progression } from './entry.ts'
import { entryBounds, frontMatter, isJson } from './entryFile.ts'

const ends = ['from', 'to'] as const
/** A YAML word that needs no quotes in a block and in a flow. */
const plain = /^[^\s\p{Cc}:#,[\]{}"'&*!|>%@`?-](?:[^\p{Cc}:#,[\]{}]*[^\s\p{Cc}:#,[\]{}])?$/u

/**
 * An entry's file with other ids for the chapters its progressions name; every other byte stays. `progressions`
 * are those of the file as read.
 */
export function renameInEntry(
  text: string,
  path: string,
  progressions: readonly Progression[],
  renamed: ReadonlyMap<string, string>,
): string {
  if (isJson(path)) return parseJson(text, entryBounds).ok ? renameInJson(text, progressions, renamed) : text
  const match = frontMatter.exec(text)
  if (!match) return text
  const start = match[0].indexOf('\n') + 1
  const yaml = match[1] ?? ''
  return text.slice(0, start) + renameInYaml(yaml, renamed) + text.slice(start + yaml.length)
}

function renameInJson(
  text: string,
  progressions: readonly Progression[],
  renamed: ReadonlyMap<string, string>,
): string {
  let next = text
  for (const [index, progression] of progressions.entries()) {
    for (const end of ends) {
      const id = progression[end]
      const to = id === undefined ? undefined : renamed.get(id)
      if (to !== undefined) next = replaceString(next, ['progressions', index, end], to)
    }
  }
  return next
}

function renameInYaml(yaml: string, renamed: ReadonlyMap<string, string>): string {
  const parsed = parseYaml(yaml, entryBounds)
  const list = parsed.ok ? parsed.document.get('progressions', true) : undefined
  const scalars = (isSeq(list) ? list.items : [])
    .filter(isMap)
    .flatMap((item) => ends.map((end) => item.get(end, true)))
  let next = yaml
  // From the end, so that the places before it stay where they are.
  for (const scalar of scalars.toReversed().filter((node) => isScalar(node))) {
    const to = typeof scalar.value === 'string' ? renamed.get(scalar.value) : undefined
    if (to === undefined || !scalar.range || scalar.type?.startsWith('BLOCK')) continue
    const [from, until] = scalar.range
    const isPlain = scalar.type === 'PLAIN' && plain.test(to)
    next = next.slice(0, from) + (isPlain ? to : JSON.stringify(to)) + next.slice(until)
  }
  return next
}
