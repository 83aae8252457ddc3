import { cutToBytes, fileNameStem } from '../../lib/fileName.ts'
import type { EntryType } from './entry.ts'
import { folderOfType } from './entry.ts'

const maxStemBytes = 76
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i

/** A free path for a new entry, named after it: `.creonow/characters/许三娘.md`, then `许三娘-2.md`. */
export function newEntryPath(name: string, type: EntryType, taken: ReadonlySet<string>): string {
  const clean = cleanName(name)
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt > 1 ? `-${attempt}` : ''
    const path = `.creonow/${folderOfType[type]}/${clean}${suffix}.md`
    if (!taken.has(path.normalize('NFC').toLowerCase())) return path
  }
}

/** What Windows forbids becomes its full-width twin; cut to 76 bytes of UTF-8 between characters. */
function cleanName(name: string): string {
  const plain = fileNameStem(name).replace(/^[.~#\s]+/, '')
  const stem = cutToBytes(plain, maxStemBytes).replace(/[. ~]+$/, '')
  return stem === '' || reserved.test(stem.split('.')[0] ?? '') ? `条目${stem}` : stem
}
