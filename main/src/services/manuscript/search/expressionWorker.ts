import { answerCalls } from '../../../lib/workerAnswer.ts'
import { type ExpressionQuestion, matchesOf } from './expression.ts'

// In a thread of its own, which can be stopped: some expressions never end.
answerCalls<ExpressionQuestion, ReturnType<typeof matchesOf>>(matchesOf, () => undefined)
