import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CacheBook } from './book.ts'
import { type CacheName, caches, type Request } from './caches.ts'
import type { ChatText } from './chatCauses.ts'
import { modelsFile, services } from './services.ts'
import { withProduct } from './session.ts'
import { startWire } from './wire.ts'

const turns = 60
const windowTokens = 128_000

export interface ChatPlay {
  readonly requests: readonly Request[]
  readonly questions: readonly string[]
  /** Each request. */
  readonly texts: readonly ChatText[]
}

/** Where what is of one turn alone begins. */
const turnFrom = /<<<(?:光标之后|光标所在|本次要求)/

/** One conversation of 60 turns about a chapter, over a real connection to an endpoint that caches in one of the ways. */
export async function playChat(
  book: CacheBook,
  kind: CacheName,
  count: (text: string) => number,
): Promise<ChatPlay> {
  const { family, model } = services[kind]
  const people = Object.keys(book.files).flatMap(
    (path) => /characters\/(?:\d+-)?([^/]+)\.md$/.exec(path)?.[1] ?? [],
  )
  const questions = Array.from({ length: turns }, (_, at) => {
    const [one, two] = [people[(at * 7) % people.length], people[(at * 3 + 1) % people.length]]
    return `${one}和${two}上一次同时出场是在哪里？这一章里${one}该怎么说话，才像前面写的那样？`
  })
  const answers = questions.map((_, at) => book.unwritten.slice(at * 180, at * 180 + 180))
  let turn = 0
  const texts: ChatPlay['texts'][number][] = []
  const wire = await startWire({
    ...{ cache: caches[kind](), count, uniqueFrom: (text: string) => text.length },
    answer({ text, messages }) {
      const last = messages.at(-1) ?? ''
      const end = turnFrom.exec(last)?.index ?? last.length
      texts.push({ whole: text, before: text.slice(0, text.length - last.length), added: last.slice(0, end) })
      return answers[turn] ?? ''
    },
  })
  let ended = Promise.withResolvers<void>()
  const emit = (name: string, payload: unknown) => {
    const { type } = payload as { readonly type?: string } // of a run, by the contract
    if (name === 'run' && (type === 'done' || type === 'error')) ended.resolve()
  }
  try {
    await withProduct(
      book,
      async ({ ask }, { projectId, last }) => {
        const provider = { id: 'wire', name: 'wire', baseUrl: wire.baseUrl, models: [model], family }
        await ask('settings:update', { patch: { providers: [provider], defaultModelId: `wire/${model}` } })
        await ask('settings:key:set', { provider: 'wire', key: 'bench-key' })
        const { text } = await ask<{ text: string }>('documents:read', { projectId, documentId: last })
        const { id: conversationId } = await ask<{ id: string }>('chat:create', {
          projectId,
          documentId: last,
        })
        for (const question of questions) {
          ended = Promise.withResolvers()
          const asked = { projectId, documentId: last, cursorPosition: text.length, skillId: 'chat' }
          await ask('ai:run', { ...asked, additionalInput: question, conversationId })
          await ended.promise
          turn += 1
        }
      },
      {
        emit,
        async arrange(dataFolder) {
          await mkdir(dataFolder, { recursive: true, mode: 0o700 })
          await writeFile(join(dataFolder, 'models.json'), modelsFile(windowTokens))
        },
      },
    )
    return { requests: wire.requests, questions, texts }
  } finally {
    await wire.close()
  }
}
