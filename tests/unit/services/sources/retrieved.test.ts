import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import type { PassageHit } from '../../../../main/src/services/sources/index.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'
import { continueSkill } from '../../../support/engine.ts'

const nothing = { drafts: [], notices: [], unread: [] }
const secret = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`

describe('passages', () => {
  const chapter = '石阶一共十七级。父亲的铜哨在抽屉里。'
  const hit = (part: Partial<PassageHit> = {}): PassageHit => ({
    documentId: 'manuscript/001.md',
    from: 8,
    to: chapter.length,
    text: chapter.slice(8),
    score: 0.5,
    reason: 'shared',
    terms: ['铜哨', '父亲'],
    ...part,
  })
  const notice = { code: 'MEMORY_UNAVAILABLE' as const, params: {} as never }
  const finding = (
    hits: readonly PassageHit[],
    texts: Readonly<Record<string, string>>,
    asked: unknown[] = [],
  ) =>
    bookOf({
      texts,
      passages: {
        async forWindow(...[projectId, query]) {
          asked.push({ projectId, ...query })
          return { hits, left: [], notices: [notice] }
        },
      },
    })

  it('come with their rank, why they are there, and the chapter they are cut from', async () => {
    const gone = hit({ documentId: 'manuscript/007.md' })
    const book = finding([hit(), gone], { 'manuscript/001.md': chapter })
    expect(await book.read('passages', sceneOf('雾来了。'))).toEqual({
      ...nothing,
      notices: [notice],
      drafts: [
        {
          ref: { path: 'manuscript/001.md', from: 0, to: chapter.length },
          storeId: 'p1',
          title: '第一章',
          text: chapter,
          whole: chapter,
          of: expect.any(Object),
          order: 1,
          score: 0.5,
          rank: 1,
          reason: { code: 'passage', params: { rank: 1, terms: ['铜哨', '父亲'] } },
        },
      ],
    })
  })

  it('are found where they have moved to, removed when their chapter lost them, and preserved while it cannot be read', async () => {
    const moved = finding([hit()], { 'manuscript/001.md': `又${chapter}` })
    const { drafts } = await moved.read('passages', sceneOf('雾。'))
    expect(drafts.map(({ ref }) => ref)).toEqual([
      { path: 'manuscript/001.md', from: 0, to: chapter.length + 1 },
    ])
    const deleted = finding([hit()], { 'manuscript/001.md': chapter.slice(0, 12) })
    expect((await deleted.read('passages', sceneOf('雾。'))).drafts).toEqual([])
    const texts: Record<string, string> = {}
    const unreadable = finding([hit()], texts)
    expect(
      (await unreadable.read('passages', sceneOf('雾。'))).drafts.map((draft) => 'whole' in draft),
    ).toEqual([false])
    texts['manuscript/001.md'] = chapter
    expect((await unreadable.read('passages', sceneOf('雾。'))).drafts.map(({ whole }) => whole)).toEqual([
      chapter,
    ])
  })

  it('stay at their place where the chapter has the same twice', async () => {
    const verse = '　　雾锁长桥，月照寒江。\r\n'
    const twice = `${verse}${chapter}${verse}`
    const second = hit({ from: verse.length + chapter.length, to: twice.length, text: verse, score: 0 })
    const { drafts } = await finding([second], { 'manuscript/001.md': twice }).read(
      'passages',
      sceneOf('雾。'),
    )
    expect(drafts.map(({ ref, text }) => ({ ...ref, text }))).toEqual([
      { path: 'manuscript/001.md', from: second.from, to: second.to, text: verse },
    ])
  })

  it('begin and end with whole sentences, but not inside another passage that is sent', async () => {
    const textsOf = async (hits: readonly PassageHit[]) => {
      const book = finding(hits, { 'manuscript/001.md': chapter })
      return (await book.read('passages', sceneOf('雾。'))).drafts.map(({ text }) => text)
    }
    const part = (from: number, to: number) => hit({ from, to, text: chapter.slice(from, to), score: 0 })
    expect(await textsOf([part(11, 14)])).toEqual(['父亲的铜哨在抽屉里。'])
    expect(await textsOf([part(2, 6)])).toEqual(['石阶一共十七级。'])
    expect(await textsOf([part(0, 10), part(10, 14)])).toEqual(['石阶一共十七级。父亲', '的铜哨在抽屉里。'])
  })

  it('come from one place, the same thing again, as long as their chapter does', async () => {
    const hits = [hit({ score: 0 })]
    const book = finding(hits, { 'manuscript/001.md': chapter })
    const placeOf = async () => (await book.read('passages', sceneOf('雾。'))).drafts[0]?.of
    const first = await placeOf()
    expect(await placeOf()).toBe(first)
    hits[0] = hit({ from: 0, to: 8, text: chapter.slice(0, 8), score: 0 })
    expect(await placeOf()).not.toBe(first)
    hits[0] = hit({ score: 0 })
    expect(await placeOf()).toBe(first)
  })

  it('are searched by the end of what is before the cursor, the selection and the request', async () => {
    const asked: unknown[] = []
    const before = { from: 0, to: 1600, text: `首${'甲'.repeat(98)}界${'乙'.repeat(2999)}末` }
    const part = {
      before,
      selected: { from: 0, to: 1501, text: `${'选'.repeat(1500)}外` },
      authorInput: { raw: 'raw', text: `${'问'.repeat(1500)}外` },
    }
    await finding([], {}, asked).read('passages', sceneOf('雾。', part))
    await finding([], {}, asked).read('passages', sceneOf('雾。', { ...part, selected: undefined }))
    const query = {
      projectId: 'p1',
      windowText: `${'乙'.repeat(2999)}末`,
      queryText: `${'选'.repeat(1500)}\n${'问'.repeat(1500)}`,
      before: 'manuscript/005.md',
      within: 0,
      k: 10,
      previouslyIncluded: [],
    }
    expect(asked).toEqual([query, { ...query, queryText: '问'.repeat(1500) }])
  })

  it('are searched in the chapter as far as Immediate may not reach', async () => {
    const within = async (units: number, immediateTokens: number) => {
      const asked: { readonly within?: number }[] = []
      const limits = { settingsTokens: 0, retrievedTokens: 0, immediateTokens }
      await finding([], {}, asked).read('passages', sceneOf('雾'.repeat(units)), { limits })
      return asked[0]?.within
    }
    expect([await within(900, 1000), await within(1000, 1000), await within(9000, 1000)]).toEqual([
      0, 0, 8000,
    ])
  })

  it('are never searched by a word of a marker that hides a secret', async () => {
    const asked: unknown[] = []
    const { text } = await createRedactor().redact(`他抄下${secret}。`, 'manuscript', 'p1')
    const part = { before: { from: 0, to: 9, text }, authorInput: { raw: '', text } }
    await finding([], {}, asked).read('passages', sceneOf('雾。', part))
    expect(asked).toMatchObject([{ windowText: '他抄下 。', queryText: '他抄下 。' }])
  })

  it.each([
    ['windowText', { before: { from: 0, to: 2, text: '雾。' } }, 1],
    ['askedText', { before: { from: 0, to: 1, text: '　' }, authorInput: { raw: '写雾', text: '写雾' } }, 1],
    ['nothing', { before: { from: 0, to: 1, text: '　' }, authorInput: { raw: ' ', text: ' ' } }, 0],
  ])('are searched only when there is a query: %s', async (_what, part, times) => {
    const asked: unknown[] = []
    const { notices } = await finding([hit()], {}, asked).read('passages', sceneOf('', part))
    expect([asked.length, notices.length]).toEqual([times, times])
  })

  it('are found again as a part of their chapter', async () => {
    const book = finding([], { 'manuscript/001.md': chapter })
    expect(await book.reread('passages', 'manuscript/001.md', { from: 0, to: 8 })).toEqual({
      text: '石阶一共十七级。',
      whole: chapter,
    })
  })
})

describe('an earlier message of a conversation', () => {
  const said = { number: 7, byAuthor: true, timestamp: '2026-11-22T23:59:00.000Z' }
  const text = '　好。\r\n\u3000铜哨在𠮷田那里，他不肯交。\n'
  const book = bookOf({
    conversations: {
      message: async (projectId, conversationId, id) =>
        [projectId, conversationId, id].join() === 'p1,t1,m/7' ? { ...said, text } : undefined,
    },
  })

  it('comes with its number, its role and its day', async () => {
    const pieces = [
      { ...said, id: 'm/7', from: 5, to: text.length, text: text.slice(5), similarity: 0.5 },
      { ...said, id: 'm8', number: 8, byAuthor: false, from: 0, to: 4, text: '　记下了。', similarity: 0.25 },
    ]
    const asked: string[] = []
    const past = {
      conversationId: 't1',
      find(question: string) {
        asked.push(question)
        return pieces
      },
    }
    const scene = sceneOf('雾。', { authorInput: { raw: '铜哨呢？', text: '铜哨呢？' } })
    const draft = (item: string, id: string, number: number, similarity: number, words: string) => ({
      ref: { path: `talk:t1/${id}`, item },
      storeId: 'p1',
      title: `#${number}`,
      text: words,
      similarity,
      reason: { code: 'past_talk', params: { number, likeness: similarity } },
    })
    expect(await book.read('pastTalk', scene, { unsentMessages: past })).toEqual({
      ...nothing,
      drafts: [
        draft(`5-${text.length}`, 'm/7', 7, 0.5, '#7 作者 2026-11-22\n铜哨在𠮷田那里，他不肯交。'),
        draft('0-4', 'm8', 8, 0.25, '#8 助手 2026-11-22\n记下了。'),
      ],
    })
    await book.read('pastTalk', sceneOf('雾。', { selected: { from: 0, to: 2, text: '灯塔' } }), {
      unsentMessages: past,
    })
    expect(asked).toEqual(['铜哨呢？', '灯塔'])
    expect(await book.read('pastTalk', scene)).toEqual(nothing)
  })

  it('is read again as it was shown, and is removed with its message', async () => {
    const again = (path: string, item: string) => book.reread('pastTalk', path, { item })
    expect(await again('talk:t1/m/7', `5-${text.length}`)).toEqual({
      text: '#7 作者 2026-11-22\n铜哨在𠮷田那里，他不肯交。',
    })
    expect(await again('talk:t1/m8', '0-4')).toBe(undefined)
    expect(await again('talk:t1', '0-4')).toBe(undefined)
  })
})

