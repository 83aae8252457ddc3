import type { Language } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { EpisodeRecord, MemoryPort } from './ports.ts'

/** Characters that represent the request: of the selection, else before the cursor. */
const queryUnits = 500
/** An accepted text is searched in the chapter by this many of its first characters. */
const recognisedUnits = 40

interface EpisodeDraft extends Draft {
  readonly similarity: number
}

/** Earlier exchanges that resemble this request, of chapters up to this one. */
export function createEpisodes(memory: Pick<MemoryPort, 'recall'>): Source {
  return defineSource<EpisodeDraft>({
    name: 'episodes',
    display: { name: { zh: '以前的一次', en: 'An earlier exchange' }, card: 'name' },
    layer: 'retrieved',
    place: 4,
    stability: 'scene',
    part: 'longTerm',
    shrinkSteps: [{ step: 'out', cutOrder: 1 }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '以前的一次' : 'An earlier exchange'),
    score: ({ similarity }) => 0.5 * similarity,
    async read({ projectId, documentId, before, selected, authorInput, text, language }, io) {
      const near = selected ? selected.text.slice(0, queryUnits) : before.text.slice(-queryUnits)
      const query = { instruction: authorInput.text.slice(0, queryUnits), text: near }
      const matches = await memory.recall(projectId, { documentId, query }, io.signal)
      // An accepted text is in the chapter itself; it is not shown a second time.
      return matches
        .filter(({ episode }) => !isInText(episode, text))
        .map(({ episode, similarity }) => ({
          ref: { path: `memory:${episode.id}` },
          storeId: projectId,
          title: episode.id,
          text: episodeText(episode, language),
          similarity,
          reason: { code: 'episode', params: { similarity } } as const,
        }))
    },
  })
}

function isInText({ outcome, excerpt, text }: EpisodeRecord, document: string): boolean {
  if (outcome === 'rejected') return false
  const start = (text ?? excerpt).trim().slice(0, recognisedUnits)
  return start !== '' && document.includes(start)
}

const labels = {
  zh: {
    requested: '作者要求：',
    wrote: '写出：',
    accepted: '作者采纳了',
    edited: '作者改成：',
    rejected: '作者没有采用',
  },
  en: {
    requested: 'Asked: ',
    wrote: 'Written: ',
    accepted: 'Accepted',
    edited: 'Changed to: ',
    rejected: 'Rejected',
  },
} as const satisfies Record<Language, object>

function episodeText(episode: EpisodeRecord, language: Language): string {
  const { instruction, excerpt, outcome, text = '' } = episode
  const label = labels[language]
  const lines = [`${label.wrote}${excerpt}`, `${label[outcome]}${outcome === 'edited' ? text : ''}`]
  return (instruction === '' ? lines : [`${label.requested}${instruction}`, ...lines]).join('\n')
}
