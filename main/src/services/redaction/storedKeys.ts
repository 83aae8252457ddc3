import { marker, type SecretMatch } from './apply.ts'

const minStandaloneUnits = 12
/** Below this a stored "key" is a dummy such as `x`, and every text would be full of it. */
const minUnits = 4
const contextUnits = 24
const context = /(?:key|token|bearer|密钥|令牌)["'`]?(?:\s{0,4}[:=：＝]\s{0,4}|\s{1,4})["'`]?$/i
const wordUnit = /[A-Za-z0-9_]/

/**
 * The user's own keys, character by character. One of at least 12 UTF-16 units and two character classes is
 * hidden wherever it stands; a weaker one (`ollama`) only as a word right after key, token or Bearer.
 */
export function scanStoredKeys(text: string, keys: readonly string[]): SecretMatch[] {
  const matches: SecretMatch[] = []
  for (const key of new Set(keys)) {
    // A key that is part of the marker would be found again in every redacted text.
    if (key.length < minUnits || marker.includes(key)) continue
    const isStandalone = key.length >= minStandaloneUnits && characterClasses(key) >= 2
    for (let from = text.indexOf(key); from !== -1; from = text.indexOf(key, from + key.length)) {
      const to = from + key.length
      if (isStandalone || followsName(text, from, to)) matches.push({ patternId: 'stored-key', from, to })
    }
  }
  return matches
}

function followsName(text: string, from: number, to: number): boolean {
  if (wordUnit.test(text.charAt(to))) return false
  return context.test(text.slice(Math.max(0, from - contextUnits), from))
}

function characterClasses(key: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((characters) => characters.test(key)).length
}
