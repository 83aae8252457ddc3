import { posix, win32 } from 'node:path'

/** The scheme of links into a book; registered with the system. */
export const linkScheme = 'creonow'

/** A place in a book, as a link names it. */
interface LinkedPlace {
  readonly kind: 'place'
  readonly projectId: string
  readonly documentId: string
  /** From the start of the chapter, in UTF-16 units. */
  readonly offsetUtf16: number
}

/** What the system or a second start asks for. */
export type OpenRequest = LinkedPlace | { readonly kind: 'path'; readonly path: string }

/**
 * The whole form of a link, `creonow://open/<project>/<chapter>?at=<offset>`. Nothing is decoded, so that nothing has two
 * forms; there is no path, no command and no text in it.
 */
const link = /^creonow:\/\/open\/([A-Za-z0-9_-]{1,64})\/(c_[A-Za-z0-9_-]{1,100})(?:\?at=(\d{1,8}))?$/
const maxOffsetUtf16 = 67_108_864
const maxPathUnits = 4096
/** Options whose value is an argument of its own. */
const optionsWithValue: readonly string[] = ['--data']

/** The place that a link names; null: it is no link of ours. It is only shown, and only of a work on the list. */
export function placeOfLink(url: string): LinkedPlace | null {
  const [, projectId, documentId, at = '0'] = link.exec(url) ?? []
  if (projectId === undefined || documentId === undefined || Number(at) > maxOffsetUtf16) return null
  return { kind: 'place', projectId, documentId, offsetUtf16: Number(at) }
}

/**
 * What the arguments of a start name, without the program: a link, a folder or a file. Null: nothing, or nothing that may
 * be opened. Any page can make a browser start the app with a link, and the system puts it where a path could be: so a
 * link is a link only in whole, and what has a scheme is never a path.
 */
export function requestOfArguments(
  args: readonly string[],
  workingFolder: string,
  platform: NodeJS.Platform,
): OpenRequest | null {
  const values = args.filter(
    (arg, index) => !arg.startsWith('-') && !optionsWithValue.includes(args[index - 1] ?? ''),
  )
  const [value] = values
  if (value === undefined || values.length > 1) return null
  if (/^\s*[a-z][a-z0-9+.-]+:/i.test(value)) return placeOfLink(value)
  return requestOfPath(value, workingFolder, platform)
}

/** A path that the system names, absolute; null: it may not be opened. */
export function requestOfPath(
  value: string,
  workingFolder: string,
  platform: NodeJS.Platform,
): OpenRequest | null {
  if (value === '' || value.length > maxPathUnits || hasControl(value)) return null
  if (platform !== 'win32') return { kind: 'path', path: posix.resolve(workingFolder, value) }
  const path = win32.resolve(workingFolder, value)
  // A device, a second stream of a file, or another computer, which would be sent the user's name and a hash.
  if (!/^[a-z]:\\/i.test(path) || path.indexOf(':', 2) >= 0) return null
  return { kind: 'path', path }
}

const hasControl = (text: string) => /\p{Cc}/u.test(text)
