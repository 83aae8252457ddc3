import type { CodexEntry } from '#contract/codex.ts'
import { aliasNames } from '../entry.ts'
import type { Losses, Sentence } from './losses.ts'

const notTyped: Sentence = [
  '输入法的词库里只能有两个字以上的汉字名。',
  'Only Chinese names of two characters or more can be in an input method’s dictionary.',
]
const typed = /^\p{Script=Han}{2,}$/u

/** Names and aliases that are typed by their sound, each once; an entry that has none is reported. */
function namesOf(entries: readonly CodexEntry[], losses: Losses): string[] {
  const names = new Set<string>()
  for (const entry of entries) {
    const own = [entry.name, ...aliasNames(entry)].filter((name) => typed.test(name))
    if (own.length === 0) losses.add(entry.name, 'name', notTyped)
    for (const name of own) names.add(name)
  }
  return [...names]
}

/**
 * A dictionary of the input method Rime. Without a column for the sound Rime takes those of the characters, from the
 * dictionary that imports this one.
 */
export function rimeDictionary(entries: readonly CodexEntry[], losses: Losses): string {
  const head = ['---', 'name: creonow_names', 'version: "1"', 'sort: original', 'columns:', '  - text', '...']
  return `${[...head, ...namesOf(entries, losses)].join('\n')}\n`
}

/** One a line, as most other input methods import them. */
export function wordList(entries: readonly CodexEntry[], losses: Losses): string {
  return namesOf(entries, losses)
    .map((name) => `${name}\n`)
    .join('')
}
