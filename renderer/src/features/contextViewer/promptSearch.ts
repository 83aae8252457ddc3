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
  let found = 0
  for (const hit of prompt.matchAll(pattern)) {
    if (found === limit) break
    if (hit.index > end) parts.push({ text: prompt.slice(end, hit.index), match: null })
    parts.push({ text: hit[0], match: found })
    found += 1
    end = hit.index + hit[0].length
  }
  if (end < prompt.length || parts.length === 0) parts.push({ text: prompt.slice(end), match: null })
  return parts
}
