import type { PromptBlock, StreamedCall, ThinkingBlock, ToolDefinition, ToolTurn } from '../ai/index.ts'
import type { Language } from '../context/index.ts'
import type { ParsedStep } from './react/parseStep.ts'
import type { ScratchStep } from './scratchpad.ts'
import type { Toolbox } from './toolbox.ts'

/** Follows the text of one answer while it comes. */
export interface StepReader {
  /** Reads the next piece; returns the part of it that belongs to the step, and whether the step is complete. */
  read(delta: string): { readonly text: string; readonly isOver: boolean }
  /** All that belongs to the step. */
  readonly text: () => string
  /** What the model went on with and should not have: results it made up, actions after the first. */
  readonly invented: () => boolean
}

/** One answer of a model, whole. */
export interface WrittenAnswer {
  /** Its text, without what was cut off. */
  readonly text: string
  /** It went on with what it should not have written. */
  readonly invented: boolean
  /** Calls in the form of its service; empty: there are none. */
  readonly calls: readonly StreamedCall[]
  /** What it thought in front of its calls; empty without calls. */
  readonly thinking: readonly ThinkingBlock[]
  /** It has written as much as it was allowed to. */
  readonly isCut: boolean
}

/** A step of an answer. */
export interface WrittenStep {
  readonly step: ParsedStep
  /** In the text form of steps, as the log stores it. */
  readonly modelText: string
  /** The call as it is sent again; absent: it was written as text. */
  readonly sentCall?: AnswerableCall
}

/** A call that awaits its result. */
export type AnswerableCall = Pick<StreamedCall, 'id' | 'name' | 'vendor'> & {
  /** Its arguments; empty where they were no object. */
  readonly input: object
}

/** The steps of one answer. */
interface WrittenSteps {
  /** At least one; `finish` only as the first. */
  readonly steps: readonly WrittenStep[]
  /** Results that the model has made up, or a call that is not carried out. */
  readonly invented: boolean
}

/** One answer with what came of its steps. */
export interface AnsweredSteps extends Pick<WrittenAnswer, 'text' | 'thinking'> {
  /** At least one. */
  readonly steps: readonly (ScratchStep & {
    /** Absent: it was written as text. */
    readonly sentCall?: AnswerableCall
    /** The tool has failed, or was not run. */
    readonly isError: boolean
  })[]
}

/** What is remembered inside a round: every answer with what came of it. Full until it no longer fits. */
export interface RoundMemory {
  /** Adds at the end. */
  add(answered: AnsweredSteps): void
  /** As the next request has it: blocks of the current message, and turns behind it. */
  sent(): { readonly scratchpad: readonly PromptBlock[]; readonly turns: readonly ToolTurn[] }
  /** Of all of it, in the model's tokens. */
  tokens(): number
  /**
   * Shortens until at most so many tokens are left, or nothing can be shortened any more; true when something was. The
   * newest steps are shortened while more than `newestToTokens` are left, `toTokens` where that is absent.
   */
  shrink(toTokens: number, newestToTokens?: number): boolean
}

/** The form in which a model writes steps, and how its answer is read. */
export interface StepProtocol {
  /** `react`: as text. `native`: in the form of the model's service. */
  readonly form: 'react' | 'native'
  /** The same bytes for every request of a book. */
  systemPrompt(language: Language, tools: Toolbox['tools']): string
  /** Sent in front of each request; empty: the system prompt describes the tools. */
  definitions(
    language: Language,
    tools: Toolbox['tools'],
    count: (text: string) => number,
  ): readonly ToolDefinition[]
  /** Follows one answer while it comes. */
  createReader(): StepReader
  /** The steps of an answer that has ended. */
  read(answer: WrittenAnswer): WrittenSteps
  /** How a step is to be written, for a model that has written none. */
  shape(language: Language): string
  /** The memory of one round. */
  createMemory(options: MemoryOptions): RoundMemory
}

/** What the memory of a round needs. */
export interface MemoryOptions {
  /** In the model's tokens. */
  readonly count: (text: string) => number
  /** Of the book. */
  readonly language: Language
  /** The plan in a few lines; empty without one. */
  readonly recap: () => string
}

/** Reads all of an answer. */
export const wholeReader: StepProtocol['createReader'] = () => {
  let answer = ''
  return {
    read(delta) {
      answer += delta
      return { text: delta, isOver: false }
    },
    text: () => answer,
    invented: () => false,
  }
}
