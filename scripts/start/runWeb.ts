import type { UiLanguage } from '../../main/src/contract/sentences/errorKeys.ts'
import type { HostedApp } from '../../main/src/hosts/hostedApp.ts'
import { preferredPort, startWebHost } from '../../main/src/hosts/web/webHost.ts'
import type { Logger } from '../../main/src/lib/logger.ts'
import { type Reason, startWords } from './words.ts'

export interface RunWebOptions {
  readonly createApp: () => Promise<HostedApp>
  /** Why it is not Electron. */
  readonly reason: Reason
  readonly language: UiLanguage
  readonly port: number | undefined
  readonly rendererFolder: string
  readonly json: boolean
  readonly logger: Logger
}

/** Serves until SIGINT, SIGTERM or SIGHUP, then lets go of everything in reverse order. */
export async function runWeb(options: RunWebOptions): Promise<void> {
  const { language, port, rendererFolder, json, logger } = options
  const words = startWords[language]
  const reason = words.reasons[options.reason]
  // From the first moment on, so that an impatient Ctrl-C does not leave a lock behind.
  const asked = askedToEnd()
  const app = await options.createApp()
  try {
    const host = await startWebHost({ app, rendererFolder, port, logger })
    try {
      const { link, url } = host
      if (json) {
        print(JSON.stringify({ host: 'web', reason, link, url, port: host.port, pid: process.pid }))
      } else {
        const moved = host.onPreferredPort ? undefined : { from: preferredPort, to: host.port }
        print(words.browser(reason, moved))
        print(link)
      }
      await asked
    } finally {
      await host.dispose()
    }
  } finally {
    await app.dispose()
  }
}

/**
 * Resolves at the first signal. npm passes on a Ctrl-C that the terminal has sent here already, so a second one
 * counts as impatience only after a second; then nothing is waited for.
 */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > 1000) process.exit(130)
        askedAt ??= performance.now()
        resolve()
      })
    }
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
