import { LRUCache } from 'lru-cache'
import type { Notice } from '#contract/warnings.ts'
import { isAppError } from '../../../lib/appError.ts'
import { readFileBounded } from '../../../lib/files.ts'
import type { Logger } from '../../../lib/logger.ts'
import {
  createEstimatingTokenizer,
  createHuggingFaceTokenizer,
  type Tokenizer,
  TokenizerFileError,
} from '../../tokens/index.ts'
import { type Calibration, cutOfExactCount, type InputCut } from './calibration.ts'
import type { EncodingName, TokenizerChoice } from './modelFacts.ts'
import type { ResolvedModel } from './models.ts'

/** Larger than any published file: 262,144 tokens with half a million merges take 33 MB. */
const maxFileBytes = 128 * 1024 * 1024
/** Models that an author goes to and fro between. */
const maxEstimates = 8

export interface ModelTokenizers {
  ofEncoding(encoding: EncodingName): Promise<Tokenizer>
  /**
   * The tokenizer of one request: a later calibration does not change its counts. With a `tokenizer.json` that cannot
   * be used the model's tokens are estimated; `warningsFor` reports that from then on.
   */
  ofModel(model: Pick<ResolvedModel, 'id' | 'tokenizer' | 'exact'>): Promise<Tokenizer>
  /** Why this model is estimated though it has a file of its own: nothing, or one sentence after its code. */
  warningsFor(model: Pick<ResolvedModel, 'id' | 'tokenizer'>): readonly string[]
  noticesFor(model: Pick<ResolvedModel, 'id' | 'tokenizer'>): readonly Notice[]
  /**
   * Compares the tokens that a provider reports with our count; learns from it where the model is estimated. Returns
   * that less was read than sent. Never throws.
   */
  calibrate(
    model: Pick<ResolvedModel, 'id' | 'tokenizer' | 'exact'>,
    prompt: string,
    inputTokens: number,
  ): Promise<InputCut | undefined>
  /** The provider has refused a prompt as longer than the model's window. Never throws. */
  calibrateRefusal(
    model: Pick<ResolvedModel, 'id' | 'tokenizer' | 'windowTokens' | 'outputReserveTokens'>,
    prompt: string,
  ): Promise<void>
}

