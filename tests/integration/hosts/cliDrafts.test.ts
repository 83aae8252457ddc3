import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'
import { sectionsOf } from '../../support/draftReader.ts'
import { startScriptedModel } from '../../support/scriptedModel.ts'

let place: Workplace
let server: Awaited<ReturnType<typeof startScriptedModel>>
beforeEach(async () => {
  place = await workplace()
  const folder = join(place.project, 'manuscript')
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (let n = 1; n <= 30; n += 1)
    await writeFile(
      join(folder, `${String(n).padStart(3, '0')}-第${n}回.md`),
      `# 第${n}回\r\n\r\n　　石青瓷点亮第${n}盏灯。Lamp ${n} burned. 𠮷\r\n\r\n${'　　夜色很深，灯火一盏一盏灭了。\r\n\r\n'.repeat(500)}`,
    )
})
afterEach(async () => {
  await server.close()
  await place.remove()
})

const main = join(resolve(import.meta.dirname, '..', '..', '..'), 'scripts/creonow.mjs')
const start = (args: readonly string[]) =>
  spawn(process.execPath, [main, ...args, '--project', place.project], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
    stdio: 'ignore',
  })
const here = (args: readonly string[]) =>
  creonowHere([...args, '--project', place.project], place.dataFolder, '')
const isReading = (prompt: string) => sectionsOf(prompt).length > 0
const answerOf = (prompt: string) => {
  const facts = sectionsOf(prompt).flatMap(({ number, text }) => {
    const quote = /石青瓷点亮第(\d+)盏灯。/.exec(text)
    return quote ? [{ field: '关系', value: `第${quote[1]}盏灯`, quote: quote[0], chapter: number }] : []
  })
  return JSON.stringify([{ name: '石青瓷', kind: 'person', aliases: [], facts }])
}

test('drafts that are killed twice go on where they stopped, pay for no chapter twice but those under way, and make one card', {
  tags: ['whole'],
}, async () => {
  let child: ChildProcess | undefined
  const killsAt = [3, 9]
  server = await startScriptedModel(place.dataFolder, (prompt) => {
    const asked = server.asked().filter(isReading).length
    if (killsAt[0] !== undefined && asked >= killsAt[0]) {
      killsAt.shift()
      child?.kill('SIGKILL')
    }
    return answerOf(prompt)
  })
  const { stderr } = await here(['codex', 'drafts', 'read', '--readings', '2', '--preview', '--lang', 'zh'])
  const total = Number(/(\d+) 次请求/.exec(stderr)?.[1])
  expect(total).toBe(60)
  let kills = 0
  for (let runs = 0; runs < 3; runs += 1) {
    child = start(['codex', 'drafts', 'read', '--readings', '2', '--yes'])
    const [, signal] = await once(child, 'exit')
    if (signal === 'SIGKILL') kills += 1
  }
  expect(kills).toBe(2)
  expect(server.asked().filter(isReading).length - total).toBeLessThanOrEqual(3 * kills)
  const { stdout } = await here(['codex', 'drafts', 'list', '--json'])
  const { drafts } = JSON.parse(stdout) as { drafts: { name: string; facts: { reservation?: string }[] }[] }
  expect(drafts.map(({ name, facts }) => [name, facts.length])).toEqual([['石青瓷', 30]])
  const accepted = await here(['codex', 'drafts', 'accept', 'ticked', '--lang', 'en'])
  expect(accepted.stdout).toContain('Facts accepted: 30; cards made: 1, cards added to: 0.')
  const again = await here(['codex', 'drafts', 'accept', 'all', '--lang', 'zh'])
  expect(again.stdout).toContain('写进了 0 条：新建 0 张卡，添到 0 张卡。')
})

test('the list shows each fact with its sentence, and what cannot be meant is refused', async () => {
  server = await startScriptedModel(place.dataFolder, answerOf)
  const read = await here(['codex', 'drafts', 'read', '石青瓷', '--yes', '--lang', 'zh'])
  expect(read.stdout).toContain('石青瓷\tcharacter')
  expect(read.stdout).toMatch(/\t\[x\]\tf_[0-9a-f]{16}\t关系: 第1盏灯\tc_\S+ “石青瓷点亮第1盏灯。”/)
  expect(read.stderr).toContain('1 张卡，30 条；没有收下：0 条书里没有原句')
  const id = /f_[0-9a-f]{16}/.exec(read.stdout)?.[0] ?? ''
  const rejected = await here(['codex', 'drafts', 'reject', id, '--lang', 'en'])
  expect(rejected.stdout).toContain('Facts rejected: 1.')
  const nobody = await here(['codex', 'drafts', 'read', 'Nobody', '--yes', '--lang', 'zh'])
  expect(nobody.stderr).toContain('没有要做的章。')
  for (const wrong of [['accept'], [], ['read', '--readings', '4']])
    expect((await here(['codex', 'drafts', ...wrong])).code).toBe(2)
})
