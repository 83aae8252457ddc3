import { answerCalls } from '../../../lib/workerAnswer.ts'
import type { LineMatch, LineQuestion } from './lineSearch.ts'

// An expression from a model may take for ever; here it can be ended from outside.
answerCalls<LineQuestion, LineMatch[]>(
  ({ source, flags, lines }) => {
    const pattern = new RegExp(source, flags)
    return lines.flatMap((line, index) => {
      const at = line.search(pattern)
      return at < 0 ? [] : [{ index, at }]
    })
  },
  () => undefined,
)
