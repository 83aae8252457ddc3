import type { ServerResponse } from 'node:http'
import type { ChannelInput } from '../../../../main/src/contract/index.ts'
import type { Job, JobPreview, JobRequest } from '../../../../main/src/contract/jobs.ts'
import type { TestApp } from '../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../support/chatServer.ts'
import { prose, startNovel } from '../../../support/novel.ts'

export const modelId = 'own/gpt-6.1-sol'

/** What the model is asked: all words of the request, and which chapter's heading is among them. */
interface Asked {
  readonly text: string
  readonly chapter: number
  /** Requests so far, from 1. */
  readonly times: number
}

/** A text, one that is cut off, or a refusal. */
type Answer = string | { readonly cutOff: string } | { readonly status: number; readonly body?: unknown }

export interface JobsNovel {
  readonly novel: TestApp
  readonly server: ChatServer
  /** The number of the chapter in each request so far. */
  chaptersAsked(): readonly number[]
  /** How the model answers from now on: a text, or a status that is refused. */
  answer: (asked: Asked) => Answer | Promise<Answer>
  preview(request: ChannelInput<'jobs:preview'>['request']): Promise<JobPreview>
  /** Starts a job and waits until it has come to rest. */
  run(request: JobRequest): Promise<Job>
  /** The only job of the project. */
  job(): Promise<Job>
  dispose(): Promise<void>
}

export const pathOf = (number: number) => `manuscript/${String(number).padStart(3, '0')}-第${number}章.md`
export const chapterText = (number: number, about = '雾港') =>
  `# 第${number}章\n\n${prose(600, `${about}${number}`)}`

/** A book of so many chapters, and a model of a priced family on loopback. */
export async function startJobsNovel(
  chapters: number,
  more: Readonly<Record<string, string>> = {},
): Promise<JobsNovel> {
  const files = Object.fromEntries(
    Array.from({ length: chapters }, (_, at) => [pathOf(at + 1), chapterText(at + 1)]),
  )
  const asked: number[] = []
  const server = await startChatServer(async (response, times) => {
    const { messages } = server.requests.at(-1)?.body ?? {}
    const text = JSON.stringify(messages).replaceAll('\\n', '\n')
    const chapter = Number(/第(\d+)章/.exec(text)?.[1] ?? 0)
    asked.push(chapter)
    await respond(response, text, await made.answer({ text, chapter, times }))
  })
  const novel = await startNovel({ ...files, ...more })
  await novel.invoke('settings:update', {
    patch: {
      providers: [
        {
          ...{ id: 'own', name: '本机', baseUrl: server.baseUrl, family: 'openai' },
          models: [modelId.slice('own/'.length)],
        },
      ],
      defaultModelId: modelId,
    },
  })
  const count = (await novel.app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })).count

  async function respond(response: ServerResponse, prompt: string, answer: Answer) {
    if (typeof answer !== 'string' && 'status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body ?? { error: { message: 'refused' } }))
      return
    }
    const [text, finish] = typeof answer === 'string' ? [answer, 'stop'] : [answer.cutOff, 'length']
    const [input, output] = [count(prompt), count(text)]
    beginStream(response)
    sendDelta(response, text, finish)
    sendUsage(response, { prompt_tokens: input, completion_tokens: output, total_tokens: input + output })
    endStream(response)
  }

  const { projectId } = novel
  const made: JobsNovel = {
    novel,
    server,
    chaptersAsked: () => asked,
    answer: ({ chapter }) => `第${chapter}章的梗概。`,
    preview: (request) => novel.invoke('jobs:preview', { projectId, request }),
    async run(request) {
      const { finished } = await novel.app.services.bookJobs.start(projectId, { request })
      return finished
    },
    async job() {
      const { jobs } = await novel.invoke('jobs:list', { projectId })
      if (jobs.length !== 1 || !jobs[0]) throw new Error(`${jobs.length} jobs`)
      return jobs[0]
    },
    async dispose() {
      await novel.remove()
      await server.close()
    },
  }
  return made
}
