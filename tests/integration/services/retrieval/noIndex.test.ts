import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { indexFile } from '../../../../scripts/torture/crashIndex.ts'
import { startApp } from '../../../support/app.ts'

it('a book whose index cannot be opened can be opened and written; only the search says so', async () => {
  const first = await startApp()
  const { dataFolder, project } = first
  const path = await indexFile(first)
  await first.app.dispose()
  await rm(dirname(path), { recursive: true })
  await mkdir(path, { recursive: true })
  const app = await createApp({ dataFolder, logger: silentLogger, environment: {}, fakePauseMs: 0 })
  const session = app.createSession({ id: '窗口', mayInspect: () => true })
  const answers: string[] = []
  const ask = async (channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    answers.push(`${channel} ${answer.ok ? 'ok' : answer.error.code}`)
    return answer.ok ? answer.data : {}
  }
  const { projectId } = Object(await ask('projects:open', { rootPath: project }))
  await ask('documents:create', { projectId, title: '新章' })
  const { documents } = Object(await ask('documents:list', { projectId }))
  const last = documents.at(-1)
  const { hash } = Object(await ask('documents:read', { projectId, documentId: last.documentId }))
  const text = '　　雾散了。\r\n𠮷野数到三十三级。\n'
  await ask('documents:save', { projectId, documentId: last.documentId, text, baseHash: hash })
  await ask('retrieval:search', { projectId, queries: ['许三娘'], k: 5 })
  await app.dispose()
  await first.remove()
  expect({ title: last.title, answers }).toEqual({
    title: '新章',
    answers: [
      'projects:open ok',
      'documents:create ok',
      'documents:list ok',
      'documents:read ok',
      'documents:save ok',
      'retrieval:search IO_ERROR',
    ],
  })
})
