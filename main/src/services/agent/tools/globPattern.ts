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
    throw new AppError('INVALID_ARGUMENT', '这个路径样式太长，或者 {…} 太多。', {
      data: { english: 'This pattern is too long, or has too many {…}.' },
    })
  const all = branches.map((branch) => branch.split('/'))
  return (path) => {
    const parts = path.split('/')
    return all.some((wanted) =>
      fits(wanted, parts, '**', (part, name) =>
        fits([...part], [...name], '*', (one, unit) => one === '?' || one === unit),
      ),
    )
  }
}

/** Wildcard matching with one step back (greedy, linear in both for each wildcard). */
function fits<T extends string>(
  wanted: readonly T[],
  given: readonly T[],
  any: string,
  same: (wanted: T, given: T) => boolean,
): boolean {
  let w = 0
  let g = 0
  let star = -1
  let mark = 0
  while (g < given.length) {
    const one = wanted[w]
    const other = given[g] as T // below its length
    if (one === any) {
      star = w++
      mark = g
    } else if (one !== undefined && same(one, other)) {
      w++
      g++
    } else if (star >= 0) {
      w = star + 1
      g = ++mark
    } else return false
  }
  while (wanted[w] === any) w++
  return w === wanted.length
}

function expand(pattern: string): string[] {
  const found = /\{([^{}]*)\}/.exec(pattern)
  if (!found) return [pattern]
  const [whole, inner = ''] = found
  const options = inner.split(',')
  const head = pattern.slice(0, found.index)
  const tail = pattern.slice(found.index + whole.length)
  const made: string[] = []
  for (const option of options) {
    made.push(...expand(head + option + tail))
    if (made.length > maxBranches) break
  }
  return made
}
