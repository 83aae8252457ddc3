import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorSentence } from '../../../main/src/contract/sentences/errorSentence.ts'
import { errorsEn } from '../../../main/src/contract/sentences/errorsEn.ts'
import { createRouter } from '../../../main/src/ipc/router.ts'
import { createSession } from '../../../main/src/ipc/session.ts'
import { AppError } from '../../../main/src/lib/appError.ts'
import { type Logger, silentLogger } from '../../../main/src/lib/logger.ts'

const contract = {
  'echo:say': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ text: z.string().max(10) }),
    output: z.string(),
  },
  'thing:read': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ projectId: z.string().max(10) }),
    output: z.string(),
  },
  'thing:open': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ projectId: z.string().max(10) }),
    output: z.string(),
  },
} as const

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

  it('has no channel beyond the contract, not even what every object inherits', async () => {
    for (const channel of ['nope', 'toString', '__proto__', 'constructor', '']) {
      expect([channel, codeOf(await setUp()(channel, {}))]).toEqual([channel, 'UNKNOWN_CHANNEL'])
    }
  })

  it('says which bounds hold for a number, a text or a list, in both languages, with its true numbers', async () => {
    const bounded = z.strictObject({
      seconds: z.int().min(10).max(1290).optional(),
      rows: z
        .array(z.strictObject({ share: z.number().min(0).max(1).nullable() }))
        .min(1)
        .max(2),
      title: z.string().min(1).max(2000),
      loose: z.union([z.int().min(3), z.literal('auto')]).optional(),
    })
    const router = createRouter({
      contract: { 'form:send': { effect: 'works', subjects: [], input: bounded, output: z.string() } },
      handlers: { 'form:send': async () => 'sent' },
      projectExists: () => false,
      opening: new Set(),
      redact: (text) => text,
      logger: silentLogger,
    })
    const session = createSession({ id: 's1', mayInspect: () => false })
    const good = { seconds: 20, rows: [{ share: 0.5 }], title: '雾港' }
    const refusal = async (part: object) => {
      const answer = await router.dispatch(session, 'form:send', { ...good, ...part })
      return answer.ok ? 'ok' : [errorSentence(answer.error, 'zh'), errorSentence(answer.error, 'en')]
    }
    const whole = [
      '这里的数只能是从 10 到 1,290 的整数。',
      'A number here can be a whole number from 10 to 1,290.',
    ]
    const number = ['这里的数只能从 0 到 1。', 'A number here can be 0 to 1.']
    const general = (path: string) => [
      `请求的内容不合规：${path}。`,
      `The request is not as it has to be: ${path}.`,
    ]
    const cases: readonly (readonly [object, readonly string[] | 'ok'])[] = [
      [{}, 'ok'],
      ...[9, 1291, 20.5, Number.NaN, 1e300, -Infinity].map((seconds) => [{ seconds }, whole] as const),
      [{ rows: [{ share: 0 }, { share: 1.5 }] }, number],
      [
        { rows: [] },
        ['有一个列表太短，至少要有 1 项。', 'There is too little in one list here: 1 at least.'],
      ],
      [
        { rows: Array.from({ length: 3 }, () => ({ share: null })) },
        ['有一个列表太长，最多 2 项。', 'There is too much in one list here: 2 at most.'],
      ],
      [
        { title: '长'.repeat(2001) },
        ['有一处文字太长，最多 2,000 个字符。', 'A text here is too long: 2,000 characters at most.'],
      ],
      [
        { title: '' },
        ['有一处文字空着或太短，至少要有 1 个字符。', 'A text here is empty or too short (least length: 1).'],
      ],
      [{ seconds: '20' }, general('seconds')],
      [{ loose: 1 }, general('loose')],
      [{ more: 1 }, ['请求的内容不合规。', errorsEn.INVALID_ARGUMENT_shape]],
    ]
    for (const [part, said] of cases) expect([part, await refusal(part)]).toEqual([part, said])
    expect(await router.dispatch(session, 'form:send', { ...good, seconds: 5 })).toMatchObject({
      error: { details: { least: 10, most: 1290, issues: [{ path: 'seconds', code: 'too_small' }] } },
    })
  })

  it('refuses what no check can read, such as a value inside itself, instead of failing', async () => {
    const knot: Record<string, unknown> = {}
    knot.self = knot
    const sized = z.record(z.string(), z.unknown()).refine((value) => JSON.stringify(value).length < 100)
    const router = createRouter({
      contract: { 'knot:tie': { effect: 'works', subjects: [], input: sized, output: z.string() } },
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

  it('distinguishes a project of another session from one that does not exist, and logs the first', async () => {
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
        new AppError('CONFLICT', { why: 'changed', path: '/home/me/书' }, { cause: new Error('x') }),
      ),
    ).toEqual({
      ok: false,
      error: {
        code: 'CONFLICT',
        message: '“***REDACTED***/书”刚刚在别处被改过，没有写入。请看过新内容再改。',
        details: { why: 'changed', path: '***REDACTED***/书' },
      },
    })
    expect(await failing(new TypeError('secret detail'))).toEqual({
      ok: false,
      error: { code: 'INTERNAL', message: '程序内部出错，内容没有改动。详情已写入日志。' },
    })
    expect(codeOf(await failing('a string'))).toBe('INTERNAL')
    expect(codeOf(await failing(new DOMException('x', 'AbortError')))).toBe('CANCELLED')
  })
})
