import { setImmediate as otherWork } from 'node:timers/promises'
import type { ImportDoubt } from '#contract/documents.ts'
import { withoutContents } from './contents.ts'
import { type Candidate, candidateSteps, findCandidates } from './lines.ts'
import { type Part, splitAtMarks } from './marked.ts'
import { acceptHeadings } from './sequence.ts'
import type { ExtractedText } from './sheet.ts'

export interface Split {
  readonly parts: readonly Part[]
  readonly doubts: readonly ImportDoubt[]
}

/**
 * Cuts a novel at its chapter headings. Joining the parts with nothing between gives the text back exactly.
 * Without any heading the whole text is one chapter; blank lines before the first heading belong to it.
 * Headings that the source marks count when they make more chapters than the words of the lines do.
 */
export function splitNovel(
  text: string,
  marks: Pick<ExtractedText, 'headings' | 'omissions'> = { headings: [], omissions: [] },
  found: readonly Candidate[] = findCandidates(text),
): Split {
  const { candidates, contents } = withoutContents(found)
  const { accepted, doubts } = acceptHeadings(candidates)
  const marked = marks.headings.length > 0 ? splitAtMarks(text, marks.headings) : []
  const omitted = omissionDoubts(text, marks.omissions)
  if (marked.filter(({ kind }) => kind === 'chapter').length > accepted.length)
    return { parts: marked, doubts: omitted }
  const listed: ImportDoubt[] = contents.map(({ line, title }) => ({
    kind: 'contents',
    line,
    heading: title.slice(0, 200),
    message: '从这一行起像是目录，没有按章拆开。',
  }))
  const all = [...listed, ...doubts, ...omitted].sort((a, b) => a.line - b.line).slice(0, 10_000)
  const first = accepted[0]
  if (!first) return { parts: [{ kind: 'chapter', from: 0, to: text.length, title: undefined }], doubts: all }
  const hasFront = text.slice(0, first.from).trim() !== ''
  const parts: Part[] = hasFront ? [{ kind: 'front', from: 0, to: first.from, title: undefined }] : []
  for (const [index, { from, heading }] of accepted.entries()) {
    const start = index === 0 && !hasFront ? 0 : from
    const to = accepted[index + 1]?.from ?? text.length
    parts.push({ kind: 'chapter', from: start, to, title: heading.title })
  }
  return { parts, doubts: all }
}

/** The same, letting other work run meanwhile. */
export async function splitInSteps(
  text: string,
  marks: Pick<ExtractedText, 'headings' | 'omissions'>,
): Promise<Split> {
  const steps = candidateSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return splitNovel(text, marks, step.value)
    await otherWork()
  }
}

/** Omissions are in the order of the text, so one walk counts their lines. */
function omissionDoubts(text: string, omissions: ExtractedText['omissions']): ImportDoubt[] {
  let line = 1
  let at = 0
  return omissions.map(({ from, message }) => {
    for (; at < from; at++) if (text.charCodeAt(at) === 10) line += 1
    return { kind: 'omitted', line, heading: '', message }
  })
}
