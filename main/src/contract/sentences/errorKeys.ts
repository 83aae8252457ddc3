import type { ErrorCode } from '../errorCodes.ts'

/** The languages of the interface. */
export type UiLanguage = 'zh' | 'en'

/** What a provider did instead of writing. */
export type FailureCode = Exclude<
  Extract<ErrorCode, `AI_${string}`>,
  'AI_PROVIDER_MISSING' | 'AI_PROVIDER_REDIRECT' | 'AI_RESPONSE_TOO_LARGE'
>

/** What a sentence about a failure may name. */
export interface FailureParams {
  readonly host: string
  readonly model: string
  readonly status?: number | undefined
  /** Until the provider can be asked again. */
  readonly seconds?: number | undefined
}

export type FailureWords = { readonly [C in FailureCode]: (params: FailureParams) => string }

/** Codes that stand for several things, and the words that tell them apart; any other word has the code's own sentence. */
export const errorWords = {
  INTERNAL: ['page'],
  INVALID_ARGUMENT: [
    'selection',
    'title',
    'copyName',
    'front',
    'folder',
    'noText',
    'preference',
    'preferences',
    'synopsis',
    'skill',
    'key',
    'expression',
    'volumeTitle',
    'volumeThere',
    'volumeHere',
    'frontVolume',
    'heir',
    'selectionOutside',
    'headings',
    'number',
    'whole',
    'textLong',
    'textShort',
    'listLong',
    'listShort',
    'endpointFamily',
  ],
  NOT_FOUND: ['folder', 'notWork', 'undo', 'version', 'volume', 'chapter', 'skill', 'receipt'],
  CONFLICT: [
    'search',
    'file',
    'otherWork',
    'name',
    'work',
    'manuscript',
    'undo',
    'preference',
    'unsaved',
    'leaving',
    'answering',
    'working',
    'laterSummary',
  ],
  CANCELLED: ['connection', 'run'],
  FORBIDDEN: ['home', 'keyring'],
  IO_ERROR: ['full', 'version'],
  IMPORT_UNSUPPORTED: ['novel', 'drm', 'doc', 'password', 'lore'],
  CONTEXT_INPUT_TOO_LARGE: ['capacity', 'rules', 'floors', 'messages', 'window'],
  CONSTRAINT_VALIDATION_ERROR: ['text', 'priority', 'scope'],
  FILE_BROKEN: ['fault'],
  CONSTRAINT_FILE_BROKEN: ['fault'],
  CODEX_ENTRY_BROKEN: ['fault'],
  AI_PROVIDER_REDIRECT: ['to'],
  AI_RESPONSE_TOO_LARGE: ['depth', 'characters'],
} as const satisfies { readonly [C in ErrorCode]?: readonly string[] }

type ErrorWords = typeof errorWords
/**
 * Every sentence that a language has to have for errors: a new code without one does not compile. Failures of a provider
 * have a table of their own.
 */
export type ErrorKey =
  | Exclude<ErrorCode, FailureCode>
  | { [C in keyof ErrorWords]: `${C}_${ErrorWords[C][number]}` }[keyof ErrorWords]
