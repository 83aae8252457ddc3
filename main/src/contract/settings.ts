import { z } from 'zod'
import { backupFolder } from './backup.ts'
import { judgeOfProjects } from './judge.ts'
import { runChoices } from './runChoices.ts'
import { type Channel, id, shortText } from './shared.ts'

/**
 * Who answers at an address, where its host does not show it: an id of `ai:families:list`. Another id is refused with
 * INVALID_ARGUMENT. It decides on the protocol and on what is expected of its cache.
 */
export const endpointFamily = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9]*$/)

/** How long to wait until an answer begins; a local model first reads all of the prompt. */
export const firstAnswerSeconds = z.int().min(10).max(290).optional()

/** A service with models, set up by the author. */
const provider = z.strictObject({
  /** Chosen by the author, unique among the providers; the part of a model's id before the slash. */
  id,
  /** As the author calls it. */
  name: z.string().max(120),
  /** Base URL, ending in /v1 as a rule. */
  baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
  /** Names as the service calls them. */
  models: z.array(z.string().min(1).max(120)).max(200),
  /** Absent: the app's default. */
  firstAnswerSeconds,
  /** Absent: derived from the host, and the protocol is chat completions. */
  family: endpointFamily.optional(),
  /** Whether its models think before they write; absent: as they do by themselves. */
  thinking: z.enum(['on', 'off']).optional(),
  /**
   * How models of it call tools in tasks. `native`: in the form of the service. `react`: as text. `auto` or absent: in
   * the form of the service where a model is documented to have it.
   */
  toolProtocol: z.enum(['auto', 'react', 'native']).optional(),
})

/** A whole hour of the day in the author's time zone. */
const hour = z.int().min(0).max(24)
/** IANA name, `Asia/Shanghai`. */
const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+\-/]*$/)

/** What a model is given about the author in chats and tasks; an absent field has its default. */
const authorPreferences = z.strictObject({
  /** To be answered in; absent: that of the book. */
  language: z.enum(['zh-Hans', 'zh-Hant', 'en', 'ja', 'ko']).optional(),
  /** IANA; absent: that of the machine. */
  timeZone: timeZone.optional(),
  /** How the author wants to be answered, in free words. */
  style: z.string().max(300).optional(),
  /** Whole hours of the day; `to` is the smaller one when work ends after midnight. */
  workingHours: z
    .strictObject({
      /** First hour of work. */
      from: hour,
      /** The hour at which work ends. */
      to: hour,
    })
    .optional(),
})

