import { answerCalls } from '../../lib/workerAnswer.ts'
import type { NamesQuestion } from './namesThread.ts'
import { createBookNames } from './suggest/index.ts'
import { type Suggestions, suggestEntries } from './suggestions.ts'

/** By project. */
const books = new Map<string, ReturnType<typeof createBookNames>>()

answerCalls<NamesQuestion, Suggestions>(
  ({ projectId, chapters, entries, filter }, isCancelled) => {
    const book = books.get(projectId) ?? createBookNames()
    books.set(projectId, book)
    book.update(chapters, isCancelled)
    return isCancelled() ? { items: [], sharedAliases: [] } : suggestEntries(book, entries, filter)
  },
  () => books.clear(),
)
