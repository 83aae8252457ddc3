import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../main/src/lib/appError.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'

const nothing = { drafts: [], notices: [], unread: [] }
const scene = sceneOf('雾来了。')
const constraintsPath = '.creonow/rules/constraints.json'

describe('constraints', () => {
  const item = (id: string, scope?: { from?: string; to?: string }) => ({
    id,
    text: `${id}。`,
    priority: 70,
    ...(scope ? { scope } : {}),
  })
  const chapter = (n: number) => `manuscript/00${n}.md`
  const holding = (
    items: readonly ReturnType<typeof item>[],
    part: { problem?: { code: string }; notices?: readonly { code: 'FILE_BROKEN'; params: never }[] } = {},
  ) => bookOf({ constraints: { readForPrompt: async () => ({ items, notices: [], ...part }) } })

  it('are in their order, with their priority and why they bind', async () => {
    const items = [item('不写梦'), item('只到第五章', { to: chapter(5) })]
    expect(await holding(items).read('constraints', scene)).toEqual({
      ...nothing,
      drafts: items.map((of, position) => ({
        ref: { path: constraintsPath, item: of.id, position },
        storeId: 'p1',
        title: '创作约束',
        text: of.text,
        priority: 70,
        reason: { code: position === 0 ? 'always' : 'in_scope', params: {} },
        of,
      })),
    })
  })

  it('bind from the first chapter of their scope to its last, both included', async () => {
    const items = [
      item('自五', { from: chapter(5) }),
      item('自六', { from: 'manuscript/005.md', to: chapter(5) }),
      item('到四', { to: chapter(4) }),
      item('自四', { from: chapter(4) }),
      item('到五', { to: chapter(5) }),
      item('一到三', { from: chapter(1), to: chapter(3) }),
    ]
    const { drafts } = await holding(items).read('constraints', scene)
    expect(drafts.map(({ ref }) => ref.item)).toEqual(['自五', '自六', '自四', '到五'])
    const front = await holding([item('自一', { from: chapter(1) })]).read(
      'constraints',
      sceneOf('', { documentId: chapter(0) }),
    )
    expect(front.drafts).toEqual([])
  })

  it('bind on when a chapter of their scope was deleted, and the author is told how many', async () => {
    const items = [
      item('甲', { from: 'manuscript/gone.md' }),
      item('乙', { to: 'manuscript/gone.md' }),
      item('丙', { from: 'manuscript/gone.md', to: chapter(4) }),
    ]
    const { drafts, notices } = await holding(items).read('constraints', scene)
    expect(drafts.map(({ ref }) => ref.item)).toEqual(['甲', '乙'])
    expect(notices).toEqual([{ code: 'CONSTRAINT_SCOPE_DANGLING', params: { count: 3 } }])
  })

  it('bind on in every chapter when a move has put the last chapter before the first, and say so', async () => {
    const items = [
      item('甲', { from: chapter(4), to: chapter(2) }),
      item('乙', { from: chapter(5), to: chapter(5) }),
    ]
    const { drafts, notices } = await holding(items).read('constraints', scene)
    expect(drafts.map(({ ref }) => ref.item)).toEqual(['甲', '乙'])
    expect(notices).toEqual([{ code: 'CONSTRAINT_SCOPE_TURNED', params: { count: 1 } }])
  })

  it('report one without its chapter, and bind in a document that is in no list', async () => {
    const items = [item('甲', { from: 'manuscript/gone.md' }), item('乙', { to: chapter(1) })]
    const elsewhere = sceneOf('', { documentId: 'notes.md' })
    const { drafts, notices } = await holding(items).read('constraints', elsewhere)
    expect(drafts.map(({ ref }) => ref.item)).toEqual(['甲', '乙'])
    expect(notices).toEqual([{ code: 'CONSTRAINT_SCOPE_DANGLING', params: { count: 1 } }])
  })

  it('of a broken file leave a row, and pass its notice on', async () => {
    const notice = { code: 'FILE_BROKEN' as const, params: {} as never }
    const broken = holding([], { problem: { code: 'FILE_BROKEN' }, notices: [notice] })
    expect(await broken.read('constraints', scene)).toEqual({
      drafts: [],
      notices: [notice],
      unread: [[constraintsPath, 'invalid_format']],
    })
  })

  it('are found again one by one or all together', async () => {
    const book = holding([item('甲'), item('乙')])
    expect(await book.reread('constraints', constraintsPath, { item: '乙' })).toEqual(item('乙'))
    expect(await book.reread('constraints', constraintsPath)).toEqual({ text: '甲。\n乙。' })
    expect(await book.reread('constraints', constraintsPath, { item: '丙' })).toBe(undefined)
    expect(await book.reread('constraints', '.creonow/rules/style.md')).toBe(undefined)
  })
})