/** Settings of the app, in `settings.json` of the data folder. A missing field has its default. */
export const appSettings = z.strictObject({
  /** Of the interface and of messages. */
  language: z.enum(['zh', 'en']),
  /** `system`: as the operating system has it. */
  theme: z.enum(['system', 'light', 'dark']),
  /** Shows the prompt and allows `context:inspect` overrides and the bash tool. */
  developerMode: z.boolean(),
  /** Whether the end of long work is shown over other windows while CreoNow is behind them; absent: it is. */
  notifications: z.boolean().optional(),
  /** Whether a desktop with a feed of new versions looks for them unasked; absent: yes. */
  checksForUpdates: z.boolean().optional(),
  /** Used by a run without `modelId`; `fake` is the offline example. */
  defaultModelId: id,
  /** Used by a job on many chapters (synopses, drafts of cards) without `modelId`; null or absent: the default model. */
  jobModelId: id.nullable().optional(),
  /** The most tokens that earlier messages of a conversation may take; 0 sends none. */
  historyBudgetTokens: z.int().min(0).max(1_000_000),
  /** The most steps of one task of the agent; null or absent: as far as there is progress. */
  agentMaxSteps: z.int().min(1).max(2000).nullable().optional(),
  /** Newest rounds of a conversation that stay whole when it is compacted. */
  keptRounds: z.int().min(1).max(1000),
  /** The most tokens of a prompt, however large the model's window is. */
  capacityTokens: z.int().min(1000).max(10_000_000),
  /** The most milliseconds that each source may take when a prompt is assembled to be shown. */
  sourceDeadlineMs: z.int().min(50).max(60_000),
  /** The same inside a run, where the author sees nothing until the first word. */
  runSourceDeadlineMs: z.int().min(50).max(60_000),
  /** How the chapter is shown. */
  editor: z.strictObject({
    /** CSS pixels. */
    fontSizePx: z.int().min(12).max(36),
    /** A multiple of the font size. */
    lineHeight: z.number().min(1.2).max(3),
    /** The longest line, in multiples of the font size. */
    measureEm: z.int().min(20).max(80),
    /** Kind of typeface. */
    face: z.enum(['serif', 'sans']),
    /** Buttons appear at a selection that rests; absent: they do. */
    selectionBar: z.boolean().optional(),
    /** Spelling is checked in English books; absent: it is. */
    spelling: z.boolean().optional(),
  }),
  /** Services that the author has set up. */
  providers: z.array(provider).max(50),
  /** For chats and tasks, in all books. */
  author: authorPreferences.optional(),
  /** Copies of whole books in a folder outside of them; null or absent: off. */
  backup: z
    .strictObject({
      /** Exists, and is neither in a book nor in the data folder. */
      folder: backupFolder,
      /** At which openings of a book: the first after a day, or each. At the end of work there is one anyway. */
      when: z.enum(['daily', 'opening']),
      /** How many of each book stay; the oldest go first. */
      copies: z.int().min(1).max(100),
    })
    .nullable()
    .optional(),
  /** By id of the skill: what its last runs were started with. */
  skillRuns: z.record(id, runChoices).optional(),
  /** By project; a project without an entry has both off. */
  judge: judgeOfProjects.optional(),
  /** What makes vectors for the search; null or absent: the search compares words only. */
  embedding: z
    .strictObject({
      /** One of `providers`. */
      providerId: id,
      /** As the service calls it. */
      model: z.string().min(1).max(120),
      /** Length of a vector; absent: the model's own. */
      dimensions: z.int().min(1).max(16_384).optional(),
    })
    .nullable()
    .optional(),
})

/** The settings as the page receives them. */
const shown = appSettings.extend({
  /** Ids of the providers that have a key; no channel returns a key itself. */
  keys: z.array(id).max(50),
  /** False: nobody has set one, and `language` is that of the computer; a browser may have another. */
  isLanguageStored: z.boolean(),
  /** With warnings when the file is broken: then this is its last good copy, or the defaults. */
  warnings: z.array(shortText).optional(),
})

/** The app's settings and the keys of providers. */
export const settings = {
  /** All settings; fields that the file lacks have their defaults. */
  'settings:get': { effect: 'reads', subjects: ['settings'], input: z.strictObject({}), output: shown },
  /** Replaces the given fields. A provider whose server changes loses its key. */
  'settings:update': {
    effect: 'works',
    subjects: ['settings'],
    input: z.strictObject({
      /** The fields to change, each whole. */
      patch: appSettings.partial(),
    }),
    output: shown,
  },
  /** Stores the key of a provider; it never comes back to the page. */
  'settings:key:set': {
    effect: 'works',
    subjects: ['settings'],
    input: z.strictObject({
      /** Id of the provider. */
      provider: id,
      /** As the provider issued it. */
      key: z.string().min(1).max(4000),
    }),
    output: z.strictObject({
      /** Always true; a failure is an error. */
      stored: z.literal(true),
    }),
  },
  /** Removes the stored key of a provider. */
  'settings:key:delete': {
    effect: 'works',
    subjects: ['settings'],
    input: z.strictObject({
      /** Id of the provider. */
      provider: id,
    }),
    output: z.strictObject({
      /** False when no key was stored. */
      deleted: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>

/** All settings with their defaults filled in. */
export type AppSettings = z.infer<typeof appSettings>
/** How the author wants to be answered. */
export type AuthorPreferences = z.infer<typeof authorPreferences>
