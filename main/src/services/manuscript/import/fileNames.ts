import { cutToBytes, fileNameStem } from '../../../lib/fileName.ts'

/** The longest file name, in bytes of UTF-8, extension included. */
const maxFileNameBytes = 80
const extension = '.md'

/**
 * `012-第十二回 风起.md`: what Windows forbids is replaced by its full-width form, and the name is cut to 80 bytes
 * between characters. The prefix prevents it from being a reserved name.
 */
export function chapterFileName(prefix: string, title: string): string {
  const availableBytes = maxFileNameBytes - Buffer.byteLength(prefix) - extension.length - 1
  const name = cutToBytes(fileNameStem(title), availableBytes).replace(/[. ]+$/, '')
  if (name === '') return `${prefix}${extension}`
  // A title like 1984 must not read as a part of the ordinal.
  return `${prefix}${/^\d/.test(name) ? ' ' : '-'}${name}${extension}`
}

/** The ordinal as written in a file name, padded so that a folder sorts it the way people read it. */
export function paddedOrdinal(ordinal: number, count: number): string {
  return String(ordinal).padStart(Math.max(3, String(count).length), '0')
}
