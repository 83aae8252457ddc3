import about from '../../../../package.json' with { type: 'json' }
import { createApp } from '../../app.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { eventFrame } from '../../contract/frames.ts'
import { type ErrorPayload, fail } from '../../contract/result.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { errorPayload, errorSentence } from '../../contract/sentences/errorSentence.ts'
import { isAppError, toPayload } from '../../lib/appError.ts'
import { dataFolderOfProcess } from '../../lib/dataFolder.ts'
import { createLogger } from '../../lib/logger.ts'
import { importExtensions } from '../../services/manuscript/index.ts'
import { languageOfProcess, optionIn } from '../language.ts'
import { watchProcess } from '../processFaults.ts'
import { wrongUse } from '../wrongUse.ts'
import { agent } from './agent.ts'
import { assemble, inspect } from './assemble.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { codex } from './codex.ts'
import { parseCommandLine } from './commandLine.ts'
import { completion } from './completion.ts'
import { count } from './count.ts'
import { doctor } from './doctor.ts'
import { each, synopses } from './each.ts'
import { exitCode, exitCodeOf } from './exitCodes.ts'
import { explain } from './explain.ts'
import { exportFile } from './export.ts'
import { usage } from './help.ts'
import { usageEn } from './helpEn.ts'
import { commandsIn, commonHelp } from './helpOf.ts'
import { importFile } from './import.ts'
import { localizeErrors } from './localizedErrors.ts'
import { mentions } from './mentions.ts'
import { plan } from './plan.ts'
import { redact } from './redact.ts'
import { rpc } from './rpc.ts'
import { run } from './run.ts'
import { search } from './search.ts'
import { snapshots } from './snapshots.ts'
import { statistics } from './statistics.ts'
import { type Command, printJson } from './terminal.ts'
import { threads } from './threads.ts'
import { voice } from './voice.ts'
import { words } from './words.ts'

const commands: Readonly<Record<string, Command>> = {
  import: importFile,
  export: exportFile,
  assemble,
  inspect,
  explain,
  run,
  agent,
  each,
  synopses,
  count,
  redact,
  mentions,
  search,
  codex,
  threads,
  plan,
  snapshots,
  backup,
  statistics,
  voice,
  words,
  check,
  rpc,
  // With all it brings it is an eighth of what a start loads, and no other command needs it.
  mcp: async (context) => (await import('./mcp.ts')).mcp(context),
  doctor,
}
/** Commands that may inspect a prompt; `rpc` and `mcp` only when started with --debug. */
const inspecting = new Set(['inspect', 'explain'])
const debuggable = new Set(['rpc', 'mcp'])

/** Runs one command; returns the exit code. Results go to stdout, everything else to stderr. */
export async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json')
  const abort = new AbortController()
  // Not `once`: a writer of files listens too, and ends the process when it finds nobody else listening.
  process.on('SIGINT', () => {
    if (abort.signal.aborted) process.exit(130)
    abort.abort()
  })
  // `| head` has read enough and closed the pipe: further output has no reader, and nobody is to be told.
  let isReadEnough = false
  const unlessClosed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  }
  process.stdout.on('error', (error) => {
    unlessClosed(error)
    isReadEnough = true
    abort.abort()
  })
  // Progress without a reader is no reason to stop.
  process.stderr.on('error', unlessClosed)
  // Before anything can fail: errors are printed in this language.
  const language = await languageOfProcess({ lang: optionIn(args, '--lang'), data: optionIn(args, '--data') })
  let dispose: (() => Promise<void>) | undefined
  try {
    const line = parseCommandLine(args)
    const command =
      line.command !== undefined && Object.hasOwn(commands, line.command) ? commands[line.command] : undefined
    const help = (language === 'en' ? usageEn : usage)(importExtensions)
    if (line.values.version) {
      process.stdout.write(`${about.version}\n`)
      return exitCode.done
    }
    if (line.values.schema && line.command !== undefined) {
      if (!command && !commandsIn(help).some(({ name }) => name === line.command))
        throw noCommand(line.command)
      // The whole contract is in it, and no other command needs it.
      const { resultSchema } = await import('./resultSchemas.ts')
      printJson({ output: process.stdout }, resultSchema([line.command, ...line.rest], language))
      return exitCode.done
    }
    if (line.command === 'completion') {
      process.stdout.write(completion(line.rest[0], help))
      return exitCode.done
    }
    if (line.values.help || line.command === 'help') {
      process.stdout.write(helpFor(line.command === 'help' ? line.rest[0] : line.command, help))
      return exitCode.done
    }
    if (line.command === undefined || !command) {
      process.stderr.write(help)
      if (line.command === undefined) return exitCode.done
      throw noCommand(line.command)
    }
    const level = process.env.CREONOW_LOG ?? (line.command === 'rpc' ? 'warn' : 'error')
    const logger = createLogger({ level })
    watchProcess({
      logger,
      language: () => language,
      showMessage: (sentence) => process.stderr.write(coded(ErrorCode.INTERNAL, sentence, language)),
      exit: (code) => process.exit(code),
    })
    const dataFolder = dataFolderOfProcess(line.values.data)
    const app = await createApp({ dataFolder, logger, fakePauseMs: 0 })
    dispose = app.dispose
    const debug = inspecting.has(line.command) || (debuggable.has(line.command) && line.values.debug === true)
    const session = app.createSession({
      id: 'cli',
      mayInspect: () => debug,
      // The other commands print their result and nothing else.
      ...(line.command === 'rpc' && {
        emit: (event, payload) =>
          printJson({ output: process.stdout }, eventFrame(event, localizeErrors(payload, language))),
      }),
    })
    await command({
      line,
      language,
      app,
      session,
      input: process.stdin,
      output: process.stdout,
      printProgress: (text) => process.stderr.write(`${text}\n`),
      signal: abort.signal,
    })
    return exitCode.done
  } catch (error) {
    if (isReadEnough) return exitCode.stopped
    const payload = payloadOf(error)
    const message = errorSentence(payload, language)
    if (json) printJson({ output: process.stdout }, fail({ ...payload, message }))
    process.stderr.write(coded(payload.code, message, language))
    const { said } = Object(payload.details) as { readonly said?: unknown } // of a provider's failure
    if (typeof said === 'string') process.stderr.write(`${ownWords[language]}${said}\n`)
    if (!isAppError(error) && process.env.CREONOW_LOG)
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return exitCodeOf(payload.code)
  } finally {
    await dispose?.()
  }
}

const noCommand = (name: string) => wrongUse(`没有 ${name} 这条命令。`, `There is no command ${name}.`)

/** The whole help, or what it says of one command and of all. */
function helpFor(name: string | undefined, help: string): string {
  if (name === undefined) return help
  const command = commandsIn(help).find((each) => each.name === name)
  if (!command) throw noCommand(name)
  return `${command.lines.join('\n')}\n\n${commonHelp(help)}\n`
}

const payloadOf = (error: unknown): ErrorPayload =>
  isAppError(error) ? toPayload(error) : errorPayload(ErrorCode.INTERNAL)

const coded = (code: string, sentence: string, language: UiLanguage) =>
  `${code}${language === 'en' ? ': ' : '：'}${sentence}\n`

const ownWords = { zh: '服务商的原话：', en: 'In the service’s own words: ' }