describe('files of Rules', () => {
  const style = '.creonow/rules/style.md'
  const terms = '.creonow/rules/terminology.json'
  const draft = (path: string, text: string) => ({
    ref: { path },
    storeId: 'p1',
    title: path,
    text,
    reason: { code: 'always', params: {} },
    of: { path, text, fetchedChars: text.length, tooLarge: false },
  })

  it('are printed whole', async () => {
    const list = '{"terms":[{"use":"灯塔"}],"banned":[]}'
    const book = bookOf({ files: { [style]: '短句为主。', [terms]: list } })
    expect(await book.read('styleSheet', scene)).toEqual({ ...nothing, drafts: [draft(style, '短句为主。')] })
    expect(await book.read('terminology', scene)).toEqual({ ...nothing, drafts: [draft(terms, list)] })
    expect(await book.reread('styleSheet', style)).toMatchObject({ text: '短句为主。' })
    expect(await book.reread('terminology', terms)).toMatchObject({ text: list })
    expect(await book.reread('styleSheet', terms)).toBe(undefined)
    expect(await book.reread('terminology', style)).toBe(undefined)
  })

  it.each([
    ['missing', {}],
    ['blank', { [style]: '　\r\n', [terms]: ' \n' }],
    [
      'a comment, or empty lists',
      { [style]: '<!-- 写\n法 -->\n', [terms]: '{ "terms": [],\n "banned": [] }' },
    ],
  ])('cost nothing when they are %s', async (_how, files) => {
    expect(await bookOf({ files }).read('styleSheet', scene)).toEqual(nothing)
    expect(await bookOf({ files }).read('terminology', scene)).toEqual(nothing)
  })

  it('report where the word list is broken instead of printing it', async () => {
    const place = { line: 3, column: 1, fault: { code: 'json', params: {} } } as const
    const broken = { path: terms, problem: 'invalid_format' as const, place }
    const filePort = { terminology: async () => broken }
    expect(await bookOf({ files: { [terms]: '{"terms":' }, filePort }).read('terminology', scene)).toEqual({
      drafts: [],
      notices: [{ code: 'FILE_LEFT_OUT', params: { path: terms, ...place } }],
      unread: [[terms, 'invalid_format']],
    })
  })

  it('have the last good copy of a broken word list, and pass its notice on', async () => {
    const text = '{"terms":[{"use":"灯塔"}],"banned":[]}'
    const notice = { code: 'FILE_BROKEN' as const, params: {} as never }
    const copy = { path: terms, text, fetchedChars: text.length, tooLarge: false }
    const filePort = { terminology: async () => ({ terms: [], copy, notices: [notice] }) }
    const book = bookOf({ files: { [terms]: '{"terms":' }, filePort })
    expect(await book.read('terminology', scene)).toEqual({
      ...nothing,
      drafts: [draft(terms, text)],
      notices: [notice],
    })
  })

  it('report a word list that cannot be read, which is not a missing one', async () => {
    const unreadable = { path: terms, problem: 'read_error' as const }
    const filePort = { read: async () => unreadable, terminology: async () => unreadable }
    expect(await bookOf({ filePort }).read('terminology', scene)).toEqual({
      drafts: [],
      notices: [{ code: 'CONTEXT_FILE_SKIPPED', params: { path: terms, problem: 'read_error' } }],
      unread: [[terms, 'read_error']],
    })
  })

  it.each([
    ['read_error', [{ code: 'CONTEXT_FILE_SKIPPED', params: { path: style, problem: 'read_error' } }]],
    ['too_large', [{ code: 'CONTEXT_FILE_SKIPPED', params: { path: style, problem: 'too_large' } }]],
    ['leftover', []],
  ] as const)('leave a row when they cannot be used: %s', async (problem, notices) => {
    const filePort = { read: async (_id: string, path: string) => ({ path, problem }) }
    const book = bookOf({ filePort })
    expect(await book.read('styleSheet', scene)).toEqual({ drafts: [], notices, unread: [[style, problem]] })
    expect(await book.reread('styleSheet', style)).toBe(undefined)
  })
})

