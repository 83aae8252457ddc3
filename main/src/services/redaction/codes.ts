import { disorderOf } from './disorder.ts'
import type { Pattern } from './patterns.ts'

const minUnits = 11
const minPartUnits = 10
/** Digits alone, or letters of both cases alone, are a code only when there are so many. */
const minPlainUnits = 20
/** In parts of one form, as they are read aloud. */
const grouped = /^[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){2,}$/

/** True for what a machine has made: letters and digits in disorder, `XXXX-XXXX-XXXX`, digits or letters without end. */
export function isCode(exact: string): boolean {
  if (exact.length < minUnits) return false
  if (/^\d+$/.test(exact)) return exact.length > minPlainUnits
  const parts = exact.split(/[^A-Za-z0-9]+/)
  if (parts.some((part) => part.length >= minPartUnits && isMixed(part) && disorderOf(part) >= 0.15))
    return true
  const units = parts.join('')
  if (units.length < minPlainUnits) return false
  return grouped.test(exact) ? isMixed(units) : disorderOf(units) > 0.3
}

const isMixed = (units: string) => /[A-Za-z]/.test(units) && /[0-9].*[0-9]/.test(units)

/** A name for a key and its code, joined to one token: `dd-apikey-88940c…`. */
export const joinedCode: Pattern = {
  patternId: 'joined-code',
  kind: 'secret',
  where: 'run',
  minUnits: 16,
  find: /(?:key|secret|token|access|private)[-_.](?<secret>[A-Za-z0-9][A-Za-z0-9_.-]{10,511})(?![A-Za-z0-9_.=:%-])/gi,
  accept: isCode,
}
