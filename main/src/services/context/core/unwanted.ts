import type { Chunk, Ref, TrimRow } from './types.ts'

/**
 * Whether the author does not want a part this time. `without` holds references as evidence prints them, `path` or
 * `path#from-to`; a passage that begins or ends elsewhere than it did is the same one where the two touch.
 */
export function isUnwanted({ path, item, from, to }: Ref, without: readonly string[]): boolean {
  return without.some((reference) => {
    const [, source = reference, begin, end] = /^(.*)#(\d+)-(\d+)$/u.exec(reference) ?? []
    if (begin === undefined || end === undefined)
      return reference === (item === undefined ? path : `${path}#${item}`)
    if (source !== path || from === undefined || to === undefined) return false
    return from < Number(end) && Number(begin) < to
  })
}

/** The row of a part that was left out because the author wished so. */
export const unwantedRow = (
  { source, text }: Pick<Chunk, 'source' | 'text'>,
  sourceRef: string,
): TrimRow => ({
  ...{
    layer: source.layer,
    sourceRef,
    action: 'dropped',
    reason: 'not_selected',
    reasonCode: 'unwanted',
    params: {},
  },
  ...{ beforeChars: text.length, afterChars: 0 },
})
