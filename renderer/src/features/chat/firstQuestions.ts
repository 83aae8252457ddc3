/** What the questions of an empty chat are made of: the chapter that is open, the one before it, and who is in the book. */
export interface ChatMatter {
  readonly chapter: string
  /** Title of the chapter before; null: it is the first. */
  readonly previous: string | null
  /** Names of people in the codex, the most important first; empty: there are no cards. */
  readonly people: readonly string[]
}

type QuestionKey = 'next' | 'clash' | 'opening' | 'knows' | 'wants'

/** A question to be put into words, and what is filled in. */
export interface FirstQuestion {
  readonly key: `chat.first.${QuestionKey}`
  readonly params: { readonly chapter: string; readonly previous: string; readonly name: string }
}

/** Three questions for a chat without a message, each of this very chapter and cast. */
export function firstQuestions({ chapter, previous, people }: ChatMatter): readonly FirstQuestion[] {
  const params = { chapter, previous: previous ?? '', name: people[0] ?? '' }
  const keys: readonly QuestionKey[] = [
    'next',
    previous === null ? 'opening' : 'clash',
    people.length === 0 ? 'wants' : 'knows',
  ]
  return keys.map((key) => ({ key: `chat.first.${key}`, params }))
}
