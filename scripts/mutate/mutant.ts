/** One change to one file, made alone. */
export interface Mutant {
  readonly packageName: string
  /** Path from the repository's root. */
  readonly path: string
  readonly kind: string
  /** UTF-16 offsets in the file, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly replacement: string
  /** 1-based. */
  readonly line: number
  /** The line before the change, trimmed: by it an equivalent is known again when the file grows above it. */
  readonly code: string
}

export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length

export const codeAt = (source: string, offset: number): string => {
  const start = source.lastIndexOf('\n', offset - 1) + 1
  const end = source.indexOf('\n', offset)
  return source.slice(start, end < 0 ? undefined : end).trim()
}

export const mutated = (source: string, { from, to, replacement }: Mutant): string =>
  source.slice(0, from) + replacement + source.slice(to)
