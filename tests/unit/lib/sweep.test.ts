import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sweepTemporaries } from '../../../main/src/lib/sweep.ts'

test('only our own temporary files of dead processes, or older than an hour, are swept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-sweep-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const outside = `${folder}-外`
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  const left = '.creonow-4242-0a1b2c3d.tmp'
  for (const place of [outside, join(folder, '.creonow/rules'), join(folder, '.creonow/新 书')])
    await mkdir(place, { recursive: true })
  const kept = [
    '大纲.md.1',
    '大纲.md.20261122',
    '大纲.json.1732262400',
    '.creonow-4242.tmp',
    'x.creonow-4242-0a1b2c3d.tmp',
    '.creonow-4242-0a1b2c3d.tmp.bak',
    `.creonow-${process.pid}-00000000.tmp`,
    '.creonow-77-00000000.tmp',
  ]
  const old = '.creonow-77-11111111.tmp'
  for (const name of [...kept, left, old]) await writeFile(join(folder, '.creonow/rules', name), '字')
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(folder, '.creonow/rules', old), longAgo, longAgo)
  await writeFile(join(folder, '.creonow/新 书', left), '字')
  await writeFile(join(outside, left), '字')
  await symlink(outside, join(folder, '.creonow/连'))
  await symlink(join(outside, left), join(folder, '.creonow', left))

  const alive = (pid: number) => pid === 77 || pid === process.pid
  expect(await sweepTemporaries(folder, { alive })).toBe(3)
  expect((await readdir(join(folder, '.creonow/rules'))).sort()).toEqual(kept.toSorted())
  expect([await readdir(join(folder, '.creonow/新 书')), await readdir(outside)]).toEqual([[], [left]])
  expect(await readdir(join(folder, '.creonow'))).toContain(left)
  expect([
    await sweepTemporaries(join(folder, '没有')),
    await sweepTemporaries(join(folder, '.creonow/连')),
  ]).toEqual([0, 0])
})
