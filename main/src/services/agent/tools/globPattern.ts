import { AppError } from '../../../lib/appError.ts'

const maxUnits = 300
const maxBranches = 64

/**
 * Whether a project-relative path fits a pattern: `*` and `?` within a name, `**` over folders, `{a,b}`. Letter case
 * counts. The time is bounded by pattern × path, whatever the pattern: it comes from a model.
 * @throws AppError INVALID_ARGUMENT for one that is too long.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const branches = pattern.length > maxUnits ? [] : expand(pattern.replace(/^\.\//, ''))
  if (branches.length === 0 || branches.length > maxBranches)
    throw new AppError('INVALID_ARGUMENT', { why: 'pattern' })
  const all = branches.map((branch) => branch.split('/'))
  return (path) => {
    const parts = path.split('/')
    return all.some((branch) =>
      fits(branch, parts, '**', (part, name) =>
        fits([...part], [...name], '*', (expected, unit) => expected === '?' || expected === unit),
      ),
    )
  }
}

/** Wildcard matching with one step back (greedy, linear in both for each wildcard). */
function fits<T extends string>(
  pattern: readonly T[],
  given: readonly T[],
  any: string,
  same: (expected: T, given: T) => boolean,
): boolean {
  let w = 0
  let g = 0
  let star = -1
  let mark = 0
  while (g < given.length) {
    const expected = pattern[w]
    const other = given[g] as T // below its length
    if (expected === any) {
      star = w++
      mark = g
    } else if (expected !== undefined && same(expected, other)) {
      w++
      g++
    } else if (star >= 0) {
      w = star + 1
      g = ++mark
    } else return false
  }
  while (pattern[w] === any) w++
  return w === pattern.length
}

function expand(pattern: string): string[] {
  const match = /\{([^{}]*)\}/.exec(pattern)
  if (!match) return [pattern]
  const [whole, inner = ''] = match
  const options = inner.split(',')
  const head = pattern.slice(0, match.index)
  const tail = pattern.slice(match.index + whole.length)
  const expanded: string[] = []
  for (const option of options) {
    expanded.push(...expand(head + option + tail))
    if (expanded.length > maxBranches) break
  }
  return expanded
}
