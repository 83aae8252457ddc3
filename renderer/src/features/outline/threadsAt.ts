import type { Thread } from '../threads/threadGroups.ts'

/** What a chapter does for a thread: its strongest mark there, or that it is due. */
export interface ThreadAt {
  readonly id: string
  readonly title: string
  readonly does: 'planted' | 'touched' | 'paid' | 'due' | 'overdue'
}

const strongestFirst = ['paid', 'planted', 'touched'] as const

/** The threads with a sentence in a chapter, or due in it; in their order, each once. */
export const threadsAt = (threads: readonly Thread[], documentId: string): readonly ThreadAt[] =>
  threads.flatMap(({ id, title, state, due, overdue, marks }): ThreadAt[] => {
    const roles = marks.filter(({ place }) => place?.documentId === documentId).map(({ role }) => role)
    const role = strongestFirst.find((each) => roles.includes(each))
    const isDue = due === documentId && (state === 'planned' || state === 'planted')
    if (role === 'paid') return [{ id, title, does: role }]
    if (isDue) return [{ id, title, does: overdue ? 'overdue' : 'due' }]
    return role === undefined ? [] : [{ id, title, does: role }]
  })
