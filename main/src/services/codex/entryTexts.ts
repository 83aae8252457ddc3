import { sha256Hex } from '../../lib/hash.ts'
import { detailLevels, type EntryLevels, type EntryText } from './detail.ts'
import type { CodexEntry } from './entry.ts'
import type { Codex, LocatedEntry, Selection } from './selectForPrompt.ts'

/** Below the author's own (100): a derived constraint never precedes one. */
export const codexConstraintPriority = 50
/** An entry differs from chapter to chapter; so many of its forms are cached. */
const appearancesAtMost = 16

/**
 * What prompts are made of, made once per entry: the same strings and objects come back while the entry's file is
 * the same, so that whoever made something of a text finds it again by the text. Forgotten with the entry.
 */
export function createEntryTexts(): Pick<Codex, 'levelsOf' | 'constraintsOf'> {
  const levels = new WeakMap<CodexEntry, Map<string, EntryLevels>>()
  const constraints = new WeakMap<CodexEntry, Selection['constraints']>()

  function levelsOf(
    { key: entry, ...text }: EntryText & { readonly key: CodexEntry },
    language: 'zh' | 'en',
  ): EntryLevels {
    const appearances = levels.get(entry) ?? new Map<string, EntryLevels>()
    levels.set(entry, appearances)
    const key = JSON.stringify([language, text.aliases, text.progressions, text.relations])
    const cached = appearances.get(key)
    if (cached) return cached
    if (appearances.size >= appearancesAtMost) appearances.clear()
    const newLevels = detailLevels(text, language)
    appearances.set(key, newLevels)
    return newLevels
  }

  function constraintsOf({ entry, path }: LocatedEntry): Selection['constraints'] {
    const cached = constraints.get(entry)
    if (cached) return cached
    const newConstraints = [...new Set(entry.constraints)].map((text, place) => ({
      id: idOfConstraint(entry.id, text),
      path,
      place,
      text,
      of: entry.name,
    }))
    constraints.set(entry, newConstraints)
    return newConstraints
  }

  return { levelsOf, constraintsOf }
}

export const idOfConstraint = (entryId: string, text: string) =>
  `kg-${sha256Hex(`${entryId}\0${text}`).slice(0, 12)}`
