import { setImmediate as otherWork } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { AppError } from '../../../lib/appError.ts'

export interface MarkupHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const chunkUnits = 262_144
/** No document nests so deeply; the parser's search for an open tag would become slow. */
const maxDepth = 1000

/**
 * Reads XML or XHTML as events and yields between chunks of 256 Ki units. No document type is read and no entity but
 * the standard ones exists, so nothing expands. `xml`: names are case-sensitive, and tags that do not match are an
 * error; otherwise errors are forgiven as browsers do. @throws AppError IMPORT_BROKEN.
 */
export async function walkMarkup(source: string, handlers: MarkupHandlers, xml: boolean): Promise<void> {
  let depth = 0
  let elements = 0
  let selfClosing = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        elements += 1
        selfClosing = source.startsWith('/>', parser.endIndex - 1)
        if (depth > maxDepth) throw brokenMarkup()
        handlers.open?.(name, attributes)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(name, implied) {
        // `<a/>` is closed at once and by implication; any other implied end is a missing tag.
        if (xml && implied && !selfClosing) throw brokenMarkup()
        selfClosing = false
        depth -= 1
        handlers.close?.(name)
      },
    },
    xml ? { xmlMode: true } : { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  for (let from = 0; from < source.length; from += chunkUnits) {
    parser.write(source.slice(from, from + chunkUnits))
    await otherWork()
  }
  parser.end()
  if (xml && elements === 0) throw brokenMarkup()
}

export function brokenMarkup(): AppError {
  return new AppError('IMPORT_BROKEN', { why: 'content' })
}
