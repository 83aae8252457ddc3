import { cutToBytes, fileNameStem } from '../../lib/fileName.ts'
import type { EntryType } from './entry.ts'
import { folderOfType } from './entry.ts'

const maxStemBytes = 76
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i

/** Gives a path that it has not given before and that was not taken. */
export type NewEntryPath = (entry: { readonly name: string; readonly type: EntryType }) => string

/**
 * Paths for new entries, named after them: `.creonow/characters/许三娘.md`, then `许三娘-2.md`. Many entries of
 * one name do not try the same numbers over again.
 */
export function createEntryPaths(usedPaths: Iterable<string>): NewEntryPath {
  const used = new Set(Array.from(usedPaths, keyOf))
  const attempts = new Map<string, number>()
  return ({ name, type }) => {
    const stem = `.creonow/${folderOfType[type]}/${cleanName(name)}`
    for (let attempt = (attempts.get(keyOf(stem)) ?? 0) + 1; ; attempt += 1) {
      const path = `${stem}${attempt > 1 ? `-${attempt}` : ''}.md`
      if (used.has(keyOf(path))) continue
      used.add(keyOf(path))
      attempts.set(keyOf(stem), attempt)
      return path
    }
  }
}

/** Paths that are one file on some system. */
const keyOf = (path: string) => path.normalize('NFC').toLowerCase()

/** What Windows forbids becomes its full-width twin; cut to 76 bytes of UTF-8 between characters. */
function cleanName(name: string): string {
  const plain = fileNameStem(name).replace(/^[.~#\s]+/, '')
  const stem = cutToBytes(plain, maxStemBytes).replace(/[. ~]+$/, '')
  return stem === '' || reserved.test(stem.split('.')[0] ?? '') ? `条目${stem}` : stem
}
