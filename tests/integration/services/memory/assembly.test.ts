import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../../main/src/contract/events.ts'
import type { UiLanguage } from '../../../../main/src/contract/sentences/errorKeys.ts'
import { errorSentence } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { DeepReadonly } from '../../../../main/src/contract/shared.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'
import { beginStream, endStream, sendDelta, startChatServer } from '../../../support/chatServer.ts'

let test: TestApp
let chapterTen: string
let chapterOne: string

beforeEach(async () => {
  test = await startApp()
  const names = (await readdir(join(test.project, 'manuscript'))).toSorted()
  const named = (ordinal: string) => `manuscript/${names.find((name) => name.startsWith(ordinal))}`
  chapterOne = named('001')
  chapterTen = named('010')
})
afterEach(() => test.remove())

const request = (more: object = {}) => ({
  projectId: test.projectId,
  documentId: chapterTen,
  cursorPosition: 900,
  skillId: 'continue',
  ...more,
})
const assemble = (more: object = {}) => test.invoke('context:assemble', request(more))
const inspect = (more: object = {}) => test.invoke('context:inspect', request(more))
const memoryChunks = async (more: object = {}) =>
  (await inspect(more)).chunks
    .filter(({ source }) => source.startsWith('memory:'))
    .map(({ layer, source, confidence }) => ({ layer, source, confidence }))

const run = async (more: object = {}) => {
  const events: DeepReadonly<RunEvent>[] = []
  const started = await test.app.services.runs.start(request(more), (event) => void events.push(event))
  await started.finished
  return { runId: started.runId, events }
}

describe('among the preferences in a prompt,', () => {
  it('a confirmed preference changes the stable prefix, a proposed one does not', async () => {
    const save = (preference: object) =>
      test.invoke('memory:save', {
        projectId: test.projectId,
        preference: { text: '动作场景偏好短句', ...preference },
      })
    const { stablePrefixHash: before } = await assemble()
    const { preference } = await save({ status: 'proposed', source: 'learned', kind: 'scene' })
    expect((await assemble()).stablePrefixHash).toBe(before)
    await test.invoke('memory:decide', { projectId: test.projectId, id: preference.id, accept: true })
    const confirmed = await assemble()
    expect(confirmed.stablePrefixHash).not.toBe(before)
    expect(confirmed.stablePrefixUnchanged).toBe(false)
    expect(confirmed.systemPrompt).toContain('<<<写作偏好>>>\n动作场景偏好短句\n')
    const again = await assemble()
    expect([again.stablePrefixHash, again.stablePrefixUnchanged]).toEqual([confirmed.stablePrefixHash, true])
    await test.invoke('memory:decide', { projectId: test.projectId, id: preference.id, accept: false })
    expect((await assemble()).stablePrefixHash).toBe(before)
  })

  it('the sample’s own are sent, and a rule stands in Rules alone', async () => {
    expect(await memoryChunks()).toEqual([
      { layer: 'settings', source: 'memory:pref-dialogue', confidence: 0.8 },
      { layer: 'settings', source: 'memory:pref-objects', confidence: 1 },
    ])
    const [first] = (await test.invoke('memory:list', { projectId: test.projectId })).preferences
    if (!first) throw new Error('the sample has no preference')
    await test.invoke('memory:save', {
      projectId: test.projectId,
      preference: { ...first, asConstraint: true },
    })
    expect(await memoryChunks()).toEqual([
      { layer: 'rules', source: 'memory:pref-objects', confidence: undefined },
      { layer: 'settings', source: 'memory:pref-dialogue', confidence: 0.8 },
    ])
    const { items } = await test.invoke('constraints:list', { projectId: test.projectId })
    expect(items.at(-1)).toMatchObject({ source: 'memory', text: first.text, readOnly: true })
    expect((await assemble()).systemPrompt).toMatch(new RegExp(`\\n\\d\\. ${first.text}\\n`))
    expect(
      await test.codeOf('constraints:delete', { projectId: test.projectId, id: items.at(-1)?.id ?? '' }),
    ).toBe('CONSTRAINT_READONLY')
  })

  it('a broken or unreadable memory fails neither the assembly nor the list of constraints', async () => {
    const file = join(test.project, '.creonow/memory/preferences.json')
    await writeFile(file, '{"version":1,')
    const result = await assemble()
    expect(result.warnings).toEqual(['MEMORY_UNAVAILABLE: 这次没有用上写作偏好。'])
    expect(result.trim.filter(({ sourceRef }) => sourceRef.includes('memory'))).toEqual([
      {
        layer: 'settings',
        sourceRef: '.creonow/memory/preferences.json',
        action: 'dropped',
        reason: 'invalid_format',
        beforeChars: 0,
        afterChars: 0,
      },
    ])
    expect(await test.codeOf('constraints:list', { projectId: test.projectId })).toBe('ok')
    expect(await test.codeOf('memory:list', { projectId: test.projectId })).toBe('FILE_BROKEN')
    expect(await readFile(file, 'utf8')).toBe('{"version":1,')
    await rm(join(test.project, '.creonow/memory'), { recursive: true })
    expect((await assemble()).warnings).toEqual([])
    await mkdir(join(test.project, '.creonow/memory/episodes.jsonl'), { recursive: true })
    expect((await assemble()).warnings).toEqual(['MEMORY_UNAVAILABLE: 这次没有用上写作偏好。'])
  })
})

