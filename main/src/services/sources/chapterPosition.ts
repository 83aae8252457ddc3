import type { Language } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { PlanOfChapter, PlanPort } from './ports.ts'

const path = 'request:position'
const words = {
  zh: { label: '光标所在', chapter: '章：', scene: '场景：', pov: '视角人物：', written: '计划中已经写了：' },
  en: {
    label: 'Where the cursor is',
    chapter: 'Chapter: ',
    scene: 'Scene: ',
    pov: 'Point of view: ',
    written: 'Already written of the plan: ',
  },
} as const satisfies Record<Language, object>

/**
 * Chapter, scene and point of view, which may be above the window, and what of the plan is written. Behind the text, as
 * it changes with the cursor.
 */
export function createChapterPosition(plans: PlanPort): Source {
  return defineSource({
    name: 'chapterPosition',
    display: { name: { zh: '光标所在', en: 'Where the cursor is' }, card: 'name' },
    layer: 'immediate',
    place: 6,
    stability: 'turn',
    redaction: 'manuscript',
    shrinkSteps: [{ step: 'out', cutOrder: 4.8 }],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => words[language].label,
    async read({ projectId, documentId, title, text, cursorPosition, skill, language }) {
      const [pov, plan] = await Promise.all([
        plans.povName(projectId, documentId),
        plans.planOf(projectId, documentId),
      ])
      const { chapter, scene, pov: viewpoint, written } = words[language]
      const line = (start: string, value: string | undefined) => (value ? [`${start}${value}`] : [])
      const lines = [
        ...line(chapter, title),
        ...line(scene, skill.reads === 'chapter' ? undefined : sceneAt(text, cursorPosition)),
        ...line(viewpoint, pov),
        ...line(written, skill.reads === 'chapter' ? undefined : plan && writtenBeats(plan)),
      ]
      if (lines.length === 0) return []
      return [
        {
          ref: { path },
          storeId: projectId,
          title: path,
          text: lines.join('\n'),
          reason: { code: 'position', params: {} },
        },
      ]
    },
  })
}

/** The heading of the second level or below that stands last before an offset (UTF-16). */
function sceneAt(text: string, offset: number): string | undefined {
  for (let at = offset; at > 0; ) {
    const from = text.lastIndexOf('\n##', at - 1) + 1
    if (from === 0 && !text.startsWith('##')) return undefined
    const end = text.indexOf('\n', from)
    const line = text.slice(from, Math.min(end === -1 ? text.length : end, offset))
    const heading = line.match(/^#{2,6}\s+(.*\S)/)?.[1]
    if (heading !== undefined) return heading.replace(/\s+#+$/, '')
    at = from - 1
  }
  return undefined
}

/** `1–3, 5`, or undefined while nothing is. */
function writtenBeats({ beats }: PlanOfChapter): string | undefined {
  const runs: { from: number; to: number }[] = []
  for (const [at, { isWritten }] of beats.entries()) {
    const last = runs.at(-1)
    if (!isWritten) continue
    if (last?.to === at) last.to = at + 1
    else runs.push({ from: at + 1, to: at + 1 })
  }
  const written = runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return written.length === 0 ? undefined : written.join(', ')
}
