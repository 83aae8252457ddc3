import { marker } from './apply.ts'
import type { Redacted } from './types.ts'

/** `none`: nothing to decide. `restorable`: one original per marker. `unmatched`: the author must decide. */
export type MarkerState = 'none' | 'restorable' | 'unmatched'

/** How the markers of an output relate to those of the selection it replaces; `redacted` is the selection's. */
export function markerState(redacted: Pick<Redacted, 'text' | 'replacements'>, output: string): MarkerState {
  const expected = countMarkers(redacted.text)
  const present = countMarkers(output)
  if (expected !== present) return 'unmatched'
  return redacted.replacements.length === 0 ? 'none' : 'restorable'
}

/**
 * Puts the originals back in place of the markers, in order; undefined when output and selection do not have the same
 * number of them. A marker that the author wrote stays as it is. Pure.
 */
export function restoreRedacted(
  original: string,
  redacted: Pick<Redacted, 'text' | 'replacements'>,
  output: string,
): string | undefined {
  if (markerState(redacted, output) === 'unmatched') return undefined
  const originals = originalsOf(original, redacted)
  return output.split(marker).reduce((text, part, index) => text + (originals[index - 1] ?? '') + part)
}

/** The original of each marker of the redacted text, in order. */
function originalsOf(
  original: string,
  { text, replacements }: Pick<Redacted, 'text' | 'replacements'>,
): string[] {
  const spanAt = new Map<number, string>()
  let shift = 0
  for (const { from, to, length } of replacements) {
    spanAt.set(from + shift, original.slice(from, to))
    shift += length - (to - from)
  }
  const originals: string[] = []
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) {
    originals.push(spanAt.get(at) ?? marker)
  }
  return originals
}

const countMarkers = (text: string) => text.split(marker).length - 1