export function createModelTokenizers(options: {
  readonly encoding: (name: EncodingName) => Promise<Tokenizer>
  readonly calibration: Calibration
  readonly logger: Logger
}): ModelTokenizers {
  const { calibration, logger } = options
  const encodings = new Map<EncodingName, Promise<Tokenizer>>()
  const files = new Map<string, Promise<Tokenizer | undefined>>()
  /** By encoding and factor: counts are cached by the tokenizer object, and made anew when the factor moves. */
  const estimates = new LRUCache<string, Tokenizer>({ max: maxEstimates })
  /** What is wrong with a file, by its path. */
  const unusable = new Map<string, string>()

  function ofEncoding(name: EncodingName): Promise<Tokenizer> {
    const loading = encodings.get(name) ?? options.encoding(name)
    encodings.set(name, loading)
    return loading
  }

  function ofFile(path: string): Promise<Tokenizer | undefined> {
    const loading = files.get(path) ?? readTokenizer(path)
    files.set(path, loading)
    return loading
  }

  async function readTokenizer(path: string): Promise<Tokenizer | undefined> {
    try {
      const text = (await readFileBounded(path, maxFileBytes)).toString('utf8')
      return await createHuggingFaceTokenizer(text, { id: 'tokenizer.json' })
    } catch (error) {
      const problem =
        error instanceof TokenizerFileError
          ? { code: error.code, part: error.part }
          : { code: isAppError(error) ? error.code : 'INTERNAL' }
      unusable.set(path, 'part' in problem ? `${problem.code}，${problem.part}` : problem.code)
      logger.warn(problem, 'a tokenizer.json cannot be used, tokens are estimated')
      return undefined
    }
  }

  const estimated = (modelId: string, encoding: EncodingName) =>
    estimating(encoding, calibration.factorOf(modelId))

  async function estimating(encoding: EncodingName, factor: number): Promise<Tokenizer> {
    const base = await ofEncoding(encoding)
    const key = `${encoding} ${factor}`
    // The factor is no part of the id: session state and prefix stay valid when it moves.
    const tokenizer = estimates.get(key) ?? createEstimatingTokenizer({ id: `${base.id}~`, base, factor })
    estimates.set(key, tokenizer)
    return tokenizer
  }

  const ofModel: ModelTokenizers['ofModel'] = async ({ id, tokenizer, exact }) => {
    if ('file' in tokenizer) {
      const fromFile = await ofFile(tokenizer.file)
      if (!fromFile) return estimated(id, 'o200k_base')
      return exact ? fromFile : { ...fromFile, exact: false }
    }
    if (tokenizer.calibrated) return estimated(id, tokenizer.encoding)
    return exact ? ofEncoding(tokenizer.encoding) : estimating(tokenizer.encoding, 1)
  }

  return {
    ofEncoding,
    ofModel,
    warningsFor({ id, tokenizer }) {
      const problem = 'file' in tokenizer ? unusable.get(tokenizer.file) : undefined
      if (problem === undefined) return []
      return [`TOKENIZER_UNUSABLE: 模型“${id}”的 tokenizer.json 不能用（${problem}），词元数按估算。`]
    },
    noticesFor({ id, tokenizer }) {
      const problem = 'file' in tokenizer ? unusable.get(tokenizer.file) : undefined
      if (problem === undefined) return []
      return [{ code: 'TOKENIZER_UNUSABLE', params: { model: id, problem } }]
    },
    async calibrate(model, prompt, reportedTokens) {
      const countedTokens = await countBase(model.tokenizer, prompt)
      if (countedTokens !== undefined) return calibration.observe(model.id, { reportedTokens, countedTokens })
      const exactTokens = await countExactly(model, prompt)
      return exactTokens === undefined
        ? undefined
        : cutOfExactCount({ reportedTokens, countedTokens: exactTokens })
    },
    async calibrateRefusal({ id, tokenizer, windowTokens, outputReserveTokens }, prompt) {
      const countedTokens = await countBase(tokenizer, prompt)
      const inputTokens = windowTokens - outputReserveTokens
      if (countedTokens !== undefined) await calibration.observeRefusal(id, { countedTokens, inputTokens })
    },
  }

  /** Undefined: the model is counted exactly, or the text cannot be counted. */
  async function countBase(tokenizer: TokenizerChoice, text: string): Promise<number | undefined> {
    const encoding = await calibratedEncoding(tokenizer)
    return encoding && counted(() => ofEncoding(encoding), text)
  }

  /** Undefined: the model's tokens are estimated, or the text cannot be counted. */
  async function countExactly(
    model: Parameters<ModelTokenizers['ofModel']>[0],
    text: string,
  ): Promise<number | undefined> {
    return model.exact ? counted(() => ofModel(model), text) : undefined
  }

  async function counted(tokenizerOf: () => Promise<Tokenizer>, text: string): Promise<number | undefined> {
    try {
      return (await tokenizerOf()).count(text)
    } catch (error) {
      logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'usage could not be compared')
      return undefined
    }
  }

  async function calibratedEncoding(tokenizer: TokenizerChoice): Promise<EncodingName | undefined> {
    if ('file' in tokenizer) return (await ofFile(tokenizer.file)) ? undefined : 'o200k_base'
    return tokenizer.calibrated ? tokenizer.encoding : undefined
  }
}

/** What a list of models shows as a model's tokenizer. */
export function tokenizerName(tokenizer: TokenizerChoice): string {
  if ('file' in tokenizer) return 'tokenizer.json'
  return tokenizer.calibrated ? `${tokenizer.encoding}~` : tokenizer.encoding
}
