import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** UTF-16 units of each output. */
const maxUnits = 30_000
/** What a command has written before it ended is in the pipe by then; whoever else has the pipe is not waited for. */
const drainMs = 200

/** What became of a command. */
export interface Ended {
  /** Null: it was killed. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
}

interface ShellOptions {
  /** Absolute. */
  readonly cwd: string
  /** All of its environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** From `hidingCommand`; absent: the command can look at every process of its user. */
  readonly hidden?: readonly string[] | undefined
}

/**
 * In a user namespace of its own, a process may not look into one outside of it (`environ`, `mem` and `fd` in /proc),
 * although both belong to the same user: `ptrace(2)`, access mode checking. Files stay as they are.
 */
const hiding = ['unshare', '--user', '--map-current-user'] as const

/**
 * The words in front of a command that hide every other process from it; undefined where the system has none: on
 * anything but Linux, and where an administrator or a container forbids user namespaces.
 */
export async function hidingCommand(env: ShellOptions['env']): Promise<readonly string[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const child = spawn('/bin/sh', ['-c', '"$@" /bin/sh -c :', 'sh', ...hiding], { env, stdio: 'ignore' })
  const [exitCode] = await once(child, 'exit')
  return exitCode === 0 ? hiding : undefined
}

/**
 * Starts the command's parent: a shell that is nobody's child by the time the command begins, with the environment of
 * the command and no other. Without it `/proc/$PPID/environ` and the parents of that process would lead to the
 * environment of the app, which may have keys. Descriptor 3 takes the exit code, 4 says that the first shell has gone.
 */
const orphaned = '( read -r _ <&4; exec 4<&-; "$@" </dev/null 3>&-; printf %s "$?" >&3 ) </dev/null & exit 0'

/**
 * Runs a command in the user's shell. It ends at its time-out, whatever its children do with its output. Its process
 * group ends with it, on Windows its tree at the time-out; what has left them (`setsid`) goes on.
 */
export function runShell(command: string, options: ShellOptions): Promise<Ended> {
  return process.platform === 'win32' ? runHere(command, options) : runOrphaned(command, options)
}

async function runOrphaned(command: string, options: ShellOptions): Promise<Ended> {
  const words = [...(options.hidden ?? []), '/bin/sh', '-c', command]
  const child = spawn('/bin/sh', ['-c', orphaned, 'sh', ...words], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  const [, , , codePipe, startPipe] = child.stdio as unknown as [null, Readable, Readable, Readable, Writable] // by `stdio`
  const code = createOutputBuffer()
  codePipe.on('data', code.add)
  // A command that was killed before it began reads from nobody.
  startPipe.on('error', () => undefined)
  return finished(child, options, async () => {
    await once(child, 'exit')
    startPipe.end('\n')
    await once(codePipe, 'close')
    return code.text() === '' ? null : Number(code.text())
  })
}

async function runHere(command: string, options: ShellOptions): Promise<Ended> {
  const child = spawn(command, {
    cwd: options.cwd,
    env: options.env,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  return finished(child, options, async () => {
    const [exitCode] = await once(child, 'exit')
    return exitCode
  })
}

/** Collects the output until the command has ended, then ends what is left of its process group. */
async function finished(
  child: ReturnType<typeof spawn>,
  { timeoutMs, signal }: ShellOptions,
  ended: () => Promise<number | null>,
): Promise<Ended> {
  const [stdout, stderr] = [createOutputBuffer(), createOutputBuffer()]
  child.stdout?.on('data', stdout.add)
  child.stderr?.on('data', stderr.add)
  let timedOut = false
  const kill = () => {
    try {
      if (process.platform === 'win32') endTree(child)
      else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of it has ended in the meantime.
    }
  }
  const timer = setTimeout(() => {
    timedOut = true
    kill()
  }, timeoutMs)
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  try {
    const exitCode = await ended()
    clearTimeout(timer)
    kill()
    await drained([child.stdout, child.stderr])
    return { exitCode: timedOut ? null : exitCode, stdout: stdout.text(), stderr: stderr.text(), timedOut }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
}

/** On Windows, which has no process groups: a shell's children are found by their parent, while it is there. */
function endTree(child: ReturnType<typeof spawn>): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ending = spawn('taskkill', ['/PID', String(child.pid), '/T', '/F'], {
    stdio: 'ignore',
    windowsHide: true,
  })
  ending.on('error', () => child.kill('SIGKILL'))
  ending.on('exit', (code) => code === 0 || child.kill('SIGKILL'))
}

/** Resolves when the pipes are empty; a process that left the group may have them open for ever. */
async function drained(pipes: readonly (Readable | null)[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, drainMs)
  const closed = pipes.map(async (pipe) => {
    if (pipe && !pipe.closed) await once(pipe, 'close')
  })
  await Promise.race([Promise.all(closed), promise])
  clearTimeout(timer)
  for (const pipe of pipes) pipe?.destroy()
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
