import type { Mutant } from './mutant.ts'

/** A change that changes nothing anybody could see, found by hand, with the reason. */
export interface Equivalent {
  readonly path: string
  readonly code: string
  /** Only these changes of that line; all when absent. */
  readonly replacements?: readonly string[]
  readonly reason: string
}

export const equivalents: readonly Equivalent[] = [
  {
    path: 'main/src/services/codex/nameIndex.ts',
    code: 'let longest = 0',
    replacements: ['(-1)'],
    reason: 'Every name has a unit or more, and without names nothing asks for the longest.',
  },
]

export const equivalentOf = (mutant: Mutant): Equivalent | undefined =>
  equivalents.find(
    ({ path, code, replacements }) =>
      path === mutant.path &&
      code === mutant.code &&
      (replacements === undefined || replacements.includes(mutant.replacement)),
  )
