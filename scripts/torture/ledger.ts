/** What one writer was told about its writes. */
export interface Ledger {
  /** To be said before a request is sent. */
  intend(key: string, value: string | undefined): void
  /** The request was answered: what was intended last is stored. */
  acknowledge(): void
  /** It was refused: what was intended last is not stored. */
  refuse(): void
  /** Nothing is known of what was intended last. */
  forget(): void
  /** How many writes were acknowledged. */
  readonly acknowledged: number
  /** Compares with what is stored; a sentence for each difference. Afterwards nothing is under way any more. */
  settle(stored: ReadonlyMap<string, string>): string[]
}

/**
 * An acknowledged write must be there. One that was under way when its process ended may be there or not; one that
 * was refused must not.
 */
export function createLedger(name: string): Ledger {
  const known = new Map<string, string | undefined>()
  const refused = new Map<string, Set<string | undefined>>()
  let underWay: (readonly [key: string, value: string | undefined])[] = []
  let acknowledged = 0

  return {
    intend: (key, value) => void underWay.push([key, value]),
    acknowledge() {
      acknowledged += 1
      for (const [key, value] of underWay) {
        known.set(key, value)
        refused.get(key)?.delete(value)
      }
      underWay = []
    },
    refuse() {
      const last = underWay.at(-1)
      if (last) refused.set(last[0], (refused.get(last[0]) ?? new Set()).add(last[1]))
      underWay = []
    },
    forget() {
      underWay = []
    },
    get acknowledged() {
      return acknowledged
    },
    settle(stored) {
      const said: string[] = []
      const open = new Set(underWay.map(([key]) => key))
      for (const [key, value] of known) {
        const there = stored.get(key)
        const possible = [value, ...underWay.flatMap(([of, intended]) => (of === key ? [intended] : []))]
        if (!possible.includes(there)) said.push(`${name}: ${key} is ${there}, acknowledged was ${value}`)
        if (open.has(key)) known.set(key, there)
      }
      for (const [key, values] of refused) {
        const there = stored.get(key)
        if (there !== undefined && values.has(there) && known.get(key) !== there)
          said.push(`${name}: ${key} is ${there}, which was refused`)
      }
      for (const [key, value] of stored) {
        if (/^(torn|twice|broken) /.test(key)) said.push(`${name}: ${key} (${value})`)
      }
      underWay = []
      return said
    },
  }
}
