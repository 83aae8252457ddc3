import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createRouter } from '../../../main/src/ipc/router.ts'
import { createSession } from '../../../main/src/ipc/session.ts'
import { AppError } from '../../../main/src/lib/appError.ts'
import { type Logger, silentLogger } from '../../../main/src/lib/logger.ts'

const contract = {
  'echo:say': { input: z.strictObject({ text: z.string().max(10) }), output: z.string() },
  'thing:read': { input: z.strictObject({ projectId: z.string().max(10) }), output: z.string() },
  'thing:open': { input: z.strictObject({ projectId: z.string().max(10) }), output: z.string() },
}

function setUp(handlers: object = {}, log: Partial<Logger> = {}) {
  const session = createSession({ id: 's1', mayInspect: () => false })
  session.openProjects.add('mine')
  const router = createRouter({
    contract,
    handlers: {
      'echo:say': async ({ text }: { text: string }) => text,
      'thing:read': async () => 'read',
      'thing:open': async () => 'opened',
      ...handlers,
    },
    projectExists: (id) => id === 'mine' || id === 'other',
    opening: new Set(['thing:open']),
    redact: (text) => text.replaceAll('/home/me', '***REDACTED***'),
    logger: { ...silentLogger, ...log },
  })
  return (channel: string, input: unknown) => router.dispatch(session, channel, input)
}

const codeOf = (envelope: Awaited<ReturnType<ReturnType<typeof setUp>>>) =>
  envelope.ok ? 'ok' : envelope.error.code

describe('dispatch', () => {
  it('answers with an envelope', async () => {
    expect(await setUp()('echo:say', { text: '雾' })).toEqual({ ok: true, data: '雾' })
  })

  it('knows no channel beyond the contract, not even what every object inherits', async () => {
    for (const channel of ['nope', 'toString', '__proto__', 'constructor', '']) {
      expect([channel, codeOf(await setUp()(channel, {}))]).toEqual([channel, 'UNKNOWN_CHANNEL'])
    }
  })

  it('refuses what no check can read, such as a value inside itself, instead of failing', async () => {
    const knot: Record<string, unknown> = {}
    knot.self = knot
    const sized = z.record(z.string(), z.unknown()).refine((value) => JSON.stringify(value).length < 100)
    const router = createRouter({
      contract: { 'knot:tie': { input: sized, output: z.string() } },
      handlers: { 'knot:tie': async () => 'tied' },
      projectExists: () => false,
      opening: new Set(),
      redact: (text) => text,
      logger: silentLogger,
    })
    const session = createSession({ id: 's1', mayInspect: () => false })
    expect(codeOf(await router.dispatch(session, 'knot:tie', knot))).toBe('INVALID_ARGUMENT')
  })

  it('lets nothing through that the schema does not name', async () => {
    for (const input of [
      undefined,
      null,
      7,
      [],
      {},
      { text: 7 },
      { text: 'x'.repeat(11) },
      { text: 'a', extra: 1 },
    ]) {
      expect(codeOf(await setUp()('echo:say', input))).toBe('INVALID_ARGUMENT')
    }
  })

  it('tells a project of somebody else from one that does not exist, and logs the first', async () => {
    const security: object[] = []
    const dispatch = setUp({}, { warn: (fields) => void security.push(fields) })
    expect(codeOf(await dispatch('thing:read', { projectId: 'mine' }))).toBe('ok')
    expect(codeOf(await dispatch('thing:read', { projectId: 'other' }))).toBe('CONTEXT_SCOPE_VIOLATION')
    expect(codeOf(await dispatch('thing:read', { projectId: 'none' }))).toBe('NOT_FOUND')
    expect(codeOf(await dispatch('thing:open', { projectId: 'other' }))).toBe('ok')
    expect(security).toEqual([{ security: true, session: 's1', channel: 'thing:read', projectId: 'other' }])
  })

  it('never rejects, and keeps causes and paths out of the answer', async () => {
    const failing = (error: unknown) =>
      setUp({
        'echo:say': async () => {
          throw error
        },
      })('echo:say', { text: '雾' })
    expect(
      await failing(
        new AppError('CONFLICT', '在 /home/me/书 里改过了。', { data: { a: 1 }, cause: new Error('x') }),
      ),
    ).toEqual({
      ok: false,
      error: { code: 'CONFLICT', message: '在 ***REDACTED***/书 里改过了。', details: { a: 1 } },
    })
    expect(await failing(new TypeError('secret detail'))).toEqual({
      ok: false,
      error: { code: 'INTERNAL', message: '程序内部出错，内容没有改动。详情已写入日志。' },
    })
    expect(codeOf(await failing('a string'))).toBe('INTERNAL')
    expect(codeOf(await failing(new DOMException('x', 'AbortError')))).toBe('CANCELLED')
  })
})
