import type { FollowUp } from '#contract/judge.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { AssembledContext } from '../../context/index.ts'
import type { GenerationPart } from '../providers/provider.ts'
import { createAccount } from './account.ts'
import { type After, streamOf } from './requestStream.ts'
import type { Writing, WritingOptions } from './writingPorts.ts'

export type Ask = (
  assembled: AssembledContext,
  selectedText: string,
  after?: After,
) => AsyncIterable<GenerationPart>

export const historyTokens = ({ assembly }: AssembledContext) => assembly.history?.tokens ?? 0

/** The requests of one run, and what they have cost: told by the provider, or else estimated and said to be so. */
export function createRequests(options: WritingOptions, writing: Writing) {
  const { runId, model, tell } = writing
  const account = createAccount(model, options.now)
  const followUps: FollowUp[] = []
  /** What was sent last, until the provider has told what it counted. */
  let unpriced: AssembledContext | undefined

  const ask: Ask = (assembled, selectedText, after) =>
    streamOf(options, writing, assembled, selectedText, account, after)

  function guess(assembled: AssembledContext, tail: string, answer: string) {
    if (!options.estimateTokens) return
    const { estimate, templateTokens } = assembled.result.budget
    const sent = estimate.totalTokens + templateTokens + historyTokens(assembled)
    const inputTokens = sent + options.estimateTokens(tail)
    tell({ type: 'usage', runId, ...account.guessed(inputTokens, options.estimateTokens(answer)) })
  }

  return {
    ask,
    /** The request that the run's text comes from. */
    async *askForText(assembled: AssembledContext, selectedText: string): AsyncIterable<GenerationPart> {
      unpriced = assembled
      for await (const part of ask(assembled, selectedText)) {
        if (part.type === 'usage') unpriced = undefined
        yield part
      }
    },
    /** Tells once what `text` has cost, where its provider has not. */
    tellEstimate(text: string) {
      if (unpriced && text !== '') guess(unpriced, '', text)
      unpriced = undefined
    },
    /** The same request with more after it. What it is told of goes to `onText`; true: it was cut at its limit. */
    async askMore(
      assembled: AssembledContext,
      selectedText: string,
      after: After,
      onText: (delta: string) => void,
    ): Promise<boolean> {
      let [wasCut, isPriced, answer] = [false, false, '']
      account.takeLatest()
      try {
        for await (const part of ask(assembled, selectedText, after)) {
          if (part.type === 'usage') isPriced = true
          else if (part.type === 'reachedLimit') wasCut = true
          else if (part.type === 'retrying') tell({ ...part, runId })
          else {
            answer += part.delta
            onText(part.delta)
          }
        }
      } finally {
        if (!isPriced && answer !== '') guess(assembled, after.tail, answer)
        const spending = account.takeLatest()
        followUps.push({ purpose: after.purpose, question: after.tail, ...(spending && { spending }) })
      }
      return wasCut
    },
    /** For the end of the run; empty when nothing was asked after the text. */
    followUps: () => (followUps.length > 0 ? { followUps } : {}),
    /** For the receipt: the questions by their hashes. */
    record() {
      const spending = account.total()
      const asked = followUps.map(({ question, ...one }) => ({ ...one, questionHash: sha256Hex(question) }))
      return { ...(spending && { spending }), ...(asked.length > 0 && { followUps: asked }) }
    },
  }
}
