import type { ShownWindow } from '../../contract/desktop.ts'
import type { Logger } from '../../lib/logger.ts'
import type { SpellingApi } from './api.ts'

/**
 * Chromium would get dictionaries from its vendor. From this address it gets nothing: it refuses to connect to port 9,
 * on this computer too.
 */
const noDictionaryUrl = 'http://127.0.0.1:9/'

/** Of the book, in the order of preference. Chinese has no spelling: characters are never misspelt. */
const dictionaries: Readonly<Record<'zh' | 'en', readonly string[]>> = { zh: [], en: ['en-US', 'en-GB'] }
/** A dictionary as Chromium names its file: language, then two numbers of its version. */
const dictionaryFile = /^([a-z]{2}-[A-Z]{2})-\d+-\d+\.bdic$/
/** Longer words are refused by Chromium. */
const maxWordBytes = 99

/**
 * The languages to check a book in. `files` are the names in the profile's folder for dictionaries; macOS has
 * dictionaries of its own, elsewhere a language without a file is left out, as Chromium would try to get it.
 */
export function spellingLanguages(options: {
  readonly bookLanguage: 'zh' | 'en' | undefined
  readonly available: readonly string[]
  readonly files: readonly string[]
  readonly platform: NodeJS.Platform
}): readonly string[] {
  const { bookLanguage, available, files, platform } = options
  if (bookLanguage === undefined) return []
  const present = new Set(files.map((file) => dictionaryFile.exec(file)?.[1]))
  return dictionaries[bookLanguage].filter(
    (language) => platform === 'darwin' || (available.includes(language) && present.has(language)),
  )
}

/**
 * The words that names consist of, as a checker sees them: without spaces and marks, and with the ending of a
 * possessive. Words in Chinese characters are left out, as no checker looks at them, and so are longer ones than 99
 * bytes, which Chromium refuses.
 */
export function spellingWords(names: Iterable<string>): ReadonlySet<string> {
  const words = [...names].flatMap(
    (name) => name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [],
  )
  return new Set(
    words
      .filter((word) => !/\p{Script=Han}/u.test(word) && /\p{L}/u.test(word))
      .flatMap((word) => [word, ...word.split('-')])
      .flatMap((word) => [word, `${word}'s`, `${word}’s`])
      .filter((word) => Buffer.byteLength(word) <= maxWordBytes),
  )
}

/** Spelling of the window in front. */
export interface Spelling {
  /** Checks in the language of the book, with the names of its codex and its own words; undefined: no book. */
  use(work: ShownWindow['work'] | undefined, ownWords: Iterable<string>): void
}

/** The dictionary is one for all windows, and stays in the profile: what an earlier start left there goes first. */
export async function createSpelling(options: {
  readonly spelling: SpellingApi
  /** Names of the files in the profile's folder for dictionaries. */
  readonly files: readonly string[]
  readonly platform: NodeJS.Platform
  readonly logger: Logger
}): Promise<Spelling> {
  const { spelling, files, platform, logger } = options
  spelling.setDictionaryUrl(noDictionaryUrl)
  spelling.setEnabled(false)
  spelling.setLanguages([])
  let added = new Set(await spelling.words())
  return {
    use(work, ownWords) {
      const languages = spellingLanguages({
        ...{ bookLanguage: work?.language, available: spelling.available(), files, platform },
      })
      spelling.setLanguages(languages)
      spelling.setEnabled(languages.length > 0)
      const next =
        languages.length === 0 ? new Set<string>() : spellingWords([...(work?.names ?? []), ...ownWords])
      for (const word of added) if (!next.has(word)) spelling.removeWord(word)
      const refused = [...next].filter((word) => !added.has(word) && !spelling.addWord(word))
      added = new Set([...next].filter((word) => !refused.includes(word)))
      // The words themselves are the author's, and stay out of the log.
      if (refused.length > 0) logger.warn({ count: refused.length }, 'words not added to the dictionary')
    },
  }
}
