import type { HostedApp } from '../../main/src/hosts/hostedApp.ts'
import { preferredPort, startWebHost } from '../../main/src/hosts/web/webHost.ts'
import type { Logger } from '../../main/src/lib/logger.ts'

export interface RunWebOptions {
  readonly createApp: () => Promise<HostedApp>
  /** Why it is not Electron, in a few words. */
  readonly reason: string
  readonly port: number | undefined
  readonly rendererFolder: string
  readonly json: boolean
  readonly logger: Logger
}

/** Serves until SIGINT, SIGTERM or SIGHUP, then lets go of everything in reverse order. */
export async function runWeb(options: RunWebOptions): Promise<void> {
  const { reason, port, rendererFolder, json, logger } = options
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
        const moved = host.onPreferredPort ? '' : `端口 ${preferredPort} 已被占用，换用 ${host.port}。`
        print(`CreoNow 在浏览器里打开，因为${reason}。${moved}请打开这个链接（只能用一次），按 Ctrl-C 结束：`)
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
