import { headingKey } from './headings.ts'
import type { Candidate } from './lines.ts'

/** So many headings with nothing between them are a table of contents. */
const contentsLength = 5

/**
 * Takes tables of contents out: runs of five or more candidates with only blank lines between. The first
 * real heading may stand right below the table; it shows by repeating or by counting back.
 */
export function withoutContents(candidates: readonly Candidate[]): {
  readonly candidates: readonly Candidate[]
  readonly contents: readonly Candidate[]
} {
  const kept: Candidate[] = []
  const contents: Candidate[] = []
  let run: Candidate[] = []
  const closeRun = () => {
    let rest = run
    while (rest.length >= contentsLength) {
      const end = tableEnd(rest)
      if (end < contentsLength) break
      const first = rest[0]
      if (first) contents.push(first)
      rest = rest.slice(end)
    }
    kept.push(...rest)
  }
  for (const candidate of candidates) {
    if (!candidate.adjacent) {
      closeRun()
      run = []
    }
    run.push(candidate)
  }
  closeRun()
  return { candidates: kept, contents }
}

/** Where the table at the start of a run ends: before the first heading that starts over. */
function tableEnd(run: readonly Candidate[]): number {
  const seen = new Set<string>()
  let volume: number | undefined
  let last = 0
  for (const [index, candidate] of run.entries()) {
    if (candidate.kind === 'volume') {
      volume = candidate.number
      last = 0
    }
    const key = [candidate.kind, volume ?? '', candidate.number ?? '', headingKey(candidate.name)].join('|')
    const countsBack = candidate.kind === 'chapter' && (candidate.number ?? last + 1) <= last
    if (seen.has(key) || countsBack) return index
    seen.add(key)
    if (candidate.kind === 'chapter') last = candidate.number ?? last
  }
  return run.length
}