describe('synopses', () => {
  const known = (n: number, stale = false) => ({
    documentId: `manuscript/00${n}.md`,
    path: `.creonow/synopses/00${n}.md`,
    text: `第${n}章梗概`,
    stale,
    source: 'model' as const,
  })
  const all = [0, 1, 2, 3, 4, 5].map((n) => known(n, n === 3))
  const book = bookOf({ synopses: { list: async (projectId) => (projectId === 'p1' ? all : []) } })
  const draft = (n: number, position: number, weight: number, stale = false) => ({
    ref: { path: `.creonow/synopses/00${n}.md`, position },
    storeId: 'p1',
    order: position,
    title: ['序', '第一章', '第二章', '第三章', '第四章'][n],
    text: `第${n}章梗概`,
    weight,
    stale,
    reason: { code: 'synopsis', params: { stale } },
  })

  it('are those of the three chapters before this one, the nearest weighing most', async () => {
    expect(await book.read('synopses', sceneOf('雾。'))).toEqual({
      ...nothing,
      drafts: [draft(2, 0, 0.6), draft(3, 1, 0.65, true), draft(4, 2, 0.7)],
    })
  })

  it('are of chapters only, and none of a later one', async () => {
    const at = (documentId: string) => book.read('synopses', sceneOf('雾。', { documentId }))
    expect(await at('manuscript/002.md')).toEqual({ ...nothing, drafts: [draft(1, 0, 0.7)] })
    expect(await at('manuscript/001.md')).toEqual(nothing)
    expect(await at('manuscript/009.md')).toEqual(nothing)
  })

  it('leave out a chapter that has none', async () => {
    const some = bookOf({ synopses: { list: async () => all.filter((_one, n) => n !== 3) } })
    expect(await some.read('synopses', sceneOf('雾。'))).toEqual({
      ...nothing,
      drafts: [draft(2, 0, 0.6), draft(4, 2, 0.7)],
    })
  })

  it('are not read for the first chapter, even where they cannot be read', async () => {
    const unreadable = bookOf({ synopses: { list: () => Promise.reject(new Error('EIO')) } })
    const at = (documentId: string) => unreadable.read('synopses', sceneOf('雾。', { documentId }))
    expect(await at('manuscript/001.md')).toEqual(nothing)
    await expect(at('manuscript/002.md')).rejects.toThrow('EIO')
  })

  it('are for skills that go on with the text', async () => {
    const skill = { ...continueSkill, output: 'replace' as const }
    expect(await book.read('synopses', sceneOf('雾。', { skill }))).toEqual(nothing)
  })

  it('are found again by their path', async () => {
    expect(await book.reread('synopses', '.creonow/synopses/002.md')).toEqual(known(2))
    expect(await book.reread('synopses', '.creonow/synopses/009.md')).toBe(undefined)
  })
})