describe('settings', () => {
  const files = {
    '.creonow/settings/地理.md': '灯塔在东礁。',
    '.creonow/settings/空.md': '　\n',
    '.creonow/settings/世界.md': '雾港没有魔法。',
  }
  const draft = (path: string, text: string) => ({
    ref: { path },
    storeId: 'p1',
    title: path,
    text,
    confidence: 1,
    reason: { code: 'file', params: {} },
    of: { path, text, fetchedChars: text.length, tooLarge: false },
  })

  it('are the files with content', async () => {
    expect(await bookOf({ files }).read('settingsFiles', scene)).toEqual({
      ...nothing,
      drafts: [
        draft('.creonow/settings/地理.md', '灯塔在东礁。'),
        draft('.creonow/settings/世界.md', '雾港没有魔法。'),
      ],
    })
  })

  it('report how much of a file was read, when it was not all', async () => {
    const path = '.creonow/settings/地理.md'
    const read = (fetchedChars: number) =>
      bookOf({
        files,
        filePort: {
          listSettings: async () => ({ files: [{ path }], problems: [] }),
          read: async () => ({ path, text: '灯塔', fetchedChars, tooLarge: true }),
        },
      }).read('settingsFiles', scene)
    expect((await read(900)).drafts.map(({ fetchedChars }) => fetchedChars)).toEqual([900])
    expect((await read(2)).drafts.map((one) => 'fetchedChars' in one)).toEqual([false])
  })

  it('report a file that cannot be used and go on with the others', async () => {
    const path = '.creonow/settings/坏.md'
    const listed = Object.keys(files).map((one) => ({ path: one }))
    const filePort = {
      listSettings: async () => ({ files: listed, problems: [{ path, problem: 'read_error' as const }] }),
    }
    const { drafts, ...told } = await bookOf({ files, filePort }).read('settingsFiles', scene)
    expect(drafts.length).toBe(2)
    expect(told).toEqual({
      notices: [{ code: 'CONTEXT_FILE_SKIPPED', params: { path, problem: 'read_error' } }],
      unread: [[path, 'read_error']],
    })
  })

  it('are not read on when the caller has given up', async () => {
    const signal = AbortSignal.abort(new Error('given up'))
    await expect(bookOf({ files }).read('settingsFiles', scene, { signal })).rejects.toThrow('given up')
  })

  it('are found again below their folder', async () => {
    const book = bookOf({ files: { ...files, '.creonow/rules/style.md': '短句。' } })
    expect(await book.reread('settingsFiles', '.creonow/settings/地理.md')).toMatchObject({
      text: '灯塔在东礁。',
    })
    expect(await book.reread('settingsFiles', '.creonow/rules/style.md')).toBe(undefined)
  })
})

