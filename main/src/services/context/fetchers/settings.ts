import { headThatFits } from '../cuts.ts'
import type { ContextRequest, FetchContext, Fetcher, FetchResult, Language } from '../types.ts'
import type { CreonowPort, Profile, ProfilePort } from './ports.ts'
import { redactedChunk } from './redactedChunk.ts'
import { joinResults, missingFile } from './rules.ts'

const unavailable = 'SETTINGS_UNAVAILABLE: 设定没有读到，本次未注入'

/** What kind of book this is: type, genre, person, tense, premise. */
export function createProfileFetcher(profiles: ProfilePort): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const text = profileText(await profiles.profile(request.projectId), request.language)
    if (text === '') return { chunks: [] }
    const { chunk, redaction } = await redactedChunk(context, 'creonow', {
      layer: 'settings',
      kind: 'profile',
      projectId: request.projectId,
      source: '.creonow/project.json',
      label: request.language === 'zh' ? '作品' : 'Work',
      text,
      confidence: 1,
      reason: '始终',
    })
    return { chunks: [chunk], redaction }
  }
  return { name: 'profile', layer: 'settings', unavailable, fetch }
}

const persons: Record<string, Record<Language, string>> = {
  first: { zh: '第一人称', en: 'first person' },
  second: { zh: '第二人称', en: 'second person' },
  third: { zh: '第三人称', en: 'third person' },
}
const tenses: Record<string, Record<Language, string>> = {
  past: { zh: '过去时', en: 'past tense' },
  present: { zh: '现在时', en: 'present tense' },
}

/** One line per fact the author has set; nothing for what is unset. A project named and no more says nothing. */
export function profileText(profile: Profile, language: Language): string {
  const zh = language === 'zh'
  const said = (words: Record<string, Record<Language, string>>, value: string | undefined) =>
    value === undefined ? undefined : (words[value]?.[language] ?? value)
  const facts: [string, string | undefined][] = [
    [zh ? '类型' : 'Type', profile.type],
    [zh ? '题材' : 'Genre', profile.genre],
    [zh ? '叙述人称' : 'Person', said(persons, profile.person)],
    [zh ? '时态' : 'Tense', said(tenses, profile.tense)],
    [zh ? '梗概' : 'Premise', profile.synopsis],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value?.trim() ? [`${name}${zh ? '：' : ': '}${value}`] : [],
  )
  if (lines.length === 0) return ''
  return [`${zh ? '书名：' : 'Title: '}${profile.name}`, ...lines].join('\n')
}

/** `.creonow/settings/**`, in code-point order, up to the layer's fetch limit. */
export function createSettingsFilesFetcher(creonow: CreonowPort): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { files, problems } = await creonow.listSettings(request.projectId)
    const results: FetchResult[] = problems.map((problem) => missingFile(problem, 'settings'))
    let room = context.limits.settingsTokens
    for (const { path } of files) {
      if (context.signal.aborted) throw context.signal.reason
      const file = await creonow.read(request.projectId, path)
      if ('problem' in file) {
        results.push(missingFile(file, 'settings'))
        continue
      }
      if (file.text.trim() === '') continue
      const { chunk, redaction } = await redactedChunk(context, 'creonow', {
        layer: 'settings',
        kind: 'file',
        projectId: request.projectId,
        source: path,
        label: path,
        text: file.text,
        confidence: 1,
        reason: '项目设定',
        fetchedChars: file.fetchedChars,
      })
      const end = chunk.tokenCount <= room ? chunk.text.length : cutToFit(chunk.text, room, context.count)
      const text = chunk.text.slice(0, end)
      const fetchedChars = Math.max(file.tooLarge ? file.fetchedChars : 0, chunk.text.length)
      if (end === 0) {
        results.push({
          chunks: [],
          redaction,
          trim: [
            {
              layer: 'settings',
              sourceRef: path,
              action: 'dropped',
              reason: 'too_large',
              beforeChars: fetchedChars,
              afterChars: 0,
            },
          ],
        })
        continue
      }
      const tokenCount = context.count(text)
      room -= tokenCount
      results.push({ chunks: [{ ...chunk, text, tokenCount, fetchedChars }], redaction })
    }
    return joinResults(results)
  }
  return { name: 'settingsFiles', layer: 'settings', unavailable, fetch }
}

function cutToFit(text: string, room: number, count: (text: string) => number): number {
  return headThatFits(text, (end) => count(text.slice(0, end)) <= room, 'sentence')
}
