import { z } from 'zod'
import type { WireUsage } from '../providers/provider.ts'

/** A count in the usage of an answer; some providers send null where they do not count. */
export const tokenCount = z.number().min(0).nullish()

type Count = number | null | undefined

/** The counts of an answer as this app has them; `input` includes what was read and written. */
export function toWireUsage(raw: {
  readonly input: number
  readonly output: Count
  readonly read: Count
  readonly written: Count
  readonly writtenLong?: Count
  /** US dollars. */
  readonly cost?: Count
}): WireUsage {
  return {
    inputTokens: Math.round(raw.input),
    cachedInputTokens: Math.round(raw.read ?? 0),
    outputTokens: Math.round(raw.output ?? 0),
    ...(raw.written ? { writtenInputTokens: Math.round(raw.written) } : {}),
    ...(raw.writtenLong ? { writtenLongTokens: Math.round(raw.writtenLong) } : {}),
    ...(typeof raw.cost === 'number' ? { cost: raw.cost } : {}),
    reportsCache: typeof raw.read === 'number',
  }
}
