import { agentWords } from '../prompts.ts'
import { readLenientJson } from '../react/lenientJson.ts'
import { type ParsedStep, parseStep } from '../react/parseStep.ts'
import { createStepReader } from '../react/protocol.ts'
import {
  type AnswerableCall,
  type StepProtocol,
  type WrittenAnswer,
  type WrittenStep,
  wholeReader,
} from '../stepProtocol.ts'
import { definitionOf } from './definitions.ts'
import { createTurnMemory } from './turnMemory.ts'

/** Steps as calls of the model's service: several in one answer, each with one result. Text without a call is the answer. */
export const nativeCalls: StepProtocol = {
  form: 'native',
  systemPrompt: (language) => `${agentWords[language].system.native}\n\n`,
  definitions: (language, tools, count) => tools.map((tool) => definitionOf(tool, language, count)),
  createReader: wholeReader,
  read: (answer) => (answer.calls.length > 0 ? calledSteps(answer) : writtenSteps(answer)),
  shape: (language) => agentWords[language].nativeShape,
  createMemory: createTurnMemory,
}

const thoughtLabel = /^[ \t]*Thought[ \t]*[:：][ \t]*/im

function calledSteps({ text, calls, isCut }: WrittenAnswer): ReturnType<StepProtocol['read']> {
  const thought = text.replace(thoughtLabel, '').trim()
  const steps = calls.map((call, at): WrittenStep => {
    const read = argumentsIn(call.arguments, isCut && at === calls.length - 1)
    const step: ParsedStep = { kind: 'action', thought: at === 0 ? thought : '', tool: call.name, ...read }
    const input = isObject(read.input) ? read.input : {}
    return { step, modelText: asText(step), sentCall: callOf(call, input) }
  })
  return { steps, invented: false }
}

/** The call as it is sent again: its name has only the characters that the services accept. */
function callOf({ id, name, vendor }: WrittenAnswer['calls'][number], input: object): AnswerableCall {
  const sendable = name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed'
  return { id, name: sendable, input, ...(vendor && { vendor }) }
}

/** A step in the text form, as the log and later tasks have it. */
function asText(step: Extract<ParsedStep, { kind: 'action' }>): string {
  const thought = step.thought === '' ? '' : `Thought: ${step.thought}\n`
  return `${thought}Action: ${step.tool}[${JSON.stringify(step.input)}]`
}

type Arguments = Pick<Extract<ParsedStep, { kind: 'action' }>, 'input' | 'repaired' | 'broken'>

/** Arguments as they were streamed; what is no JSON is read leniently, unless it was cut off. */
function argumentsIn(text: string, isCut: boolean): Arguments {
  if (text.trim() === '' && !isCut) return { input: {}, repaired: false }
  const strict = parsed(text)
  if (strict) {
    const inner = typeof strict.value === 'string' ? parsed(strict.value) : undefined
    return isObject(inner?.value)
      ? { input: inner.value, repaired: true }
      : { input: strict.value, repaired: false }
  }
  const from = /\S/.exec(text)?.index ?? 0
  const lenient = isCut ? 'unclosed' : readLenientJson(text, from)
  if (lenient === 'unclosed') return { input: {}, repaired: false, broken: 'unclosed' }
  const isWhole = lenient !== undefined && text.slice(lenient.end).trim() === '' && isObject(lenient.value)
  return isWhole
    ? { input: lenient.value, repaired: true }
    : { input: {}, repaired: false, broken: 'badArguments' }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const loggedResult = /^\[tool\][ \t]*/gm

/** An answer without calls: the model's last words, or a step that it has written as text all the same. */
function writtenSteps(answer: WrittenAnswer): ReturnType<StepProtocol['read']> {
  const reader = createStepReader()
  reader.read(answer.text)
  const text = reader.text()
  const step = parseStep(text.replace(loggedResult, ''))
  // A result that the model has made up in the form of the log is no answer.
  const isMadeUp = step.kind === 'finish' && text.search(loggedResult) >= 0
  const isFollowed = step.kind === 'action' && step.isFollowed === true
  return {
    steps: [
      {
        step: isMadeUp ? { kind: 'malformed', thought: '', reason: 'noAction' } : step,
        modelText: text,
      },
    ],
    invented: reader.invented() || isFollowed || isMadeUp,
  }
}
