import type { ItemPart } from '../jobs/index.ts'

/** A chapter as batches are made of it. */
export interface ChapterSize {
  /** Its id. */
  readonly documentId: string
  /** UTF-16 units of its text. */
  readonly units: number
}

/** Most UTF-16 units of the text of one request: long enough for a price, short enough to be read closely. */
export const mostBatchUnits = 18_000

/** Chapters in the order of the book, as many together as `maxUnits` has room for; a longer chapter in equal parts. */
export function makeBatches(
  chapters: readonly ChapterSize[],
  maxUnits: number,
): readonly (readonly ItemPart[])[] {
  const batches: ItemPart[][] = []
  let open: ItemPart[] = []
  let openUnits = 0
  const close = () => {
    if (open.length > 0) batches.push(open)
    open = []
    openUnits = 0
  }
  for (const { documentId, units } of chapters) {
    const parts = Math.max(1, Math.ceil(units / maxUnits))
    if (openUnits + units > maxUnits) close()
    if (parts > 1) {
      for (let part = 0; part < parts; part += 1) batches.push([{ documentId, part, parts }])
      continue
    }
    open.push({ documentId, part: 0, parts })
    openUnits += units
  }
  close()
  return batches
}

/** The text of a part. Parts end behind a line, where a chapter has any; joined they are the chapter. */
export function textOfPart(text: string, part: Pick<ItemPart, 'part' | 'parts'>): string {
  const { from, to } = rangeOfPart(text, part)
  return text.slice(from, to)
}

/** Where a part is in its chapter: UTF-16 offsets, `to` exclusive. */
export function rangeOfPart(
  text: string,
  { part, parts }: Pick<ItemPart, 'part' | 'parts'>,
): { readonly from: number; readonly to: number } {
  const cut = (index: number) => {
    if (index <= 0) return 0
    if (index >= parts) return text.length
    const even = Math.round((text.length * index) / parts)
    const before = text.lastIndexOf('\n', even - 1) + 1
    const previous = Math.round((text.length * (index - 1)) / parts)
    return before > previous ? before : characterBoundary(text, even)
  }
  return { from: cut(part), to: cut(part + 1) }
}

/** Not between the halves of a surrogate pair. */
const characterBoundary = (text: string, offset: number): number =>
  (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset + 1 : offset
