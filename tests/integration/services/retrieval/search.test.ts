import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { strangeTexts } from '../../../support/strangeText.ts'
import { createFixture, type Fixture, paragraph } from './fixture.ts'

let fixture: Fixture
beforeEach(() => {
  fixture = createFixture()
})
afterEach(() => fixture.dispose())

async function find(query: string, k = 10, scope: { before?: string } = {}) {
  const [hits] = await fixture.service.search('雾港', { queries: [query], k, ...scope })
  return hits ?? []
}

async function withBook(chapters: Record<string, string>, projectId = '雾港') {
  for (const [documentId, text] of Object.entries(chapters)) fixture.book(projectId).set(documentId, text)
  await fixture.service.ensureIndexed(projectId)
}

describe('search', () => {
  it('finds two-character names exactly, inside longer words too, and nothing that only shares a character', async () => {
    const text = [
      paragraph('林远把信折好。', 1),
      paragraph('公明道：“且慢。”', 2),
      paragraph('他翻过林远山。', 3),
      paragraph('林中有人，远远走来。', 4),
      paragraph('林，远。', 5),
    ].join('')
    await withBook({ 'manuscript/1.md': text })
    const hits = await find('林远')
    expect(hits.map((hit) => hit.text.match(/林远山?/)?.[0]).sort()).toEqual(['林远', '林远山'])
    expect((await find('公明')).map(({ from, to, text: found }) => [found, text.slice(from, to)])).toEqual([
      [expect.stringContaining('公明道'), expect.stringContaining('公明道')],
    ])
    for (const hit of hits) expect(hit.text).toBe(text.slice(hit.from, hit.to))
    expect(await find('不存在')).toEqual([])
  })

  it('takes Latin names as whole words, in any case or width', async () => {
    const text = `${paragraph('Annabel 走了。', 1)}${paragraph('Ann说：“等我。”', 2)}`
    await withBook({ 'manuscript/1.md': text })
    for (const query of ['Ann', 'ann', 'ＡＮＮ']) {
      expect((await find(query)).map((hit) => hit.text.includes('Ann说'))).toEqual([true])
    }
    expect(await find('nn')).toEqual([])
  })

  it('finds one character, rare characters outside the basic plane, and names with zero-width characters', async () => {
    const text = `${paragraph('𠮷野家的灯亮着。', 1)}${paragraph('沈\u200B砚来了。', 2)}${paragraph('他姓䶮。', 3)}`
    await withBook({ 'manuscript/1.md': text })
    expect(await Promise.all(['𠮷野', '沈砚', '䶮', '砚'].map((query) => find(query)))).toEqual([
      [expect.objectContaining({ text: expect.stringContaining('𠮷野家') })],
      [expect.objectContaining({ text: expect.stringContaining('沈\u200B砚') })],
      [expect.objectContaining({ text: expect.stringContaining('䶮') })],
      [expect.objectContaining({ text: expect.stringContaining('沈\u200B砚') })],
    ])
  })

  it('finds Traditional text by a Simplified query and the reverse, with offsets into the text as it stands', async () => {
    const traditional = paragraph('張飛遠走龍門，𠮷野與他同行。', 1)
    const simplified = paragraph('张飞来了。', 2)
    await withBook({ 'manuscript/1.md': traditional, 'manuscript/2.md': simplified })
    for (const query of ['张飞', '張飛', '張飞']) {
      const hits = await find(query)
      expect(hits.map((hit) => hit.documentId).sort()).toEqual(['manuscript/1.md', 'manuscript/2.md'])
      for (const { documentId, from, to, text } of hits) {
        expect(text).toBe((documentId === 'manuscript/1.md' ? traditional : simplified).slice(from, to))
      }
    }
    expect((await find('𠮷野与他')).map((hit) => hit.text.match(/𠮷野./u)?.[0])).toEqual(['𠮷野與'])
    expect((await find('是誰和張飛一起遠走龍門的'))[0]?.text).toContain('遠走龍門')
  })

  it('puts the whole phrase before passages that hold only its parts, scores falling from 1', async () => {
    const text = [
      paragraph('诸葛恪来了。诸葛恪又来了。诸葛恪走了。', 1),
      paragraph('诸葛亮到了。', 2),
      paragraph('葛亮是谁？', 3),
    ].join('')
    await withBook({ 'manuscript/1.md': text })
    const hits = await find('诸葛亮')
    expect(hits.map((hit) => hit.text.match(/诸葛亮|诸葛恪|葛亮/)?.[0])).toEqual([
      '诸葛亮',
      expect.any(String),
      expect.any(String),
    ])
    expect(hits[0]?.score).toBe(1)
    for (const [at, { score }] of hits.entries()) {
      expect(score).toBeGreaterThan(0)
      expect(score).toBeLessThanOrEqual(hits[at - 1]?.score ?? 1)
    }
  })

  it('answers a whole question with the passage that shares most of its words', async () => {
    const text = [
      paragraph('老周把铜匣埋在旧仓库第三级石阶下面，匣上系着红绳。', 1),
      paragraph('旧仓库早已没有人来。', 2),
      paragraph('她把红绳系在手腕上。', 3),
    ].join('')
    await withBook({ 'manuscript/1.md': text })
    const [best] = await find('老周究竟把那只铜匣埋在仓库的什么地方了？')
    expect(best?.text).toContain('第三级石阶')
  })

  it('has no syntax: quotes, operators, columns and emoji in a query neither fail nor match', async () => {
    await withBook({ 'manuscript/1.md': paragraph('林远说：“NEAR(好, 2)。” or else', 1) })
    const hostile = [
      '"',
      '""',
      '林远"',
      '"林远" OR "',
      'terms:林远',
      'NEAR(林远)',
      '林远*',
      '林远 AND',
      '^林远',
      '-林远',
      'a OR',
      '{',
      "';--",
      '\u0000林远',
      '林远\uD83D',
    ]
    for (const query of hostile) {
      for (const hit of await find(query)) expect(hit.text).toContain('林远')
    }
    expect((await find('林远*'))[0]?.text).toContain('林远')
    for (const query of ['', ' \u3000\n', '。，！“”', '*', '😀👨‍👩‍👧', '\uD83D', '\uE000']) {
      expect(await find(query)).toEqual([])
    }
  })

  for (const { name, text } of strangeTexts) {
    it(`takes strange text as book and as query: ${name}`, async () => {
      await withBook({ 'manuscript/1.md': text, 'manuscript/2.md': '雾来了。' })
      for (const hit of await find(text.slice(0, 2000))) {
        if (hit.documentId === 'manuscript/1.md')
          expect(hit.text).toBe(text.toWellFormed().slice(hit.from, hit.to))
      }
      expect(await fixture.service.status('雾港')).toEqual({ indexed: 2, total: 2, state: 'ready' })
    })
  }

  it('never returns the named chapter or a later one, whatever order the chapters were indexed in', async () => {
    await withBook({ 'manuscript/3.md': paragraph('林远在第三章。', 3) })
    fixture.book('雾港').clear()
    const chapters = Object.fromEntries(
      [1, 2, 3, 4].map((at) => [`manuscript/${at}.md`, paragraph(`林远在第${at}章。`, at)]),
    )
    await withBook(chapters)
    const found = async (before: string) =>
      (await find('林远', 10, { before })).map((hit) => hit.documentId).sort()
    expect(await found('manuscript/3.md')).toEqual(['manuscript/1.md', 'manuscript/2.md'])
    expect(await found('manuscript/1.md')).toEqual([])
    const questions = await find('林远在哪一章里面出现过并且说了话', 10, { before: 'manuscript/2.md' })
    expect(new Set(questions.map((hit) => hit.documentId))).toEqual(new Set(['manuscript/1.md']))
  })

  it('has the place of a chapter that was made a moment ago, and refuses one that does not exist', async () => {
    await withBook({ 'manuscript/1.md': paragraph('林远在第一章。', 1) })
    fixture.book('雾港').set('manuscript/2.md', '')
    expect((await find('林远', 10, { before: 'manuscript/2.md' })).map((hit) => hit.documentId)).toEqual([
      'manuscript/1.md',
    ])
    await expect(find('林远', 10, { before: 'manuscript/9.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leaves out passages that touch an excluded range, and no others', async () => {
    const text = paragraph('林远来了。', 1) + paragraph('林远走了。', 2)
    await withBook({ 'manuscript/1.md': text })
    const [first] = (await find('林远')).sort((a, b) => a.from - b.from)
    const exclude = [
      { documentId: 'manuscript/1.md', from: (first?.to ?? 0) - 1, to: first?.to ?? 0 },
      { documentId: 'manuscript/other.md', from: 0, to: text.length },
    ]
    const [rest] = await fixture.service.search('雾港', { queries: ['林远'], k: 10, exclude })
    expect(rest?.map((hit) => hit.text.match(/林远../)?.[0])).toEqual(['林远走了'])
  })

  it('lets a repeated passage not push another one out, yet loses neither when there is room', async () => {
    const same = paragraph('林远林远林远。', 1)
    await withBook({
      'manuscript/1.md': same,
      'manuscript/2.md': same,
      'manuscript/3.md': paragraph('林远。', 2),
    })
    expect((await find('林远', 2)).map((hit) => hit.documentId)).toEqual([
      'manuscript/1.md',
      'manuscript/3.md',
    ])
    expect((await find('林远', 3)).map((hit) => hit.documentId)).toHaveLength(3)
  })

  it('answers many queries in order, an empty one with nothing', async () => {
    await withBook({ 'manuscript/1.md': paragraph('林远来了。', 1) + paragraph('公明来了。', 2) })
    const results = await fixture.service.search('雾港', { queries: ['公明', '。', '林远'], k: 1 })
    expect(results.map((hits) => hits.map((hit) => hit.text.match(/林远|公明/)?.[0]))).toEqual([
      ['公明'],
      [],
      ['林远'],
    ])
  })
})

describe('the query of a window', () => {
  const findForWindow = (windowText: string, before: string) =>
    fixture.service.forWindow('雾港', { windowText, before, k: 24 }, new AbortController().signal)
  const earlier = '绳印很深，一直通到石阶下面。'

  const bookAround = (special: string, place: number) =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `manuscript/${at + 10}.md`,
        paragraph(`林远走过码头。${at === place ? special : ''}`, at) + paragraph('林远走过码头。', at + 50),
      ]),
    )

  it('brings back what the last lines repeat from long ago, with the words that show it', async () => {
    const window = '林远走过码头，忽然看见石阶上又有绳印，荧荧发亮。'
    await withBook({ ...bookAround(earlier, 2), 'manuscript/22.md': window })
    const { hits } = await findForWindow(window, 'manuscript/22.md')
    const [best] = hits
    expect(best).toMatchObject({ documentId: 'manuscript/12.md', score: 1, reason: 'shared' })
    expect(best?.terms).toEqual(expect.arrayContaining(['石阶', '绳印']))
  })

  it('sends nothing where nothing is relevant, and lists what it left out', async () => {
    const window = '火车穿过隧道，乘客都睡着了。'
    await withBook({ ...bookAround('', 2), 'manuscript/22.md': window })
    const { hits, left } = await findForWindow(window, 'manuscript/22.md')
    expect({ hits, isLeft: left.every(({ documentId }) => documentId < 'manuscript/22.md') }).toEqual({
      hits: [],
      isLeft: true,
    })
  })

  it('searches the same chapter up to where it is out of view, and not behind that', async () => {
    const far = paragraph(earlier, 1)
    const chapter = far + Array.from({ length: 12 }, (_, at) => paragraph('林远走过码头。', at + 90)).join('')
    const text = `${chapter}石阶上又有绳印。`
    await withBook({ 'manuscript/1.md': text })
    const ask = (within: number) =>
      fixture.service.forWindow(
        '雾港',
        { windowText: text.slice(-300), queryText: '绳印和石阶', before: 'manuscript/1.md', within, k: 3 },
        new AbortController().signal,
      )
    const { hits } = await ask(text.length - 600)
    expect(hits[0]?.text).toContain('绳印很深')
    expect(hits.every(({ to }) => to <= text.length - 600)).toBe(true)
    expect((await ask(0)).hits).toEqual([])
  })

  it('finds what an instruction names, though the window before it is long and about something else', async () => {
    const chapters = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `manuscript/${at + 10}.md`,
        paragraph(at === 2 ? earlier : '林远走过码头。', at) + paragraph('林远走过码头。', at + 50),
      ]),
    )
    const windowText = Array.from({ length: 4 }, (_, at) => paragraph('林远走过码头。', at + 90)).join('')
    await withBook({ ...chapters, 'manuscript/30.md': windowText })
    const query = { windowText, queryText: '让他想起绳印和石阶。', before: 'manuscript/30.md', k: 3 }
    const { hits } = await fixture.service.forWindow('雾港', query, new AbortController().signal)
    expect(hits[0]?.documentId).toBe('manuscript/12.md')
  })

  it('finds what was in the last prompt further down, behind the best, and new passages among the best only', async () => {
    const people = ['阿沅', '沈砚', '老周', '石桥', '铜匣', '红绳', '哑钟', '渡口', '灯芯', '账簿', '鱼灯']
    const chapters = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `manuscript/${at + 10}.md`,
        paragraph(at < 50 ? '' : `${people[at - 50]}和${people[at - 49]}在雨里等着。`, at) +
          paragraph('林远走过码头。', at + 100),
      ]),
    )
    const windowText = `${people.join('、')}都不说话。`
    await withBook({ ...chapters, 'manuscript/90.md': windowText })
    const ask = async (k: number, stood: readonly { documentId: string; from: number; to: number }[]) => {
      const query = { windowText, before: 'manuscript/90.md', k, previouslyIncluded: stood }
      const { hits } = await fixture.service.forWindow('雾港', query, new AbortController().signal)
      return hits.map(({ documentId, from, to }) => ({ documentId, from, to }))
    }
    const all = await ask(8, [])
    const third = all[2]
    if (!third) throw new Error('too few')
    expect(await ask(1, [])).toEqual(all.slice(0, 1))
    expect(await ask(1, [third])).toEqual([all[0], third])
    expect(await ask(1, [{ ...third, from: 0, to: third.to + 9 }])).toEqual([all[0], third])
    expect(await ask(1, [{ ...third, from: third.from + 1 }])).toEqual(all.slice(0, 1))
  })

  it('has no hits for a window without words, and none at the beginning of the book', async () => {
    await withBook({ 'manuscript/1.md': paragraph('林远来了。', 1), 'manuscript/2.md': '尾声' })
    const nothing = { hits: [], left: [], notices: [] }
    expect(await findForWindow(' \n——！', 'manuscript/2.md')).toEqual(nothing)
    expect(await findForWindow('林远来了。', 'manuscript/1.md')).toEqual(nothing)
  })

  it('brings back in the middle of a book nothing that only this chapter or later ones have', async () => {
    const chapters = Object.fromEntries(
      Array.from({ length: 24 }, (_, at) => [
        `manuscript/${at + 10}.md`,
        paragraph(at === 3 ? '石阶前头有绳印。' : at > 12 ? '石阶后头有绳印。' : '', at),
      ]),
    )
    await withBook(chapters)
    const { hits } = await findForWindow('石阶边上有绳印。', 'manuscript/22.md')
    expect(hits[0]?.text).toContain('石阶前头有绳印')
    expect(hits.some(({ text }) => text.includes('后头'))).toBe(false)
  })

  it('uses the index as it is after another process has written to it', async () => {
    await withBook({ 'manuscript/1.md': paragraph('林远来了。', 1), 'manuscript/2.md': '尾声' })
    const found = async () =>
      (await findForWindow('铜匣和旧仓库', 'manuscript/2.md')).hits.map(({ text }) => text)
    expect(await found()).toEqual([])
    const other = createFixture()
    fixture.book('雾港').set('manuscript/1.md', paragraph('铜匣还在。', 1))
    fixture.inspect('雾港', (db) => {
      db.exec("INSERT INTO passages VALUES (1048999, 0, 9, '铜匣在旧仓库里面。')")
      db.exec('UPDATE revision SET value = value + 1')
    })
    await other.dispose()
    expect(await found()).toEqual(['铜匣在旧仓库里面。'])
  })
})

describe('two projects', () => {
  it('never mix, though their documents have the same names', async () => {
    await withBook({ 'manuscript/1.md': paragraph('林远在雾港。', 1) })
    await withBook({ 'manuscript/1.md': paragraph('林远在山城。', 2) }, '山城')
    const [[here], [there]] = await Promise.all([
      fixture.service.search('雾港', { queries: ['林远'], k: 10 }),
      fixture.service.search('山城', { queries: ['林远'], k: 10 }),
    ])
    expect(here?.map((hit) => hit.text.match(/在../)?.[0])).toEqual(['在雾港'])
    expect(there?.map((hit) => hit.text.match(/在../)?.[0])).toEqual(['在山城'])
  })
})
