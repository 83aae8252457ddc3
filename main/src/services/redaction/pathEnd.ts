const trailing = new Set('.,;:!?)]}')
const maxSegmentUnits = 64
const nextPath = /\/(?:home|Users|root|mnt\/[A-Za-z])\//y

/**
 * Where an absolute path ends whose head stops at `from` (UTF-16). It ends at white space, a quote or CJK, so
 * that the prose behind it stays; a folder named in CJK goes along when a separator stands on both its sides.
 * `marker` inside a path belongs to it. Linear.
 */
export function pathEnd(text: string, from: number, marker: string): number {
  let at = from
  while (at < text.length) {
    if (text.startsWith(marker, at)) {
      at += marker.length
      continue
    }
    const code = text.charCodeAt(at)
    if (isPathUnit(code)) {
      at++
      continue
    }
    const segmentEnd = isWide(code) && isSeparator(text[at - 1]) ? wideSegmentEnd(text, at) : at
    if (segmentEnd === at) break
    at = segmentEnd
  }
  while (at > from && trailing.has(text.charAt(at - 1))) at--
  return at
}

/** The end of a folder name that the same separator follows, else `from`. Another path may start there. */
function wideSegmentEnd(text: string, from: number): number {
  let at = from
  while (at < from + maxSegmentUnits && isWide(text.charCodeAt(at))) at++
  nextPath.lastIndex = at
  return text[at] === text[from - 1] && !nextPath.test(text) ? at : from
}

const isSeparator = (unit: string | undefined) => unit === '/' || unit === '\\'

/** Letters of CJK scripts and surrogates; their punctuation ends a path. */
function isWide(code: number): boolean {
  return (code >= 0x3041 && code <= 0xdfff) || (code >= 0xf900 && code <= 0xfaff) || code === 0x3005
}

function isPathUnit(code: number): boolean {
  if (code <= 0x20 || code === 0x7f || code === 0x85 || code === 0xa0 || code === 0x1680) return false
  if (code >= 0x1100 && code <= 0x11ff) return false
  return code < 0x2000 && !'"\'`<>|*'.includes(String.fromCharCode(code))
}
