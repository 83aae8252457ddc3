import type { ContextService } from '../../context/index.ts'
import type { WritingOptions } from './writingPorts.ts'

/** The events have told it already: a receipt that does not take it is no failure of the run. */
export async function saveRunRecord(
  { recordRun, logger }: WritingOptions,
  projectId: string,
  receiptId: string | null,
  record: Parameters<ContextService['recordRun']>[2],
) {
  if (receiptId === null || Object.keys(record).length === 0) return
  try {
    await recordRun?.(projectId, receiptId, record)
  } catch (error) {
    logger.warn({ receiptId, cause: error instanceof Error ? error.name : 'unknown' }, 'run not kept')
  }
}

/** The text is there and paid for: a failure to learn from it is no failure of the run. */
export async function calibrateFromUsage(
  { calibrateTokenizer, logger }: WritingOptions,
  ...usage: Parameters<NonNullable<WritingOptions['calibrateTokenizer']>>
) {
  try {
    await calibrateTokenizer?.(...usage)
  } catch (error) {
    logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'usage was not learnt from')
  }
}
