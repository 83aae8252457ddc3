import type { WholeName } from '../../codex/index.ts'
import type { Doubts } from './doubts.ts'
import { replaceInView } from './editing.ts'
import type { ReadableText } from './projectFiles.ts'

const contextUnits = 30

/**
 * A name replaced where it stands as itself. Its other places go to `doubts`, but for those whose phrase is in
 * `include`; a place inside hidden text is no place at all.
 */
export function replaceName(
  { path, view }: Pick<ReadableText, 'path' | 'view'>,
  { old, new: words }: { readonly old: string; readonly new: string },
  wholeName: WholeName,
  include: readonly string[],
  doubts: Doubts,
): { readonly after: string; readonly replaced: number } {
  const { places, doubtful } = wholeName(view.text)
  const wanted = doubtful.filter(({ phrase, why }) => why !== 'variant' && include.includes(phrase))
  for (const place of doubtful) {
    if (wanted.includes(place)) continue
    const { from, to, phrase, why } = place
    const text = view.text.slice(Math.max(0, from - contextUnits), to + contextUnits).replace(/\s+/g, ' ')
    doubts.add(phrase, why, {
      path,
      line: view.text.slice(0, from).split('\n').length,
      text: text.toWellFormed(),
    })
  }
  const all = [...places, ...wanted]
    .filter(({ from, to }) => view.text.slice(from, to) === old)
    .filter(({ from, to }) => !view.spans.some((span) => span.viewFrom < to && span.viewTo > from))
    .sort((a, b) => a.from - b.from)
  return { after: replaceInView(view, all, words), replaced: all.length }
}
