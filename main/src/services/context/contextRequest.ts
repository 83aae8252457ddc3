import { defaultBudget } from './layers.ts'
import type { ContextRequest, Skill } from './types.ts'

/** What a program that embeds the engine has to say; the rest of a request can be said and has defaults. */
export interface SmallRequest extends Partial<Omit<ContextRequest, 'document' | 'skill'>> {
  readonly projectId: string
  readonly documentId: string
  /** The document as stored; offsets in the request are UTF-16 offsets in it. */
  readonly text: string
  readonly title?: string
  readonly chapterNumber?: number
  /** What the model is asked to do. */
  readonly instruction: string
  readonly skill?: Skill
}

/**
 * A complete request from a small one: the cursor at the end of the text, a window of 32,768 tokens with 4,096
 * for the answer, the default budget, no history, 2,000 ms for each source, Chinese.
 */
export function contextRequest(small: SmallRequest): ContextRequest {
  const { text, title, chapterNumber, instruction, ...given } = small
  return {
    cursorPosition: text.length,
    pinned: [],
    model: { id: 'default', windowTokens: 32_768, outputReserveTokens: 4096 },
    language: 'zh',
    budget: defaultBudget,
    historyBudgetTokens: 0,
    stateless: false,
    preview: false,
    deadlineMs: 2000,
    skill: {
      id: 'request',
      name: instruction,
      output: 'insert',
      instruction: { zh: instruction, en: instruction },
      source: 'skill:request',
    },
    ...given,
    document: { text, title: title ?? small.documentId, chapterNumber: chapterNumber ?? 1 },
  }
}
