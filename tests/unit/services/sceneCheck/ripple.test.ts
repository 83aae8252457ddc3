import { expect, test } from 'vitest'
import { ripple } from '../../../../main/src/services/sceneCheck/ripple.ts'
import { rippleBooks } from '../../../fixtures/sceneCheck/edits.ts'

const chapter = (text: string) => ({ in: 'chapter' as const, id: 'c1', title: 'T', text })

test.each(rippleBooks)(
  'of planted edits in $language, 95 % of what rests on them is listed, and 80 % of the list',
  ({ edits }) => {
    let [resting, listed, right] = [0, 0, 0]
    const wrong: string[] = []
    for (const { names, removed, present, others = [], rests, other } of edits) {
      const text = [...rests, ...other].toSorted().join('\n')
      const sentences = ripple({ names, removed: [removed], present, otherNames: new Set(others) }, [
        chapter(text),
      ])
      const texts = new Set(sentences.map((each) => each.text))
      expect(sentences.every((each) => text.slice(each.from, each.to) === each.text)).toBe(true)
      resting += rests.length
      listed += texts.size
      right += rests.filter((each) => texts.has(each)).length
      wrong.push(...rests.filter((each) => !texts.has(each)), ...other.filter((each) => texts.has(each)))
    }
    expect(resting).toBeGreaterThanOrEqual(20)
    expect({ wrong, isRecalled: right / resting >= 0.95, isPrecise: right / listed >= 0.8 }).toEqual({
      ...{ wrong: expect.anything(), isRecalled: true, isPrecise: true },
    })
  },
)

test.each([
  ['林远', '林渊', '林远来了。林远山也来了？没有。', 1],
  ['Ned', 'Ted', 'Ned came. Nedley came too, so they say.', 1],
])('an old name is listed wherever it stands as a whole: %s', (before, now, text, count) => {
  const card = { names: [now, before], removed: [before], present: [], otherNames: new Set<string>() }
  expect(ripple(card, [chapter(text)]).length).toBeGreaterThanOrEqual(count)
})
