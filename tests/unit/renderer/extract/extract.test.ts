import { describe, expect, it } from 'vitest'
import { extractAs, kindOf } from '../../../../renderer/src/features/extract/extract.ts'
import { chineseAnswers } from './chineseAnswers.ts'
import { englishAnswers } from './englishAnswers.ts'

describe.each([
  ['Chinese', chineseAnswers],
  ['English', englishAnswers],
] as const)('an answer in %s', (_, answers) => {
  it.each(answers.map((answer) => [answer.habit, answer] as const))(
    'is read with %s',
    (_, { answer, kind, items }) => {
      expect({ kind: kindOf(answer), items: extractAs(answer, kind) }).toEqual({ kind, items })
    },
  )
})
