import { join } from 'node:path'
import { promptLanguage } from '../contract/bookLanguage.ts'
import type { FileFault } from '../contract/warnings.ts'
import { createIndexes } from '../db/indexes.ts'
import { createJobs } from '../ipc/jobs.ts'
import { resolveContained } from '../lib/containedPath.ts'
import { createSkillCatalogue, distilSkill } from '../services/ai/index.ts'
import {
  codexLock,
  createBookViews,
  createCodexService,
  createExchange,
  createFold,
  entryProblem,
} from '../services/codex/index.ts'
import { createContinuityService } from '../services/continuity/index.ts'
import {
  createConversationStore,
  createConversationTrash,
  createMessageReader,
  createPromptHistory,
} from '../services/conversation/index.ts'
import {
  createAuthorFiles,
  createConstraintsStore,
  createCreonowService,
  createTerminologyStore,
  terminologyProblem,
} from '../services/creonow/index.ts'
import { createEditJournal, type EditJournal, type WritableKind } from '../services/edits/index.ts'
import {
  createBookExport,
  createBookSearch,
  createChapterHistory,
  createChapterPlans,
  createDailyWords,
  createExpressionThread,
  createManuscriptService,
  createPlanTable,
  createRearranging,
  createRestoring,
  createTrash,
  createWordFiles,
  type ManuscriptService,
  type Rearranging,
} from '../services/manuscript/index.ts'
import { createMemoryService } from '../services/memory/index.ts'
import { createNotesService } from '../services/notes/index.ts'
import {
  createEmbeddingProvider,
  createRetrievalService,
  createSynopsesService,
  createVolumeSynopses,
  synopsisProblem,
} from '../services/retrieval/index.ts'
import { createSceneCheck } from '../services/sceneCheck/index.ts'
import { type BookSnapshots, createBookSnapshots } from '../services/snapshots/index.ts'
import { createBookWords } from '../services/spelling/index.ts'
import { createThreadsService } from '../services/threads/index.ts'
import { createVoiceService } from '../services/voice/index.ts'
import { createWordLists } from '../services/wordLists/index.ts'
import { createChapterProfiles, createIndexedChapters } from './chapters.ts'
import type { Core } from './core.ts'
import { createMaterialWriter } from './importedMaterial.ts'
import type { Models } from './models.ts'
import type { Building } from './options.ts'
import { createTakeover } from './takeover.ts'

export type Content = ReturnType<typeof createContent>

