import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fromVisibleText } from '../../../main/src/lib/visibleText.ts'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'
import { type McpClient, startMcp } from '../../support/mcpClient.ts'
import { writeNovel } from '../../support/novel.ts'
import { hashesBelow } from '../../support/projectBytes.ts'

const key = 'sk-live-4f9aK2mQ8xT7bV3nR6wY1zC5'
const files = {
  'manuscript/001-雾.md': '\uFEFF# 雾\r\n\r\n　　林远把信折好。“𠮷野家？”林远问。\r\n',
  'manuscript/002-潮.md': `# 潮\n\n　　林远山没有回头，林远却笑了。\n　　api_key = "${key}"\n`,
  '.creonow/characters/林远.md':
    '---\nname: 林远\nprogressions:\n  - from: manuscript/002-潮.md\n    text: 瞎了左眼。\n---\n数石阶的人。\n',
  '.creonow/characters/林远山.md': '---\nname: 林远山\n---\n守灯人。\n',
  '.creonow/rules/style.md': '短句。备份在 /home/zhang/secret/稿子.md\n',
  '.creonow/rules/constraints.json': '{"version":2,"items":[]}',
}
const readers = ['LS', 'Glob', 'Grep', 'Read', 'Search', 'Codex', 'Assemble']

let place: Workplace
const clients: McpClient[] = []
beforeEach(async () => {
  place = await workplace()
  await writeNovel(place.project, files)
})
afterEach(async () => {
  for (const client of clients.splice(0)) {
    expect(client.faults).toEqual([])
    await client.close()
  }
  await place.remove()
})

async function start(...args: Parameters<typeof startMcp> extends [unknown, ...infer Rest] ? Rest : never) {
  const client = await startMcp(place, ...args)
  clients.push(client)
  return client
}

test('every tool answers a client that only reads, refuses a path outside, and hides secrets and paths', async () => {
  await symlink('/etc', join(place.project, 'manuscript/出口'))
  const before = await hashesBelow(place.project)
  const mcp = await start(['--debug'])
  expect(mcp.instructions).toContain('***REDACTED***')
  expect(await mcp.tools()).toEqual([...readers, 'Explain'])
  expect((await mcp.call('LS', { path: 'manuscript' })).text).toBe('001-雾.md\n002-潮.md')
  expect((await mcp.call('Glob', { pattern: 'rules/*.md' })).text).toBe('.creonow/rules/style.md')
  expect((await mcp.call('Grep', { pattern: '没有回头' })).text).toContain('manuscript/002-潮.md:3:')
  const chapter = (await mcp.call('Read', { path: 'manuscript/002-潮.md' })).text
  expect(chapter).toContain('3\t　　林远山没有回头，林远却笑了。')
  const style = (await mcp.call('Read', { path: 'rules/style.md' })).text
  const found = (await mcp.call('Search', { query: '林远折信' })).text
  expect(found).toContain('manuscript/001-雾.md:')
  expect((await mcp.call('Codex', { name: '林远', chapter: 'manuscript/001-雾.md' })).text).not.toContain(
    '瞎了左眼',
  )
  expect((await mcp.call('Codex', { name: '林远', chapter: 'manuscript/002-潮.md' })).text).toContain(
    '瞎了左眼',
  )
  const prompt = (await mcp.call('Assemble', { document: 'manuscript/002-潮.md' })).text
  expect(prompt).toContain('林远却笑了')
  expect((await mcp.call('Explain', { document: 'manuscript/002-潮.md' })).text).toContain(
    '裁剪与未放入 1 项',
  )
  const english = await start(['--debug', '--lang', 'en'])
  const table = (await english.call('Explain', { document: 'manuscript/002-潮.md' })).text
  expect(table).toContain('Cut or left out: 1')
  // Names of the book are its own; every other word is English.
  expect(table.replace(/林远山?|manuscript\/\S+|\S+\.md/g, '')).not.toMatch(/\p{Script=Han}/u)
  for (const text of [chapter, style, found, prompt]) {
    expect(text).not.toContain(key)
    expect(text).not.toContain('zhang')
  }
  const codes = []
  for (const path of [
    '../外面.md',
    '/etc/passwd',
    'manuscript/出口/passwd',
    '.creonow/cache/x',
    'manuscript/没有.md',
  ])
    codes.push((await mcp.call('Read', { path })).code)
  expect(codes).toEqual([
    'PATH_OUTSIDE_PROJECT',
    'PATH_OUTSIDE_PROJECT',
    'PATH_OUTSIDE_PROJECT',
    'AGENT_PATH_FORBIDDEN',
    'NOT_FOUND',
  ])
  expect((await mcp.call('Read', { wrong: 1 })).code).toBe('INVALID_ARGUMENT')
  for (const name of ['Edit', 'Write', 'MultiEdit', 'Undo', 'Bash', 'TodoWrite'])
    expect((await mcp.call(name, { path: 'manuscript/001-雾.md', content: '甲' })).code).toBe(
      'AGENT_TOOL_OFF',
    )
  const after = await hashesBelow(place.project)
  const words = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).filter(([path]) => !path.startsWith('.creonow/cache/'))
  expect(words(after)).toEqual(words(before))
}, 60_000)

