import type { Temperature } from '../models/modelControls.ts'
import { thinkingOf } from './thinking.ts'

type TemperatureOf = (modelName: string) => Temperature | undefined

/** All models of a service take a temperature up to this one. */
export const upTo =
  (max: number): TemperatureOf =>
  () => ({ max })

/** What thinks ignores it. */
export const whileOff: TemperatureOf = () => ({ max: 2, needsOff: true })

/** OpenAI's: what thinks refuses a temperature, and some can do without thinking. */
export const openAiTemperature: TemperatureOf = (modelName) => {
  const [least] = thinkingOf.openai.efforts(modelName)
  if (least === undefined) return { max: 2 }
  return least === 'off' ? { max: 2, needsOff: true } : undefined
}

/** Claude's: the newest take none; others do while they do not think. */
export const claudeTemperature: TemperatureOf = (modelName) => {
  if (/^claude-(?:opus|sonnet)-4[-.]6/i.test(modelName)) return { max: 1, needsOff: true }
  if (/^claude-(?:3|(?:opus|sonnet|haiku)-4(?![-.][6-9]))/i.test(modelName)) return { max: 1 }
  return undefined
}
