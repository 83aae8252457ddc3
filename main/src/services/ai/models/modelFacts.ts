import type { AppendedPlacement } from '../../context/index.ts'

export type EncodingName = 'o200k_base' | 'cl100k_base'

/** How a model's tokens are counted; `file` is the path of a `tokenizer.json`. */
export type TokenizerChoice =
  | { readonly encoding: EncodingName; readonly calibrated?: false }
  /** The encoding's count times a factor learnt from the usage that the provider reports. */
  | { readonly encoding: EncodingName; readonly calibrated: true }
  | { readonly file: string }

/** What the app knows about a model. Limits in tokens. */
export interface ModelFacts {
  readonly windowTokens: number
  readonly outputReserveTokens: number
  readonly tokenizer: TokenizerChoice
  /** False: the tokenizer only approximates this model's own. */
  readonly exact: boolean
  /** Whether it thinks before it writes; absent: as it does by itself. */
  readonly thinking?: 'on' | 'off'
  /** How hard; a part of what the provider's cache is keyed by. A run may have another. */
  readonly effort?: 'low' | 'medium' | 'high' | 'max'
  /** It accepts tools by its provider's own protocol; absent: not documented. */
  readonly supportsTools?: boolean
  /** How it calls tools, whatever is documented; absent: `auto`. */
  readonly toolProtocol?: 'auto' | 'react' | 'native'
  /** Where material that is found while the author writes on is printed; absent: in the text, where it arrived. */
  readonly appended?: AppendedPlacement
  /** Month of the facts, `YYYY-MM`. */
  readonly asOf: string
  /** What is uncertain about them. */
  readonly note?: string
}
