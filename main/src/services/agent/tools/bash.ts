import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { PermissionStore } from '../permissions.ts'
import { requireApproval } from './applying.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import { runShell } from './shell.ts'
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
  readonly environment: Readonly<Record<string, string | undefined>>
}

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
      if (ports.countStoredKeys(command) > 0) throw new AppError(ErrorCode.AGENT_STORED_KEY)
      await requireApproval({ kind: 'shell', tool: 'Bash', command, timeoutMs }, context)
      const ended = await runShell(command, {
        ...{ cwd: ports.rootOf(projectId), timeoutMs, signal },
        env: Object.fromEntries(
          allowedVariables.flatMap((name) =>
            ports.environment[name] === undefined ? [] : [[name, ports.environment[name]]],
          ),
        ),
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
