import { expect, test } from 'vitest'
import { constraints as contract } from '../../../../main/src/contract/constraints.ts'
import { createRouter } from '../../../../main/src/ipc/router.ts'
import { constraintsHandlers } from '../../../../main/src/ipc/serviceHandlers.ts'
import { createSession } from '../../../../main/src/ipc/session.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createConstraintsStore } from '../../../../main/src/services/creonow/index.ts'
import { projectFolder } from './projectFolder.ts'

test('every answer fulfils the contract, and every error has its code and details', async () => {
  const { root, base, put } = await projectFolder()
  const clock = { now: () => 0, monotonic: () => 0 }
  const constraints = createConstraintsStore({
    rootOf: () => root,
    versioned: createVersionedFiles({ dataFolder: `${base}/data`, logger: silentLogger }),
    clock,
  })
  const router = createRouter({
    contract,
    handlers: constraintsHandlers({ constraints }),
    projectExists: () => true,
    opening: new Set(),
    redact: (text) => text,
    logger: silentLogger,
  })
  const session = createSession({ id: 's', mayInspect: () => false })
  session.openProjects.add('p')
  const call = async <C extends keyof typeof contract>(channel: C, input: object) => {
    const envelope = await router.dispatch(session, channel, { projectId: 'p', ...input })
    return envelope.ok ? contract[channel].output.parse(envelope.data) : envelope.error
  }

  const updatedAt = '1970-01-01T00:00:00.000Z'
  const created = await call('constraints:create', {
    text: '甲',
    kind: 'plot',
    scope: { from: 'manuscript/2.md' },
  })
  expect(created).toEqual({
    id: expect.any(String),
    text: '甲',
    kind: 'plot',
    priority: 100,
    scope: { from: 'manuscript/2.md' },
    updatedAt,
  })
  expect(await call('constraints:list', {})).toMatchObject({ items: [{ text: '甲', source: 'user' }] })
  expect(await call('constraints:set', { items: ['甲', '乙'] })).toMatchObject({
    version: 2,
    items: [{ text: '甲', kind: 'narrative' }, { text: '乙' }],
  })
  const { items } = await constraints.get('p')
  const first = items[0]?.id
  expect(await call('constraints:update', { id: first, patch: { priority: 7 } })).toMatchObject({
    priority: 7,
  })
  expect(await call('constraints:update', { id: 'unknown', patch: {} })).toMatchObject({
    code: 'CONSTRAINT_NOT_FOUND',
  })
  expect(await call('constraints:delete', { id: first })).toEqual({ deleted: true })
  expect(await call('constraints:get', {})).toMatchObject({ items: [{ text: '乙' }] })
  await put('.creonow/rules/constraints.json', '{\n  x')
  expect(await call('constraints:get', {})).toMatchObject({
    code: 'CONSTRAINT_FILE_BROKEN',
    details: { line: 2, column: 3 },
  })
})
