import { describe, expect, it } from 'vitest'
import type { CodexCard, CodexFinding, CodexQuery } from '../../../../main/src/services/sources/index.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'

const nothing = { drafts: [], notices: [], unread: [] }
const scene = sceneOf('林远推开灯塔的门。')
const sure = { key: '林远', confidence: 1 }
const shared = { key: '林远', confidence: 0.5 }

const cardOf = (found: CodexFinding | undefined): CodexCard => ({
  id: 'linyuan',
  path: '.creonow/characters/林远.md',
  type: 'character',
  name: '林远',
  text: '林远，灯塔的看守。',
  title: '林远',
  levels: { short: '看守', line: '林远', name: '林远' },
  finding: found,
  of: { id: 'linyuan' },
})

const reading = { always: [], matches: [], constraints: [], broken: [], notices: [] }
const holding = (part: object, seen: CodexQuery[] = []) =>
  bookOf({
    codex: {
      async readForPrompt(_projectId, query) {
        seen.push(query)
        return { ...reading, ...part }
      },
      entryAsOf: async (projectId, path) =>
        projectId === 'p1' && path === '.creonow/characters/林远.md'
          ? { text: '看守。', levels: { name: '林远' }, constraints: [{ id: 'c1', text: '不会说谎。' }] }
          : undefined,
    },
  })

const whole = (card: CodexCard, part: object) => ({
  ref: { path: card.path },
  storeId: 'p1',
  title: '林远',
  text: card.text,
  forms: card.levels,
  of: card.of,
  finding: card.finding,
  card,
  ...part,
})

const reason = (code: string, params: object = {}) => ({ reason: { code, params } })
const inWindow = { distance: 40, window: 5000 }

describe('an entry', () => {
  it.each<[CodexFinding, object]>([
    [{ by: 'pin' }, { pinned: true, ...reason('pinned') }],
    [
      { by: 'called', ...shared },
      { pinned: true, confidence: 0.5, ...reason('called', { key: '林远' }) },
    ],
    [
      { by: 'selection', ...sure },
      { confidence: 1, ...reason('in_selection', { key: '林远', shared: false }) },
    ],
    [
      { by: 'instruction', ...shared },
      { confidence: 0.5, ...reason('in_instruction', { key: '林远', shared: true }) },
    ],
    [
      { by: 'instruction', ...sure },
      { confidence: 1, ...reason('in_instruction', { key: '林远', shared: false }) },
    ],
    [
      { by: 'selection', ...shared },
      { confidence: 0.5, ...reason('in_selection', { key: '林远', shared: true }) },
    ],
    [
      { by: 'after', ...sure, ...inWindow },
      { confidence: 1, ...reason('in_window', { side: 'after', distance: 40, key: '林远', shared: false }) },
    ],
    [
      { by: 'before', ...shared, ...inWindow },
      {
        confidence: 0.5,
        ...reason('in_window', { side: 'before', distance: 40, key: '林远', shared: true }),
      },
    ],
  ])('has the reason for which it was found: %o', async (found, part) => {
    const card = cardOf(found)
    const book = holding({ matches: [card] })
    expect(await book.read('codexEntries', scene)).toEqual({ ...nothing, drafts: [whole(card, part)] })
    expect(await book.read('codexNeighbours', scene)).toEqual(nothing)
  })

  it('that is related to a found one comes as a neighbour', async () => {
    const card = cardOf({ by: 'relation', of: '许三娘', relation: '师父' })
    const book = holding({ matches: [card] })
    expect(await book.read('codexEntries', scene)).toEqual(nothing)
    expect(await book.read('codexNeighbours', scene)).toEqual({
      ...nothing,
      drafts: [whole(card, reason('relation', { of: '许三娘', relation: '师父' }))],
    })
  })

  it('of the level “always” is part of Rules, named or not', async () => {
    const cards = [cardOf(undefined), cardOf({ by: 'earlier', key: '林远', ...inWindow })]
    const book = holding({ always: cards })
    expect(await book.read('codexAlways', scene)).toEqual({
      ...nothing,
      drafts: [
        whole(cardOf(undefined), { ...reason('always'), of: cards[0]?.of, card: cards[0] }),
        whole(cards[1] ?? cardOf(undefined), reason('always_earlier', { key: '林远', distance: 40 })),
      ],
    })
  })

  it.each(['codexAlways', 'codexEntries', 'codexNeighbours'])('scores by its finding: %s', (name) => {
    const { score } = bookOf().source(name)
    const of = (found: CodexFinding | undefined) =>
      score?.(whole(cardOf(found), reason('always')) as never, scene)
    expect([
      of(undefined),
      of({ by: 'pin' }),
      of({ by: 'earlier', key: '林远', distance: 5000, window: 5000 }),
    ]).toEqual([undefined, 1, 0.35])
  })

  it('scores at the cursor without a window as with one', () => {
    const { score } = bookOf().source('codexEntries')
    const card = cardOf({ by: 'before', ...sure, distance: 0, window: 0 })
    expect(score?.(whole(card, reason('always')) as never, scene)).toBe(0.9)
  })

  it.each(['codexAlways', 'codexEntries', 'codexNeighbours', 'codexConstraints'])(
    'is found again, with its shorter forms or one constraint of it: %s',
    async (name) => {
      const book = holding({})
      const path = '.creonow/characters/林远.md'
      expect(await book.reread(name, path)).toEqual({ text: '看守。', forms: { name: '林远' } })
      expect(await book.reread(name, path, { item: 'c1' })).toEqual({ id: 'c1', text: '不会说谎。' })
      expect(await book.reread(name, path, { item: 'c9' })).toBe(undefined)
      expect(await book.reread(name, '.creonow/characters/许三娘.md')).toBe(undefined)
    },
  )
})

