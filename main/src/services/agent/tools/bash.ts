import { spawn } from 'node:child_process'
import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { PermissionStore } from '../permissions.ts'
import { requireApproval } from './applying.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
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
const maxUnits = 30_000
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

interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
}

function runShell(
  command: string,
  {
    cwd,
    env,
    timeoutMs,
    signal,
  }: {
    readonly cwd: string
    readonly env: Record<string, string | undefined>
    readonly timeoutMs: number
    readonly signal: AbortSignal
  },
): Promise<Ended> {
  const isWindows = process.platform === 'win32'
  const child = spawn(command, {
    cwd,
    env,
    shell: true,
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const [stdout, stderr] = [createOutputBuffer(), createOutputBuffer()]
  child.stdout.on('data', stdout.add)
  child.stderr.on('data', stderr.add)
  let timedOut = false
  // What the command has started goes with it.
  const kill = () => {
    try {
      if (!isWindows && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // It has ended in the meantime.
      child.kill('SIGKILL')
    }
  }
  const timer = setTimeout(() => {
    timedOut = true
    kill()
  }, timeoutMs)
  signal.addEventListener('abort', kill, { once: true })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      done({ exitCode, stdout: stdout.text(), stderr: stderr.text(), timedOut })
    })
  })
}

/** The beginning and the end of an output, so that one without an end cannot fill the memory. */
function createOutputBuffer() {
  let head = ''
  let tail = ''
  let left = 0
  const decoder = new TextDecoder()
  return {
    add(chunk: Buffer): void {
      const text = decoder.decode(chunk, { stream: true })
      const freeUnits = Math.max(0, maxUnits / 2 - head.length)
      head += text.slice(0, freeUnits)
      tail += text.slice(freeUnits)
      const over = Math.max(0, tail.length - maxUnits / 2)
      left += over
      tail = tail.slice(over)
    },
    text: () => (left === 0 ? head + tail : `${head}\n… ${left} …\n${tail}`).toWellFormed(),
  }
}
