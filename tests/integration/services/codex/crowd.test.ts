import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sanguo } from '../../../fixtures/codex/sanguo.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { prose } from '../../../support/novel.ts'

const people = sanguo.slice(0, 59)
const documentId = 'manuscript/002-第二章.md'
let test: TestApp

/** A scene with 59 people in it, each with an entry of about 400 characters and a past that is over. */
beforeAll(async () => {
  test = await startApp()
  const rootPath = join(test.folder, '群雄')
  await mkdir(join(rootPath, 'manuscript'), { recursive: true })
  await mkdir(join(rootPath, '.creonow/characters'), { recursive: true })
  const scene = people.map(({ name }, at) => `${prose(70, `座${at}`)}${name}也在座。`).join('\n')
  await writeFile(join(rootPath, 'manuscript/001-第一章.md'), '# 第一章\n\n起初。\n')
  await writeFile(join(rootPath, documentId), `# 第二章\n\n${scene}\n`)
  await writeFile(join(rootPath, '.creonow/project.json'), JSON.stringify({ id: 'crowd', name: '群雄' }))
  for (const [at, { name }] of people.entries()) {
    const past = `${name}镇守一方，${prose(180, `昔${at}`)}\n${prose(180, `往${at}`)}`
    const lines = [
      `id: p${at}`,
      `name: ${name}`,
      'progressions:',
      `  - { from: manuscript/001-第一章.md, text: ${name}在乱军中中箭，抬回营里，当夜没有挨过去。, state: 已死 }`,
    ]
    await writeFile(
      join(rootPath, `.creonow/characters/${name}.md`),
      `---\n${lines.join('\n')}\n---\n${past}`,
    )
  }
  const { projectId } = await test.invoke('projects:open', { rootPath })
  await test.app.services.retrieval.ensureIndexed(projectId)
  test = { ...test, projectId }
})
afterAll(() => test.remove())

const levels = ['dropped', 'name', 'line', 'short', 'cut', 'full'] as const
type Level = (typeof levels)[number]

async function crowdAt(maxInputTokens: number) {
  const { projectId } = test
  const { text } = await test.invoke('documents:read', { projectId, documentId })
  const limits = { window: maxInputTokens + 4096, outputReserve: 4096 }
  const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue', limits }
  const { trim, prompt, tokenCount } = await test.invoke('context:inspect', { ...request, stateless: true })
  const rows = trim.filter(({ sourceRef }) => sourceRef.includes('characters/'))
  const crowd = rows.map(
    ({ action, level = 'cut' }): Level =>
      action === 'dropped' ? 'dropped' : action === 'kept' ? 'full' : (level as Level), // a level of the evidence
  )
  const absent = people.filter(({ name }) => !prompt.includes(`<<<人物 ${name}（已死）>>>`))
  return {
    people: crowd.length,
    least: levels.find((level) => crowd.includes(level)),
    absent: absent.map(({ name }) => name),
    freeTokens: maxInputTokens - tokenCount,
  }
}

it.each<[number, Level[]]>([
  [8000, ['name', 'line', 'short', 'cut', 'full']],
  [16_000, ['line', 'short', 'cut', 'full']],
  [64_000, ['full']],
] satisfies [number, Level[]][])(
  '59 people in one scene are all in the prompt, dead as they are, at %i tokens: %j',
  async (size, allowed) => {
    const crowd = await crowdAt(size)
    expect(crowd).toMatchObject({ people: 59, absent: [] })
    expect(allowed).toContain(crowd.least)
  },
)

it('nobody is shortened while more than 500 tokens are free, whatever the window', async () => {
  const crowds = []
  for (let size = 6500; size < 36_000; size += 2950) crowds.push(await crowdAt(size))
  expect(crowds.filter(({ least, freeTokens }) => least !== 'full' && freeTokens > 500)).toEqual([])
  expect(crowds.filter(({ least }) => least !== 'full').length).toBeGreaterThan(5)
})
