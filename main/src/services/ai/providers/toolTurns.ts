import type { ProviderMetadata } from 'ai'

/** A tool as a provider gets it. */
export interface ToolDefinition {
  /** Unique in a request; letters, digits, `_` and `-`. */
  readonly name: string
  /** What it does, for the model. */
  readonly description: string
  /** Of its arguments: a JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Of the whole definition, in the model's tokens. */
  readonly tokens: number
}

/** What a service sends with a part of an answer and demands back with it, by vendor: a signature. */
export type VendorFields = ProviderMetadata

/** A piece of a model's thinking. */
export interface ThinkingBlock {
  /** Empty where the service hides it. */
  readonly text: string
  /** Absent: nothing came with it. */
  readonly vendor?: VendorFields
}

/** A call as it came, whole. */
export interface StreamedCall {
  /** The vendor's. */
  readonly id: string
  /** As the model wrote it: not every name is one of a tool. */
  readonly name: string
  /** The text of its arguments: JSON, unless the model erred or was cut off. */
  readonly arguments: string
  /** Absent: nothing came with it. */
  readonly vendor?: VendorFields
}

/** A call with its one result, as both are sent again. */
interface AnsweredCall extends Pick<StreamedCall, 'id' | 'name' | 'vendor'> {
  /** Its arguments; empty where they were no object. */
  readonly input: object
  /** What the model reads. */
  readonly result: string
  /** The tool has failed, or was not run. */
  readonly isError: boolean
}

/** One answer of a model and what it got for it: nothing of a turn is sent without the rest. */
export interface ToolTurn {
  /** Unique in a prompt, `step:3`. */
  readonly blockId: string
  /** Of all of it, in the model's tokens. */
  readonly tokens: number
  /** In front of everything else. */
  readonly thinking: readonly ThinkingBlock[]
  /** The model's words in front of its calls; may be empty where there are calls. */
  readonly text: string
  /** In order; empty: the model has answered with text alone. */
  readonly calls: readonly AnsweredCall[]
  /** The answer to a text without calls; absent where there are calls. */
  readonly reply?: string
}

/** Definitions as one text: the same for the same tools. */
export const toolsText = (tools: readonly ToolDefinition[] = []): string =>
  tools.length === 0
    ? ''
    : JSON.stringify(tools.map(({ name, description, parameters }) => ({ name, description, parameters })))

/** What the model wrote in a turn, its calls in the text form of steps. */
export const writtenText = ({ text, calls }: Pick<ToolTurn, 'text' | 'calls'>): string =>
  [text, ...calls.map(({ name, input }) => `Action: ${name}[${JSON.stringify(input)}]`)]
    .filter((line) => line !== '')
    .join('\n')

/** What the model got in a turn, results in the form of a log. */
export const observedText = ({ calls, reply = '' }: Pick<ToolTurn, 'calls' | 'reply'>): string =>
  calls.length === 0 ? reply : calls.map(({ result }) => `[tool] ${result}`).join('\n\n')
