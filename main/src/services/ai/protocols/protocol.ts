import type { ModelMessage, SystemModelMessage, streamText } from 'ai'
import type { OutgoingFetch } from '../../../lib/outgoingFetch.ts'
import type { CacheFacts } from '../cache/cacheFacts.ts'
import type { ModelControls, Temperature } from '../models/modelControls.ts'
import type { GenerationRequest, WireUsage } from '../providers/provider.ts'

/** A wire protocol: one per file of this folder, listed in `protocols.ts`. */
export interface Protocol<F extends Family = Family> {
  /** Who speaks it, in the order in which the settings offer them; at least one. */
  readonly families: readonly F[]
  /** What of a request to an endpoint depends on the protocol; not every model is reached over the same one. */
  wire(endpoint: Endpoint<F>, request: GenerationRequest): Wire
  /** Headers of a request for the names of the models, without a key where there is none. */
  modelListHeaders(apiKey: string | undefined): Readonly<Record<string, string>>
}

/** Who answers at an address. The same model behaves differently behind another one. */
export interface Family {
  /** In settings and receipts; small letters and digits, unique among all protocols. */
  readonly id: string
  /** In the settings. */
  readonly name: { readonly zh: string; readonly en: string }
  /** Of the names of its servers; absent: an address does not show it, and it has to be chosen. */
  readonly hosts?: RegExp
  /** The port it has on this computer. */
  readonly localPort?: string
  /** Whether its requests can instruct a model to think; false: the model decides. */
  readonly switchesThinking: boolean
  /** How hard a model can be instructed to think, by its name; absent: nothing can be said to any. */
  readonly efforts?: (modelName: string) => ModelControls['efforts']
  /** The temperatures that a model takes, by its name; undefined: none. */
  readonly temperature?: (modelName: string) => Temperature | undefined
  /** A service that the settings fill in; absent: none is offered. */
  readonly preset?: Preset
  /** What is published or measured about its cache, by model; the first row that matches the name counts. */
  readonly cache: readonly (readonly [model: RegExp, facts: CacheFacts])[]
}

/** A service that people use, as the settings fill it in; everything can be changed there. */
interface Preset {
  /** Of the company or program, the same in all languages. */
  readonly name: string
  /** What Chinese readers call it in addition. */
  readonly chineseName?: string
  /** Base URL, without a slash at its end. */
  readonly baseUrl: string
  /** To start with; the rest is fetched from the service. */
  readonly models: readonly string[]
  /** On this computer: no key, and the first answer may take minutes. */
  readonly isLocal?: true
}

/** An address and who answers there. */
interface Endpoint<F extends Family = Family> {
  /** As in the settings. */
  readonly baseUrl: string
  /** Undefined: the service needs none, or none is stored. */
  readonly apiKey: string | undefined
  /** Of the same protocol. */
  readonly family: F
}

/** What of a request depends on the protocol. */
export interface Wire {
  /** Goes over `outgoing`, the only way out, with address and key of its own and none of the environment's. */
  model(request: GenerationRequest, outgoing: OutgoingFetch): Parameters<typeof streamText>[0]['model']
  /** The system message, with the marks of `request.cache` where the protocol has them in it. */
  system(request: GenerationRequest): string | SystemModelMessage[]
  /** The finished rounds, the current message and the turns behind it. */
  messages(request: GenerationRequest): ModelMessage[]
  /** Other options of the library. */
  providerOptions?(
    request: GenerationRequest,
  ): NonNullable<Parameters<typeof streamText>[0]['providerOptions']>
  /** Whether arguments must have the form of their schema; absent: as the service does by itself. */
  readonly strictTools?: boolean
  /** A new one for each answer. */
  reader(): ChunkReader
}

/** Reads what the library drops: usage of broken answers, errors inside the stream, the model's own reason to end. */
export interface ChunkReader {
  /** One event of the stream, parsed; anything else is ignored. */
  read(raw: unknown): void
  /** `finish` in the words of chat completions: `stop`, `length`, `content_filter`; another word as it came. */
  outcome(): { readonly streamError?: unknown; readonly finish?: string; readonly refusal?: string }
  /** The newest event has words of a refusal, which are none of the answer; together they are `refusal`. */
  isRefusing(): boolean
  /** Undefined until the provider has reported it. */
  usage(): WireUsage | undefined
  /** The same as it came. */
  rawUsage(): unknown
  /** It counted tokens of thinking that it did not show. */
  hasThought(): boolean
}
