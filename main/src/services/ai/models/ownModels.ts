import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { type Format, noticesOf, type VersionedFiles, warningsOf } from '../../../lib/versionedFile/index.ts'
import type { ModelPrice } from '../cache/cacheFacts.ts'
import type { ModelFacts } from './modelFacts.ts'

/** The user's facts of some models; missing facts come from the built-in table. */
export interface OwnModel {
  readonly pattern: RegExp
  readonly facts: Partial<ModelFacts>
  /** The shortest beginning that its provider caches, and what it charges. */
  readonly cacheMinimumTokens?: number | undefined
  readonly price?: ModelPrice | undefined
}

const encoding = z.enum(['o200k_base', 'cl100k_base'])
const dollars = z.number().min(0).max(10_000)
const limit = z.int().min(256).max(100_000_000)

const ownModels = z.strictObject({
  version: z.literal(1),
  models: z
    .array(
      z.strictObject({
        /** A model's name or `provider/name`; `*` matches anything, capitals do not matter. */
        match: z.string().min(1).max(200),
        windowTokens: limit.optional(),
        outputReserveTokens: limit.optional(),
        tokenizer: z
          .union([
            z.strictObject({ encoding, calibrated: z.boolean().default(false) }),
            z.strictObject({ file: z.string().min(1).max(4096) }),
          ])
          .optional(),
        exact: z.boolean().optional(),
        cacheMinimumTokens: z.int().min(0).max(1_000_000).optional(),
        thinking: z.enum(['on', 'off']).optional(),
        effort: z.enum(['low', 'medium', 'high', 'max']).optional(),
        supportsTools: z.boolean().optional(),
        toolProtocol: z.enum(['auto', 'react', 'native']).optional(),
        /** Where material that is found while the author writes on is printed. */
        appended: z.enum(['inText', 'behind']).optional(),
        /** US dollars for a million tokens. */
        price: z.strictObject({ input: dollars, output: dollars }).optional(),
        asOf: z
          .string()
          .regex(/^\d{4}-\d{2}$/)
          .optional(),
        note: z.string().max(500).optional(),
      }),
    )
    .max(1000),
})

type Entry = z.infer<typeof ownModels>['models'][number]

const format: Format<z.infer<typeof ownModels>> = {
  schema: ownModels,
  absent: { version: 1, models: [] },
  version: 1,
  maxBytes: 1_048_576,
  faultAt: (path) =>
    path[0] === 'models'
      ? { code: 'value', params: { field: path.join('.') } }
      : { code: 'shape', params: { shape: '{"version": 1, "models": […]}' } },
}

export interface OwnModels {
  /** In the order of the file, as it is now. */
  current(): readonly OwnModel[]
  /** The warnings of an answer that depends on it: that the file is broken, and where. */
  warnings(): readonly string[]
  notices(): ReturnType<typeof noticesOf>
}

/** The user's additions in `models.json` of the data folder; tokenizer files are relative to that folder. */
export function createOwnModels(options: {
  readonly dataFolder: string
  readonly versioned: VersionedFiles
}): OwnModels {
  const file = options.versioned.cached(format, 'models.json')
  let cached: { readonly of: unknown; readonly models: readonly OwnModel[] } | undefined
  return {
    warnings: () => warningsOf(file.current()),
    notices: () => noticesOf(file.current()),
    current() {
      const { value } = file.current()
      if (cached?.of !== value)
        cached = { of: value, models: value.models.map((entry) => toOwnModel(entry, options.dataFolder)) }
      return cached.models
    },
  }
}

function toOwnModel(entry: Entry, folder: string): OwnModel {
  const { match, tokenizer, exact, cacheMinimumTokens, price, ...rest } = entry
  const parts = match.split('*').map((part) => part.replace(/[\^$\\.*+?()[\]{}|/-]/g, '\\$&'))
  const facts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    pattern: new RegExp(`^${parts.join('.*')}$`, 'i'),
    facts: { ...facts, ...countingOf(tokenizer, exact, folder) },
    ...{ cacheMinimumTokens, price },
  }
}

/** A file counts exactly unless the user states otherwise, an encoding only when the user states so. */
function countingOf(
  tokenizer: Entry['tokenizer'],
  exact: boolean | undefined,
  folder: string,
): Pick<Partial<ModelFacts>, 'tokenizer' | 'exact'> {
  if (tokenizer === undefined) return exact === undefined ? {} : { exact }
  if ('file' in tokenizer) {
    const file = isAbsolute(tokenizer.file) ? tokenizer.file : join(folder, tokenizer.file)
    return { tokenizer: { file }, exact: exact ?? true }
  }
  return { tokenizer, exact: tokenizer.calibrated ? false : (exact ?? false) }
}
