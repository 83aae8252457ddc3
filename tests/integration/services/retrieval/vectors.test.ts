import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createEmbeddingProvider,
  type EmbeddingProvider,
} from '../../../../main/src/services/retrieval/index.ts'
import { type EmbedderDouble, startEmbedderDouble } from './embedder.ts'
import { createFixture, type Fixture, paragraph } from './fixture.ts'

const book = '雾港'
let embedder: EmbedderDouble
let fixture: Fixture
let provider: EmbeddingProvider | undefined

beforeEach(async () => {
  embedder = await startEmbedderDouble()
  provider = createEmbeddingProvider({ providerId: 'own', model: 'm', baseUrl: embedder.baseUrl })
  fixture = createFixture({ embedding: () => provider })
  const chapters = ['狸奴伏在墙头。', '潮水退了。', '书札压在砚下。', '刃口卷了。']
  for (const [at, text] of chapters.entries()) {
    fixture.book(book).set(`manuscript/${at + 1}.md`, paragraph(text, at + 1))
  }
  await fixture.service.ensureIndexed(book)
})
afterEach(async () => {
  await fixture.dispose()
  await embedder.stop()
})

const ask = (query: string, scope: { before?: string } = {}) =>
  fixture.service.answer(book, { queries: [query], k: 3, ...scope })
const ids = async (query: string, scope: { before?: string } = {}) =>
  (await ask(query, scope)).results[0]?.map((hit) => hit.documentId)

const unavailable = {
  code: 'RAG_UNAVAILABLE',
  params: { still: 'words', cause: expect.stringMatching(/\S/) },
}

describe('search with an embedding provider', () => {
  it('finds by meaning what shares no word with the query', async () => {
    expect((await ids('猫'))?.[0]).toBe('manuscript/1.md')
    expect((await ids('海'))?.[0]).toBe('manuscript/2.md')
  })

  it('never finds the named chapter or a later one by meaning either', async () => {
    expect(await ids('刀', { before: 'manuscript/3.md' })).toEqual(
      expect.not.arrayContaining(['manuscript/3.md', 'manuscript/4.md']),
    )
    expect(await ids('猫', { before: 'manuscript/1.md' })).toEqual([])
  })

  it('works with Ollama too', async () => {
    const baseUrl = embedder.baseUrl.replace('/v1', '')
    provider = createEmbeddingProvider({ providerId: 'ollama', model: 'm', baseUrl })
    await fixture.service.ensureIndexed(book)
    expect((await ids('猫'))?.[0]).toBe('manuscript/1.md')
  })

  it('embeds each passage once, a changed chapter again, and removes a deleted one', async () => {
    const before = embedder.asked.length
    await fixture.restart()
    await fixture.service.ensureIndexed(book)
    expect(embedder.asked.length).toBe(before)
    fixture.book(book).delete('manuscript/1.md')
    fixture.book(book).set('manuscript/2.md', paragraph('狸奴走了。', 9))
    await fixture.service.ensureIndexed(book)
    expect(embedder.asked.length).toBe(before + 1)
    expect((await ids('猫'))?.[0]).toBe('manuscript/2.md')
    expect(
      fixture.inspect(book, (db) => db.prepare('SELECT count(*) FROM passage_vectors').pluck().get()),
    ).toBe(3)
  })

  it.each(['failing', 'junk', 'otherDimensions'] as const)(
    'answers by words, with one warning and no error, when the provider is %s',
    async (mode) => {
      embedder.mode = mode
      const { results, notices } = await ask('潮水')
      expect(results[0]?.map((hit) => hit.documentId)).toEqual(['manuscript/2.md'])
      expect(notices).toEqual([unavailable])
    },
  )

  it('answers by words when the provider is down, and makes the missing vectors when it is back', async () => {
    embedder.mode = 'failing'
    fixture.book(book).set('manuscript/5.md', paragraph('狸奴又来了。', 5))
    await fixture.service.ensureIndexed(book)
    expect((await ask('狸奴')).results[0]).toHaveLength(2)
    embedder.mode = 'good'
    await fixture.service.ensureIndexed(book)
    expect(new Set((await ids('猫'))?.slice(0, 2))).toEqual(new Set(['manuscript/1.md', 'manuscript/5.md']))
  })

  it('gives no passage the vector of another that had its id while the provider answered', async () => {
    const real = provider as EmbeddingProvider
    const asked: (readonly string[])[] = []
    fixture.book(book).set('manuscript/5.md', paragraph('狸奴又来了。', 5))
    provider = {
      id: real.id,
      embed: async (texts, signal) => {
        asked.push(texts)
        if (asked.length === 1)
          fixture.inspect(book, (db) =>
            db.prepare('UPDATE passages SET text = ? WHERE text = ?').run('潮水涨了。', texts[0]),
          )
        return await real.embed(texts, signal)
      },
    }
    await fixture.service.ensureIndexed(book)
    expect(asked).toEqual([[paragraph('狸奴又来了。', 5).trim()], ['潮水涨了。']])
  })

  it('works without a provider, without a warning', async () => {
    provider = undefined
    expect(await ask('潮水')).toEqual({
      results: [[expect.objectContaining({ documentId: 'manuscript/2.md' })]],
      notices: [],
    })
  })

  it('sends nothing that the redactor took out', async () => {
    provider = createEmbeddingProvider({
      providerId: 'other',
      model: 'm',
      baseUrl: embedder.baseUrl,
      redact: (text) => text.replaceAll('潮水', '〔略〕'),
    })
    embedder.asked.length = 0
    await fixture.service.ensureIndexed(book)
    expect(embedder.asked).toHaveLength(4)
    expect(embedder.asked.join('')).not.toContain('潮水')
  })
})

describe("the assembly's query with an embedding provider", () => {
  const findForWindow = (windowText: string, before = 'manuscript/4.md') =>
    fixture.service.forWindow(book, { windowText, before, k: 3 }, new AbortController().signal)

  it('finds by meaning what shares no word with the window, and nothing of the chapter itself or later ones', async () => {
    const { hits, notices } = await findForWindow('猫')
    expect(hits[0]?.documentId).toBe('manuscript/1.md')
    expect(notices).toEqual([])
    expect((await findForWindow('刀')).hits.map((hit) => hit.documentId)).not.toContain('manuscript/4.md')
  })

  it.each(['failing', 'junk', 'otherDimensions', 'silent'] as const)(
    'goes by words with one warning when the provider is %s, and does not call it again at once',
    async (mode) => {
      embedder.mode = mode
      const first = await findForWindow('夜里潮水退了。')
      expect(first.hits.map((hit) => hit.documentId)).toEqual(['manuscript/2.md'])
      expect(first.notices).toEqual([unavailable])
      const asked = embedder.asked.length
      expect(await findForWindow('夜里潮水退了。')).toEqual(first)
      expect(embedder.asked.length).toBe(asked)
    },
  )
})
