import type { ErrorCode, FailureCode } from '../errorCodes.ts'
import type { FileFault } from '../warnings.ts'
import type { errorsZh } from './errorsZh.ts'

/** The languages of the interface. */
export type UiLanguage = 'zh' | 'en'

/** What a sentence about a failure may name. */
export interface FailureParams {
  readonly host: string
  readonly model: string
  readonly status?: number | undefined
  /** Until the provider accepts requests again. */
  readonly seconds?: number | undefined
}

export type FailureWords = { readonly [C in FailureCode]: (params: FailureParams) => string }

/**
 * Every sentence that a language has to have for errors: a code, or a code and behind `_` the `why` of its details. The
 * Chinese table declares them.
 */
export type ErrorKey = keyof typeof errorsZh

/** What a placeholder of a sentence stands for: a list is joined, a pair has its text in both languages. */
type ErrorParam = string | number | readonly string[] | FileFault | Readonly<Record<UiLanguage, string>>

type PlaceholderIn<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never
type ParamsOf<K> = K extends ErrorKey
  ? { readonly [P in PlaceholderIn<(typeof errorsZh)[K]>]: ErrorParam }
  : Partial<FailureParams>
type KeyWithWhy = Extract<ErrorKey, `${ErrorCode}_${Uncapitalize<string>}`>
type WhyOf<C extends ErrorCode> = KeyWithWhy extends infer K
  ? K extends `${C}_${infer Why extends Uncapitalize<string>}`
    ? Why
    : never
  : never

/**
 * The details of an error: `why` chooses its sentence, and every placeholder of that sentence has its parameter. Other
 * fields are for programs.
 */
export type ErrorDetails<C extends ErrorCode> = Readonly<Record<string, unknown>> &
  (C extends ErrorCode
    ?
        | ({ readonly why?: undefined } & ParamsOf<C>)
        | { [W in WhyOf<C>]: { readonly why: W } & ParamsOf<`${C}_${W}`> }[WhyOf<C>]
    : never)

/** The details of an error as parameters of a function; they may be absent where no sentence needs them. */
export type DetailsArgument<C extends ErrorCode> =
  Record<never, never> extends ErrorDetails<C> ? [details?: ErrorDetails<C>] : [details: ErrorDetails<C>]
