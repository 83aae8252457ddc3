import { describe, expect, it } from 'vitest'
import { nearDuplicates } from '../../../../main/src/services/retrieval/duplicates.ts'

const sentence = (seed: number) =>
  Array.from({ length: 300 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 31 + seed * 977 + at * at * seed) % 9000)),
  ).join('')

describe('nearDuplicates', () => {
  it('finds a passage that was copied with a few words changed, and leaves others alone', () => {
    const first = sentence(1)
    const copied = `${first.slice(0, 100)}变了${first.slice(110)}`
    expect(nearDuplicates([first, sentence(2), copied, sentence(3)])).toEqual([false, false, true, false])
  })

  it('does not take short texts, which have no sample, for copies of each other', () => {
    expect(nearDuplicates(['', '林远', '林远来了', ''])).toEqual([false, false, false, false])
  })
})
