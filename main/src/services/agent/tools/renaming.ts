import { setImmediate as otherWork } from 'node:timers/promises'
import type { WholeName } from '../../codex/index.ts'
import { replaceInView } from './editing.ts'
import { longUnits, type ReadableText } from './projectFiles.ts'
import type { UncertainMatches } from './uncertainMatches.ts'
import { spansIn } from './view.ts'

const contextUnits = 30

/**
 * A name replaced where it stands as itself. Its other places go to `doubts`, but for those whose phrase is in
 * `include`; a place inside hidden text is no place at all.
 */
export async function replaceName(
  { path, view }: Pick<ReadableText, 'path' | 'view'>,
  { old, new: newName }: { readonly old: string; readonly new: string },
  wholeName: WholeName,
  include: readonly string[],
  uncertainMatches: UncertainMatches,
): Promise<{ readonly after: string; readonly replaced: number }> {
  const { matches, uncertain } = wholeName(view.text)
  if (view.text.length > longUnits) await otherWork()
  const confirmed = uncertain.filter(({ phrase, reason }) => reason !== 'variant' && include.includes(phrase))
  const lineAt = createLineCount(view.text)
  for (const place of uncertain) {
    if (confirmed.includes(place)) continue
    const { from, to, phrase, reason } = place
    const text = view.text.slice(Math.max(0, from - contextUnits), to + contextUnits).replace(/\s+/g, ' ')
    uncertainMatches.add(phrase, reason, {
      path,
      line: lineAt(from),
      text: text.toWellFormed(),
    })
  }
  const all = [...matches, ...confirmed]
    .filter(({ from, to }) => view.text.slice(from, to) === old)
    .filter(({ from, to }) => spansIn(view, from, to).length === 0)
    .sort((a, b) => a.from - b.from)
  return { after: replaceInView(view, all, newName), replaced: all.length }
}

/** The line of an offset, counted on from the offset asked for before where that lies in front of it. */
function createLineCount(text: string): (offset: number) => number {
  let [line, at] = [1, 0]
  return (offset) => {
    if (offset < at) [line, at] = [1, 0]
    for (let end = text.indexOf('\n', at); end >= 0 && end < offset; end = text.indexOf('\n', at)) {
      line += 1
      at = end + 1
    }
    return line
  }
}
