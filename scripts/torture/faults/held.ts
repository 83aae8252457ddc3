import { type OpenedApp, Refused } from '../caller.ts'
import { type Kind, kinds } from '../kinds/index.ts'
import { createLedger, type Ledger } from '../ledger.ts'
import type { Place } from '../place.ts'
import { writeOnce } from '../write.ts'

/** Everything that is written, by one writer, with what it was told. */
export function createAuthor(place: Place) {
  const ledgers = new Map<Kind, Ledger>(kinds.map((kind) => [kind, createLedger(kind.name)]))
  const begun = new Map<Kind, number>()

  /** One write of a kind: what it was refused with, or undefined. Throws what is no coded answer. */
  async function write(kind: Kind, { call, projectId }: OpenedApp): Promise<Refused | undefined> {
    const n = begun.get(kind) ?? 0
    begun.set(kind, n + 1)
    const ledger = ledgers.get(kind)
    if (!ledger) throw new Error(`no ledger of ${kind.name}`)
    try {
      await writeOnce(kind, ledger, { call, projectId, place, who: 0, n }, 3)
      return undefined
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
  }

  /** What of the acknowledged is not there. */
  async function lost({ call, projectId }: OpenedApp, of: readonly Kind[] = kinds): Promise<string[]> {
    const said: string[] = []
    for (const kind of of) {
      const ledger = ledgers.get(kind)
      if (ledger) said.push(...ledger.settle(await kind.read({ call, projectId, place })))
    }
    return said
  }

  return { write, lost }
}

export type Author = ReturnType<typeof createAuthor>

/** What is wrong with a refusal: it needs a code that says what it is, and a sentence. */
export function unsound({ code, message }: Refused): string | undefined {
  if (code === 'INTERNAL') return `answered INTERNAL: ${message}`
  return /[。”]$/.test(message) ? undefined : `no sentence: ${message}`
}