describe('the codex', () => {
  it('brings the constraints of its entries, below the author’s own', async () => {
    const of = { id: 'c1', path: '.creonow/characters/林远.md', place: 2, text: '不会说谎。', of: '林远' }
    expect(await holding({ constraints: [of] }).read('codexConstraints', scene)).toEqual({
      ...nothing,
      drafts: [
        {
          ref: { path: of.path, item: 'c1', position: 2 },
          storeId: 'p1',
          title: '林远',
          text: '不会说谎。',
          priority: 50,
          reason: { code: 'of_entry', params: { entry: '林远' } },
          of,
        },
      ],
    })
  })

  it('reports files that could not be used, once, with a row for each', async () => {
    const notice = { code: 'MEMORY_UNAVAILABLE', params: {} }
    const broken = [
      { path: 'a.md', fault: { code: 'leftover', params: {} }, reason: 'leftover' },
      { path: 'b.md', fault: { code: 'merge', params: {} } },
      { path: 'c.md', fault: { code: 'object', params: {} } },
    ]
    const book = holding({ broken, notices: [notice] })
    expect(await book.read('codexEntries', scene)).toEqual({
      drafts: [],
      notices: [
        {
          code: 'CODEX_ENTRY_BROKEN',
          params: { path: 'b.md', count: 2, fault: { code: 'merge', params: {} } },
        },
        notice,
      ],
      unread: [
        ['a.md', 'leftover'],
        ['b.md', 'invalid_format'],
        ['c.md', 'invalid_format'],
      ],
    })
    for (const name of ['codexAlways', 'codexNeighbours', 'codexConstraints'])
      expect(await book.read(name, scene)).toEqual(nothing)
    expect((await holding({ broken: broken.slice(0, 1) }).read('codexEntries', scene)).notices).toEqual([])
  })

  it('is queried once for a scene by all its sources, and anew when the scene comes again', async () => {
    const asked: CodexQuery[] = []
    const book = holding({}, asked)
    const names = ['codexAlways', 'codexEntries', 'codexNeighbours', 'codexConstraints']
    await Promise.all(names.map((name) => book.read(name, scene)))
    expect(asked.length).toBe(1)
    await book.read('codexEntries', scene)
    expect(asked.length).toBe(2)
  })

  it('is queried from the place of the author', async () => {
    const asked: CodexQuery[] = []
    const selected = { from: 0, to: 2, text: '林远' }
    const from = sceneOf('林远推开灯塔的门。', {
      cursorPosition: 2,
      selected,
      authorInput: { raw: '写许三娘', text: '写○' },
      pinned: ['xusanniang'],
      language: 'en',
    })
    await holding({}, asked).read('codexEntries', from)
    expect(asked).toEqual([
      {
        documentId: 'manuscript/005.md',
        text: from.text,
        cursorPosition: 2,
        selection: selected,
        instruction: '写许三娘',
        latest: [],
        pinned: ['xusanniang'],
        plan: '',
        reachUnits: 5000,
        language: 'en',
      },
    ])
  })

  it.each([
    ['to where the window begins', 3000, 9000, 6000],
    ['further than where the window begins near by', 8000, 9000, 5000],
    ['as far as Immediate reaches when nothing stands', undefined, 9000, 8000],
    ['to the beginning when all of it fits', undefined, 7000, 7000],
    ['past the beginning of what is short', undefined, 300, 5000],
  ])('reads back %s', async (_what, windowFrom, units, reach) => {
    const asked: CodexQuery[] = []
    const text = '雾'.repeat(units)
    await holding({}, asked).read(
      'codexEntries',
      sceneOf(text),
      windowFrom === undefined ? {} : { windowFrom },
    )
    expect(asked.map(({ reachUnits }) => reachUnits)).toEqual([reach])
  })
})
