import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const writer = resolve(import.meta.dirname, '../../../support/conversationWriter.ts')
const kills = 2

test('kill -9 while a conversation is being saved loses at most the event that was being written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-'))
  const home = join(folder, '.creonow/conversations')
  const path = join(home, 'c.json')
  await mkdir(home, { recursive: true })
  const date = '2026-11-22T08:00:00.000Z'
  const empty = { version: 1, id: 'c', title: '', createdAt: date, updatedAt: date, events: [] }
  await writeFile(path, JSON.stringify(empty))
  let stored = 0
  for (let kill = 1; kill <= kills; kill++) {
    const child = spawn(process.execPath, [writer, folder, join(folder, 'data'), 'c'])
    let acknowledged = stored
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line) + 1
      // At another moment of the next write each time.
      if (acknowledged < stored + 5 * kill) continue
      child.kill('SIGKILL')
      break
    }
    await once(child, 'close')
    const { events } = JSON.parse(await readFile(path, 'utf8')) as { events: { id: string }[] }
    expect(events.map(({ id }) => id)).toEqual(events.map((_, n) => `e${n}`))
    expect(events.length).toBeGreaterThanOrEqual(acknowledged)
    stored = events.length
  }
  expect(stored).toBeGreaterThanOrEqual(15)
  expect((await readdir(home)).filter((name) => name === 'c.json')).toEqual(['c.json'])
  await rm(folder, { recursive: true })
})
