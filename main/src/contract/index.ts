import type { z } from 'zod'
import { agent } from './agent.ts'
import { ai } from './ai.ts'
import { authorFiles } from './authorFiles.ts'
import { backup } from './backup.ts'
import { book } from './book.ts'
import { bookViews } from './bookViews.ts'
import { cardDrafts } from './cardDrafts.ts'
import { channels } from './channels.ts'
import { chapterChanges } from './chapterChanges.ts'
import { chat } from './chat.ts'
import { codex } from './codex.ts'
import { constraints } from './constraints.ts'
import { context } from './context.ts'
import { continuity } from './continuity.ts'
import { creonow } from './creonow.ts'
import { dailyWords } from './dailyWords.ts'
import { desktop } from './desktop.ts'
import { documents } from './documents.ts'
import { edits } from './edits.ts'
import { factLookup } from './factLookup.ts'
import { history } from './history.ts'
import { importing } from './import.ts'
import { jobs } from './jobs.ts'
import { memory } from './memory.ts'
import { notes } from './notes.ts'
import { permissionChannels } from './permissions.ts'
import { plans } from './plans.ts'
import { projects } from './projects.ts'
import { redaction } from './redaction.ts'
import { retrieval } from './retrieval.ts'
import { sceneCheck } from './sceneCheck.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { snapshots } from './snapshots.ts'
import { spelling } from './spelling.ts'
import { spendingChannels } from './spending.ts'
import { threads } from './threads.ts'
import { voice } from './voice.ts'
import { volumes } from './volumes.ts'
import { wordLists } from './wordLists.ts'

/** Every channel of the app. A channel that is not here does not exist. */
export const contract = {
  ...channels,
  ...projects,
  ...documents,
  ...importing,
  ...volumes,
  ...wordLists,
  ...plans,
  ...threads,
  ...notes,
  ...voice,
  ...continuity,
  ...sceneCheck,
  ...dailyWords,
  ...spelling,
  ...history,
  ...snapshots,
  ...backup,
  ...book,
  ...edits,
  ...permissionChannels,
  ...constraints,
  ...context,
  ...factLookup,
  ...creonow,
  ...authorFiles,
  ...redaction,
  ...retrieval,
  ...memory,
  ...codex,
  ...bookViews,
  ...cardDrafts,
  ...chapterChanges,
  ...jobs,
  ...ai,
  ...agent,
  ...chat,
  ...settings,
  ...spendingChannels,
  ...sessions,
  ...desktop,
} as const

type Contract = typeof contract
/** The name of a channel. */
export type ChannelName = keyof Contract
/** What a channel takes. */
export type ChannelInput<C extends ChannelName> = z.infer<Contract[C]['input']>
/** What a channel answers on success. */
export type ChannelOutput<C extends ChannelName> = z.infer<Contract[C]['output']>
