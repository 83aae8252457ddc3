import type { UiLanguage } from '../contract/sentences/errorKeys.ts'
import { systemCode } from '../lib/appError.ts'
import type { Logger } from '../lib/logger.ts'

export interface ProcessFaultOptions {
  readonly logger: Logger
  /** Informs the person that CreoNow has ended, and what is safe; `error` is why. */
  readonly showMessage: (sentence: string, error: unknown) => void
  readonly exit: (code: number) => void
  /** Called at that moment; Chinese when absent. */
  readonly language?: () => UiLanguage
  readonly process?: NodeJS.EventEmitter
}

/** More kinds of fault than these come from one cause that a log has shown by then. */
const maxKinds = 100

/**
 * Handles uncaught errors: a rejection is logged, once per place, and the process goes on, because the rejected
 * promise has no user; after an exception the state is undefined, so the process informs the person and ends with 1.
 * The log gets name, code and stack without the message, which may quote text or a key.
 */
export function watchProcess(options: ProcessFaultOptions): void {
  const { logger, showMessage, exit, language = () => 'zh', process: source = process } = options
  const reported = new Set<string>()

  function log(error: unknown, message: string): void {
    const at = placesOf(error)
    const name = error instanceof Error ? error.name : typeof error
    const kind = `${name} ${at.join()}`
    if (reported.has(kind) || reported.size >= maxKinds) return
    reported.add(kind)
    logger.error({ name, code: systemCode(error), at }, message)
  }

  source.on('unhandledRejection', (reason: unknown) => log(reason, 'a rejection that nobody handled'))
  source.on('uncaughtException', (error: unknown) => {
    log(error, 'an exception that nobody caught')
    showMessage(ended[language()], error)
    exit(1)
  })
}

const ended = {
  zh: 'CreoNow 遇到内部错误，已经退出；存盘的稿子没有改动，请重新打开。',
  en: 'CreoNow made an error inside and has ended. What was saved has not changed; please open it again.',
}

function placesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
}
