import { agent, approval } from './enAgent.ts'
import { agentCompaction } from './enAgentCompaction.ts'
import { backup } from './enBackup.ts'
import { knowledge, ties, timeline } from './enBookViews.ts'
import { cardDrafts } from './enCardDrafts.ts'
import { changes } from './enChanges.ts'
import { chapters } from './enChapters.ts'
import { chat } from './enChat.ts'
import { chatSummary } from './enChatSummary.ts'
import { checks } from './enChecks.ts'
import { codex, fromText, jobs, memory, synopses, viewerTools } from './enCodex.ts'
import { constraints } from './enConstraints.ts'
import { draft, unsavedDrafts } from './enDrafts.ts'
import { atTheText, editor, find, suggestion } from './enEditor.ts'
import { bookExport } from './enExport.ts'
import { extract } from './enExtract.ts'
import { history } from './enHistory.ts'
import { judge } from './enJudge.ts'
import { card, lookup } from './enLookup.ts'
import { modes, names } from './enModes.ts'
import { notes } from './enNotes.ts'
import { notifications } from './enNotifications.ts'
import { outline } from './enOutline.ts'
import { app, conflict, error, rail, save, sidebar, top } from './enPage.ts'
import { palette } from './enPalette.ts'
import { picker } from './enPicker.ts'
import { plan } from './enPlan.ts'
import { print } from './enPrint.ts'
import { panel, run, runChoices, skills } from './enRuns.ts'
import { budget, codexSheet, profile, saved, sheet, skillScreen, terms, texts } from './enScreens.ts'
import { bookSearch } from './enSearch.ts'
import { connection, elsewhere, gate, sessions } from './enSessions.ts'
import { settings, spending } from './enSettings.ts'
import { snapshots } from './enSnapshots.ts'
import { spelling } from './enSpelling.ts'
import { statistics } from './enStatistics.ts'
import { threads } from './enThreads.ts'
import { today } from './enToday.ts'
import { updates } from './enUpdates.ts'
import { versions } from './enVersions.ts'
import { compare, delta, evidence, layer, level, report, stability, viewer } from './enViewer.ts'
import { voice } from './enVoice.ts'
import { volumes } from './enVolumes.ts'
import { brought, drop, imported, preview, welcome } from './enWelcome.ts'

import type { Messages } from './zh.ts'

export const en: Messages = {
  /** The language itself. */
  languageCode: 'en',
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
  sourceKind: { other: 'Material' },
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
}
