import { usualBounds } from '../../../lib/bounds.ts'
import { parseJson } from '../../../lib/jsonPosition.ts'
import { frontMatter, parseYaml } from '../../../lib/yamlText.ts'

/** Of a secret (letters and digits): fewer may stand anywhere by chance. */
const windowUnits = 8

/**
 * The texts that a parser makes of a file of `.creonow`: of its front matter or JSON each name with its value and each item of
 * a list alone, and what is behind the front matter. A comment is in none of them, and what names a secret in the file may
 * be one.
 */
export function parsedTexts(path: string, text: string): readonly string[] {
  if (/\.json$/i.test(path)) {
    const json = parseJson(text, usualBounds)
    return json.ok ? stringsIn(json.value) : []
  }
  const match = frontMatter.exec(text)
  if (!match) return []
  const yaml = parseYaml(match[1] ?? '', usualBounds)
  return [...(yaml.ok ? stringsIn(yaml.value) : []), text.slice(match[0].length)]
}

/**
 * How many parts of each secret stand in the texts; signs and blanks, which a parser may change, count for nothing,
 * except in a secret that has little else.
 */
export function countShown(secrets: readonly string[], texts: readonly string[]): readonly number[] {
  const plainTexts = texts.map(plain)
  const exactTexts = texts.map(withoutBlanks)
  return secrets.map((secret) => {
    const exact = plain(secret).length < windowUnits ? [withoutBlanks(secret)] : []
    return countIn(plainTexts, new Set(windowsOf(plain(secret)))) + countIn(exactTexts, new Set(exact))
  })
}

const countIn = (texts: readonly string[], parts: ReadonlySet<string>) =>
  texts.reduce((sum, text) => sum + [...parts].filter((part) => part !== '' && text.includes(part)).length, 0)

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

const withoutBlanks = (text: string) => text.replace(/\s/gu, '')

const windowsOf = (secret: string): readonly string[] =>
  secret.length <= windowUnits
    ? [secret].filter((window) => window.length >= windowUnits / 2)
    : Array.from({ length: secret.length - windowUnits + 1 }, (_, at) => secret.slice(at, at + windowUnits))

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [`${name}: ${inner}`] : [name, ...stringsIn(inner)],
  )
}
