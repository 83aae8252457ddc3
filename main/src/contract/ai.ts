import { z } from 'zod'
import { assembleRequest } from './context.ts'
import { notice } from './notices.ts'
import { effort, temperature } from './runChoices.ts'
import { endpointFamily, firstAnswerSeconds } from './settings.ts'
import { type Channel, failure, id, projectId, runId, shortText, text, tokens } from './shared.ts'

/** A skill in the list of a project. */
const skillSummary = z.strictObject({
  /** Of the skill, for `ai:run`. */
  id,
  /** As the author reads it. */
  name: z.string().max(80),
  /** Where the text goes: at the cursor, over the selection, or only on the screen. */
  output: z.enum(['insert', 'replace', 'show']),
  /**
   * `chapter`: it reads the whole chapter, and its text can be saved as the chapter's synopsis. Absent: the usual
   * prompt.
   */
  reads: z.enum(['chapter']).optional(),
  /** Project-relative path of its file, or `skill:<id>` for one that is built in. */
  source: z.string().max(1024),
  /** Why its file cannot be used, in Chinese; absent for a usable skill. */
  error: z.string().max(500).optional(),
  /** The same as a code that the page translates. */
  notice: notice.optional(),
})

/** A model that a run can use. */
const modelSummary = z.strictObject({
  /** `provider/model`, or `fake` for the offline example. */
  id,
  /** `provider · model`, as the author reads it. */
  name: z.string().max(120),
  /** Id of the provider in the settings. */
  provider: id,
  /** Input and output together. */
  windowTokens: tokens,
  /** Of the window, what is reserved for the answer. */
  outputReserveTokens: tokens,
  /** How its tokens are counted. */
  tokenizer: z.string().max(80),
  /** False: the counts are estimates with a margin. */
  exact: z.boolean(),
  /** Always true at present. */
  available: z.boolean(),
  /** How hard it can be instructed to think, least first; empty: nothing can be said about it. */
  efforts: z.array(effort).max(7),
  /** As its service and `models.json` have it; absent: as the model does by itself. */
  effort: effort.optional(),
  /** The highest temperature that it takes; absent: it takes none. */
  maxTemperature: temperature.optional(),
  /** It takes a temperature only while it does not think. */
  temperatureNeedsOff: z.boolean().optional(),
})

/** Who may answer at an address, for the form of a service. */
const family = z.strictObject({
  /** As in the settings. */
  id: endpointFamily,
  /** As the form names it. */
  name: z.strictObject({
    /** In Chinese. */
    zh: z.string().max(80),
    /** In English. */
    en: z.string().max(80),
  }),
  /** False: an address does not show it, and it has to be chosen. */
  isDetected: z.boolean(),
  /** Whether its requests can switch a model's thinking on and off. */
  switchesThinking: z.boolean(),
  /** A service that the form fills in; absent: none is offered. */
  preset: z
    .strictObject({
      /** The same in all languages. */
      name: z.string().max(80),
      /** What Chinese readers call it in addition. */
      chineseName: z.string().max(80).optional(),
      /** Base URL. */
      baseUrl: z.string().max(2000),
      /** To start with. */
      models: z.array(z.string().max(120)).max(200),
      /** On this computer: no key, and the first answer may take minutes. */
      isLocal: z.boolean().optional(),
    })
    .optional(),
})

