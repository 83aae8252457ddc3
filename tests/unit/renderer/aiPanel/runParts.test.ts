import { expect, test } from 'vitest'
import { outcomeOfParts, textOutside } from '../../../../renderer/src/features/aiPanel/runParts.ts'
import type { DividedText } from '../../../../renderer/src/features/editor/partControls.ts'
import type {
  SuggestionPart,
  SuggestionParts,
} from '../../../../renderer/src/features/editor/suggestionParts.ts'

const part = (state: SuggestionPart['state'], text: string, lead = '\n'): SuggestionPart => ({
  ...{ state, from: 0, to: 0, text, lead, marks: [] },
})
const divided = (
  text: string,
  list: readonly SuggestionPart[],
  kind: SuggestionParts['kind'] = 'paragraph',
) =>
  ({
    text,
    parts: {
      ...{ kind, list, current: 0, edges: { first: '', later: '', after: '' }, replaced: '' },
      whole: '雾散了。\n灯灭了。',
    },
  }) satisfies DividedText

test('a suggestion in parts is accepted only when all of it went in as it was written', () => {
  const [first, second] = ['雾散了。', '灯灭了。']
  const of = (text: string, ...list: SuggestionPart[]) => outcomeOfParts(divided(text, list))
  expect(of('雾散了。\n灯灭了。', part('taken', first, ''), part('taken', second))).toBe('accepted')
  expect(of('雾散了。', part('taken', first, ''), part('left', second))).toBe('edited')
  // The writer has typed between the parts while the second one was open.
  expect(of('雾慢慢散了。\n灯灭了。', part('taken', first, ''), part('taken', second))).toBe('edited')
  expect(of('', part('left', first, ''), part('left', second))).toBe('rejected')
})

test('a run whose place is gone offers what was not decided, so that nothing is inserted twice', () => {
  const list = [
    part('taken', '雾散了。', ''),
    part('left', '她走了。'),
    part('pending', '灯灭了。'),
    part('pending', '完。'),
  ]
  expect(textOutside({ text: '全文', divided: divided('雾散了。', list) })).toBe('灯灭了。\n完。')
  expect(textOutside({ text: '全文', divided: divided('雾散了。', list, 'change') })).toBe(
    '雾散了。\n灯灭了。',
  )
  expect(textOutside({ text: '全文' })).toBe('全文')
})
