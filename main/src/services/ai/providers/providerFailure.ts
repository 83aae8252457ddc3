import { AppError, isAppError } from '../../../lib/appError.ts'
import type { Failure, FailureCode } from './failures.ts'
import { wholeText } from './prompt.ts'
import type { GenerationRequest } from './provider.ts'
import { withoutPrompt } from './providerMessage.ts'

interface FailedRequest {
  readonly host: string
  readonly apiKey: string | undefined
  readonly status: number | undefined
  readonly request: Pick<GenerationRequest, 'modelName' | 'prompt'>
}

/** Whether a provider has refused a request for its size: a smaller one may pass. */
export const isRefusedForSize = (error: unknown): boolean =>
  isAppError(error, 'AI_CONTEXT_TOO_LONG') || isAppError(error, 'AI_MINUTE_LIMIT')

/**
 * Whether a provider has refused a request for the tools in it, or, without saying why, a request that had some: it
 * may pass without them.
 */
export const isRefusedForTools = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.mayPassWithoutTools

const aboutTools = /\btools?\b|\btool_|function[ _-]?call|\bfunctions?\b|工具/i
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 500, 501])

/** A failure of a provider as an error: one sentence, `{host, model, status?, seconds?, said?}`, and no cause. */
export class ProviderFailure extends AppError<FailureCode> {
  readonly mayPass: boolean
  readonly retryAfterMs: number | undefined
  readonly mayPassWithoutTools: boolean

  constructor(failure: Failure, { host, apiKey, status, request }: FailedRequest) {
    const { code, retryAfterMs } = failure
    const providerMessage =
      failure.providerMessage === undefined
        ? undefined
        : withoutPrompt(failure.providerMessage, wholeText(request.prompt), apiKey)
    const params = {
      ...{ host, model: request.modelName },
      ...(status === undefined || status < 400 ? {} : { status }),
      ...(!retryAfterMs ? {} : { seconds: Math.ceil(retryAfterMs / 1000) }),
    }
    super(code, { ...params, ...(providerMessage === undefined ? {} : { said: providerMessage }) })
    this.mayPass = failure.mayPass
    this.retryAfterMs = retryAfterMs
    const hadTools = (request.prompt.tools ?? []).length > 0
    this.mayPassWithoutTools =
      hadTools &&
      refusals.has(status ?? 0) &&
      !isRefusedForSize(this) &&
      (code === 'AI_REQUEST_REFUSED' || aboutTools.test(failure.providerMessage ?? ''))
  }
}
