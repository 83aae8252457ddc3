import { homedir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from './app/agent.ts'
import { createAgentTools } from './app/agentTools.ts'
import { createAnswers } from './app/answers.ts'
import { createContent } from './app/content.ts'
import { createContext } from './app/contextEngine.ts'
import { createCore } from './app/core.ts'
import { createDrafts } from './app/drafts.ts'
import { createBookJobs } from './app/jobs.ts'
import { createJudgePorts } from './app/judge.ts'
import { createModels } from './app/models.ts'
import type { AppOptions, Building } from './app/options.ts'
import { createWarmUp } from './app/warmUp.ts'
import { createWatching } from './app/watching.ts'
import { writing } from './contract/effects.ts'
import { contract } from './contract/index.ts'
import { isInFront } from './contract/subjects.ts'
import { agentHandlers } from './ipc/agent.ts'
import { aiHandlers } from './ipc/ai.ts'
import { authorFileHandlers } from './ipc/authorFiles.ts'
import {
  bookViewsHandlers,
  cardDraftsHandlers,
  chapterChangesHandlers,
  continuityHandlers,
  sceneCheckHandlers,
  threadsHandlers,
  voiceHandlers,
} from './ipc/bookKnowledge.ts'
import { chatHandlers } from './ipc/chat.ts'
import { codexHandlers } from './ipc/codex.ts'
import { contextHandlers } from './ipc/context.ts'
import { creonowHandlers } from './ipc/creonow.ts'
import { documentsHandlers } from './ipc/documents.ts'
import { jobsHandlers } from './ipc/jobs.ts'
import { notingWrites } from './ipc/ownWrites.ts'
import { projectsHandlers } from './ipc/projects.ts'
import { givingUp } from './ipc/reads.ts'
import { retrievalHandlers } from './ipc/retrieval.ts'
import { createRouter } from './ipc/router.ts'
import {
  backupHandlers,
  bookHandlers,
  channelsHandlers,
  constraintsHandlers,
  desktopHandlers,
  editsHandlers,
  historyHandlers,
  memoryHandlers,
  notesHandlers,
  permissionsHandlers,
  redactionHandlers,
  sessionsHandlers,
  snapshotsHandlers,
  spellingHandlers,
  spendingHandlers,
} from './ipc/serviceHandlers.ts'
import { settingsHandlers } from './ipc/settings.ts'
import { wordListsHandlers } from './ipc/wordLists.ts'
import { createBackground } from './lib/background.ts'
import { Disposables } from './lib/disposables.ts'
import { sweepTemporaries } from './lib/sweep.ts'
import { createRunService, type EncodingName } from './services/ai/index.ts'
import { createBookBackups } from './services/backup/index.ts'
import { chatHistoryTokens } from './services/context/index.ts'
import { createHistoryManager, createSummaries, createTurns } from './services/conversation/index.ts'
import { createJobLog } from './services/jobs/index.ts'
import { createWritingStatistics } from './services/manuscript/index.ts'
import { createFolderList } from './services/project/index.ts'

export type { AppOptions } from './app/options.ts'
export type App = Awaited<ReturnType<typeof createApp>>

/** Builds every service once, in order, and undoes them in reverse. The parts are in `app/`. */
export async function createApp(options: AppOptions) {
  const building: Building = { options, lifetime: new Disposables() }
  const core = await createCore(building)
  const { projects, settings, redactor, allowed, templateFolder, logger, clock } = core
  const models = await createModels(building, core)
  const content = createContent(building, core, models)
  const {
    manuscript,
    rearranging,
    snapshots,
    creonow,
    codex,
    exchange,
    memory,
    constraints,
    conversations,
    skills,
  } = content
  const { retrieval, synopses, volumeSynopses, jobs, conversationAccess } = content
  const warmUp = createWarmUp(core, models, content)
  const { context, findFact, budget, review } = createContext(building, core, models, content, warmUp)
  const { watching, sessions, windows } = createWatching(building, core, content)
  const wrote = async (projectId: string, path: string) => {
    core.files.wrote(projects.rootOf(projectId), path)
    await watching.wrote(projectId, path)
  }
  const wroteConversation = (projectId: string) => wrote(projectId, '.creonow/conversations')
  const turns = createTurns({
    conversations,
    onStored: wroteConversation,
    estimateTokens: models.defaultTokenizer.count,
    clock: core.clock,
  })
  const { createSummaryTimeout } = options.timeouts ?? {}
  const historyOf = createHistoryManager({
    conversations,
    redact: conversationAccess.redact,
    namesIn: codex.mentions,
    onStored: wroteConversation,
    clock,
    ...(createSummaryTimeout ? { createTimeoutSignal: createSummaryTimeout } : {}),
  })
  const runs = building.lifetime.add(
    createRunService({
      context,
      redactor,
      logger,
      now: clock.now,
      memory,
      sent: content.indexes.sessionState,
      turns,
      compaction: {
        historyOf,
        protectedRounds: () => settings.current().keptRounds,
        historyTokens: (model) => chatHistoryTokens(model, settings.current().historyBudgetTokens),
      },
      synopses,
      estimateTokens: models.defaultTokenizer.count,
      calibrateTokenizer: models.tokenizers.calibrate,
      calibrateRefusal: models.tokenizers.calibrateRefusal,
      model: models.find,
      provider: models.providerOf,
      judge: createJudgePorts(building, core, content),
    }),
  )

  building.lifetime.add(
    watching.onChanged(({ projectId, paths }) => {
      if (paths.some(isInFront)) runs.changedFront(projectId)
    }),
  )
  const jobLog = createJobLog({ rootOf: projects.rootOf, logger })
  const answers = createAnswers({ models, clock })
  const drafts = createDrafts({ core, content, answers, log: jobLog })
  const bookJobs = building.lifetime.add(
    createBookJobs({
      ...{ core, models, content, runs, context, wrote },
      ...{ answers, log: jobLog, drafts: drafts.reading, changes: drafts.changeReading },
      onChange: (projectId, job) => sessions.broadcast(projectId, 'bookJob', { projectId, job }),
    }),
  )
  const agentTools = createAgentTools(building, core, content, bookJobs)
  const agent = building.lifetime.add(
    createAgent(core, models, content, agentTools, { turns, historyOf, wrote }),
  )
  building.lifetime.add(content.edits.onWritten(wrote))
  // The last to come is the first to end: what it writes needs all the others.
  const background = building.lifetime.add(createBackground())

  const backups = building.lifetime.add(
    createBookBackups({
      ...{ manuscript, projects, dataFolder: core.dataFolder, clock, logger },
      settings: () => settings.current().backup ?? undefined,
      onEnded: (projectId) => sessions.broadcast(projectId, 'backup', { projectId }),
    }),
  )

  /** Length of the book for the list of works; when it cannot be computed the project opens all the same. */
  async function noteLength(projectId: string): Promise<void> {
    try {
      const chapters = await manuscript.list(projectId)
      if (background.isEnding()) return
      await projects.noteLength(
        projectId,
        chapters.reduce((sum, { words }) => sum + words, 0),
      )
    } catch (error) {
      logger.info({ projectId, cause: String(error) }, 'length of the book not noted')
    }
  }

  async function completeNew(projectId: string): Promise<void> {
    try {
      await creonow.ensure(projectId, templateFolder)
    } catch (error) {
      // The project is there and works; its folders can be completed by context:creonow:ensure.
      logger.warn({ projectId, cause: String(error) }, 'new project not completed from the template')
    }
  }

  const handlers = {
    ...projectsHandlers({
      projects,
      windows,
      folders: createFolderList(homedir()),
      async onOpening(projectId) {
        await sweepTemporaries(join(projects.rootOf(projectId), '.creonow'))
        await sweepTemporaries(join(projects.rootOf(projectId), 'manuscript'))
        await sweepTemporaries(core.historyFolderOf(projectId))
        await snapshots.recover(projectId)
        await rearranging.recover(projectId)
        await content.takeOver(projectId)
      },
      onOpened: (projectId, isWriter) => {
        void warmUp(projectId)
        retrieval.indexInBackground(projectId)
        background.run(() => noteLength(projectId))
        if (isWriter) backups.opened(projectId)
      },
      onClosed(projectId) {
        background.run(() => noteLength(projectId))
        backups.closed(projectId)
      },
      onCreated: completeNew,
    }),
    ...documentsHandlers({
      ...{ manuscript, rearranging, plans: content.plans, planTable: content.planTable, projects },
      history: content.history,
      dailyWords: content.dailyWords,
      statistics: createWritingStatistics({
        ...{ manuscript, dailyWords: content.dailyWords },
        acceptedRuns: (projectId) => context.listReceipts(projectId, {}),
      }),
      onImported: retrieval.indexInBackground,
      storeMaterial: content.material.store,
      beforeImport: (projectId) => snapshots.create(projectId, 'import'),
    }),
    ...historyHandlers(content),
    ...snapshotsHandlers(content),
    ...backupHandlers({ backups }),
    ...bookHandlers(content),
    ...editsHandlers(content),
    ...permissionsHandlers(agentTools),
    ...agentHandlers({ agent, sessions }),
    ...constraintsHandlers({ constraints }),
    ...contextHandlers({ context, findFact, budget }),
    ...creonowHandlers({
      creonow,
      conversations,
      watching,
      templateFolder,
      redact: (text, projectId) => redactor.redact(text, 'creonow', projectId),
    }),
    ...authorFileHandlers({ ...content, projects }),
    ...redactionHandlers({ review, allowed }),
    ...retrievalHandlers({ retrieval, synopses, volumeSynopses, jobs, documents: manuscript.outline }),
    ...jobsHandlers({ jobs, bookJobs }),
    ...codexHandlers({ codex, exchange }),
    ...bookViewsHandlers(content),
    ...cardDraftsHandlers(drafts),
    ...chapterChangesHandlers(drafts),
    ...memoryHandlers({ memory }),
    ...aiHandlers({
      ...{ runs, skills, settings },
      ...{ models: models.list, warnings: models.warnings, test: models.test, modelNames: models.names },
      redact: redactor.redactText,
    }),
    ...chatHandlers({
      conversations,
      summaries: createSummaries(conversations),
      trash: conversationAccess.trash,
    }),
    ...settingsHandlers(settings, retrieval.providerChanged),
    ...threadsHandlers(content),
    ...notesHandlers(content),
    ...wordListsHandlers(content),
    ...spellingHandlers(content),
    ...voiceHandlers(content),
    ...continuityHandlers(content),
    ...sceneCheckHandlers(content),
    ...spendingHandlers(models.spending, runs),
    ...desktopHandlers(),
    ...sessionsHandlers(core.webSessions),
    ...channelsHandlers(contract),
  }
  const router = createRouter({
    contract,
    handlers: givingUp(notingWrites(handlers, wrote)),
    projectExists: projects.exists,
    requireSame: projects.requireSame,
    opening: new Set(['projects:openKnown', 'projects:forget', 'projects:relocate']),
    mayWrite: (session, channel, projectId) => !writing.has(channel) || windows.mayWrite(session, projectId),
    redact: redactor.redactText,
    during: core.files.during,
    chapterId: async (projectId, name) => (await manuscript.locate(projectId, name)).documentId,
    logger,
  })
  return {
    router,
    services: {
      projects,
      settings,
      context,
      budget,
      runs,
      bookJobs,
      agent,
      watching,
      warmUp,
      historyOf,
      ...content,
      ...agentTools,
    },
    /** How often files were read from disk, for benches and tests. */
    fileAccessCounts: core.files.counts,
    createSession: sessions.open,
    settings: {
      developerMode: () => settings.current().developerMode,
      checksForUpdates: () => settings.current().checksForUpdates !== false,
    },
    isWorking: () => [agent, runs, bookJobs, jobs].some((each) => each.isWorking()),
    dataFolder: core.dataFolder,
    webSessions: core.webSessions,
    redact: redactor.redact,
    redactText: redactor.redactText,
    logger,
    testService: models.test,
    findModel: models.find,
    probeCache: models.probe,
    /** The tokenizer of an encoding by name, else of a model, else of the default model. */
    tokenizer: ({
      modelId,
      encoding,
    }: {
      modelId: string | undefined
      encoding: EncodingName | undefined
    }) =>
      encoding ? models.tokenizers.ofEncoding(encoding) : models.tokenizers.ofModel(models.find(modelId)),
    dispose: () => building.lifetime.dispose(),
  }
}
