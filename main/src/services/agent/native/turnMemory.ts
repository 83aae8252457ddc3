import { observedText, type PromptBlock, type ToolTurn, writtenText } from '../../ai/index.ts'
import { agentWords } from '../prompts.ts'
import type { AnsweredSteps, MemoryOptions, RoundMemory } from '../stepProtocol.ts'

interface Entry {
  readonly answered: AnsweredSteps
  /** Of the results; in a `line` nothing is left of the turn but what was called, and how its result begins. */
  readonly form: 'full' | 'short' | 'outline' | 'line'
  readonly turn: ToolTurn
}

const wholeTurns = 3
const outlineUnits = 300
const lineUnits = 60

/**
 * The memory of a round with calls: each answer and the results of its calls are one turn, which is sent or left out
 * as a whole, so that no call is without its result. When it must shrink, the results of all turns but the newest three
 * are replaced by their stored form in one go; if that is not enough, the oldest turns become lines of the message in
 * front of them, and then the newest are shortened too.
 */
export function createTurnMemory({ count, language, recap }: MemoryOptions): RoundMemory {
  const wording = agentWords[language]
  let entries: readonly Entry[] = []
  /** Of the turns that are lines, with the plan as it was then. */
  let lines: PromptBlock | undefined

  const cut = (text: string, maxUnits: number) =>
    text.length <= maxUnits ? text : `${text.slice(0, maxUnits).toWellFormed()}…`

  function entryOf(answered: AnsweredSteps, form: Entry['form'], thinking: ToolTurn['thinking']): Entry {
    const resultOf = ({ full, short }: AnsweredSteps['steps'][number]) => {
      if (form === 'full') return full
      return form === 'short' || short.length <= outlineUnits
        ? short
        : `${cut(short, outlineUnits)}${wording.leftOut}`
    }
    const [first] = answered.steps
    const calls = answered.steps.flatMap((step) =>
      step.sentCall ? [{ ...step.sentCall, result: resultOf(step), isError: step.isError }] : [],
    )
    const turn = {
      ...{ thinking, calls, text: calls.length > 0 ? answered.text : (first?.modelText ?? '') },
      ...(calls.length === 0 && first && { reply: `Observation: ${resultOf(first)}` }),
    }
    const texts = [...thinking.map(({ text }) => text), writtenText(turn), observedText(turn)]
    const tokens = texts.reduce((sum, text) => sum + count(text), 0)
    return { answered, form, turn: { ...turn, blockId: `step:${first?.number ?? 0}`, tokens } }
  }

  /**
   * A signature of thinking holds for what was in front of it: after a change there the thinking is left out, and
   * where a service gives none it stays.
   */
  const unsigned = ({ thinking }: ToolTurn) => thinking.filter(({ vendor }) => !vendor)

  const ofLines = () => entries.filter(({ form }) => form === 'line')
  const ofTurns = () => entries.filter(({ form }) => form !== 'line')
  const tokens = () => ofTurns().reduce((sum, { turn }) => sum + turn.tokens, lines?.tokens ?? 0)

  function linesNow(): PromptBlock | undefined {
    const listed = ofLines().flatMap(({ answered }) =>
      answered.steps.map(
        ({ number, sentCall, modelText, short }) =>
          `${number}. ${cut(sentCall ? `${sentCall.name}[${JSON.stringify(sentCall.input)}]` : modelText, 2 * lineUnits)} → ${cut(short, lineUnits)}`,
      ),
    )
    if (listed.length === 0) return undefined
    const plan = recap() === '' ? '' : `\n${wording.todo}\n${recap()}\n`
    const text = `${listed.join('\n')}\n${plan}\n`
    const place = { blockId: 'steps:lines', layer: 'immediate', stability: 'turn', part: 'frozen' } as const
    return { ...place, text, tokens: count(text) }
  }

  return {
    add(answered) {
      entries = [...entries, entryOf(answered, 'full', answered.thinking)]
    },
    sent: () => ({ scratchpad: lines ? [lines] : [], turns: ofTurns().map(({ turn }) => turn) }),
    tokens,
    shrink(toTokens, newestToTokens = toTokens) {
      const before = entries
      const newest = Math.max(0, entries.length - wholeTurns)
      const put = (at: number, form: Entry['form']) => {
        const old = entries[at]
        if (!old || old.form === 'line' || old.form === form) return
        const next = entryOf(old.answered, form, old.turn.thinking)
        // A result of a few words is not made longer by being shortened.
        if (form === 'line' || next.turn.tokens < old.turn.tokens) entries = entries.with(at, next)
        if (form === 'line') lines = linesNow()
      }
      for (let at = 0; at < newest; at += 1) if (entries[at]?.form === 'full') put(at, 'short')
      for (let at = 0; at < newest && tokens() > toTokens; at += 1) put(at, 'line')
      for (const form of ['short', 'outline', 'line'] as const)
        for (let at = newest; at < entries.length && tokens() > newestToTokens; at += 1) put(at, form)
      const isChanged = entries.some((entry, at) => entry !== before[at])
      if (isChanged)
        entries = entries.map(({ answered, form, turn }) => entryOf(answered, form, unsigned(turn)))
      return isChanged
    },
  }
}
