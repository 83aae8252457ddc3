import { createRandom } from '../measuring.ts'

export type Event = 'chapter' | 'constraint' | 'edit' | 'jump' | 'return'

/** What the author does before a request. `at` in [0, 1): where in the text above the cursor, drawn by the seed. */
export interface Step {
  readonly event: Event | undefined
  readonly at: number
}

const steps = 100
const counts: Readonly<Record<'constraint' | 'edit' | 'jump', number>> = { constraint: 3, edit: 5, jump: 5 }

/**
 * 100 continuations: a new chapter after every twentieth, and in between three changes of the constraints, five edits
 * above the cursor and five jumps (with the way back), at places drawn by the seed.
 */
export function scriptOf(seed: number): readonly Step[] {
  const random = createRandom(seed)
  const events = new Map<number, Event>()
  for (let at = 20; at < steps; at += 20) events.set(at, 'chapter')
  for (const [event, count] of Object.entries(counts) as [keyof typeof counts, number][])
    for (let left = count; left > 0; ) {
      const at = 2 + Math.floor(random() * (steps - 4))
      if (events.has(at) || (event === 'jump' && events.has(at + 1))) continue
      events.set(at, event)
      if (event === 'jump') events.set(at + 1, 'return')
      left -= 1
    }
  return Array.from({ length: steps }, (_, at) => ({ event: events.get(at), at: random() }))
}
