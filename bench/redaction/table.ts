import { applyRedaction, scanSecrets } from '../../main/src/services/redaction/index.ts'
import type { SecretKind } from './invented.ts'
import { harmless, secretKinds, surroundings } from './secretCorpus.ts'
import { serviceSecrets } from './serviceSecrets.ts'

const scopes = ['creonow', 'manuscript'] as const
type Scope = (typeof scopes)[number]
const tailUnits = 6

/** What became of one kind of secret in all surroundings. */
export interface KindRow {
  readonly kind: string
  readonly texts: number
  /** Texts that still show the secret, or its last six characters. */
  readonly leaks: number
  /** Texts that lost words of the prose around it. */
  readonly proseLost: number
  /** Texts in which a second look finds more. */
  readonly foundAgain: number
}

export const redacted = (text: string, scope: Scope = 'creonow') =>
  applyRedaction(text, scanSecrets(text, { scope }))

/** A row for each kind of secret, by the own patterns alone. */
export function kindRows(): KindRow[] {
  return [...secretKinds, ...serviceSecrets].map((kind) => {
    const results = surroundings.flatMap(({ wrap }) =>
      (kind.everywhere ? scopes : scopes.slice(0, 1)).map((scope) => {
        const { text } = redacted(wrap(kind.text), scope)
        const prose = wrap(' ').match(/\p{Script=Han}{2,}/gu) ?? []
        return {
          leaks: traces(kind).some((trace) => text.includes(trace)),
          proseLost: prose.some((words) => !text.includes(words)),
          foundAgain: redacted(text, scope).replacements.length > 0,
        }
      }),
    )
    const count = (name: 'leaks' | 'proseLost' | 'foundAgain') => results.filter((one) => one[name]).length
    return {
      kind: kind.name,
      texts: results.length,
      leaks: count('leaks'),
      proseLost: count('proseLost'),
      foundAgain: count('foundAgain'),
    }
  })
}

/** Harmless texts that come back changed. */
export function falseChanges(texts: readonly string[] = harmless): string[] {
  return texts.filter((text) => scopes.some((scope) => redacted(text, scope).text !== text))
}

/** The secret, also as JSON writes it, and its tail: half a secret is as bad. */
function traces({ secret }: SecretKind): string[] {
  const tail = secret.slice(-tailUnits)
  const tells = secret.length >= 2 * tailUnits && !'***REDACTED***'.includes(tail)
  return [secret, JSON.stringify(secret).slice(1, -1), ...(tells ? [tail] : [])]
}
