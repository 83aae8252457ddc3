import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { PermissionStore } from '../permissions.ts'
import { requireApproval } from './applying.ts'
import { hasSecrets } from './environmentSecrets.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import { hidingCommand, runShell } from './shell.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({
  /** Runs exactly as it is shown: neither NUL nor half a character can be part of it. */
  command: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .refine((command) => command.isWellFormed() && !command.includes('\0'), 'malformed'),
  timeoutMs: z.int().min(100).max(120_000).default(30_000),
})
/** What a shell needs to find its programs and to write text; nothing that anybody may have put a key into. */
const allowedVariables = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
]

export interface BashPorts {
  readonly rootOf: (projectId: string) => string
  readonly developerMode: () => boolean
  readonly permissions: Pick<PermissionStore, 'of'>
  /** How often a text contains a key that is stored in the settings. */
  readonly countStoredKeys: (text: string) => number
  /** Of the app: other processes of the user can read it. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** `\x73`, `\163`, `\u0073` and `%73`, as `$'…'`, `printf`, `echo -e` and addresses write a character. */
const escaped =
  /\\{1,4}(?:[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(0?[0-7]{1,3}))|%([0-9a-fA-F]{2})/g
/** What a shell takes away: a continued line, strings put together, empty expansions, quotation marks, escapes. */
const quoting = /\\\r?\n|["'][\s+.&]{0,8}["']|\$(?=["'])|\$[@*]|\$\{[^}]{0,64}\}|["'`\\^]/g
/** The quoted parts of a shell's word: a sign, plain, with escapes, with expansions; and expansions to nothing. */
const quoted =
  /\\\r?\n|\\(.)|\$'((?:\\.|[^'\\])*)'|'([^']*)'|\$?"((?:\\.|[^"\\])*)"|\$[@*]|\$\{[^}]{0,64}\}/gs

/**
 * A command as it is, and as programs may read it: its words without quotation, and every sign of quotation taken
 * away, since what is inside may be a command of its own. A value that only running the command makes (from
 * variables, from base64) is in none of them.
 */
export function readingsOf(command: string): readonly string[] {
  const words = command.replace(
    quoted,
    (_, sign = '', escapes = '', plain = '', text: string = '') =>
      `${sign}${withCharacters(escapes)}${plain}${text.replace(/\\\r?\n|\$[@*]|\$\{[^}]{0,64}\}/g, '').replace(/\\(["\\$`])/g, '$1')}`,
  )
  const all = [command, withCharacters(command), words, withCharacters(words)]
  return [...new Set([command, ...all.map((reading) => reading.replace(quoting, ''))])]
}

const withCharacters = (text: string) =>
  text.replace(escaped, (whole, ...codes: (string | undefined)[]) => {
    const [hex, short, long, octal, percent] = codes
    const code = octal
      ? Number.parseInt(octal, 8)
      : Number.parseInt(hex ?? short ?? long ?? percent ?? '', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Not contained: it can reach whatever its user can. Therefore off, with an approval for every command. */
export function createBashTool(dependencies: ToolDependencies, ports: BashPorts): Tool {
  return makeTool(dependencies, {
    name: 'Bash',
    kind: 'shell',
    schema,
    describe: {
      zh: 'Bash[{"command": "wc -m manuscript/*.md"}]：在项目文件夹里运行一条命令（不受限制，每次都要作者同意）。',
      en: 'Bash[{"command": "wc -m manuscript/*.md"}]: runs a command in the project folder (not contained; the author is asked every time).',
    },
    async run({ command, timeoutMs }, context, language) {
      const { projectId, signal } = context
      if (!ports.developerMode() || ports.permissions.of(projectId).bash === 'off')
        throw new AppError(ErrorCode.AGENT_TOOL_OFF, { why: 'bash' })
      if (readingsOf(command).some((reading) => ports.countStoredKeys(reading) > 0))
        throw new AppError(ErrorCode.AGENT_STORED_KEY)
      const env = Object.fromEntries(
        allowedVariables.flatMap((name) =>
          ports.environment[name] === undefined ? [] : [[name, ports.environment[name]]],
        ),
      )
      const hidden = await hidingCommand(env)
      if (hidden === undefined && hasSecrets(ports.environment))
        throw new AppError(ErrorCode.AGENT_TOOL_OFF, { why: 'environmentKeys' })
      await requireApproval({ kind: 'shell', tool: 'Bash', command, timeoutMs }, context)
      const ended = await runShell(command, {
        ...{ cwd: ports.rootOf(projectId), timeoutMs, signal },
        ...{ env, hidden },
      })
      const safe = (text: string) => dependencies.redactText(text, projectId)
      const [stdout, stderr] = [safe(ended.stdout), safe(ended.stderr)]
      const timeoutMessage = language === 'zh' ? '（超时，已停下）' : '(timed out and was stopped)'
      const { exitCode, timedOut } = ended
      return {
        status: timedOut ? 'error' : exitCode === 0 ? 'success' : 'partial',
        data: { exitCode, stdout, stderr, timedOut },
        ...(timedOut && { error: { code: ErrorCode.AGENT_TOOL_TIMEOUT, message: timeoutMessage } }),
        text: [`exit ${exitCode ?? '-'} ${timedOut ? timeoutMessage : ''}`.trim(), stdout, stderr]
          .filter(Boolean)
          .join('\n'),
      }
    },
  })
}
