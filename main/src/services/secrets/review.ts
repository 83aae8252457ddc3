import type { MaskedMatch as WireMaskedMatch } from '#contract/redaction.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { AllowedText, AllowStore } from './allowStore.ts'
import type { SecretFinding } from './presetFinder.ts'

/** A redacted text as an author may see it: enough to know it again, too little to use it. */
type MaskedMatch = Readonly<WireMaskedMatch>

export interface ReviewOptions {
  /** The stored text behind a `sourceRef` of the evidence; undefined when it is no file or is missing. */
  readonly readSource: (projectId: string, sourceRef: string) => Promise<string | undefined>
  readonly find: (projectId: string, sourceRef: string, text: string) => Promise<readonly SecretFinding[]>
  readonly allowed: AllowStore
}

export interface RedactionReview {
  /** @throws AppError NOT_FOUND when the source cannot be read again. */
  matches(projectId: string, sourceRef: string): Promise<readonly MaskedMatch[]>
  /**
   * Marks one of `matches` as no secret. `start` is what the author saw of it.
   * @throws AppError NOT_FOUND, CONFLICT when the source has changed meanwhile.
   */
  allow(projectId: string, sourceRef: string, index: number, start: string): Promise<AllowedText>
}

/** Shows an author what was redacted, masked, and allows a text that is no secret. */
export function createRedactionReview({ readSource, find, allowed }: ReviewOptions): RedactionReview {
  async function textsOf(projectId: string, sourceRef: string) {
    const text = await readSource(projectId, sourceRef)
    if (text === undefined) throw new AppError(ErrorCode.NOT_FOUND, { why: 'marked' })
    const texts = new Map<string, string>()
    for (const { patternId, from, to } of await find(projectId, sourceRef, text)) {
      const exact = text.slice(from, to)
      if (!texts.has(exact)) texts.set(exact, patternId)
    }
    return [...texts].map(([exact, patternId], index) => ({ exact, masked: mask(exact, patternId, index) }))
  }

  return {
    async matches(projectId, sourceRef) {
      return (await textsOf(projectId, sourceRef)).map(({ masked }) => masked)
    },
    async allow(projectId, sourceRef, index, start) {
      const match = (await textsOf(projectId, sourceRef))[index]
      if (match?.masked.start !== start) throw new AppError(ErrorCode.CONFLICT, { why: 'review' })
      return allowed.add(projectId, match.exact, match.masked.patternId)
    },
  }
}

function mask(exact: string, patternId: string, index: number): MaskedMatch {
  const shown = Math.min(4, Math.floor(exact.length / 4))
  return { index, patternId, start: exact.slice(0, shown).toWellFormed(), units: exact.length }
}
