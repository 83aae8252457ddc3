import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { prose, startNovel } from '../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const books = {
  zh: { first: prose(1000), second: prose(1000, '客栈') },
  en: {
    first: 'The tide came in and nobody spoke of it. '.repeat(30),
    second: 'Ann lit the lamp and waited. '.repeat(40),
  },
}
type Language = keyof typeof books

const start = (language: Language) =>
  startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'places', name: 'places', language }),
    'manuscript/001.md': books[language].first,
    'manuscript/002.md': books[language].second,
  })

async function replace(path: string, kind: 'file' | 'folder') {
  const place = join(test.project, path)
  await rm(place, { recursive: true, force: true })
  await mkdir(kind === 'folder' ? place : dirname(place), { recursive: true })
  if (kind === 'file') await writeFile(place, 'x')
}

const assemble = () =>
  test.invoke('context:assemble', {
    ...{ projectId: test.projectId, documentId: 'manuscript/002.md' },
    ...{ cursorPosition: 500, skillId: 'continue' },
  })

describe.each(['zh', 'en'] as const)('in a book in %s,', (language) => {
  it.each([
    ['rules/constraints.json', 'FILE_UNREADABLE'],
    ['rules/style.md', 'CONTEXT_FILE_SKIPPED'],
    ['rules/terminology.json', 'CONTEXT_FILE_SKIPPED'],
    ['memory/preferences.json', 'MEMORY_UNAVAILABLE'],
    ['memory/episodes.jsonl', 'MEMORY_UNAVAILABLE'],
  ])('a folder in the place of %s is the warning %s, and the request goes on', async (path, code) => {
    test = await start(language)
    await replace(`.creonow/${path}`, 'folder')
    const { warnings, userContent } = await assemble()
    expect(warnings.map((text) => text.split(':')[0])).toEqual([code])
    if (code !== 'MEMORY_UNAVAILABLE') expect(warnings[0]).toContain(`.creonow/${path}`)
    expect(userContent).toContain(books[language].second.slice(300, 500))
  })

  it.each(['synopses', 'rules', 'settings'])(
    'a file in the place of the folder %s is named in the warnings, and the request goes on',
    async (folder) => {
      test = await start(language)
      await replace(`.creonow/${folder}`, 'file')
      const { warnings, userContent } = await assemble()
      expect([warnings.length, warnings[0]?.includes(`.creonow/${folder}`)]).toEqual([1, true])
      expect(userContent).toContain(books[language].second.slice(300, 500))
    },
  )

  it('a codex of which no folder can be read is the documented warning, and each folder is named', async () => {
    test = await start(language)
    const folders = ['characters', 'locations', 'items', 'factions', 'events', 'lore']
    for (const folder of folders) await replace(`.creonow/${folder}`, 'file')
    await test.invoke('constraints:set', { projectId: test.projectId, items: ['不写梦'] })
    const { warnings, systemPrompt } = await assemble()
    expect(warnings).toContain('KG_UNAVAILABLE: 知识图谱数据未注入')
    expect(folders.map((folder) => warnings.some((text) => text.includes(`.creonow/${folder} `)))).toEqual(
      folders.map(() => true),
    )
    expect(systemPrompt).toContain('\n1. 不写梦\n')
  })
})
