import type { Language } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { PlanOfChapter, PlanPort, SynopsisPort } from './ports.ts'

const path = '.creonow/book.json'
const labels = {
  zh: '本章计划（作者打算写的，不是已经发生的）',
  en: 'Plan of this chapter (what the author intends, not what has happened)',
} as const satisfies Record<Language, string>

/**
 * What the author intends with the chapter, whole. A synopsis stands in for it only where the author wrote it, or while
 * the chapter has no text. For skills that sum up what the text says it is not there.
 */
export function createChapterPlan(plans: PlanPort, synopses: SynopsisPort): Source {
  return defineSource({
    name: 'chapterPlan',
    display: { name: { zh: '本章计划', en: 'Plan of the chapter' }, card: 'name' },
    layer: 'immediate',
    place: 0,
    stability: 'chapter',
    // Only the nearest sentences of the text stay longer.
    shrinkSteps: [{ step: 'head', cutOrder: 5.5, boundary: 'sentence' }],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'chapterPlan' } },
    label: (_draft, language) => labels[language],
    async read({ projectId, documentId, text, skill }) {
      if (skill.reads === 'chapter') return []
      const plan = await plans.planOf(projectId, documentId)
      if (plan)
        return [
          {
            ref: { path, item: documentId },
            storeId: projectId,
            title: documentId,
            text: planText(plan),
            reason: { code: 'chapter_plan', params: {} },
            of: plan,
          },
        ]
      const isUnwritten = text.replace(/^#.*$/gm, '').trim() === ''
      const synopsis = (await synopses.list(projectId)).find((each) => each.documentId === documentId)
      if (!synopsis || (synopsis.source !== 'user' && !isUnwritten)) return []
      return [
        {
          ref: { path: synopsis.path },
          storeId: projectId,
          title: documentId,
          text: synopsis.text,
          reason: { code: 'synopsis_as_plan', params: {} },
        },
      ]
    },
    async reread(ref, { projectId }) {
      if (ref.path !== path || ref.item === undefined) return undefined
      const plan = await plans.planOf(projectId, ref.item)
      return plan && { text: planText(plan) }
    },
  })
}

/** The words, then the beats with their numbers. Which are written changes with the text and is told behind it. */
export function planText({ text, beats }: PlanOfChapter): string {
  const numbered = beats.map((beat, at) => `${at + 1}. ${beat.text}`)
  return [...(text === '' ? [] : [text]), ...numbered].join('\n')
}
