import { graphemeAtOrBefore } from '../context/core/cuts.ts'
import type { Language } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { NextPlan, PlanPort, ProfilePort } from './ports.ts'

const path = '.creonow/book.json'
const item = 'next'
const nextChapters = 2
const maxLineUnits = 120
const labels = {
  zh: '后面两章的打算（还没有发生，不要提前写出来）',
  en: 'Plans for the next two chapters (not yet happened; do not write them here)',
} as const satisfies Record<Language, string>

/** A line of the plans of the next two chapters; the one exception to “nothing later”, with a switch per book. */
export function createNextPlans(plans: PlanPort, profiles: ProfilePort): Source {
  const linesFor = async (projectId: string, documentId: string) => {
    const { plansAhead = true } = await profiles.profile(projectId)
    return linesOf(plansAhead ? await plans.nextPlans(projectId, documentId, nextChapters) : [])
  }
  return defineSource({
    name: 'nextPlans',
    display: { name: { zh: '后面两章的打算', en: 'Plans for the next chapters' }, card: 'name' },
    layer: 'immediate',
    place: 1,
    stability: 'chapter',
    shrinkSteps: [{ step: 'out', cutOrder: 4.6 }],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'chapterPlan' } },
    label: (_draft, language) => labels[language],
    async read({ projectId, documentId, skill }) {
      const lines = skill.reads === 'chapter' ? linesOf([]) : await linesFor(projectId, documentId)
      if (lines.text === '') return []
      return [
        {
          ref: { path, item },
          storeId: projectId,
          title: item,
          ...lines,
          reason: { code: 'next_plans', params: {} },
        },
      ]
    },
    async reread(ref, { projectId, documentId }) {
      if (ref.path !== path || ref.item !== item) return undefined
      return linesFor(projectId, documentId)
    },
  })
}

/** A line for each, with the plans in full beside them: a line may end inside of a secret. */
function linesOf(next: readonly NextPlan[]): Pick<Draft, 'text' | 'shortOf'> {
  const text = next.map(({ title, plan }) => `- ${title}：${firstLine(wordsOf(plan))}`).join('\n')
  const shortOf = next.map(({ title, plan }) => `- ${title}：${wordsOf(plan)}`).join('\n')
  return text === shortOf ? { text } : { text, shortOf }
}

/** The words, else those of the first beat. */
const wordsOf = ({ text, beats }: NextPlan['plan']) => (text === '' ? (beats[0]?.text ?? '') : text)

function firstLine(words: string): string {
  const [line = ''] = words.split('\n')
  return line.length <= maxLineUnits ? line : `${line.slice(0, graphemeAtOrBefore(line, maxLineUnits))}…`
}
