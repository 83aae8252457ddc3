import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  attackSecrets,
  blindSecrets,
  disguisedNames,
  kindsOfManuscript,
  type ListedSecret,
  labelledSecrets,
  publishedSecrets,
  ruleSecrets,
  writtenPasswords,
} from './listedSecrets.ts'
import { redacted } from './table.ts'

/** Text that looks like a secret and is none, one a line, `\n` for a line break. */
export const innocent: readonly string[] = [
  ...['innocent.txt', 'novelistInnocents.txt'],
  ...['disguiseInnocents.txt', 'writtenInnocents.txt'],
]
  .flatMap((name) => readFileSync(join(import.meta.dirname, name), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) =>
    line
      .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\n', '\n'),
  )

/** What is left of the secrets of one kind. */
export interface KindOfListed {
  readonly kind: string
  /** Secrets of the kind, once for each scope in which they are secrets. */
  readonly secrets: number
  /** Names of those of which at least six characters in a row are left. */
  readonly left: readonly string[]
  /** Names of those of which a part is hidden and a part is left. */
  readonly half: readonly string[]
}

/** A row for each kind of the lists. */
export function listedRows(): KindOfListed[] {
  const rows = new Map<string, { secrets: number; left: string[]; half: string[] }>()
  const lists = [
    ...[attackSecrets, ruleSecrets, blindSecrets, publishedSecrets],
    ...[disguisedNames, labelledSecrets, writtenPasswords],
  ]
  for (const secret of lists.flat()) {
    const row = rows.get(secret.kind) ?? { secrets: 0, left: [], half: [] }
    rows.set(secret.kind, row)
    const isOfManuscript = kindsOfManuscript.some((kind) => kind === secret.kind)
    for (const scope of isOfManuscript ? (['creonow', 'manuscript'] as const) : (['creonow'] as const)) {
      row.secrets += 1
      const { text } = redacted(secret.text, scope)
      const remains = remainsOf(secret, text)
      if (remains) row.left.push(`${secret.name} (${scope})`)
      if (remains && text !== secret.text && remains === 'part') row.half.push(`${secret.name} (${scope})`)
    }
  }
  return [...rows].map(([kind, row]) => ({ kind, ...row }))
}

/** Innocent texts that come back changed. */
export const changedInnocents = (): string[] =>
  innocent.filter((text) => redacted(text).text !== text || redacted(text, 'manuscript').text !== text)

const windowUnits = 6

/** What can be read of the secret in a redacted text, whatever disguises it there. */
function remainsOf({ text, secrets }: ListedSecret, redactedText: string): 'whole' | 'part' | undefined {
  const output = undisguised(redactedText)
  const around = undisguised(secrets.reduce((rest, secret) => rest.replace(secret, '\n\n'), text))
  let visible = 0
  let windows = 0
  for (const secret of secrets.map(undisguised)) {
    const units = Math.min(windowUnits, secret.length)
    for (let at = 0; at + units <= secret.length; at++) {
      const window = secret.slice(at, at + units)
      windows += 1
      if (output.includes(window) && !around.includes(window)) visible += 1
    }
  }
  return visible === 0 ? undefined : visible === windows ? 'whole' : 'part'
}

/** A reader sees through these. */
const undisguised = (text: string) =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]|<wbr>|\\\r?\n/g, '')
    .replace(/["'] *[+.]? *\r?\n? *["']/g, '')
    .replace(/\r?\n(?:> )?/g, '')
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
