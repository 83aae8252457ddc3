/** A replaced span: its place in the original, and the length of its replacement (UTF-16 units). */
export interface Replacement {
  /** UTF-16 offset in the original text. */
  readonly from: number
  /** UTF-16 offset in the original text, behind what was replaced. */
  readonly to: number
  /** UTF-16 units of the replacement. */
  readonly length: number
  /** The pattern that matched there; absent for an inserted mark. */
  readonly patternId?: string
}

export interface Redacted {
  /** Without the secrets. */
  readonly text: string
  /** In order, without overlaps. */
  readonly replacements: readonly Replacement[]
  /** How often each pattern matched; never what matched. */
  readonly evidence: readonly { readonly patternId: string; readonly matchCount: number }[]
}

/** `creonow`: secrets and absolute paths; `manuscript`: secrets only. */
export type RedactionScope = 'creonow' | 'manuscript'

export interface Redactor {
  /** `projectId` brings in what its author has marked as no secret. */
  redact(text: string, scope: RedactionScope, projectId?: string): Promise<Redacted>
  /** Changes whenever the same text may come out differently; constant when absent. */
  version?(): number
}
