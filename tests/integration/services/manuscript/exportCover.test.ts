import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])

let test: TestApp
beforeAll(async () => {
  test = await startNovel({ 'manuscript/001-雨.md': '# 雨\n\n她上了岸。\n' })
})
afterAll(() => test.remove())
afterEach(() =>
  Promise.all(
    ['cover.jpg', '.creonow/cover.png'].map((name) => rm(join(test.project, name), { force: true })),
  ),
)

it('an e-book has the picture of the project’s folder, and no notice of it', async () => {
  await writeFile(join(test.project, '.creonow/cover.png'), png)
  const { base64, ...answer } = await test.invoke('book:export', {
    projectId: test.projectId,
    format: 'epub',
  })
  const files = unzipSync(Buffer.from(base64, 'base64'))
  expect([answer, Buffer.from(files['EPUB/cover.png'] ?? [])]).toEqual([
    { fileName: '试稿.epub', chapters: 1 },
    png,
  ])
})

it('an e-book whose picture is left out has a notice, and other formats have none', async () => {
  await writeFile(join(test.project, 'cover.jpg'), 'GIF89a')
  const reportOf = async (format: 'epub' | 'docx') => {
    const { warnings, notices } = await test.invoke('book:export', { projectId: test.projectId, format })
    return { warnings, notices }
  }
  expect([await reportOf('epub'), await reportOf('docx')]).toEqual([
    {
      warnings: ['COVER_LEFT_OUT: cover.jpg 没有用作封面：它不是 JPEG 或 PNG 图片。请换成这两种图片之一。'],
      notices: [{ code: 'COVER_LEFT_OUT', params: { path: 'cover.jpg', problem: 'noPicture' } }],
    },
    { warnings: undefined, notices: undefined },
  ])
})
