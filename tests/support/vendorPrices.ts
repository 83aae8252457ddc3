/** US dollars for a million tokens, as a vendor's page has them. */
interface Rates {
  readonly plain: number
  readonly read: number
  /** Written to the cache; absent: as plain. */
  readonly written?: number
  /** Written for an hour. */
  readonly writtenLong?: number
  readonly output: number
}

export interface VendorPrice extends Rates {
  /** Where and when the figures were read. */
  readonly source: string
  /** For requests whose input is longer. */
  readonly above?: Rates & { readonly tokens: number }
  /** On working days from 01 to 04 and from 06 to 10 UTC. */
  readonly peak?: Rates
  /** From this time on. */
  readonly later?: Rates & { readonly from: string }
}

/** Typed from the vendors' pages and, where one could not be read, from price lists; nothing is taken from the app. */
export const vendorPrices: Readonly<Record<string, VendorPrice>> = {
  'claude-opus-5-5': {
    ...{ plain: 4, written: 5, writtenLong: 8, read: 0.2, output: 20 },
    source: 'claudit 1.9.2, 2026-10-25',
  },
  'claude-sonnet-5-5': {
    ...{ plain: 2, written: 2.5, writtenLong: 4, read: 0.1, output: 10 },
    source: 'claudit 1.9.2, 2026-10-25',
  },
  'claude-haiku-5-5': {
    ...{ plain: 0.1, written: 0.125, writtenLong: 0.2, read: 0.01, output: 0.5 },
    above: { tokens: 100_000, plain: 0.5, written: 0.625, writtenLong: 1, read: 0.05, output: 2.5 },
    source: 'apidog, 2026-10-08',
  },
  'gpt-6.1-sol': {
    ...{ plain: 2, written: 2.5, read: 0.1, output: 10 },
    above: { tokens: 272_000, plain: 4, written: 5, read: 0.2, output: 15 },
    source: 'price lists of 2026-10-13',
  },
  'gpt-6-luna': {
    ...{ plain: 0.1, written: 0.125, read: 0.01, output: 0.5 },
    above: { tokens: 272_000, plain: 0.2, written: 0.25, read: 0.02, output: 0.75 },
    source: 'price lists of 2026-10-13',
  },
  'deepseek-flash': {
    ...{ plain: 0.15, read: 0.003, output: 0.6 },
    peak: { plain: 0.3, read: 0.006, output: 1.2 },
    source: 'api-docs.deepseek.com/quick_start/pricing, 2026-11-15',
  },
  'deepseek-v4-pro': {
    ...{ plain: 0.66, read: 0.022, output: 1.98 },
    peak: { plain: 1.32, read: 0.044, output: 3.96 },
    source: 'api-docs.deepseek.com/quick_start/pricing, 2026-11-15',
  },
  'qwen3.8-max': { plain: 2, written: 2.5, read: 0.2, output: 6, source: 'apiyi, 2026-08-03' },
  'kimi-k3': { plain: 3, read: 0.3, output: 15, source: 'platform.kimi.ai, 2026-10' },
  'glm-5.2': { plain: 1.4, read: 0.26, output: 4.4, source: 'OpenRouter and two price tables, 2026-11' },
  'gemini-4-argon': {
    ...{ plain: 2, read: 0.1, output: 10 },
    later: { from: '2026-12-01T00:00:00Z', plain: 4, read: 0.2, output: 20 },
    source: 'ai.google.dev, 2026-11',
  },
  'grok-4.7': {
    ...{ plain: 2, read: 0.5, output: 6 },
    above: { tokens: 200_000, plain: 4, read: 1, output: 12 },
    source: 'apidog, 2026-09-29',
  },
}

/** What a request has used, in the vendor's tokens. */
export interface Billed {
  /** The whole input. */
  readonly total: number
  readonly read: number
  readonly written: number
  /** Of what was written, for an hour. */
  readonly writtenLong: number
  readonly output: number
}

/** A line of the vendor's bill, in US dollars. `at`: milliseconds since the epoch. */
export function billOf(
  price: VendorPrice,
  { total, read, written, writtenLong, output }: Billed,
  at: number,
) {
  const rates = ratesAt(price, total, new Date(at))
  const { written: perWritten = rates.plain } = rates
  const { writtenLong: perLong = perWritten } = rates
  const amounts =
    (total - read - written) * rates.plain +
    read * rates.read +
    (written - writtenLong) * perWritten +
    writtenLong * perLong +
    output * rates.output
  return amounts / 1_000_000
}

function ratesAt({ above, peak, later, ...usual }: VendorPrice, total: number, at: Date): Rates {
  if (above && total > above.tokens) return above
  if (later && at.getTime() >= Date.parse(later.from)) return later
  const [hour, isWorkday] = [at.getUTCHours(), at.getUTCDay() % 6 !== 0]
  const isPeak = isWorkday && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10))
  return peak && isPeak ? peak : usual
}
