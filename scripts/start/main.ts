import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { UiLanguage } from '../../main/src/contract/sentences/errorKeys.ts'
import { errorSentence } from '../../main/src/contract/sentences/errorSentence.ts'
import type { HostedApp } from '../../main/src/hosts/hostedApp.ts'
import { languageOfProcess, optionIn } from '../../main/src/hosts/language.ts'
import { watchProcess } from '../../main/src/hosts/processFaults.ts'
import { isAppError, toPayload } from '../../main/src/lib/appError.ts'
import { dataFolderOfProcess } from '../../main/src/lib/dataFolder.ts'
import { createLogger, type Logger } from '../../main/src/lib/logger.ts'
import { chooseHost } from './chooseHost.ts'
import { findElectron } from './findElectron.ts'
import { parseStartOptions, type StartOptions } from './options.ts'
import { runWeb } from './runWeb.ts'
import { startWords } from './words.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** The composition root as `npm start` needs it; loaded only when the web host is chosen. */
export type CreateApp = (options: { dataFolder: string; logger: Logger }) => Promise<HostedApp>

/** `npm start`: chooses the host, says which and why, runs it to its end. Gives the exit code; never rejects. */
export async function start(args: readonly string[], createApp: CreateApp): Promise<number> {
  const language = await languageOfProcess({ data: optionIn(args, '--data') })
  try {
    const options = parseStartOptions(args)
    return await run({ ...options, language }, dataFolderOfProcess(options.data), createApp)
  } catch (error) {
    return report(error, language, args.includes('--json'))
  }
}

async function run(
  options: StartOptions & { readonly language: UiLanguage },
  dataFolder: string,
  createApp: CreateApp,
): Promise<number> {
  const { language } = options
  const words = startWords[language]
  const choice = chooseHost({
    web: options.web,
    portGiven: options.port !== undefined,
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    findElectron: () =>
      findElectron({
        packageFolder: join(root, 'node_modules', 'electron'),
        memoryFile: join(root, 'node_modules', '.cache', 'creonow-electron-failed'),
        onDownload: (seconds) => process.stderr.write(`${words.downloading(seconds)}\n`),
      }),
  })
  if (choice.host === 'electron') {
    process.stdout.write(`${words.window(words.reasons[choice.reason])}\n`)
    return runElectron(choice.path, dataFolder)
  }
  const logger = createLogger({ level: process.env.CREONOW_LOG ?? 'warn' })
  watchProcess({
    logger,
    language: () => language,
    showMessage: (sentence) => process.stderr.write(`${sentence}\n`),
    exit: (code) => process.exit(code),
  })
  await runWeb({
    createApp: () => createApp({ dataFolder, logger }),
    ...{ reason: choice.reason, language },
    port: options.port,
    rendererFolder: join(root, 'out', 'renderer'),
    json: options.json,
    logger,
  })
  return 0
}

async function runElectron(program: string, dataFolder: string): Promise<number> {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), '--for', 'desktop'], {
    stdio: ['ignore', 2, 2],
  })
  if (built.status !== 0) return 1
  const { ELECTRON_RUN_AS_NODE: _never, ...env } = process.env
  const child = spawn(program, [root, '--data', dataFolder], { stdio: 'inherit', env })
  // The terminal sends Ctrl-C to both; this process only waits for the window to finish its saves.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : 0
}

function report(error: unknown, language: UiLanguage, json: boolean): number {
  const known = isAppError(error)
  const code = known ? error.code : 'INTERNAL'
  const message = known ? errorSentence(toPayload(error), language) : startWords[language].notStarted
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message } })}\n`)
  process.stderr.write(`${code}: ${message}\n`)
  if (!known) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}
