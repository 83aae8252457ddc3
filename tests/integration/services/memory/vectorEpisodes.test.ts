import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '../../../../main/src/contract/memory.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createMemoryService } from '../../../../main/src/services/memory/index.ts'
import { createVectorEpisodes } from '../../../../main/src/services/memory/vectorEpisodes.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import { createEmbeddingProvider } from '../../../../main/src/services/retrieval/index.ts'
import { startNovel } from '../../../support/novel.ts'
import { projectFolder } from '../creonow/projectFolder.ts'
import { type EmbedderDouble, startEmbedderDouble } from '../retrieval/embedder.ts'

const chapters = ['manuscript/001.md', 'manuscript/002.md', 'manuscript/003.md']
const written = '雾又厚了一层。'

let embedder: EmbedderDouble
let monotonicMs = 0
beforeEach(async () => {
  embedder = await startEmbedderDouble()
  monotonicMs = 0
})
afterEach(() => embedder.stop())

async function memoryWithVectors() {
  const { root, base } = await projectFolder()
  const provider = createEmbeddingProvider({ providerId: 'own', model: 'm', baseUrl: embedder.baseUrl })
  let ticks = 0
  const memory = createMemoryService({
    rootOf: () => root,
    versioned: createVersionedFiles({ dataFolder: `${base}/data`, logger: silentLogger }),
    documents: async () => chapters.map((documentId) => ({ documentId })),
    redactText: createRedactor().redactText,
    clock: { now: () => Date.UTC(2026, 10, 21) + ticks++, monotonic: () => monotonicMs },
    logger: silentLogger,
    embedding: () => provider,
  })
  const record = (instruction: string, documentId = 'manuscript/001.md') =>
    memory.recordEpisode('p', { documentId, skillId: 'chat', instruction, written, outcome: 'accepted' })
  const recall = async (instruction: string, documentId = 'manuscript/002.md') => {
    const query = { instruction, text: '' }
    const found = await memory.recall('p', { documentId, query }, new AbortController().signal)
    return found.map(({ episode }) => episode.instruction)
  }
  return { record, recall }
}

test.each([
  ['多写那只狸奴', '猫在哪里'],
  ['Describe feline habits', 'Our cat'],
])('the exchange “%s” is found for “%s”, with which it shares no word', async (earlier, request) => {
  const { record, recall } = await memoryWithVectors()
  for (let at = 0; at < 40; at += 1) await record(`潮声${at}`)
  await record(earlier)
  // Its vector is made behind the first request.
  await expect.poll(() => recall(request)).toEqual([earlier])
})

test('an exchange found by its words stands behind those found by vectors', async () => {
  const { record, recall } = await memoryWithVectors()
  await record('多写那只狸奴')
  await record('那封信写得再冷一点')
  await recall('猫')
  await expect.poll(() => recall('猫写得再冷一点')).toEqual(['多写那只狸奴', '那封信写得再冷一点'])
})

test('an exchange of a later chapter is neither found nor sent to the service', async () => {
  const { record, recall } = await memoryWithVectors()
  await record('狸奴死了', 'manuscript/003.md')
  await record('刀口卷了')
  await recall('猫')
  await expect.poll(() => recall('刃')).toEqual(['刀口卷了'])
  expect(await recall('猫')).toEqual([])
  expect(embedder.asked.join('\n')).not.toContain('狸奴死了')
})

test.each(['failing', 'silent'] as const)(
  'words decide while the service is %s, and it is left alone for half a minute',
  async (mode) => {
    const { record, recall } = await memoryWithVectors()
    await record('写得再冷一点')
    embedder.mode = mode
    expect(await recall('再冷一点')).toEqual(['写得再冷一点'])
    const { length } = embedder.asked
    expect(length).toBeGreaterThan(0)
    monotonicMs = 29_000
    expect(await recall('再冷一点')).toEqual(['写得再冷一点'])
    expect(embedder.asked).toHaveLength(length)
    monotonicMs = 31_000
    expect(await recall('再冷一点')).toEqual(['写得再冷一点'])
    expect(embedder.asked.length).toBeGreaterThan(length)
  },
)

test('the service that the author has set up for vectors brings earlier exchanges into a prompt', async () => {
  const app = await startNovel({ 'manuscript/001.md': '# 第一章\n\n　　林远上了岸。\n' })
  try {
    const { projectId } = app
    await app.invoke('settings:update', {
      patch: {
        providers: [{ id: 'own', name: '本机', baseUrl: embedder.baseUrl, models: ['m'] }],
        embedding: { providerId: 'own', model: 'm' },
      },
    })
    const request = { projectId, documentId: 'manuscript/001.md', cursorPosition: 9, skillId: 'continue' }
    const { runId, finished } = await app.app.services.runs.start(
      { ...request, additionalInput: '多写那只狸奴' },
      () => undefined,
    )
    await finished
    await app.invoke('ai:outcome', { projectId, runId, outcome: 'rejected' })
    const { episodes } = await app.invoke('memory:episodes', { projectId, limit: 1 })
    const found = async () => {
      const { chunks } = await app.invoke('context:inspect', { ...request, additionalInput: '猫在哪里' })
      return chunks.flatMap(({ source }) => (source === `memory:${episodes[0]?.id}` ? [source] : []))
    }
    await expect.poll(found).toEqual([`memory:${episodes[0]?.id}`])
  } finally {
    await app.remove()
  }
})

test('a vector belongs to the words that it was made of, not to the exchange that is edited later', async () => {
  const clock = { now: () => 0, monotonic: () => 0 }
  const episode = { id: 'e1', instruction: '多写那只狸奴', excerpt: written } as Episode
  const embedding = createEmbeddingProvider({ providerId: 'own', model: 'm', baseUrl: embedder.baseUrl })
  const provider = createVectorEpisodes({ clock, logger: silentLogger })(embedding)
  const compare = (candidate: Episode) =>
    provider?.compare({ instruction: '猫', text: '' }, [candidate], new AbortController().signal)
  await compare(episode)
  await expect.poll(async () => (await compare(episode))?.[0]).toBeGreaterThan(0.9)
  const [afterEdit] = (await compare({ ...episode, instruction: '刀口卷了' })) ?? []
  expect(afterEdit).toBeLessThan(0.1)
})
