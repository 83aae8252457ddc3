import type { Span } from './parts.ts'

/** False for words, also joined and numbered, and for one character again and again. */
export function isRandom(exact: string): boolean {
  return disorderOf(exact) > minDisorder
}

const minDisorder = 0.1
/** As many digits may be a number in the form of a UUID, which is in no order and hardly changes. */
const minNumberDigits = 32
const maxChanges = 255

/**
 * How many changes (`disorderOf`) a text of at least so many units has when it is random, less the one that a word cut
 * at its end may add: a run with fewer holds no such text.
 */
export const changesOfRandom = (minUnits: number) => Math.floor(minUnits * minDisorder)

/** How often each span changes, up to 255; more than any pattern asks for where a long number may be. */
export function changesOf(text: string, spans: readonly Span[]): Uint8Array {
  const changes = new Uint8Array(spans.length)
  for (const [index, { from, to }] of spans.entries()) {
    let count = 0
    let digits = 0
    for (let at = from; at < to && count < maxChanges; at++) {
      if (at > from && isChange(text, at)) count += 1
      if (classOf(text, at) === 1 && ++digits >= minNumberDigits) count = maxChanges
    }
    changes[index] = count
  }
  return changes
}

/** The share of places where letters and digits, or small letters and capitals, follow each other. */
export function disorderOf(text: string): number {
  let changes = 0
  for (let at = 1; at < text.length; at++) if (isChange(text, at)) changes += 1
  return changes / text.length
}

function isChange(text: string, at: number): boolean {
  const before = classOf(text, at - 1)
  const after = classOf(text, at)
  if (before === after || before === 0 || after === 0 || (before === 3 && after === 2)) return false
  // A capital begins a word, also inside a name in camel case.
  return !(after === 3 && classOf(text, at + 1) === 2 && classOf(text, at + 2) === 2)
}

/** 1 for a digit, 2 for a small letter, 3 for a capital, else 0. */
function classOf(text: string, at: number): 0 | 1 | 2 | 3 {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return 1
  if (code >= 97 && code <= 122) return 2
  return code >= 65 && code <= 90 ? 3 : 0
}