/** The author's words and everything that knows about them. */
export function createContent({ lifetime, options }: Building, core: Core, models: Models) {
  const { projects, settings, keys, redactor, files, versioned, clock, logger } = core
  const { rootOf, dataFolderOf } = projects
  const { redactText } = redactor
  const { withFolderLock } = versioned
  const trash = createTrash(logger)
  const discarded = async (projectId: string) =>
    (await trash.list(dataFolderOf(projectId))).flatMap(({ path }) => path ?? [])
  const indexes = lifetime.add(createIndexes({ dataFolderOf, now: clock.now, logger }))
  const history = createChapterHistory({
    ...{ folderOf: core.historyFolderOf, rootOf, clock, logger },
    idOf: async (projectId, path) => (await manuscript.locate(projectId, path)).documentId,
  })
  projects.onCopied(history.copy)
  const manuscript: ManuscriptService = lifetime.add(
    createManuscriptService({
      ...{ dataFolder: core.dataFolder, projects, files, versioned, history, logger, discarded },
      rows: indexes.files,
      createId: options.createId,
      async finishSteps(projectId) {
        await snapshots.finish(projectId)
        await rearranging.finishSteps(projectId)
      },
    }),
  )
  const chapters = createIndexedChapters(manuscript)
  const dailyWords = createDailyWords({ versioned, clock, logger })
  const bookWords = createBookWords(versioned)
  const wordLists = createWordLists({ versioned, manuscript })
  const restoring = createRestoring({ manuscript, history })
  const bookExport = lifetime.add(
    createBookExport({ manuscript, rootOf, bookOf: projects.profile, now: clock.now }),
  )
  const creonow = createCreonowService({ rootOf, files, versioned, logger })
  const chapterProfile = createChapterProfiles(projects, manuscript)
  const plans = createChapterPlans({
    manuscript,
    povOf: async (projectId, documentId) => (await chapterProfile(projectId)).chapters[documentId]?.pov,
  })
  const codex = lifetime.add(
    createCodexService({
      projects: { rootOf, profile: chapterProfile },
      ...{ documents: manuscript, files, withFolderLock },
    }),
  )
  const wordFiles = lifetime.add(createWordFiles())
  const exchange = createExchange({
    entries: codex,
    wordFile: wordFiles.write,
    chapterTitles: async (projectId) =>
      new Map(
        (await manuscript.outline(projectId)).flatMap(({ documentId, path, title }) =>
          [documentId, path].flatMap((place) => (place === null ? [] : [[place, title] as const])),
        ),
      ),
    language: async (projectId) => promptLanguage((await projects.profile(projectId)).language),
  })
  const memory = createMemoryService({
    rootOf,
    documents: manuscript.outline,
    redactText,
    files,
    versioned,
    clock,
    logger,
    embedding,
    distiller: (projectId) => ({
      instruction: distilSkill.instruction[settings.current().language],
      generate: models.generate(projectId),
    }),
  })
  const automatic = async (projectId: string) => [
    ...(await codex.constraints(projectId)),
    ...(await memory.constraintsFromMemory(projectId)),
  ]
  const constraints = createConstraintsStore({
    rootOf,
    versioned,
    clock,
    documents: manuscript.outline,
    automatic,
  })
  const authorFiles = createAuthorFiles({
    rootOf,
    dataFolderOf,
    files,
    withFolderLock,
    now: () => new Date(clock.now()),
  })
  const terminology = createTerminologyStore({ rootOf, versioned })
  const skills = createSkillCatalogue({ rootOf, files, logger })
  const synopses = createSynopsesService({ rootOf, documents: manuscript, versioned, files })
  const volumeSynopses = createVolumeSynopses({
    ...{ rootOf, versioned, files },
    chapters: manuscript.list,
    chapterSynopses: synopses.list,
  })
  const threads = createThreadsService({
    ...{ rootOf, versioned, manuscript },
    entries: codex.list,
    povOf: plans.povOf,
  })
  const notes = createNotesService({ rootOf, versioned, manuscript, clock })
  const material = createMaterialWriter({ projects, manuscript, plans, codex, synopses, notes })
  const voice = createVoiceService({
    manuscript,
    names: async (projectId, signal) => [
      (await projects.profile(projectId)).name,
      ...(await codex.list(projectId)).flatMap(({ name, aliases }) => [name, ...aliases]),
      ...(await codex.suggestions(projectId, { limit: 500 }, signal)).items.flatMap(({ text, aliases }) => [
        text,
        ...aliases,
      ]),
    ],
    accepted: async (projectId) =>
      (await memory.episodes(projectId, { limit: 1000 })).flatMap(({ outcome, excerpt, text, documentId }) =>
        outcome === 'rejected' ? [] : [{ documentId, text: text ?? excerpt, isEdited: outcome === 'edited' }],
      ),
    worldFiles: {
      list: (projectId) => authorFiles.list(projectId, 'settings'),
      create: (projectId, name, text) => authorFiles.create(projectId, 'settings', name, text),
    },
  })
  const bookViews = createBookViews({
    ...{ entries: codex.all, outline: manuscript.outline, mentions: codex.mentions, povOf: plans.povOf },
    textOf: async (projectId, documentId) =>
      (await manuscript.locate(projectId, documentId)).path === null
        ? ''
        : (await manuscript.read(projectId, documentId)).text,
    threads: async (projectId) => (await threads.list(projectId)).threads,
  })
  const threadList = { list: async (projectId: string) => (await threads.list(projectId)).threads }
  const planTable = createPlanTable({
    outline: manuscript.outline,
    book: manuscript.book,
    povOf: plans.povOf,
    names: async (projectId) => new Map((await codex.list(projectId)).map(({ id, name }) => [id, name])),
    synopses: async (projectId) =>
      new Map((await synopses.list(projectId)).map(({ documentId, text }) => [documentId, text])),
    threads: threadList.list,
  })
  const continuity = createContinuityService({
    ...{ rootOf, versioned, manuscript, codex, threads: threadList, clock },
    language: async (projectId) => promptLanguage((await projects.profile(projectId)).language),
  })
  const sceneCheck = createSceneCheck({
    ...{ manuscript, codex, threads: threadList, synopses, planOf: plans.planOf },
  })
  const conversations = createConversationStore({
    rootOf,
    versioned,
    files,
    redact: redactor.redactNow,
    clock,
    logger,
  })
  const redactConversation = (text: string, projectId: string) => redactor.redact(text, 'creonow', projectId)
  const stored = { read: conversations.read, redact: redactConversation }
  const conversationAccess = {
    trash: createConversationTrash({
      rootOf,
      dataFolderOf,
      withFolderLock,
      redact: redactor.redactText,
    }),
    forPrompt: createPromptHistory(stored),
    message: createMessageReader(stored),
    redact: redactConversation,
  }
  const jobs = lifetime.add(createJobs({ logger }))
  const retrieval = lifetime.add(
    createRetrievalService({
      openDatabase: indexes.open,
      onDiscarding: indexes.release,
      documents: chapters,
      async checkPath(projectId, documentId) {
        const { path } = await manuscript.locate(projectId, documentId)
        if (path !== null) await resolveContained(rootOf(projectId), path)
      },
      logger,
      during: files.during,
      embedding,
      aliases: codex.namesIn,
      clock,
    }),
  )
  lifetime.add(
    manuscript.onSaved(({ projectId, documentId }) => retrieval.markChanged(projectId, documentId)),
  )

  const edits = lifetime.add(
    createEdits(core, manuscript, (projectId, documentId) => rearranging.delete(projectId, documentId)),
  )
  lifetime.add(
    edits.onBeforeWrite((projectId, path, _text, kind) => history.beforeEdit(projectId, path, kind)),
  )
  const rearranging: Rearranging = createRearranging({
    manuscript,
    projects,
    trash,
    history,
    async onRearranged(projectId, { rewritten = [], removed = [] }) {
      // The index reads the present list of chapters.
      files.wrote(rootOf(projectId), '')
      await synopses.acceptRewritten(projectId, rewritten)
      await retrieval.remove(projectId, removed)
    },
    beforeMany: (projectId, cause) => snapshots.create(projectId, cause),
    clock,
    logger,
  })
  const snapshots: BookSnapshots = createBookSnapshots({
    ...{ manuscript, projects, rootOf, trash, history, clock, logger },
    folderOf: (projectId) => join(dataFolderOf(projectId), 'snapshots'),
    finishSteps: rearranging.finishSteps,
    async onFiles(projectId, paths) {
      for (const path of paths) files.wrote(rootOf(projectId), path)
    },
    async onRemoved(projectId, documentIds) {
      files.wrote(rootOf(projectId), '')
      await retrieval.remove(projectId, documentIds)
    },
  })

  const takeOver = createTakeover({
    ...{ dataFolderOf, manuscript, logger },
    profile: projects.profile,
    stores: [history, dailyWords, memory, conversations, synopses],
    removeAdopted: synopses.removeAdopted,
  })

  const expressions = lifetime.add(createExpressionThread())
  const bookSearch = createBookSearch({
    ...{ manuscript, wholeName: codex.wholeName, fold: createFold(), expressions, edits, clock },
    beforeMany: (projectId) => snapshots.create(projectId, 'replace'),
  })

  function embedding() {
    const { embedding: selected, providers } = settings.current()
    const provider = providers.find(({ id }) => id === selected?.providerId)
    if (!selected || !provider) return undefined
    const apiKey = keys.get(provider.id)
    return createEmbeddingProvider({ ...selected, baseUrl: provider.baseUrl, apiKey, redact: redactText })
  }

  return {
    manuscript,
    plans,
    planTable,
    chapters,
    bookExport,
    bookSearch,
    history,
    dailyWords,
    bookWords,
    wordLists,
    restoring,
    snapshots,
    rearranging,
    takeOver,
    edits,
    creonow,
    authorFiles,
    terminology,
    codex,
    exchange,
    bookViews,
    memory,
    constraints,
    skills,
    material,
    synopses,
    volumeSynopses,
    threads,
    notes,
    voice,
    continuity,
    sceneCheck,
    conversations,
    conversationAccess,
    jobs,
    indexes,
    retrieval,
  }
}

/** The one journal of writes to several files. `remove` puts a chapter into the trash. */
function createEdits(
  { projects, versioned, files, clock, logger }: Core,
  manuscript: Pick<ManuscriptService, 'save' | 'add' | 'locate'>,
  remove: (projectId: string, documentId: string) => Promise<unknown>,
): EditJournal {
  return createEditJournal({
    projects,
    documents: { save: manuscript.save, add: manuscript.add, locate: manuscript.locate, remove },
    problemOf,
    lockOf: (kind) => (kind === 'entry' ? codexLock : undefined),
    withFolderLock: versioned.withFolderLock,
    wrote: files.wrote,
    clock,
    logger,
  })
}

function problemOf(kind: WritableKind, path: string, text: string): FileFault | undefined {
  if (kind === 'entry') return entryProblem(path, text)
  if (kind === 'terminology') return terminologyProblem(text)
  if (kind === 'synopsis') return synopsisProblem(text)
  return undefined
}
