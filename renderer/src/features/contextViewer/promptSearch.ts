export interface PromptPart {
  readonly text: string
  /** Index of the match this part is, or null for text between matches. */
  readonly match: number | null
}

/** Cuts the prompt at every match of `query`, upper and lower case alike; at most `limit` matches. */
export const splitByQuery = (prompt: string, query: string, limit = 2000): PromptPart[] => {
  if (query === '') return [{ text: prompt, match: null }]
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
  const parts: PromptPart[] = []
  let end = 0
  let count = 0
  for (const hit of prompt.matchAll(pattern)) {
    if (count === limit) break
    if (hit.index > end) parts.push({ text: prompt.slice(end, hit.index), match: null })
    parts.push({ text: hit[0], match: count })
    count += 1
    end = hit.index + hit[0].length
  }
  if (end < prompt.length || parts.length === 0) parts.push({ text: prompt.slice(end), match: null })
  return parts
}

/**
 * The same parts in blocks that end with a line of at least `leastUtf16` units together: the page lays out only those
 * that are seen. Joined they are the prompt.
 */
export const inBlocks = (parts: readonly PromptPart[], leastUtf16: number): readonly PromptPart[][] => {
  const blocks: PromptPart[][] = []
  let block: PromptPart[] = []
  let length = 0
  for (const { text, match } of parts) {
    let rest = text
    for (let end = 0; match === null && end >= 0; ) {
      end = rest.indexOf('\n', Math.max(0, leastUtf16 - length))
      if (end < 0) break
      block.push({ text: rest.slice(0, end + 1), match })
      blocks.push(block)
      block = []
      length = 0
      rest = rest.slice(end + 1)
    }
    if (rest === '') continue
    block.push({ text: rest, match })
    length += rest.length
  }
  if (block.length > 0) blocks.push(block)
  return blocks
}