/** Skills, models and runs. */
export const ai = {
  /** Built-in skills first, then the project's own by path; broken ones carry their error. */
  'skills:list': {
    effect: 'reads',
    subjects: ['.creonow/skills'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In that order. */
      skills: z.array(skillSummary).max(1000),
    }),
  },
  /** Runs a skill at the cursor; the text arrives by `run` events. */
  'ai:run': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['.creonow/conversations'],
    input: assembleRequest.omit({ preview: true, stateless: true }).extend({
      /** One of the model's `efforts`; absent: as its service is set up. Another one has a cache of its own. */
      effort: effort.optional(),
      /** At most the model's `maxTemperature`; absent: the model's own. */
      temperature: temperature.optional(),
    }),
    output: z.strictObject({
      /** In every event of this run. */
      runId,
    }),
  },
  /** Stops a run; NOT_FOUND unless this caller started it. */
  'ai:cancel': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** From `ai:run`. */
      runId,
    }),
    output: z.strictObject({
      /** False when it had ended. */
      cancelled: z.boolean(),
    }),
  },
  /** What a finished run wrote, with the author's own words in place of the redaction markers. */
  'ai:restore': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      projectId,
      /** From `ai:run`. */
      runId,
    }),
    output: z.strictObject({
      /** To be inserted into the chapter. */
      text,
    }),
  },
  /** Records what the author did with a run, after its end. */
  'ai:outcome': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['.creonow/memory', '.creonow/synopses', 'dailyWords'],
    input: z.strictObject({
      projectId,
      /** From `ai:run`. */
      runId,
      /** `edited`: accepted after changes. */
      outcome: z.enum(['accepted', 'edited', 'rejected']),
      /** What went into the chapter; absent: as the run wrote it, or nothing when rejected. */
      text: text.optional(),
    }),
    output: z.strictObject({
      /** False when the run is no longer in memory, or could not be stored. */
      recorded: z.boolean(),
    }),
  },
  /**
   * Sends one short request to a service, to check what is set up or what the form contains. Nothing of a book is
   * sent.
   */
  'ai:test': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** Ends in `/v1` as a rule. */
      baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
      /** As the service calls it. */
      model: z.string().min(1).max(120),
      /** Absent: derived from the host. */
      family: endpointFamily.optional(),
      /** Absent: the app's default. */
      firstAnswerSeconds,
      /** A provider whose stored key is used when `key` is absent; only at the address that it is set up with. */
      provider: id.optional(),
      /** As typed in the form; absent: the stored one, or none. */
      key: z.string().min(1).max(4000).optional(),
    }),
    output: z.discriminatedUnion('ok', [
      z.strictObject({
        /** The model can be reached. */
        ok: z.literal(true),
      }),
      z.strictObject({
        /** It cannot; `error` has the reason. */
        ok: z.literal(false),
        /** As `ErrorPayload`. */
        error: failure,
      }),
    ]),
  },
  /** The models that a service lists, fetched with the key in the form or the stored one. */
  'ai:endpointModels': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** Ends in `/v1` as a rule. */
      baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
      /** Absent: derived from the host. */
      family: endpointFamily.optional(),
      /** As for `ai:test`. */
      provider: id.optional(),
      /** As for `ai:test`. */
      key: z.string().min(1).max(4000).optional(),
    }),
    output: z.strictObject({
      /** Their names, sorted. */
      models: z.array(z.string().min(1).max(120)).max(1000),
    }),
  },
  /** Who may answer at an address, by all wire protocols of the app. */
  'ai:families:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({
      /** In the order in which they are offered. */
      families: z.array(family).max(1000),
    }),
  },
  /** The models that are set up, the offline example first. */
  'ai:models': {
    effect: 'reads',
    subjects: ['settings'],
    input: z.strictObject({}),
    output: z.strictObject({
      /** In the order of the settings. */
      models: z.array(modelSummary).max(1000),
      /** `fake` when the chosen one is no longer set up. */
      defaultModelId: id,
      /** `CODE: 说明`, for broken files of models and settings; absent: none. */
      warnings: z.array(shortText).optional(),
    }),
  },
} as const satisfies Record<string, Channel>

/** A skill in the list of a project. */
export type SkillSummary = z.infer<typeof skillSummary>
/** Who may answer at an address. */
export type EndpointFamily = z.infer<typeof family>
/** A model that a run can use. */
export type ModelSummary = z.infer<typeof modelSummary>
