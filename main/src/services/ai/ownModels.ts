import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { isAppError } from '../../lib/appError.ts'
import { readFileBounded } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ModelFacts } from './modelFacts.ts'

/** What the user says about some models; missing facts come from the built-in table. */
export interface OwnModel {
  readonly pattern: RegExp
  readonly facts: Partial<ModelFacts>
}

const encoding = z.enum(['o200k_base', 'cl100k_base'])
const limit = z.int().min(256).max(100_000_000)

const ownModels = z.strictObject({
  version: z.literal(1),
  models: z
    .array(
      z.strictObject({
        /** A model's name or `provider/name`; `*` stands for anything, capitals do not matter. */
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

/**
 * The user's additions in `models.json`; the path of a tokenizer file is relative to its folder. A file that
 * is broken stays as it is, with a warning in the log, and adds nothing.
 */
export async function loadOwnModels(path: string, logger: Logger): Promise<readonly OwnModel[]> {
  try {
    const parsed = ownModels.safeParse(JSON.parse((await readFileBounded(path, 1 << 20)).toString('utf8')))
    if (parsed.success) return parsed.data.models.map((entry) => toOwnModel(entry, dirname(path)))
    const [issue] = parsed.error.issues
    logger.warn({ at: issue?.path.join('.'), problem: issue?.code }, 'models.json is not valid and not used')
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return []
    const cause = error instanceof SyntaxError ? error.name : isAppError(error) ? error.code : 'unknown'
    logger.warn({ cause }, 'models.json could not be read and is not used')
  }
  return []
}

function toOwnModel({ match, tokenizer, exact, ...rest }: Entry, folder: string): OwnModel {
  const words = match.split('*').map((part) => part.replace(/[\^$\\.*+?()[\]{}|/-]/g, '\\$&'))
  const facts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    pattern: new RegExp(`^${words.join('.*')}$`, 'i'),
    facts: { ...facts, ...countingOf(tokenizer, exact, folder) },
  }
}

/** A file counts exactly unless the user says otherwise, an encoding only when the user says so. */
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