describe('episodes', () => {
  const episode = (outcome: 'accepted' | 'edited' | 'rejected', part: object = {}) => ({
    id: outcome,
    instruction: '写雾',
    excerpt: '雾散了。',
    outcome,
    ...part,
  })
  const recalling = (episodes: readonly ReturnType<typeof episode>[], asked: unknown[] = []) =>
    bookOf({
      memory: {
        confirmed: async () => [],
        async recall(projectId, request) {
          asked.push({ projectId, ...request })
          return episodes.map((one) => ({ episode: one, similarity: 0.8 }))
        },
        working: { instructions: () => [], lastExchange: () => undefined },
      },
    })
  const texts = async (
    episodes: readonly ReturnType<typeof episode>[],
    text: string,
    language: 'zh' | 'en' = 'zh',
  ) =>
    (await recalling(episodes).read('episodes', sceneOf(text, { language }))).drafts.map(
      (draft) => draft.text,
    )

  it('have the request, the text and the outcome', async () => {
    expect(await recalling([episode('accepted')]).read('episodes', sceneOf('灯亮了。'))).toEqual({
      ...nothing,
      drafts: [
        {
          ref: { path: 'memory:accepted' },
          storeId: 'p1',
          title: 'accepted',
          text: '作者要求：写雾\n写出：雾散了。\n作者采纳了',
          similarity: 0.8,
          reason: { code: 'episode', params: { similarity: 0.8 } },
        },
      ],
    })
    const others = [
      episode('edited', { text: '雾没散。', instruction: '' }),
      episode('rejected', { text: '不' }),
    ]
    expect(await texts(others, '灯亮了。')).toEqual([
      '写出：雾散了。\n作者改成：雾没散。',
      '作者要求：写雾\n写出：雾散了。\n作者没有采用',
    ])
    expect(await texts([episode('accepted'), ...others], '灯亮了。', 'en')).toEqual([
      'Asked: 写雾\nWritten: 雾散了。\nAccepted',
      'Written: 雾散了。\nChanged to: 雾没散。',
      'Asked: 写雾\nWritten: 雾散了。\nRejected',
    ])
  })

  it('are not shown a second time when their text is in the chapter, recognised by 40 characters', async () => {
    const start = '雾从海面上爬过来，灯一盏接一盏暗下去。'.repeat(3).slice(0, 40)
    const shown = async (one: ReturnType<typeof episode>, text: string) => (await texts([one], text)).length
    expect(await shown(episode('accepted'), '天亮，雾散了。')).toBe(0)
    expect(await shown(episode('accepted'), '天亮，云散了。')).toBe(1)
    expect(await shown(episode('rejected'), '天亮，雾散了。')).toBe(1)
    expect(await shown(episode('edited', { text: '雾没散。' }), '天亮，雾散了。')).toBe(1)
    expect(await shown(episode('edited', { text: ' 雾没散。\n' }), '天亮，雾没散。')).toBe(0)
    expect(await shown(episode('accepted', { excerpt: `${start}后来改了` }), `${start}别的`)).toBe(0)
    expect(await shown(episode('accepted', { excerpt: `${start}后` }), start.slice(0, 39))).toBe(1)
    expect(await shown(episode('accepted', { excerpt: '　' }), '天亮。')).toBe(1)
  })

  it('are recalled by the request and the 500 characters nearest to it', async () => {
    const asked: unknown[] = []
    const before = { from: 0, to: 501, text: `外${'前'.repeat(500)}` }
    const request = { raw: 'raw', text: `${'问'.repeat(500)}外` }
    const selected = { from: 0, to: 501, text: `${'选'.repeat(500)}外` }
    const book = recalling([], asked)
    await book.read('episodes', sceneOf('雾。', { before, authorInput: request }))
    await book.read('episodes', sceneOf('雾。', { before, authorInput: request, selected }))
    const query = (text: string) => ({
      projectId: 'p1',
      documentId: 'manuscript/005.md',
      query: { instruction: '问'.repeat(500), text },
    })
    expect(asked).toEqual([query('前'.repeat(500)), query('选'.repeat(500))])
  })
})
