import { graphemeAtOrAfter, tailThatFits } from '../context/core/cuts.ts'
import { defineSource, type Source } from '../context/source.ts'
import { rereadChapter } from './chapterText.ts'
import type { DocumentPort } from './ports.ts'

/** Fewer tokens than this before the cursor: the end of the previous chapter fills the rest. */
const enoughTokens = 2000
/** More characters than this never fit into so many tokens. */
const reachUnits = enoughTokens * 64

/** The end of the previous chapter, when there is little text before the cursor in this one. */
export function createPreviousChapter(documents: DocumentPort): Source {
  return defineSource({
    name: 'previousChapter',
    display: { name: { zh: '上一章结尾', en: 'End of the previous chapter' }, card: 'end' },
    layer: 'immediate',
    place: 2,
    stability: 'chapter',
    redaction: 'manuscript',
    shrinkSteps: [{ step: 'tail', cutOrder: 2, boundary: 'grapheme' }],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'previousChapter' } },
    label: ({ title }, language) =>
      `${language === 'zh' ? '上一章结尾' : 'End of the previous chapter'} · ${title}`,
    async read({ projectId, documentId, text: chapterText, cursorPosition, before, skill }, io) {
      // Nothing else belongs into what sums up a chapter; and one too long to be read whole has enough.
      if (skill.reads === 'chapter' || before.from > 0) return []
      const { previouslyIncluded } = io
      if (previouslyIncluded && previouslyIncluded.length === 0) return []
      const freeTokens = enoughTokens - io.countRange(chapterText, 0, cursorPosition)
      if (freeTokens <= 0 && !previouslyIncluded) return []
      const chapters = await documents.list(projectId)
      const at = chapters.findIndex((chapter) => chapter.documentId === documentId)
      const previous = chapters
        .slice(0, Math.max(0, at))
        .findLast(({ planned, missing }) => !planned && !missing)
      if (previous?.kind !== 'chapter') return []
      const path = previous.path ?? previous.documentId
      const { text } = await documents.read(projectId, previous.documentId, io.signal)
      const reach = graphemeAtOrAfter(text, text.length - reachUnits)
      const tokensFrom = (start: number) => io.countRange(text, reach + start, text.length)
      // A last line of three words is a paragraph, and shows too little of how the chapter ended.
      const findStart = () =>
        reach +
        tailThatFits(
          text.slice(reach),
          (start) => tokensFrom(start) <= freeTokens,
          (start) => tokensFrom(start) >= freeTokens / 2,
        )
      // It belongs to the window: while that stays, so does this. A chapter of another length was changed.
      const [start] = previouslyIncluded ?? []
      const isSame = start?.path === path && start.to === text.length
      const from = isSame && start.from !== undefined ? start.from : findStart()
      if (from >= text.length) return []
      return [
        {
          ref: { path, from, to: text.length },
          storeId: projectId,
          title: previous.title,
          text: text.slice(from),
          whole: text,
          reason: { code: 'previous_chapter', params: { tokens: enoughTokens } },
        },
      ]
    },
    reread: rereadChapter(documents),
  })
}