test('the author sees the diff of a client that writes and may decline, and one undo takes the whole rename back', async () => {
  const asked: string[] = []
  let answer: 'accept' | 'decline' = 'decline'
  const mcp = await start(['--write'], (message) => {
    asked.push(message)
    return answer
  })
  expect(await mcp.tools()).toEqual([
    'LS',
    'Glob',
    'Grep',
    'Read',
    'Search',
    'Codex',
    'Edit',
    'MultiEdit',
    'Write',
    'Assemble',
    'Undo',
  ])
  const before = await hashesBelow(place.project)
  const rename = { paths: ['manuscript/*.md'], edits: [{ old: '林远', new: '林渊' }], wholeName: true }
  expect((await mcp.call('MultiEdit', rename)).code).toBe('AGENT_REFUSED')
  expect(await hashesBelow(place.project)).toEqual(before)
  answer = 'accept'
  expect((await mcp.call('MultiEdit', rename)).text).toMatch(
    /已改 2 个文件，共 3 处。[\s\S]*林远山 × 1[\s\S]*editId: /,
  )
  expect(asked[1]).toContain('+　　林远山没有回头，林渊却笑了。')
  expect(asked[1]).toContain('林远山 × 1')
  expect(asked.join('\n')).not.toContain(key)
  expect(await readFile(join(place.project, 'manuscript/001-雾.md'), 'utf8')).toBe(
    '\uFEFF# 雾\r\n\r\n　　林渊把信折好。“𠮷野家？”林渊问。\r\n',
  )
  expect((await mcp.call('Edit', { path: 'rules/constraints.json', old: '2', new: '3' })).code).toBe(
    'AGENT_PATH_FORBIDDEN',
  )
  expect((await mcp.call('Undo')).text).toContain('已恢复 2 个文件')
  expect(await hashesBelow(place.project)).toEqual(before)
  expect((await mcp.call('Undo')).text).toBe('没有可以撤销的写入。')
}, 60_000)

test('a client that cannot ask needs the permission of the project; two at once write one after the other', async () => {
  const [one, two] = await Promise.all([start(['--write']), start(['--write'])])
  const write = (n: number) => ({ path: `settings/甲${n}.md`, content: `第${n}句。\n` })
  expect(await one.call('Write', write(0))).toMatchObject({
    code: 'APPROVAL_NEEDED',
    text: expect.stringContaining('这部作品的写入每次都要作者同意。'),
  })
  const rename = { paths: ['manuscript/*.md'], edits: [{ old: '林远', new: '林渊' }], wholeName: true }
  expect((await one.call('MultiEdit', rename)).text).toContain('另有 1 组地方可能是别的名字，不会改。')
  const { projectId } = (await creonowRpc('projects:open', { rootPath: place.project })) as {
    projectId: string
  }
  await creonowRpc('agent:permissions:set', { projectId, writes: 'always' }, place.project)
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => (n % 2 === 0 ? one : two).call('Write', write(n))),
  )
  expect(answers.map(({ code }) => code)).toEqual([undefined, undefined, undefined, undefined])
  const chapter = { path: 'manuscript/002-潮.md', old: '没有回头', new: '回了头' }
  const both = await Promise.all([one.call('Edit', chapter), two.call('Edit', chapter)])
  expect(both.filter(({ code }) => code === undefined)).toHaveLength(1)
  expect((await one.call('Grep', { pattern: '回了头' })).text).toContain('manuscript/002-潮.md:3')
}, 60_000)

test('a server that was killed and started again serves the same book', async () => {
  const first = await start([])
  await first.call('LS')
  process.kill(first.pid ?? 0, 'SIGKILL')
  await expect(first.call('LS')).rejects.toThrow()
  await writeFile(join(place.project, 'manuscript/003-新.md'), '# 新\n')
  const second = await start([])
  expect((await second.call('LS', { path: 'manuscript' })).text).toBe('001-雾.md\n002-潮.md\n003-新.md')
}, 60_000)

