import { type Call, Refused } from './caller.ts'
import type { Kind } from './kinds/index.ts'
import type { Ledger } from './ledger.ts'
import type { Place } from './place.ts'

/**
 * One write, tried again as long as somebody else was faster. @returns how often it was refused; throws Gone, and
 * Refused for any other code.
 */
export async function writeOnce(
  kind: Kind,
  ledger: Ledger,
  writing: {
    readonly call: Call
    readonly projectId: string
    readonly place: Place
    readonly who: number
    readonly n: number
  },
  mostAttempts = 200,
): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    try {
      await kind.write({ ...writing, intend: ledger.intend })
      ledger.acknowledge()
      return attempt
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The line may be in the log although it was not synced.
      if (error.code === 'NOT_RECORDED') ledger.forget()
      else ledger.refuse()
      const { again = ['CONFLICT'] } = kind
      if (!again.includes(error.code) || attempt + 1 >= mostAttempts) throw error
    }
  }
}
