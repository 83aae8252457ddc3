import type { TFunction } from 'i18next'
import type { AgentStep } from '#contract/agent.ts'
import { zh } from '../../i18n/zh.ts'
import { chapterOf } from '../contextViewer/sources.ts'

type ToolWord = keyof typeof zh.agent.tool

const isTool = (tool = ''): tool is ToolWord => tool !== 'other' && Object.hasOwn(zh.agent.tool, tool)

/** What a step does, in words. */
export const toolKey = (tool: string | undefined) => `agent.tool.${isTool(tool) ? tool : 'other'}` as const

/** In a few words, what it was about and what came of it. */
export function outcomeOf({ input, observation, tool, decision }: AgentStep, t: TFunction): string {
  const request = about(parse(input), t)
  const { data } = parse(observation)
  const fields = Object(data) as Record<string, unknown>
  const count = (name: string) => (typeof fields[name] === 'number' ? fields[name] : undefined)
  const result =
    decision === 'no'
      ? t('agent.declined')
      : tool === 'Grep' && count('count') !== undefined
        ? t('agent.matchCount', { count: count('count') })
        : count('replaced') !== undefined
          ? t('agent.replaced', { count: count('replaced') })
          : ''
  return [request, result].filter((part) => part !== '').join(' · ')
}

const about = ({ path, pattern, query, file_path: file }: Record<string, unknown>, t: TFunction): string => {
  const term = [pattern, query].find((value) => typeof value === 'string')
  if (typeof term === 'string') return chapterWords(term, t)
  const place = [path, file].find((value) => typeof value === 'string')
  return typeof place === 'string' ? chapterWords(place, t) : ''
}

/** A path into the manuscript as the author calls it: the chapter's name, or all of them. */
const chapterWords = (path: string, t: TFunction): string => {
  const title = chapterOf(path)
  if (title === null) return /^(?:\.\/)?manuscript$/.test(path) ? t('agent.manuscript') : path
  return title === '' || title.includes('*') ? t('agent.manuscript') : title
}

/** What is no JSON, because it was shortened, says nothing. */
function parse(json: string | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(json ?? '{}')) as Record<string, unknown> // fields are looked at one by one
  } catch {
    return {}
  }
}
