import type { Source } from '../context/source.ts'
import { createAuthor } from './author.ts'
import { createAuthorInput } from './authorInput.ts'
import { createChapterPlan } from './chapterPlan.ts'
import { createChapterPosition } from './chapterPosition.ts'
import { createCodexAlways } from './codexAlways.ts'
import { createCodexConstraints } from './codexConstraints.ts'
import { createCodexEntries } from './codexEntries.ts'
import { createCodexNeighbours } from './codexNeighbours.ts'
import { createCodexReading } from './codexReading.ts'
import { createConstraints } from './constraints.ts'
import { createEpisodes } from './episodes.ts'
import { createLastExchange } from './lastExchange.ts'
import { createNextPlans } from './nextPlans.ts'
import { createPassages } from './passages.ts'
import type {
  AuthorPort,
  CodexPort,
  ConstraintPort,
  ConversationPort,
  DocumentPort,
  FilePort,
  MemoryPort,
  PassagePort,
  PlanPort,
  ProfilePort,
  SkillPort,
  SynopsisPort,
} from './ports.ts'
import { createPreferenceConstraints } from './preferenceConstraints.ts'
import { createPreferences } from './preferences.ts'
import { createPreviousChapter } from './previousChapter.ts'
import { createProfile } from './profile.ts'
import { createSelection } from './selection.ts'
import { createSettingsFiles } from './settingsFiles.ts'
import { createSkillInstruction } from './skillInstruction.ts'
import { createStyleSheet } from './styleSheet.ts'
import { createSynopses } from './synopses.ts'
import { createTerminology } from './terminology.ts'
import { createTextAfter } from './textAfter.ts'
import { createTextBefore } from './textBefore.ts'
import { createThreads, type ThreadsPort } from './threads.ts'
import { createUnsentMessages } from './unsentMessages.ts'
import { createWorkingMemory } from './workingMemory.ts'
import { createWrittenSoFar } from './writtenSoFar.ts'

export { authorText, preferenceLines } from './author.ts'
export type {
  CodexCard,
  CodexFinding,
  CodexPort,
  CodexQuery,
  CodexReading,
  DocumentRange,
  NextPlan,
  PassageHit,
  PlanOfChapter,
} from './ports.ts'
export type { ChosenThread, OpenThread, ThreadQuery, ThreadsPort } from './threads.ts'

/** Everything that the app's own sources read from. */
export interface SourcePorts {
  /** Chapters. */
  readonly documents: DocumentPort
  /** Files below `.creonow`. */
  readonly files: FilePort
  /** The author's constraints. */
  readonly constraints: ConstraintPort
  /** The author's description of the book. */
  readonly profiles: ProfilePort
  /** Preferences and episodes. */
  readonly memory: MemoryPort
  /** The author's preferences for answers. */
  readonly author: AuthorPort
  /** Codex entries. */
  readonly codex: CodexPort
  /** Search in earlier chapters. */
  readonly passages: PassagePort
  /** Plans and points of view of chapters. */
  readonly plans: PlanPort
  /** Synopses of chapters. */
  readonly synopses: SynopsisPort
  /** What the book has promised its reader. */
  readonly threads: ThreadsPort
  /** Skills by id. */
  readonly skills: SkillPort
  /** Messages of conversations. */
  readonly conversations: ConversationPort
}

/** Everything that a prompt is made from, one line for each source. */
export function createSources(ports: SourcePorts): readonly Source[] {
  const { documents, files, memory, codex } = ports
  const readingOf = createCodexReading(codex, ports.plans)
  return [
    createConstraints(ports.constraints, documents),
    createPreferenceConstraints(memory),
    createCodexConstraints(codex, readingOf),
    createStyleSheet(files),
    createTerminology(files),
    createCodexAlways(codex, readingOf),
    createProfile(ports.profiles),
    createSettingsFiles(files),
    createPreferences(memory),
    createAuthor(ports.author),
    createCodexEntries(codex, readingOf),
    createCodexNeighbours(codex, readingOf),
    createThreads(ports.threads),
    createSynopses(ports.synopses, documents),
    createPassages(ports.passages, documents),
    createEpisodes(memory),
    createUnsentMessages(ports.conversations),
    createChapterPlan(ports.plans, ports.synopses),
    createNextPlans(ports.plans, ports.profiles),
    createPreviousChapter(documents),
    createChapterPosition(ports.plans),
    createWorkingMemory(memory),
    createLastExchange(memory),
    createSkillInstruction(ports.skills),
    createAuthorInput(),
    createWrittenSoFar(),
    createTextBefore(documents),
    createTextAfter(documents),
    createSelection(documents),
  ]
}

/** What an embedder needs at least: the text at the cursor, the selection and the request. */
export const createCursorSources = (): readonly Source[] => [
  createTextBefore(),
  createTextAfter(),
  createSelection(),
  createSkillInstruction(),
  createAuthorInput(),
  createWrittenSoFar(),
]