describe('the memory of earlier requests', () => {
  it('brings a rejected exchange back for a similar request, and not in an earlier chapter', async () => {
    const additionalInput = '写得再冷一点，少写心理'
    const { runId, events } = await run({ additionalInput })
    await test.invoke('ai:outcome', { projectId: test.projectId, runId, outcome: 'rejected' })
    const done = events.at(-1)
    const written = done?.type === 'done' ? done.text : ''
    const { episodes } = await test.invoke('memory:episodes', { projectId: test.projectId, limit: 10 })
    expect(episodes.map(({ id: _id, at: _at, receiptId: _receipt, ...rest }) => rest)).toEqual([
      {
        documentId: idOf(chapterTen),
        skillId: 'continue',
        instruction: additionalInput,
        excerpt: written,
        outcome: 'rejected',
      },
    ])
    const later = await inspect({ additionalInput: '再冷一点，不要写心理' })
    const chunk = later.chunks.find(({ source }) => source === `memory:${episodes[0]?.id}`)
    expect(chunk).toMatchObject({ layer: 'retrieved', text: expect.stringContaining('作者没有采用') })
    expect(chunk?.score).toBeGreaterThan(0.1)
    expect(chunk?.score).toBeLessThanOrEqual(0.5)
    const earlier = await inspect({ documentId: chapterOne, additionalInput })
    expect(earlier.chunks.filter(({ source }) => source.startsWith('memory:1'))).toEqual([])
    expect(earlier.userContent).not.toContain(written.slice(0, 30))
  })

  it('does not repeat an accepted text of the chapter in Retrieved', async () => {
    const { runId, events } = await run({ additionalInput: '写得再冷一点' })
    const done = events.at(-1)
    const written = done?.type === 'done' ? done.text : ''
    const { text, hash } = await test.invoke('documents:read', {
      projectId: test.projectId,
      documentId: chapterTen,
    })
    await test.invoke('documents:save', {
      projectId: test.projectId,
      documentId: chapterTen,
      text: text.slice(0, 900) + written + text.slice(900),
      baseHash: hash,
    })
    await test.invoke('ai:outcome', {
      projectId: test.projectId,
      runId,
      outcome: 'accepted',
      text: written,
    })
    const result = await inspect({
      additionalInput: '写得再冷一点',
      cursorPosition: 900 + written.length,
    })
    expect(result.chunks.filter(({ label }) => label === '以前的一次')).toEqual([])
    expect(result.userContent.split(written.slice(0, 30))).toHaveLength(2)
  })

  it('has the last three instructions of a chapter, and not the current one', async () => {
    for (const additionalInput of ['写雾', '写雾', '写钟', '写灯', '写水']) await run({ additionalInput })
    const working = async (more: object = {}) =>
      (await inspect(more)).chunks.find(({ source }) => source === 'memory:working')?.text
    expect(await working()).toBe('- 写水\n- 写灯\n- 写钟')
    expect(await working({ documentId: chapterOne })).toBeUndefined()
    expect(await working({ stateless: true })).toBeUndefined()
    await run({ additionalInput: '长'.repeat(3000) })
    const long = (await inspect()).chunks.find(({ source }) => source === 'memory:working')
    expect(long?.tokenCount).toBeLessThanOrEqual(500)
  })
})

