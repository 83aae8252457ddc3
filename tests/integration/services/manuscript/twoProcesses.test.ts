import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { manuscriptIn } from '../../../support/manuscript.ts'

// Two services with locks of their own over one data folder stand for two processes: a lock is a connection.
let root: string
beforeEach(async () => {
  root = join(await realpath(await mkdtemp(join(tmpdir(), 'creonow-two-'))), '书')
  await mkdir(join(root, 'manuscript'), { recursive: true })
})
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }))

it('two processes that make a chapter of one title at once make two', async () => {
  const [one, other] = [manuscriptIn(root), manuscriptIn(root)]
  const made: string[] = []
  for (let round = 0; round < 6; round++) {
    const both = await Promise.all([one, other].map((each) => each.create('p', { title: '同名' })))
    made.push(...both.map(({ documentId }) => documentId))
  }
  expect(new Set(made).size).toBe(12)
})

it('one of two processes that save one state of a chapter at once gets a conflict', async () => {
  const [one, other] = [manuscriptIn(root), manuscriptIn(root)]
  const path = join(root, 'manuscript/001-雾.md')
  for (let round = 0; round < 6; round++) {
    const before = `第${round}夜。`
    await writeFile(path, before)
    const saved = await Promise.allSettled(
      [one, other].map((each, who) =>
        each.save('p', 'manuscript/001-雾.md', `${before}〔${who}〕`, sha256Hex(before)),
      ),
    )
    const told = saved.map((each) => (each.status === 'fulfilled' ? 'saved' : each.reason.code))
    expect(told.toSorted()).toEqual(['CONFLICT', 'saved'])
    expect(await readFile(path, 'utf8')).toBe(`${before}〔${told.indexOf('saved')}〕`)
  }
})

it('two processes that append a novel at once leave the chapters of each together', async () => {
  await writeFile(join(root, 'manuscript/001-雾.md'), '正文。')
  const novel = (name: string) =>
    Buffer.from([1, 2, 3, 4, 5].map((n) => `第${n}章 ${name}${n}\n正文。\n`).join(''))
  await Promise.all(
    ['甲', '乙'].map((name) =>
      manuscriptIn(root).importInto(root, { bytes: novel(name), fileName: `${name}.txt`, append: true }),
    ),
  )
  const listed = (await manuscriptIn(root).list('p')).slice(1)
  const order = listed.map(({ title }) => /[甲乙]/.exec(title)?.[0]).join('')
  expect(['甲甲甲甲甲乙乙乙乙乙', '乙乙乙乙乙甲甲甲甲甲']).toContain(order)
})