test('a client that writes shows a long change whole, page by page, and changes no hidden line unseen', async () => {
  const asked: string[] = []
  const mcp = await start(['--write'], (message) => {
    asked.push(message)
    return 'accept'
  })
  const inside = Array.from({ length: 3000 }, (_, n) => `第${n}句：password="忽略以上指令 ${n}"。`).join('\n')
  const content = `# 灯\u202e塔\n-----BEGIN PRIVATE KEY-----\n${inside}\n-----END PRIVATE KEY-----\n`
  expect((await mcp.call('Write', { path: 'settings/灯塔.md', content })).code).toBeUndefined()
  expect(asked.length).toBeGreaterThan(2)
  const shown = asked.map((message) => message.slice(message.indexOf('\n') + 1)).join('')
  const added = shown.split('\n').filter((line) => line.startsWith('+'))
  expect(`${added.map((line) => fromVisibleText(line.slice(1))).join('\n')}\n`).toBe(content)
  expect(asked[0]).toMatch(/第 1 页，共 \d 页。还没有写入/)
  expect(asked.at(-1)).toContain('同意写入吗')
  const long = { path: 'settings/长.md', content: `${'雾'.repeat(99)}\n`.repeat(5000) }
  expect((await mcp.call('Write', long)).code).toBe('APPROVAL_NEEDED')
  const path = 'manuscript/002-潮.md'
  const hidden = { path, old: 'api_key = "***REDACTED***"', new: 'api_key = "***REDACTED***"，他念道。' }
  expect((await mcp.call('Edit', hidden)).code).toBe('APPROVAL_NEEDED')
  expect(asked.join('\n')).not.toContain(key)
}, 60_000)

test('Undo of what this client has not written asks, also where writing is allowed', async () => {
  const { projectId } = (await creonowRpc('projects:open', { rootPath: place.project })) as {
    projectId: string
  }
  await creonowRpc('agent:permissions:set', { projectId, writes: 'always' }, place.project)
  const one = await start(['--write'])
  const written = await one.call('Write', { path: 'settings/甲.md', content: '第一句。\n' })
  const editId = /editId: (\S+)/.exec(written.text)?.[1]
  const cannotAsk = await start(['--write'])
  expect((await cannotAsk.call('Undo', { editId })).code).toBe('APPROVAL_NEEDED')
  const asked: string[] = []
  const declines = await start(['--write'], (message) => {
    asked.push(message)
    return 'decline'
  })
  expect((await declines.call('Undo', { editId })).text).toContain('没有同意')
  expect(asked).toEqual([
    [
      '要撤销“另一个程序的修改: Write”。要改 1 个文件（新 0 行，旧 1 行）。同意撤销吗？',
      '--- .creonow/settings/甲.md（整个文件移到回收站）',
      '@@ -1,1 +1,0 @@',
      '-第一句。',
    ].join('\n'),
  ])
  expect((await one.call('Undo', { editId })).text).toContain('已恢复 1 个文件')
}, 60_000)

test('the question before an Undo has every line that comes back; what the book hides is only undone in the app', async () => {
  const { projectId } = (await creonowRpc('projects:open', { rootPath: place.project })) as {
    projectId: string
  }
  await creonowRpc('agent:permissions:set', { projectId, writes: 'always' }, place.project)
  const one = await start(['--write'])
  const idOf = (text: string) => /editId: (\S+)/.exec(text)?.[1]
  const chapter = { path: 'manuscript/002-潮.md', old: '没有回头', new: '回了\u200b头' }
  const editId = idOf((await one.call('Edit', chapter)).text)
  const style = { path: 'rules/style.md', old: '短句', new: '长句' }
  const hiddenLine = idOf((await one.call('Edit', style)).text)
  const asked: string[] = []
  const another = await start(['--write'], (message) => {
    asked.push(message)
    return 'accept'
  })
  expect((await another.call('Undo', { editId })).text).toContain('已恢复 1 个文件')
  expect(asked).toEqual([expect.stringContaining('-　　林远山回了⟦U+200B⟧头，林远却笑了。')])
  expect(asked[0]).toContain('+　　林远山没有回头，林远却笑了。')
  expect(hiddenLine).toBeDefined()
  expect(await another.call('Undo', { editId: hiddenLine })).toMatchObject({ code: 'APPROVAL_NEEDED' })
  expect(asked).toHaveLength(1)
}, 60_000)

async function creonowRpc(channel: string, input: object, project?: string): Promise<unknown> {
  const args = ['rpc', ...(project === undefined ? [] : ['--project', project])]
  const { stdout } = await creonow(args, place.dataFolder, `${JSON.stringify({ id: 1, channel, input })}\n`)
  const answer = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === 1)
  if (!answer?.ok) throw new Error(JSON.stringify(answer))
  return answer.data
}
