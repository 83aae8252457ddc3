/** Where JSON text stops being valid; 1-based line and column, the column in UTF-16 units. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null))/uy

type Expecting = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing'

/**
 * The first place where `text` is not JSON (RFC 8259); undefined when all of it is. JSON.parse gives
 * positions for some errors only, and a writer who edits a file by hand needs the line for all of them.
 */
export function jsonErrorPosition(text: string): TextPosition | undefined {
  const closers: string[] = []
  let expecting: Expecting = 'value'
  let end = 0
  for (;;) {
    token.lastIndex = end
    const [whole, mark, string, scalar] = token.exec(text) ?? []
    const next: Expecting | undefined =
      whole === undefined ? undefined : after(expecting, closers, mark, string ?? scalar, Boolean(string))
    if (whole === undefined || next === undefined) {
      const start = end + (/^[ \t\n\r]*/.exec(text.slice(end))?.[0].length ?? 0)
      return expecting === 'nothing' && start === text.length ? undefined : positionAt(text, start)
    }
    end += whole.length
    expecting = next
  }
}

/** What may follow a token; undefined when the token may not stand here. */
function after(
  expecting: Expecting,
  closers: string[],
  mark: string | undefined,
  literal: string | undefined,
  isString: boolean,
): Expecting | undefined {
  const done = (): Expecting => (closers.length === 0 ? 'nothing' : 'commaOrEnd')
  if (mark === '}' || mark === ']') {
    const endable = expecting === 'commaOrEnd' || expecting === (mark === '}' ? 'keyOrEnd' : 'valueOrEnd')
    return endable && closers.pop() === mark ? done() : undefined
  }
  if (mark === ',') return expecting === 'commaOrEnd' ? (closers.at(-1) === '}' ? 'key' : 'value') : undefined
  if (mark === ':') return expecting === 'colon' ? 'value' : undefined
  if (expecting === 'key' || expecting === 'keyOrEnd') return isString ? 'colon' : undefined
  if (expecting !== 'value' && expecting !== 'valueOrEnd') return undefined
  if (literal !== undefined) return done()
  closers.push(mark === '{' ? '}' : ']')
  return mark === '{' ? 'keyOrEnd' : 'valueOrEnd'
}

function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
