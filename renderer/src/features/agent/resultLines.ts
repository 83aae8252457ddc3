/** What history keeps of a tool's result, as lines for people; null when it is nothing that is known here. */
export function resultLines(observation: string): readonly string[] | null {
  const data = dataOf(observation)
  if (data === null) return null
  const lines = [
    ...recordsIn(data, 'matches').map(
      ({ path, line, text }) => `${textOf(path)}:${textOf(line)}　${textOf(text)}`,
    ),
    ...recordsIn(data, 'passages').map(
      ({ path, from, text }) => `${textOf(path)}:${textOf(from)}　${textOf(text)}`,
    ),
    ...recordsIn(data, 'entries').map(({ name, title, text }) =>
      [textOf(name ?? title), textOf(text)].join('　').trim(),
    ),
    ...recordsIn(data, 'changes').map(
      ({ path, from, excerpt }) => `${textOf(path)}:${textOf(from)}　${textOf(excerpt)}`,
    ),
    ...listIn(data, 'paths').map(textOf),
    ...[data.content, data.recap, data.excerpt, data.stdout, data.stderr]
      .map(textOf)
      .filter((text) => text !== ''),
  ]
  return lines.length === 0 ? null : lines
}

/** The arguments, one a line; the parts of one stand below its name, indented, as deep as tools have them. */
export function argumentLines(input: string): readonly string[] {
  const given = parsed(input)
  if (given === null) return [input]
  try {
    return Object.entries(given).flatMap(([name, value]) => argumentOf(name, value, maxDepth))
  } catch {
    // Too deep even for the writer of JSON.
    return [input]
  }
}

/** A model may nest its arguments as deep as it likes. */
const maxDepth = 6

const argumentOf = (name: string, value: unknown, depth: number): readonly string[] => {
  if (typeof value === 'string') return [`${name}　${value}`]
  const entries = Object.entries(Object(value))
  if (entries.length === 0 || depth === 0) return [`${name}　${JSON.stringify(value)}`]
  const parts = entries.flatMap(([part, each]) =>
    argumentOf(Array.isArray(value) ? `${Number(part) + 1}.` : part, each, depth - 1),
  )
  return [name, ...parts.map((line) => `　${line}`)]
}

const dataOf = (observation: string): Readonly<Record<string, unknown>> | null => {
  const { data } = parsed(observation) ?? {}
  return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : null // looked at field by field
}

function parsed(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null // as above
  } catch {
    // It was shortened, or is no JSON: it is shown as it stands.
    return null
  }
}

const listIn = (data: Readonly<Record<string, unknown>>, field: string): readonly unknown[] => {
  const value = data[field]
  return Array.isArray(value) ? value : []
}
const recordsIn = (data: Readonly<Record<string, unknown>>, field: string) =>
  listIn(data, field).map((each) => Object(each) as Readonly<Record<string, unknown>>) // as above
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
