import { expect, expectTypeOf, test } from 'vitest'
import { notice, reason } from '#contract/notices.ts'
import { type Notice, type Reason, reasonParams, warningParams } from '#contract/warnings.ts'

const accepts = (value: unknown) => notice.safeParse(value).success

test('a warning crosses with exactly the parameters declared for its code', () => {
  const indexing = { code: 'RAG_INDEXING', params: { indexed: 3, total: 59 } }
  expect(notice.parse(indexing)).toEqual(indexing)
  expect([
    accepts({ code: 'RAG_INDEXING', params: { indexed: 3 } }),
    accepts({ code: 'RAG_INDEXING', params: { indexed: '3', total: 59 } }),
    accepts({ code: 'RAG_INDEXING', params: { indexed: 3, total: 59, path: '稿.md' } }),
    accepts({ code: 'NEVER_DECLARED', params: {} }),
    accepts({ code: 'RAG_UNAVAILABLE', params: { still: 'letters', cause: '' } }),
  ]).toEqual([false, false, false, false, false])
})

test('every declared code has a schema and every schema fits its declaration', () => {
  const samples = {
    text: '林远',
    texts: ['林远', '雾港'],
    number: 2,
    flag: true,
    fault: { code: 'lacks', params: { fields: ['name'] }, at: { line: 1, column: 2 } },
  } as const
  const sampleOf = (params: Readonly<Record<string, keyof typeof samples | readonly string[]>>) =>
    Object.fromEntries(
      Object.entries(params).map(([name, kind]) => [
        name,
        typeof kind === 'string' ? samples[kind] : kind[0],
      ]),
    )
  for (const [code, params] of Object.entries(warningParams)) {
    expect(notice.parse({ code, params: sampleOf(params) })).toEqual({ code, params: sampleOf(params) })
  }
  for (const [code, params] of Object.entries(reasonParams)) {
    expect(reason.parse({ code, params: sampleOf(params) })).toEqual({ code, params: sampleOf(params) })
  }
})

test('code and parameters go together in the type as well', () => {
  type Of<U extends { code: string }, C extends U['code']> = Extract<U, { code: C }>
  type Indexing = Of<Notice, 'RAG_INDEXING'>
  type Nearby = Of<Reason, 'in_window'>
  expectTypeOf<Indexing['params']>().toEqualTypeOf<{ readonly indexed: number; readonly total: number }>()
  expectTypeOf<Nearby['params']['side']>().toEqualTypeOf<'before' | 'after'>()
})
