import type { Dictionary } from './dictionary.ts'

/** What the page asks its worker; the answer has the same id. */
export type Question = { readonly id: number } & (
  | { readonly kind: 'misspelt'; readonly words: readonly string[] }
  | { readonly kind: 'suggest'; readonly word: string }
)

/** What the worker answers: of the words asked about the misspelt ones, or what may have been meant. */
export interface Answer {
  readonly id: number
  readonly words: readonly string[]
}

/** What a worker with a dictionary answers. */
export const answerOf = (question: Question, dictionary: Dictionary): Answer => ({
  id: question.id,
  words:
    question.kind === 'suggest'
      ? dictionary.suggest(question.word)
      : question.words.filter((word) => !dictionary.isWord(word)),
})
