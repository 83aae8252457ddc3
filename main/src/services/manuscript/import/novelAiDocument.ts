import { AppError } from '../../../lib/appError.ts'
import { type Packed, type PackedMap, readMessagePack } from './messagePack.ts'

/** The text of a document of NovelAI's editor. */
export interface EditorText {
  /** One paragraph a line. */
  readonly text: string
  /** Pictures among the paragraphs. */
  readonly pictures: number
}

/** Of a section: a paragraph, or a picture; anything else has no words. */
const kinds = { text: 1, picture: 2 } as const
/** Of a change that is not yet part of the sections. */
const steps = { create: 0, update: 1, remove: 2 } as const

/**
 * The text of `content.document` of a story: MessagePack in base64, with paragraphs by number, their order, and the
 * last changes. How the program writes it is nowhere described; this is how its files are.
 * @throws AppError IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export function readEditorDocument(base64: string): EditorText {
  const document = mapOf(readMessagePack(Buffer.from(base64, 'base64')))
  const sections = new Map(mapOf(document?.get('sections')) ?? broken())
  const order = document?.get('order')
  if (!Array.isArray(order)) return broken()
  const changes = mapOf(document?.get('dirtySections')) ?? new Map()
  const lines: string[] = []
  let pictures = 0
  for (const id of orderAfter(order, changes)) {
    const section = changed(sections.get(id), mapOf(changes.get(id)))
    if (section?.get('type') === kinds.picture) pictures += 1
    const text = section?.get('type') === kinds.text ? section.get('text') : undefined
    if (typeof text === 'string') lines.push(text.replace(/\r\n?/g, '\n'))
  }
  return { text: lines.join('\n').toWellFormed(), pictures }
}

/** A section with the change of it. A change whose deleted words are not there has been made already. */
function changed(section: Packed, step: PackedMap | undefined): PackedMap | undefined {
  if (step?.get('type') === steps.create) return mapOf(step.get('section'))
  const before = mapOf(section)
  if (step?.get('type') !== steps.update || !before) return before
  const outer = mapOf(step.get('diff'))
  const diff = mapOf(outer?.get('diff')) ?? outer
  if (diff?.has('to')) return mapOf(diff.get('to'))
  const parts = diff?.get('parts')
  const text = before.get('text')
  if (!Array.isArray(parts) || typeof text !== 'string') return before
  const chunks: string[] = []
  let at = 0
  for (const part of parts) {
    const { from, removed, inserted } = editOf(mapOf(part))
    if (from === undefined || !text.startsWith(removed, at + from)) return before
    chunks.push(text.slice(at, at + from), inserted)
    at += from + removed.length
  }
  return new Map([...before, ['text', chunks.join('') + text.slice(at)]])
}

/** Where an edit begins behind the one before it, and what it exchanges. */
function editOf(part: PackedMap | undefined) {
  const from = part?.get('from')
  const removed = part?.get('delete')
  const inserted = part?.get('insert')
  return {
    from: typeof from === 'number' && Number.isSafeInteger(from) && from >= 0 ? from : undefined,
    removed: typeof removed === 'string' ? removed : '',
    inserted: typeof inserted === 'string' ? inserted : '',
  }
}

/** The sections in order, with those that were made and without those that were removed since. */
function orderAfter(order: readonly Packed[], changes: PackedMap): readonly Packed[] {
  const first = 0
  const created = new Map<Packed, Packed[]>()
  const last: Packed[] = []
  const removed = new Set<Packed>()
  const isNew = new Set<Packed>()
  for (const [id, step] of changes) if (mapOf(step)?.get('type') === steps.create) isNew.add(id)
  const ids = new Set(order)
  for (const [id, given] of changes) {
    const step = mapOf(given)
    if (step?.get('type') === steps.remove) removed.add(id)
    if (!isNew.has(id) || ids.has(id)) continue
    const after = step?.get('after')
    const hasAnchor = after === first || ids.has(after) || isNew.has(after)
    const list = hasAnchor ? created.get(after) : last
    if (list) list.push(id)
    else created.set(after, [id])
  }
  const result: Packed[] = []
  const visited = new Set<Packed>()
  /** The one made last is nearest to what it was put behind. */
  const addBehind = (anchor: Packed): void => {
    const waiting = [...(created.get(anchor) ?? [])]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (visited.has(id)) continue
      visited.add(id)
      result.push(id)
      waiting.push(...(created.get(id) ?? []))
    }
  }
  addBehind(first)
  for (const id of order) {
    if (!removed.has(id)) result.push(id)
    addBehind(id)
  }
  for (const id of last) {
    result.push(id)
    addBehind(id)
  }
  return result
}

const mapOf = (value: Packed): PackedMap | undefined => (value instanceof Map ? value : undefined)

function broken(): never {
  throw new AppError('IMPORT_BROKEN', { why: 'content' })
}
