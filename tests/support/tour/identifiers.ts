import type { Page } from '@playwright/test'

/** What programs call things by, by its look alone. */
const shapes: readonly RegExp[] = [
  /\b[A-Z]+(?:_[A-Z\d]+)+\b/, // CONTEXT_INPUT_TOO_LARGE
  /\b[a-z]+(?:_[a-z\d]+)+\b/, // not_selected
  /\b[a-z]+[a-z\d]*[A-Z]\w*/, // overBudget
  /\b[a-z]+:[a-z]+\b/, // context:ask
  /\b[\da-f]{8}-[\da-f]{4}-/i,
  /\b(?=[a-f]*\d)[\da-f]{8,}\b/,
  /(?:^|\s)manuscript\//, // a chapter has a title
  /\[object |\bundefined\b|\bNaN\b|\{\{|\}\}|\bnull\b/,
]

/** Words of these shapes that are names to people as well; folders are the author's own. */
const allowed = /shift_jis|(?:o200k|cl100k)_base|https?:\/\/\S+|(?:^|\s)~?\/\S+|macOS|eBook|qwen3/g

const isPath = (value: string) => /^(?:manuscript|\.creonow)\//.test(value)
/** A word of a language may be an identifier too; what only programs write has one of these in it. */
const isOurs = (value: string) => value.length > 3 && /[a-z]/i.test(value) && /[\d_:-]|[a-z][A-Z]/.test(value)

function* namesIn(value: unknown, key = ''): Iterable<string> {
  if (Array.isArray(value)) for (const one of value) yield* namesIn(one, key)
  else if (value !== null && typeof value === 'object')
    for (const [inner, one] of Object.entries(value)) yield* namesIn(one, inner)
  else if (typeof value === 'string' && /^(?:id|code)$|(?:Id|Ids|Code)$/.test(key)) yield value
}

/**
 * Remembers what the host calls things by in what it sends to the page from now on, and finds these names, and
 * whatever looks like one, among the words that a person reads.
 */
export function listenForIdentifiers(page: Page) {
  const sent = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      for (const name of namesIn(JSON.parse(String(payload))))
        if (isOurs(name) && !isPath(name)) sent.add(name)
    })
  })
  const among = (words: string): boolean => {
    const left = words.replace(allowed, '')
    return shapes.some((shape) => shape.test(left)) || [...sent].some((name) => left.includes(name))
  }
  return {
    among: (words: readonly string[]) => words.filter(among),
    /** How many the host has sent so far: a crawl that heard none proves nothing. */
    count: () => sent.size,
  }
}
