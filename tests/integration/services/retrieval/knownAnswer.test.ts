import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIndex } from '../../../../main/src/db/open.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import type { Searching } from '../../../../main/src/services/retrieval/answer.ts'
import { searchForWindow } from '../../../../main/src/services/retrieval/forWindow.ts'
import { createOpenProjects } from '../../../../main/src/services/retrieval/openProjects.ts'
import { createPrecedingCache } from '../../../../main/src/services/retrieval/ranking/precedingCache.ts'

const paragraph = (words: string) => `${words}${'雾从港口漫上来，他们等着天亮。'.repeat(24)}`

it('a cached answer reads no preceding chapter of the book; another one reads them once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retrieval-'))
  const chapters = [paragraph('林远把铜匣埋在石桥下。'), paragraph('阿沅唱着歌。'), '第三章']
  const listed = chapters.map((text, at) => ({
    documentId: `manuscript/${at + 1}.md`,
    title: '',
    chapterNumber: at + 1,
    text,
    hash: sha256Hex(text),
  }))
  const projects = createOpenProjects({
    openDatabase: () => openIndex(join(folder, 'book.sqlite'), silentLogger),
    documents: {
      list: async () => listed,
      read: async (_, id) =>
        listed.find(({ documentId }) => documentId === id) ?? Promise.reject(new Error(id)),
    },
    logger: silentLogger,
  })
  try {
    await projects.open('雾港').run.everything()
    const pasts = createPrecedingCache()
    const asked: string[] = []
    const counting: Searching = {
      projects,
      findSimilar: async () => ({ notices: [] }),
      aliasesIn: async () => [],
      precedingCache: {
        of: (...of) => {
          asked.push('past')
          return pasts.of(...of)
        },
        activation: (...of) => {
          asked.push('activation')
          return pasts.activation(...of)
        },
      },
    }
    const find = (windowText: string) =>
      searchForWindow(
        counting,
        '雾港',
        { windowText, before: 'manuscript/3.md', k: 4 },
        new AbortController().signal,
      )
    const first = await find('铜匣还在石桥下吗')
    expect(first.hits.map(({ documentId }) => documentId)).toContain('manuscript/1.md')
    expect(await find('铜匣还在石桥下吗')).toEqual(first)
    expect(asked).toEqual(['past', 'activation'])
    await find('阿沅的歌')
    expect(asked).toEqual(['past', 'activation', 'past', 'activation'])
  } finally {
    await projects.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
})
