import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { CacheBook } from './book.ts'
import { type Arrange, type Author, type Project, withFolderOf } from './session.ts'

const command = resolve(import.meta.dirname, '..', '..', 'scripts/creonow.mjs')
const pollMs = 20

interface Frame {
  readonly id?: number
  readonly ok?: boolean
  readonly data?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * The product as a process of its own, `creonow rpc`, on a folder of its own: what works with it knows the lines of
 * the protocol and the contract, nothing else.
 */
export function withRpc<T>(
  book: CacheBook,
  work: (author: Author, project: Project) => Promise<T>,
  arrange?: Arrange,
): Promise<T> {
  return withFolderOf(book, arrange, async ({ rootPath, dataFolder, last }) => {
    const { ask, end } = start(['rpc', '--debug', '--project', rootPath, '--data', dataFolder])
    try {
      const { projectId } = await ask<Project>('projects:open', { rootPath })
      const settle = async () => {
        for (;;) {
          const { state } = await ask<{ state: string }>('retrieval:status', { projectId })
          if (state === 'ready') return
          await pause(pollMs)
        }
      }
      await settle()
      return await work({ ask, settle }, { projectId, last })
    } finally {
      await end()
    }
  })
}

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const closed = new Promise<void>((done) => child.on('close', () => done()))
  void closed.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`creonow rpc has ended: ${said}`))
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ok, data, error }: Frame = JSON.parse(line)
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || !asked) return
    waiting.delete(id)
    if (ok) asked.resolve(data)
    else asked.reject(new Error(`${error?.code} ${error?.message}`))
  })
  let ids = 0
  return {
    ask<T>(channel: string, input: object): Promise<T> {
      ids += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(ids, answer)
      child.stdin.write(`${JSON.stringify({ id: ids, channel, input })}\n`)
      return answer.promise as Promise<T> // by the contract of the channel
    },
    end() {
      child.stdin.end()
      return closed
    },
  }
}
