import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Episode } from '../../../../main/src/contract/memory.ts'
import { createEpisodeIndex } from '../../../../main/src/services/memory/episodeIndex.ts'
import { bigrams } from '../../../../main/src/services/memory/similarity.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const episode = (part: Partial<Episode>): Episode => ({
  ...{ id: 'e', at: '', documentId: '甲', skillId: 'continue', instruction: '', excerpt: '' },
  ...{ outcome: 'accepted', ...part },
})
const everything = { minimum: 0.2, count: 3 }

/** Every pair compared one by one, as the index must find them without. */
function slowly(
  all: readonly Episode[],
  query: { instruction: string; text: string },
  chapters: Set<string>,
) {
  const alike = (a: string, b: string) => {
    const [one, other] = [bigrams(a), bigrams(b)]
    return [...one].filter((term) => other.has(term)).length / Math.max(1, Math.sqrt(one.size * other.size))
  }
  return all
    .map((one, at) => ({
      ...{ episode: one, at },
      similarity: Math.max(alike(one.instruction, query.instruction), alike(one.excerpt, query.text)),
    }))
    .filter(({ episode: { documentId = '' }, similarity }) => chapters.has(documentId) && similarity >= 0.2)
    .toSorted((a, b) => b.similarity - a.similarity || b.at - a.at)
    .slice(0, 3)
    .map(({ episode: found, similarity }) => [found, similarity.toFixed(9)])
}

test('the index finds what comparing every pair finds, whatever was corrected and renamed between', async () => {
  const words = fc.string({ unit: fc.constantFrom('雾', '港', '𠮷', '，'), minLength: 2, maxLength: 5 })
  const added = fc.record({
    ...{ id: fc.constantFrom('1', '2', '3', '4'), documentId: fc.constantFrom('甲', '乙', '丙') },
    ...{ instruction: words, excerpt: words },
  })
  const step = fc.oneof(
    { weight: 6, arbitrary: added },
    fc.constantFrom({ 甲: '乙', 乙: '甲' }, { 丙: '甲' }, { 乙: '丁' }),
    fc.constant('ask' as const),
  )
  const checked = countedChecks()
  const query = fc.record({ instruction: words, text: words })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), query, async (steps, asked) => {
      const index = createEpisodeIndex()
      const known = new Map<string, Episode>()
      const chapters = new Set(['甲', '乙', '丁'])
      for (const one of steps) {
        if (one === 'ask') await index.find(asked, chapters, everything)
        else if ('id' in one) {
          index.add(episode(one))
          known.set(one.id, episode(one))
        } else {
          const renamed: Readonly<Record<string, string>> = one
          index.adoptIds(renamed)
          for (const [id, before] of known)
            known.set(id, {
              ...before,
              documentId: renamed[before.documentId ?? ''] ?? before.documentId ?? '',
            })
        }
      }
      const found = await index.find(asked, chapters, everything)
      const expected = slowly([...known.values()], asked, chapters)
      checked.when(expected.length > 0)
      expect(found.map(({ episode: one, similarity }) => [one, similarity.toFixed(9)])).toEqual(expected)
      expect(index.all()).toEqual([...known.values()])
    }),
    { numRuns: 300 },
  )
  checked.expectShare(0.3)
})
