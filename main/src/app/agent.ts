import { AppError } from '../lib/appError.ts'
import { writeContained } from '../lib/containedPath.ts'
import {
  createAgentService,
  createInstructionsReader,
  createReadMemories,
  openToolbox,
} from '../services/agent/index.ts'
import { allocate } from '../services/context/index.ts'
import { type HistoryManager, preprocess, statPathIn, type Turns } from '../services/conversation/index.ts'
import { authorText, preferenceLines } from '../services/sources/index.ts'
import type { createAgentTools } from './agentTools.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Models } from './models.ts'

const estimateMargin = 1.15

/** The agent over the services that exist. */
export function createAgent(
  core: Core,
  models: Models,
  content: Content,
  { tools, permissions }: ReturnType<typeof createAgentTools>,
  shared: {
    readonly turns: Turns
    readonly historyOf: (projectId: string, conversationId: string) => HistoryManager
    readonly wrote: (projectId: string, path: string) => Promise<void>
  },
) {
  const { projects, redactor, settings, clock, logger } = core
  const { rootOf } = projects
  const { conversations, codex, edits, indexes, memory } = content
  const readsOf = createReadMemories()
  /**
   * Material that cannot be read is left out and the task goes on; a broken preferences file is reported by the
   * memory itself.
   */
  const confirmed = (projectId: string) =>
    memory.confirmed(projectId).catch((error: unknown) => {
      logger.warn({ projectId, cause: error instanceof AppError ? error.code : 'unknown' }, 'no preferences')
      return []
    })
  const redact = async (text: string, projectId: string) =>
    (await redactor.redact(text, 'creonow', projectId)).text
  return createAgentService({
    ...{ conversations, redact, logger, turns: shared.turns, now: clock.now },
    redactText: redactor.redactText,
    sent: indexes.sessionState,
    model: models.find,
    provider: models.providerOf,
    calibrateTokenizer: models.tokenizers.calibrate,
    async counter(model) {
      const { count, exact } = await models.tokenizers.ofModel(model)
      return exact ? count : (text) => Math.ceil(count(text) * estimateMargin)
    },
    language: async (projectId) => (await projects.profile(projectId)).language,
    async author(projectId, language) {
      const texts = [authorText(core.author, language), preferenceLines(await confirmed(projectId), language)]
      return redact(texts.filter((text) => text !== '').join('\n'), projectId)
    },
    authorTokens: (maxInputTokens) =>
      allocate(maxInputTokens, { hasRetrieval: true, rounds: 0, profile: 'agent' }).preferences,
    projectInstructions: createInstructionsReader({ rootOf, redact }),
    openToolbox: async (about) =>
      openToolbox(
        {
          ...{ tools, edits, readsOf, permissionsOf: permissions.of },
          developerMode: () => settings.current().developerMode,
        },
        about,
      ),
    allowWrites: async (projectId) => void (await permissions.set(projectId, { writes: 'always' })),
    async prepareInput(projectId, text) {
      const called = async (message: string) => {
        const mentions = await codex.mentions(projectId, message)
        return mentions.filter(({ from }) => /[@＠]/.test(message.charAt(from - 1)))
      }
      const prepared = await preprocess(text, { called, statPath: statPathIn(rootOf(projectId)) })
      return redact(prepared.text, projectId)
    },
    compaction: { historyOf: shared.historyOf, protectedRounds: () => settings.current().keptRounds },
    // What tools bring in is the retrieval of this profile.
    historyTokens: (maxInputTokens, rounds) =>
      allocate(maxInputTokens, { hasRetrieval: true, rounds, profile: 'agent' }).shortTerm,
    async saveOutput(projectId, conversationId, name, text) {
      const path = `.creonow/outputs/${conversationId}/${name}.txt`
      await writeContained(rootOf(projectId), path, text)
      await shared.wrote(projectId, path)
      return path
    },
    onStored: (projectId) => shared.wrote(projectId, '.creonow/conversations'),
    maxSteps: () => settings.current().agentMaxSteps ?? undefined,
  })
}
