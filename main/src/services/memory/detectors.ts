import type { Episode } from '#contract/memory.ts'
import type { Candidate } from './preferencesStore.ts'

const marks: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /[！!]/, text: '少用感叹号' },
  { pattern: /…|\.{3}/, text: '少用省略号' },
  { pattern: /——|—{2}/, text: '少用破折号' },
]
const neededEvidence = 3
/** An edit that leaves less of the text than this took away more than marks. */
const leastLeft = 0.5

/**
 * Counts, without a model, what the author keeps taking out: a mark that the model wrote and the edited text no
 * longer has, at least three times and twice as often as it was left standing. Nothing else is guessed.
 */
export function observe(episodes: readonly Episode[]): Candidate[] {
  return marks.flatMap(({ pattern, text }): Candidate[] => {
    const written = episodes.filter(({ excerpt, outcome }) => outcome !== 'rejected' && pattern.test(excerpt))
    const removed = written.filter(
      (episode) =>
        episode.outcome === 'edited' &&
        episode.text !== undefined &&
        episode.text.length >= episode.excerpt.length * leastLeft &&
        !pattern.test(episode.text),
    ).length
    if (removed < neededEvidence || removed < 2 * (written.length - removed)) return []
    const confidence = Math.min(0.9, 0.5 + 0.1 * (removed - neededEvidence))
    return [{ text, kind: 'style', confidence, evidenceCount: removed, source: 'observed' }]
  })
}
