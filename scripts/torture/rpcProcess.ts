import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Envelope } from '../../main/src/contract/result.ts'
import { callOver, Gone } from './caller.ts'
import { type Place, repository } from './place.ts'

const program = join(repository, 'scripts/creonow.mjs')

/** For a call that is never answered, not for a slow one: on a busy machine everything takes many times as long. */
const patienceMs = 300_000

/**
 * `creonow rpc` in a process of its own: what it has answered, it has acknowledged. A call without an answer for
 * `waitMs` fails with the channel's name, and the process is killed.
 */
export function startRpc({ dataFolder }: Pick<Place, 'dataFolder'>, waitMs = patienceMs) {
  const child = spawn(process.execPath, [program, 'rpc', '--data', dataFolder], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Hundreds of starts of one program: compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'creonow-compiled'), CREONOW_LOG: 'error' },
  })
  const waiting = new Map<number, PromiseWithResolvers<Envelope<unknown>>>()
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
    waiting.get(frame.id)?.resolve(frame as unknown as Envelope<unknown>) // the host's own frame
    waiting.delete(frame.id)
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code, signal) => {
      isGone = true
      for (const { reject } of waiting.values())
        reject(new Gone(`the process ended with ${code ?? signal}: ${stderr}`))
      waiting.clear()
      resolve(code)
    })
  })

  async function send(channel: string, input: unknown): Promise<Envelope<unknown>> {
    if (isGone) throw new Gone(`the process had ended: ${stderr}`)
    const id = next++
    const asked = Promise.withResolvers<Envelope<unknown>>()
    waiting.set(id, asked)
    child.stdin.write(`${JSON.stringify({ id, channel, input })}\n`)
    return inTime(asked.promise, channel, waitMs)
  }

  async function inTime<T>(awaited: Promise<T>, words: string, limitMs: number): Promise<T> {
    const silence = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      silence.reject(new Error(`${words}: nothing came for ${limitMs} ms; the process said: ${stderr}`))
      child.kill('SIGKILL')
    }, limitMs)
    try {
      return await Promise.race([awaited, silence.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    send,
    call: callOver(send),
    /** Whatever it is doing, it stops now. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
    /** Lets it finish; throws when it does not. */
    async end(): Promise<{ code: number | null; stderr: string }> {
      child.stdin.end()
      return { code: await inTime(ended, 'the end of its input', patienceMs), stderr }
    },
  }
}

/** A line that a kill has torn is no frame. */
function readFrame(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
