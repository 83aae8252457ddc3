import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../../main/src/contract/shared.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  startChatServer,
} from '../../support/chatServer.ts'

let app: TestApp
let server: ChatServer
let answer = ''

beforeEach(async () => {
  app = await startApp()
  server = await startChatServer((response) => {
    beginStream(response)
    sendDelta(response, answer, 'stop')
    endStream(response)
  })
  const provider = { id: 'local', name: '本机', baseUrl: server.baseUrl, models: ['m'] }
  await app.invoke('settings:update', { patch: { providers: [provider] } })
  await app.invoke('constraints:set', { projectId: app.projectId, items: ['严格第一人称叙述'] })
})
afterEach(async () => {
  await server.close()
  await app.remove()
})

async function runWith(text: string) {
  answer = text
  const { documents } = await app.invoke('documents:list', { projectId: app.projectId })
  const documentId = documents.at(-2)?.documentId ?? ''
  const events: DeepReadonly<RunEvent>[] = []
  const input = {
    projectId: app.projectId,
    documentId,
    cursorPosition: 900,
    skillId: 'continue',
    modelId: 'local/m',
  }
  const { finished } = await app.app.services.runs.start(input, (event) => void events.push(event))
  await finished
  const done = events.at(-1)
  return done?.type === 'done' ? done.judged : undefined
}

describe('Requirement: Constraints（创作约束）', () => {
  it('AI 生成违反约束时的处理', async () => {
    const text = '他推开门，走到窗前。他想起父亲说过的话，把信收进怀里，转身下了楼。'
    const judged = await runWith(text)
    const quote = '他想起父亲说过的话，把信收进怀里，转身下了楼。'
    expect(judged?.findings).toEqual([
      {
        ...{ kind: 'narrative', constraint: '严格第一人称叙述', constraintId: expect.any(String) },
        ...{ from: text.indexOf(quote), to: text.length, quote },
        ...{ code: 'person', params: { asked: 'first' } },
      },
    ])
    expect(judged?.checked).toContain('narrative')
  })

  it('the Judge does not accuse a first-person narrator of what others say', async () => {
    const judged = await runWith('我推开门。“他早走了，”许三娘说，“他把信也带走了。”我没有答。')
    expect(judged).toMatchObject({ findings: [], checked: expect.arrayContaining(['narrative']) })
  })
})
