import { changesOfRandom, disorderOf, isRandom } from './disorder.ts'
import type { Pattern } from './patterns.ts'
import { shapeList } from './shapeList.ts'

/** The classes of `shapeList`: letters and digits alone, or with the signs of an alphabet. */
export const shapeClasses: Readonly<Record<string, string>> = {
  A: 'A-Za-z0-9',
  U: 'A-Z0-9',
  u: 'A-Z',
  h: 'a-fA-F0-9',
  d: '0-9',
  K: '1-9A-HJ-NP-Za-km-z',
  w: 'A-Za-z0-9_-',
  e: 'A-Za-z0-9_=-',
  t: 'A-Za-z0-9_.~=-',
  b: 'A-Za-z0-9+/=',
  x: 'A-Za-z0-9+/_=-',
  s: 'A-Za-z0-9/_-',
  p: 'A-Za-z0-9%',
  c: 'A-Za-z0-9./$+',
}

/** A row of `shapeList`. */
export interface Shape {
  /** Of the pattern, as evidence names it. */
  readonly patternId: string
  /** What the rows under the same heading are taken from. */
  readonly source: string
  /** As `shapeList` writes it. */
  readonly shape: string
}

/** The rows of the list, in order. */
export const shapes: readonly Shape[] = rowsOf(shapeList)

function rowsOf(list: string): Shape[] {
  const rows: Shape[] = []
  let source = ''
  for (const line of list.split('\n')) {
    if (line.startsWith('# ')) source = line.slice(2)
    const blank = line.indexOf(' ')
    if (!line.startsWith('#') && blank > 0)
      rows.push({ patternId: line.slice(0, blank), source, shape: line.slice(blank + 1) })
  }
  return rows
}

const part = /\{(\w):(\d+)([!+]?)\}|[«»()|]|[^{«»()|]+/g
const literal = /[.$+?*^[\]\\/{}-]/g

/** The expression of a shape; a mark inside a word is no beginning. */
function expressionOf(shape: string): RegExp {
  let depth = 0
  const body = shape.replace(part, (token, name?: string, units?: string, range?: string) => {
    if (name !== undefined) {
      const characters = `[${shapeClasses[name]}]`
      if (range === '!') return `${characters}{${units}}(?![A-Za-z0-9])`
      return Number(units) < 10 && range !== '+' ? `${characters}{${units}}` : `${characters}{${units},512}`
    }
    if (token === '«') return '(?<secret>'
    if (token === '»') return ')'
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === '|') return depth > 0 ? '|' : '\\|'
    return token === '(' ? '(?:' : token.replace(literal, '\\$&')
  })
  return new RegExp(`${/^[A-Za-z0-9({]/.test(shape) ? '(?<![A-Za-z0-9])' : ''}${body}`, 'g')
}

/** Each way to write the longest part without a class: a text without one of them has no key of this shape. */
function hintsOf(shape: string): string[] {
  const written = shape
    .split(/\{[^}]*\}[!+]?|[«»]|\([^)]*\{[^)]*\)/)
    .map((each) => withoutChoices(each))
    .map((ways) => ({ ways, units: Math.min(...ways.map(({ length }) => length)) }))
  return written.reduce((longest, each) => (each.units > longest.units ? each : longest)).ways
}

function withoutChoices(written: string): string[] {
  const [all, before = '', choices = '', behind = ''] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(written) ?? []
  if (all === undefined) return [written]
  return choices.split('|').flatMap((choice) => withoutChoices(behind).map((end) => before + choice + end))
}

/** What the shortest key of a shape has, choices not counted. */
function minUnitsOf(shape: string): number {
  let units = 0
  for (const [token, , count] of shape.replace(/\([^)]*\)|[«»]/g, '').matchAll(part))
    units += count === undefined ? token.length : Number(count)
  return units
}

const leastOf = (minUnits: number) => ({ minUnits, minChanges: Math.min(4, changesOfRandom(minUnits)) })

export const shapePatterns: readonly Pattern[] = shapes.map(({ patternId, shape }) => ({
  patternId,
  kind: 'secret',
  where: 'run',
  // The secret part is shorter than what is around it.
  ...(!shape.includes('«') && leastOf(minUnitsOf(shape))),
  hints: hintsOf(shape),
  find: expressionOf(shape),
  // A number in the form of a UUID is in no order, and changes too seldom to show it.
  accept: (exact) => isRandom(exact) || /\d{8}-\d{4}-\d{4}-\d{4}-\d{12}/.test(exact),
}))

/** A long run without a prefix that holds small letters, capitals and digits in no order of a language. */
export const randomRun: Pattern = {
  patternId: 'random-run',
  kind: 'secret',
  where: 'run',
  minUnits: 40,
  minChanges: 10,
  find: /(?<![A-Za-z0-9+/_=.%-])(?<secret>[A-Za-z0-9+/_-]{40,4096}={0,2})(?![A-Za-z0-9+/_=.%-])/g,
  accept: (exact) =>
    // A hash with its name, a path, the beginning of a public key, the address of a wallet.
    !/^(?:sha(?:1|256|384|512)-|\/|AAAA[BCE][23][NV]|0x[0-9A-Fa-f]{40}$)/.test(exact) &&
    /[a-z]/.test(exact) &&
    /[A-Z]/.test(exact) &&
    disorderOf(exact) > 0.25,
}

/** Keys of services that are not listed: words joined by `_` or `-`, then small letters, capitals and digits in disorder. */
export const prefixedRun: Pattern = {
  patternId: 'prefixed-key',
  kind: 'secret',
  where: 'run',
  minUnits: 23,
  minChanges: 6,
  hints: ['_', '-'],
  find: /(?<![A-Za-z0-9+/_=.%-])(?!sha[0-9]|md5)[A-Za-z][a-z0-9]{1,11}(?:[_-][a-z0-9]{1,12}){0,3}[_-](?=[a-zA-Z]{0,24}[0-9])(?=[a-z0-9]{0,24}[A-Z])(?=[A-Z0-9]{0,24}[a-z])[A-Za-z0-9]{20,512}(?![A-Za-z0-9+/_=.%-])/g,
  accept: (exact) => disorderOf(exact.slice(-20)) > 0.3,
}
