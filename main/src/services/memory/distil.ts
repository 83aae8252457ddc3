import { z } from 'zod'
import type { Episode, Preference } from '#contract/memory.ts'
import type { Candidate } from './preferencesStore.ts'

/** What a model gets and gives when it derives preferences. Prompt version 1. */
export interface DistilPrompt {
  readonly systemPrompt: string
  readonly userContent: string
}

/** Runs a prompt on the author's model; undefined when only the offline example model is set up. */
export type Generate = ((prompt: DistilPrompt, signal: AbortSignal) => Promise<string>) | undefined

const shownEpisodes = 40
const shownUnits = 300
const leastEvidence = 2
const mostProposals = 5

const outcomeLabels = { accepted: '采纳', edited: '改后采纳', rejected: '放弃' } as const

/** Undefined when there are too few exchanges. `instruction` is the text of the skill `distil`. */
export function distilPrompt(
  instruction: string,
  episodes: readonly Episode[],
  existing: readonly Preference[],
): DistilPrompt | undefined {
  if (episodes.length < leastEvidence) return undefined
  const shown = episodes.slice(-shownEpisodes).map((episode, index) => {
    const lines = [
      `#${index + 1} ${outcomeLabels[episode.outcome]}`,
      `要求：${episode.instruction || '（无）'}`,
      `模型写：${start(episode.excerpt)}`,
    ]
    if (episode.outcome === 'edited' && episode.text) lines.push(`作者改成：${start(episode.text)}`)
    return lines.join('\n')
  })
  const already = existing.map(({ text }) => `- ${text}`).join('\n') || '（无）'
  return {
    systemPrompt: instruction,
    userContent: `已经记下或被作者否定的偏好，不要再提：\n${already}\n\n记录：\n${shown.join('\n\n')}\n`,
  }
}

const answer = z.array(z.unknown()).max(50)
const proposal = z.object({
  text: z.string().trim().min(2).max(200),
  kind: z.enum(['style', 'scene', 'vocabulary', 'other']).catch('other'),
  evidence: z.array(z.number().int()).max(200),
})

/** What of a model's answer can be used: a JSON list, each item with at least two exchanges that exist. */
export function readProposals(text: string, episodeCount: number): Candidate[] {
  const shown = Math.min(episodeCount, shownEpisodes)
  const json = /\[[\s\S]*\]/.exec(text)?.[0]
  const items = json === undefined ? [] : (answer.safeParse(parsed(json)).data ?? [])
  return items
    .flatMap((item): Candidate[] => {
      const read = proposal.safeParse(item)
      if (!read.success || !read.data.text.isWellFormed()) return []
      const { text, kind, evidence } = read.data
      const evidenceCount = new Set(evidence.filter((number) => number >= 1 && number <= shown)).size
      if (evidenceCount < leastEvidence) return []
      return [
        {
          text,
          kind,
          confidence: Math.min(0.9, 0.3 + 0.1 * evidenceCount),
          evidenceCount,
          source: 'learned',
        },
      ]
    })
    .slice(0, mostProposals)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // A model that does not answer in JSON has proposed nothing.
    return undefined
  }
}

const start = (text: string) => text.slice(0, shownUnits).toWellFormed()