describe('among the skills of a project,', () => {
  const put = async (path: string, text: string) => {
    await mkdir(join(test.project, '.creonow/skills/更多'), { recursive: true })
    await writeFile(join(test.project, '.creonow/skills', path), text)
  }

  it('a broken skill leaves the others, and a project’s own is found', async () => {
    await put('坏.md', '没有说明')
    await put('更多/重名.md', '---\nid: continue\nname: 续写二\noutput: insert\n---\n写。\n')
    await put('更多/层.md', '---\nid: l\nname: 层\noutput: show\nlayers: [retrieved]\n---\n写。\n')
    await put('更多/空.md', '---\nid: e\nname: 空\noutput: show\n---\n\n')
    await put('炸.md', `---\nid: &a [x]\nname: *a\noutput: show\n---\n写。\n`)
    await put('大.md', `---\nid: big\nname: 大\noutput: show\n---\n${'写'.repeat(40_000)}`)
    const { skills } = await test.invoke('skills:list', { projectId: test.projectId })
    expect(
      skills.filter(({ source }) => source.startsWith('.creonow/')).map(({ name, error }) => [name, error]),
    ).toEqual([
      ['坏', '这个技能的文件开头要有一段用 --- 包起来的说明。'],
      ['大', '这个技能的文件超过 64 KB。'],
      ['层', '这个技能的 layers 里只有 retrieved 可以省去。'],
      ['空', '这个技能的文件没有正文，不知道要模型做什么。'],
      ['续写二', '“id: continue”已经有别的技能用了，请换一个。'],
      ['炸', '这个技能的 id 不能用：要有，只用字母、汉字、数字、短横和下划线，最多 64 个字符。'],
      ['雾中听声', undefined],
    ])
    expect(skills.slice(0, 2).map(({ id }) => id)).toEqual(['continue', 'polish'])
    expect(skills.map(({ id }) => id)).toEqual(expect.arrayContaining(['synopsis', 'chat', 'fog-listening']))
    const broken = skills.find(({ name }) => name === '坏')
    const session = test.app.createSession({ id: 'test', mayInspect: () => true })
    await test.app.router.dispatch(session, 'projects:open', { rootPath: test.project })
    const refused = await test.app.router.dispatch(
      session,
      'context:assemble',
      request({ skillId: broken?.id }),
    )
    expect(
      refused.ok || ['zh', 'en'].map((each) => errorSentence(refused.error, each as UiLanguage)),
    ).toEqual([
      expect.stringMatching(
        /^技能不能用：这个技能的文件开头要有一段用 --- 包起来的说明（\.creonow\/skills\/.+）。$/,
      ),
      expect.stringMatching(/^The file of this skill has to begin with .+ \(\.creonow\/skills\/.+\)\.$/),
    ])
    expect(await test.codeOf('context:assemble', request({ skillId: 'nobody' }))).toBe('NOT_FOUND')
  })

  it('the fields of a template are filled in, and what an author wrote is no field', async () => {
    const { text } = await test.invoke('documents:read', {
      projectId: test.projectId,
      documentId: chapterTen,
    })
    const paragraph = text.split('\n').find((line) => line.length > 60) ?? ''
    const from = text.indexOf(paragraph)
    const selection = { from, to: from + 30 }
    const additionalInput = '{{selection}} 原样'
    const { userContent } = await assemble({ skillId: 'fog-listening', selection, additionalInput })
    expect(userContent).toContain(
      `选中的段落：\n\n${text.slice(from, from + 30)}\n\n作者的补充：{{selection}} 原样\n`,
    )
    expect(userContent).not.toContain('<<<选中的文字>>>')
    expect(userContent).not.toContain('<<<作者补充>>>')
    const { events } = await run({ skillId: 'fog-listening', cursorPosition: from + 5 })
    expect(events[0]).toMatchObject({ skillId: 'fog-listening', output: 'replace' })
    expect(events.at(-1)).toMatchObject({ type: 'done' })
  })

  it('a skill without Retrieved gets none, and its window holds', async () => {
    await put(
      '轻.md',
      '---\nid: light\nname: 轻\noutput: show\nlayers: [rules, settings, immediate]\nwindow: 9000\n---\n说说。\n',
    )
    const { layers, budget, systemPrompt } = await assemble({ skillId: 'light' })
    expect(layers.retrieved.chunks).toBe(0)
    expect(budget.windowTokens).toBe(9000)
    expect(systemPrompt).toContain('[创作约束 - 不可违反]')
  })
})

describe('the Judge', () => {
  it('names a sentence that breaks a rule, and what was checked', async () => {
    const server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '林远推开门。他看见铅锤掉在地上！', 'stop')
      endStream(response)
    })
    const provider = { id: 'local', name: '本机', baseUrl: server.baseUrl, models: ['m'] }
    // On a busy machine rules take longer than an author should wait.
    await test.invoke('settings:update', { patch: { providers: [provider], runSourceDeadlineMs: 20_000 } })
    const { events } = await run({ modelId: 'local/m' })
    await server.close()
    const done = events.at(-1)
    const { findings = [], checked = [] } = (done?.type === 'done' && done.judged) || {}
    expect(findings.map(({ kind, code, quote }) => `${kind} ${code} ${quote}`)).toEqual([
      'narrative person 林远推开门。',
      'narrative person 他看见铅锤掉在地上！',
      'style mark 他看见铅锤掉在地上！',
      'terminology term 他看见铅锤掉在地上！',
    ])
    expect(checked).toEqual(expect.arrayContaining(['narrative', 'style', 'terminology']))
  })
})
