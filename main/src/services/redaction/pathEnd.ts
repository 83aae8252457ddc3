import { characterEnd } from '../../lib/text.ts'

const trailing = new Set('.,;:!?)]}')
/** Longer than this is no folder's name, but prose. */
const maxSegmentUnits = 255
const maxNameCharacters = 4
const nextPath = /\/(?:home|Users|root|etc|var|opt|srv|tmp|mnt\/[A-Za-z])\//y
/** The rest of a Windows folder with spaces in its name, up to the separator; the second as JSON writes it. */
const spacedRest = /(?: [\w.'()\u3400-\u9fff-]{1,64}){1,4}(?=\\[^\s\\])/y
const escapedSpacedRest = /(?: [\w.'()\u3400-\u9fff-]{1,64}){1,4}(?=\\{2}\S)/y
const extension = /\.[A-Za-z][A-Za-z0-9]{0,7}(?![A-Za-z0-9_])/
const userFolder = /(?:Users|home)[\\/]{1,4}$/
/** A line break as JSON writes it, before prose: no folder that begins with n. */
const escapedBreak = /(?<!\\)\\[nrt]$/
/** How a path with single backslashes begins: in JSON they are double, and those of a break are not. */
const plainWindowsHead = /[^\\]\\$/

/**
 * End of an absolute path whose head stops at `from` (UTF-16), behind a separator. Folders are included whatever
 * their script as long as a separator follows. The last name ends at its extension, at white space, a quote or CJK
 * punctuation, and at the first CJK character when it started in Latin: the prose behind it stays. One in CJK without
 * extension is one of `accounts` (right behind `Users` or `home`), else four characters at most. `marker` inside a
 * path belongs to it. Linear.
 */
export function pathEnd(
  text: string,
  from: number,
  marker: string,
  accounts: readonly string[] = [],
): number {
  const isJson = !plainWindowsHead.test(text.slice(Math.max(0, from - 2), from))
  let start = from
  let end = segmentEnd(text, start, marker)
  while (goesOn(text, start, end) && !(isJson && isLineBreak(text, start, end))) {
    start = end + 1
    end = segmentEnd(text, start, marker)
  }
  let at = isJson && isLineBreak(text, start, end) ? start - 1 : lastNameEnd(text, start, end, accounts)
  while (at > from && trailing.has(text.charAt(at - 1))) at--
  return at
}

/** The first unit behind `from` that is a separator or in no name. */
function segmentEnd(text: string, from: number, marker: string): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (text.startsWith(marker, at)) at += marker.length
    else if (isSeparator(text[at])) return at
    else if (isNameUnit(code) || isWide(code)) at++
    else if (code === 0x20 && text[from - 1] === '\\') return at + spacedUnits(text, from, at)
    else return at
  }
  return at
}

function spacedUnits(text: string, from: number, at: number): number {
  const rest = text[from - 2] === '\\' ? escapedSpacedRest : spacedRest
  rest.lastIndex = at
  return rest.exec(text)?.[0].length ?? 0
}

/** True when the name [start, end) is a folder of the same path. */
function goesOn(text: string, start: number, end: number): boolean {
  if (!isSeparator(text[end])) return false
  const wide = firstWide(text, start, end)
  if (wide === end) return true
  // Prose that goes on behind a name and mentions another path.
  if (text[end] !== text[start - 1] || end - start > maxSegmentUnits || isNextPath(text, end)) return false
  return wide === start || !extension.test(text.slice(start, wide))
}

function lastNameEnd(text: string, start: number, end: number, accounts: readonly string[]): number {
  const wide = firstWide(text, start, end)
  if (wide === end) return end
  if (wide > start) return wide
  const account = userFolder.test(text.slice(Math.max(0, start - 9), start))
    ? accounts.find((name) => name !== '' && text.startsWith(name, start))
    : undefined
  if (account !== undefined) return start + account.length
  const named = extension.exec(text.slice(start, Math.min(end, start + maxSegmentUnits)))
  if (named) return start + named.index + named[0].length
  if (isNextPath(text, end)) return start
  let at = start
  for (let count = 0; count < maxNameCharacters && at < end; count++) {
    at = characterEnd(text, at)
  }
  // A Latin word that has started inside is not divided.
  while (at < end && /[A-Za-z0-9_]/.test(text.charAt(at)) && /[A-Za-z0-9_]/.test(text.charAt(at - 1))) at++
  return at
}

function isNextPath(text: string, at: number): boolean {
  nextPath.lastIndex = at
  return nextPath.test(text)
}

function isLineBreak(text: string, start: number, end: number): boolean {
  const wide = firstWide(text, start, end)
  return wide === start + 1 && wide < end && escapedBreak.test(text.slice(start - 2, wide))
}

/** Where CJK begins in [start, end), else `end`. */
function firstWide(text: string, start: number, end: number): number {
  let at = start
  while (at < end && !isWide(text.charCodeAt(at))) at++
  return at
}

const isSeparator = (unit: string | undefined) => unit === '/' || unit === '\\'

/** Letters of CJK scripts and surrogates; their punctuation ends a path. */
function isWide(code: number): boolean {
  return (code >= 0x3041 && code <= 0xdfff) || (code >= 0xf900 && code <= 0xfaff) || code === 0x3005
}

function isNameUnit(code: number): boolean {
  if (code <= 0x20 || code === 0x7f || code === 0x85 || code === 0xa0 || code === 0x1680) return false
  if (code >= 0x1100 && code <= 0x11ff) return false
  return code < 0x2000 && !'"\'`<>|*'.includes(String.fromCharCode(code))
}
