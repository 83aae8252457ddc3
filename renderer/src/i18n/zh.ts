import { agent, approval } from './zhAgent.ts'
import { agentCompaction } from './zhAgentCompaction.ts'
import { backup } from './zhBackup.ts'
import { knowledge, ties, timeline } from './zhBookViews.ts'
import { cardDrafts } from './zhCardDrafts.ts'
import { changes } from './zhChanges.ts'
import { chapters } from './zhChapters.ts'
import { chat } from './zhChat.ts'
import { chatSummary } from './zhChatSummary.ts'
import { checks } from './zhChecks.ts'
import { codex, fromText, jobs, memory, synopses, viewerTools } from './zhCodex.ts'
import { constraints } from './zhConstraints.ts'
import { draft, unsavedDrafts } from './zhDrafts.ts'
import { atTheText, editor, find, suggestion } from './zhEditor.ts'
import { bookExport } from './zhExport.ts'
import { extract } from './zhExtract.ts'
import { history } from './zhHistory.ts'
import { judge } from './zhJudge.ts'
import { card, lookup } from './zhLookup.ts'
import { modes, names } from './zhModes.ts'
import { notes } from './zhNotes.ts'
import { notifications } from './zhNotifications.ts'
import { outline } from './zhOutline.ts'
import { app, conflict, error, rail, save, sidebar, top } from './zhPage.ts'
import { palette } from './zhPalette.ts'
import { picker } from './zhPicker.ts'
import { plan } from './zhPlan.ts'
import { print } from './zhPrint.ts'
import { panel, run, runChoices, skills } from './zhRuns.ts'
import { budget, codexSheet, profile, saved, sheet, skillScreen, terms, texts } from './zhScreens.ts'
import { bookSearch } from './zhSearch.ts'
import { connection, elsewhere, gate, sessions } from './zhSessions.ts'
import { settings, spending } from './zhSettings.ts'
import { snapshots } from './zhSnapshots.ts'
import { spelling } from './zhSpelling.ts'
import { statistics } from './zhStatistics.ts'
import { threads } from './zhThreads.ts'
import { today } from './zhToday.ts'
import { updates } from './zhUpdates.ts'
import { versions } from './zhVersions.ts'
import { compare, delta, evidence, layer, level, report, stability, viewer } from './zhViewer.ts'
import { voice } from './zhVoice.ts'
import { volumes } from './zhVolumes.ts'
import { brought, drop, imported, preview, welcome } from './zhWelcome.ts'

/** Every word of the interface, Chinese first; `en.ts` has the same keys. */
export const zh = {
  /** The language itself. */
  languageCode: 'zh',
  app,
  top,
  save,
  conflict,
  gate,
  connection,
  elsewhere,
  sessions,
  agent,
  approval,
  agentCompaction,
  chat,
  chatSummary,
  unsavedDrafts,
  draft,
  chapters,
  volumes,
  outline,
  threads,
  notes,
  spelling,
  notifications,
  updates,
  voice,
  ties,
  timeline,
  knowledge,
  checks,
  bookExport,
  print,
  history,
  snapshots,
  statistics,
  backup,
  bookSearch,
  palette,
  rail,
  sidebar,
  codex,
  saved,
  sheet,
  texts,
  terms,
  profile,
  skillScreen,
  budget,
  picker,
  codexSheet,
  fromText,
  cardDrafts,
  changes,
  viewerTools,
  lookup,
  card,
  welcome,
  brought,
  drop,
  preview,
  imported,
  editor,
  today,
  modes,
  names,
  atTheText,
  suggestion,
  plan,
  extract,
  panel,
  skills,
  run,
  runChoices,
  versions,
  judge,
  layer,
  viewer,
  delta,
  stability,
  level,
  evidence,
  /** What a source contributes that has no name in the app: one of a program that embeds the engine. */
  sourceKind: { other: '资料' },
  memory,
  jobs,
  synopses,
  compare,
  report,
  settings,
  spending,
  constraints,
  error,
  find,
} as const

type Translations<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translations<T[K]> }
/** The shape every language has. */
export type Messages = Translations<typeof zh>
