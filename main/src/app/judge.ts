import { chapterNamed } from '../lib/chapterPositions.ts'
import type { JudgePorts } from '../services/ai/index.ts'
import { beginsLikePerson } from '../services/codex/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

/** What a written text is checked against. */
export function createJudgePorts(
  { options }: Building,
  { settings, redactor }: Pick<Core, 'settings' | 'redactor'>,
  { creonow, constraints, codex, manuscript }: Content,
): JudgePorts {
  const { judgeMs } = options.timeouts ?? {}
  return {
    ...(judgeMs === undefined ? {} : { limitMs: judgeMs }),
    settings: (projectId) => settings.current().judge?.[projectId] ?? { model: false, rewrite: false },
    redact: (text, projectId) => redactor.redact(text, 'creonow', projectId),
    async wordList(projectId) {
      const list = await creonow.terminology(projectId)
      return 'problem' in list ? { terms: [], banned: [] } : list
    },
    async kinds(projectId) {
      return new Map((await constraints.list(projectId)).map(({ id, kind }) => [id, kind]))
    },
    async earlyNames(projectId, documentId, text) {
      const ahead = await codex.namesAhead(projectId, documentId, text)
      if (!ahead) return undefined
      const documents = ahead.length === 0 ? [] : await manuscript.outline(projectId)
      return ahead.map(({ name, from, revealedIn }) => ({
        ...{ name, from },
        chapter: chapterNamed(documents, revealedIn)?.title ?? revealedIn,
      }))
    },
    async longerNames(projectId, names, text) {
      const perName = await Promise.all(
        names
          .filter(beginsLikePerson)
          .map(async (name) => (await codex.wholeName(projectId, name))(text).uncertain),
      )
      return perName.flat().map(({ from, to }) => text.slice(from, to + 1))
    },
    async entries(projectId, query) {
      const { matches } = await codex.readForPrompt(projectId, query)
      return matches.filter((card) => card.finding?.by !== 'relation')
    },
  }
}
