export interface Tokenizer {
  /** Names it in results and receipts. */
  readonly id: string
  /** False when the count is an estimate; it is then multiplied by 1.15 before it is compared. */
  readonly exact: boolean
  /** True: counts add up exactly where `nextSplit` cuts, so that a prompt is the sum of its blocks. */
  readonly additive?: boolean
  /** Tokens of a text. Linear in its length, cached by piece. */
  count(text: string): number
}
