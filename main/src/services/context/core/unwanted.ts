import type { Chunk, Ref, TrimRow } from './types.ts'

/**
 * Whether the author excludes a part this time. `without` has references as evidence prints them: `path` is
 * everything in it, `path#item` one item of it, which may have the form of a range, and `path#from-to` a passage. A
 * passage whose ends have moved is the same when the two overlap.
 */
export function isUnwanted({ path, item, from = 0, to = from }: Ref, without: readonly string[]): boolean {
  return without.some((reference) => {
    if (reference === path || (item !== undefined && reference === `${path}#${item}`)) return true
    const [, source, start, end] = /^(.*)#(\d+)-(\d+)$/u.exec(reference) ?? []
    return source === path && from < Number(end) && Number(start) < to
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
