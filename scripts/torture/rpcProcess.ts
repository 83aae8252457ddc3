import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Envelope } from '../../main/src/contract/result.ts'
import { callOver, Gone } from './caller.ts'
import { type Place, repository } from './place.ts'

const program = join(repository, 'main/src/hosts/cli/main.ts')

/** `creonow rpc` in a process of its own: what it has answered, it has acknowledged. */
export function startRpc({ dataFolder }: Pick<Place, 'dataFolder'>) {
  const child = spawn(process.execPath, [program, 'rpc', '--data', dataFolder], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Hundreds of starts of one program: compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'creonow-compiled'), CREONOW_LOG: 'silent' },
  })
  const waiting = new Map<number, { take(answer: Envelope<unknown>): void; fail(error: Error): void }>()
  let stderr = ''
  let next = 0
  let isGone = false
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-4000)
  })
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const frame = readFrame(line)
    if (typeof frame?.id !== 'number') return
    waiting.get(frame.id)?.take(frame as unknown as Envelope<unknown>) // the host's own frame
    waiting.delete(frame.id)
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      isGone = true
      for (const { fail } of waiting.values()) fail(new Gone(`the process ended: ${stderr}`))
      waiting.clear()
      resolve(code)
    })
  })

  function send(channel: string, input: unknown): Promise<Envelope<unknown>> {
    return new Promise((take, fail) => {
      if (isGone) return fail(new Gone(`the process had ended: ${stderr}`))
      const id = next++
      waiting.set(id, { take, fail })
      child.stdin.write(`${JSON.stringify({ id, channel, input })}\n`)
    })
  }

  return {
    send,
    call: callOver(send),
    /** Whatever it is doing, it stops now. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
    async end(): Promise<{ code: number | null; stderr: string }> {
      child.stdin.end()
      return { code: await ended, stderr }
    },
  }
}

export type RpcProcess = ReturnType<typeof startRpc>

/** A line that a kill has torn is no frame. */
function readFrame(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
