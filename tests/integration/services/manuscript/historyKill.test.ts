import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { sweepTemporaries } from '../../../../main/src/lib/sweep.ts'
import { createChapterHistory } from '../../../../main/src/services/manuscript/index.ts'
import { idOf } from '../../../support/chapterId.ts'

const writer = resolve(import.meta.dirname, '../../../support/chapterWriter.ts')
const documentId = 'manuscript/001-雾港.md'
const kills = 4
const draftOf = (text: string) => Number(/第(\d+)稿/.exec(text)?.[1] ?? 0)

test('a chapter is whole after kill -9 while versions are written, and every earlier draft can be read back', {
  tags: ['whole'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-'))
  const root = join(folder, '雾港')
  const data = join(folder, 'data')
  await mkdir(join(root, 'manuscript'), { recursive: true })
  await writeFile(join(root, documentId), '# 雾港\r\n第0稿。\r\n')
  for (let kill = 1; kill <= kills; kill++) {
    const child = spawn(process.execPath, [writer, root, data, documentId])
    const begun = draftOf(await readFile(join(root, documentId), 'utf8'))
    for await (const line of createInterface({ input: child.stdout })) {
      if (Number(line) < begun + 2) continue
      // At another moment of the next write each time.
      await sleep(3 * kill)
      child.kill('SIGKILL')
      break
    }
    await once(child, 'close')
  }
  const last = draftOf(await readFile(join(root, documentId), 'utf8'))
  const clock = { now: () => Date.now(), monotonic: () => performance.now() }
  const history = createChapterHistory({
    ...{ folderOf: () => join(data, 'history'), rootOf: () => root, clock, logger: silentLogger },
  })
  const versions = await history.list('p', idOf(documentId))
  const texts = await Promise.all(
    versions.map(async ({ versionId }) =>
      (await history.read('p', idOf(documentId), versionId)).toString('utf8'),
    ),
  )
  // A version may be there whose chapter was not written any more: then both say the same.
  const drafts = new Set(texts.map(draftOf))
  expect(Array.from({ length: last }, (_, n) => drafts.has(n))).toEqual(
    Array.from({ length: last }, () => true),
  )
  expect(texts.filter((text) => draftOf(text) > 0 && text.split('\r\n').length !== 3003)).toEqual([])
  expect(last).toBeGreaterThanOrEqual(2 * kills)
  await sweepTemporaries(join(data, 'history'))
  const names = await readdir(join(data, 'history'), { recursive: true })
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([])
  await rm(folder, { recursive: true })
})