describe('the profile', () => {
  const path = '.creonow/project.json'
  const whole = { type: '长篇', genre: '悬疑', person: 'first', tense: 'past', synopsis: '一封信。' }
  const holding = (facts: object) =>
    bookOf({ profiles: { profile: async (id) => ({ id, name: '雾港', ...facts }) } })

  it.each([
    ['zh', '书名：雾港\n类型：长篇\n题材：悬疑\n叙述人称：第一人称\n时态：过去时\n梗概：一封信。'],
    [
      'en',
      'Title: 雾港\nType: 长篇\nGenre: 悬疑\nPerson: first person\nTense: past tense\nPremise: 一封信。',
    ],
  ] as const)('has a line for each fact, in %s', async (language, text) => {
    const { drafts } = await holding(whole).read('profile', sceneOf('', { language }))
    expect(drafts).toEqual([
      {
        ref: { path },
        storeId: 'p1',
        title: '雾港',
        text,
        confidence: 1,
        reason: { code: 'profile', params: {} },
        of: { id: 'p1', name: '雾港', ...whole },
      },
    ])
  })

  it('has a word for each person and tense, and the author’s own for another', async () => {
    const text = async (facts: object) =>
      (await holding(facts).read('profile', scene)).drafts.map((draft) => draft.text)
    expect(await text({ person: 'second', tense: 'present' })).toEqual([
      '书名：雾港\n叙述人称：第二人称\n时态：现在时',
    ])
    expect(await text({ person: 'third', tense: '过去与现在交替' })).toEqual([
      '书名：雾港\n叙述人称：第三人称\n时态：过去与现在交替',
    ])
  })

  it('is empty when it is a name and blanks', async () => {
    expect(await holding({ genre: '　', tense: '' }).read('profile', scene)).toEqual(nothing)
  })

  it('is found again at its file alone', async () => {
    const book = holding({ type: '长篇' })
    expect(await book.reread('profile', path)).toEqual({ text: '书名：雾港\n类型：长篇' })
    expect(await book.reread('profile', '.creonow/settings/地理.md')).toBe(undefined)
  })
})

describe('confirmed preferences', () => {
  const rules = [
    { id: 'r1', text: ' 对话用短句。\n', confidence: 0.8 },
    { id: 'r2', text: '不写梦。', confidence: 0.6, asConstraint: true },
  ]
  const holding = (confirmed: (projectId: string) => Promise<typeof rules>) =>
    bookOf({
      memory: {
        confirmed,
        recall: async () => [],
        working: { instructions: () => [], lastExchange: () => undefined },
      },
    })
  const draft = (of: (typeof rules)[number] | undefined, as: string) => ({
    ref: { path: `memory:${of?.id}` },
    storeId: 'p1',
    title: of?.id,
    text: of?.text.trim(),
    reason: { code: 'preference', params: { as } },
    of,
  })

  it('are settings, or rules where the author wants them as constraints', async () => {
    const book = holding(async (projectId) => (projectId === 'p1' ? rules : []))
    expect(await book.read('preferences', scene)).toEqual({
      ...nothing,
      drafts: [{ ...draft(rules[0], 'setting'), confidence: 0.8 }],
    })
    expect(await book.read('preferenceConstraints', scene)).toEqual({
      ...nothing,
      drafts: [{ ...draft(rules[1], 'constraint'), priority: 100 }],
    })
  })

  it('of a broken file are reported once', async () => {
    const book = holding(async () => {
      throw new AppError('MEMORY_UNAVAILABLE')
    })
    expect(await book.read('preferences', scene)).toEqual({
      drafts: [],
      notices: [{ code: 'MEMORY_UNAVAILABLE', params: {} }],
      unread: [['.creonow/memory/preferences.json', 'invalid_format']],
    })
    expect(await book.read('preferenceConstraints', scene)).toEqual(nothing)
  })

  it.each(['preferences', 'preferenceConstraints'])(
    'leave any other failure to the engine: %s',
    async (name) => {
      const book = holding(async () => {
        throw new Error('disk')
      })
      await expect(book.read(name, scene)).rejects.toThrow('disk')
    },
  )

  it.each(['preferences', 'preferenceConstraints'])('are found again by their id: %s', async (name) => {
    const book = holding(async () => rules)
    expect(await book.reread(name, 'memory:r1')).toEqual({ text: '对话用短句。' })
    expect(await book.reread(name, 'memory:r9')).toBe(undefined)
    expect(await book.reread(name, '.creonow/memory/preferences.json')).toBe(undefined)
  })
})
