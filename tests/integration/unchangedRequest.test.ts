import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../main/src/app.ts'
import type { ChannelInput } from '../../main/src/contract/index.ts'
import { systemClock } from '../../main/src/lib/clock.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/chapterId.ts'

type Asked = Partial<ChannelInput<'context:assemble'>>

/** Far enough ahead that every file counts as settled: what is known of it stands until it changes. */
const clock = { ...systemClock, now: () => Date.now() + 60_000 }
const here = 'manuscript/005-数水谣.md'
const before = 'manuscript/004-三十三级.md'

let test: TestApp
beforeEach(async () => {
  test = await startApp({ clock })
  const provider = { id: 'far', name: '远处', baseUrl: 'http://127.0.0.1:9/v1', models: ['claude-opus-5'] }
  await test.invoke('settings:update', { patch: { providers: [provider] } })
})
afterEach(() => test.remove())

const complete = (asked: Asked) => ({
  projectId: test.projectId,
  documentId: here,
  cursorPosition: 900,
  skillId: 'continue',
  limits: { window: 16_384, outputReserve: 2048 },
  stateless: true,
  ...asked,
})

/** Without what is told anew each time. */
const bare = <T extends object>(answer: T) => ({ ...answer, timings: {}, receiptId: null })

const told = async (asked: Asked = {}) => bare(await test.invoke('context:assemble', complete(asked)))

async function toldAll(asks: readonly Asked[]) {
  const all = []
  for (const asked of asks) all.push(await told(asked))
  return all
}

const at = (path: string) => join(test.project, path)

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(at(path), 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  await writeFile(at(path), changed)
}

const editJson = (path: string, change: (value: Record<string, never>) => object) =>
  edit(path, (text) => JSON.stringify(change(JSON.parse(text))))

/** Each kind of thing that a prompt is made from, changed behind the app's back or by it. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'the chapter, in front of the cursor': () => edit(here, (text) => `# 数水谣\n\n　　雾又来了。\n${text}`),
  'the chapter, behind the cursor': () =>
    edit(here, (text) => `${text.slice(0, 950)}忽然灯灭了。${text.slice(950)}`),
  'the title of the chapter': () => edit(here, (text) => text.replace(/^# .*/, '# 第五章 数水')),
  'the chapter before it': () => edit(before, (text) => text.replaceAll('石阶', '木阶')),
  'a chapter taken away': async () => {
    await rm(at('manuscript/002-许记客栈.md'))
    await test.app.services.retrieval.ensureIndexed(test.projectId)
  },
  'the style sheet': () => edit('.creonow/rules/style.md', (text) => `${text}\n- 不写梦。\n`),
  'the word list': () =>
    editJson('.creonow/rules/terminology.json', () => ({
      version: 1,
      terms: [{ term: '引水公所', note: '不叫“港务所”' }],
    })),
  'a constraint': () =>
    test.invoke('constraints:create', { projectId: test.projectId, text: '雾里不写月亮。', kind: 'world' }),
  'the scope of a constraint': () =>
    edit('.creonow/rules/constraints.json', (text) =>
      text.replace('"priority"', '"scope": { "from": "manuscript/009-退潮.md" }, "priority"'),
    ),
  'a settings file': () => edit('.creonow/settings/世界观.md', (text) => `雾港wugang潮水三十三级。\n${text}`),
  'a settings file that is new': () => writeFile(at('.creonow/settings/潮汐.md'), '初三、十八大潮。\n'),
  'an entry of somebody in the scene': () =>
    edit('.creonow/characters/许三娘.md', (text) => `${text}她左手只有四根指头。\n`),
  'the level of an entry': () =>
    edit('.creonow/characters/许三娘.md', (text) => text.replace('when_detected', 'never')),
  'an entry that is new': () =>
    writeFile(
      at('.creonow/lore/规矩.md'),
      '---\nid: rule\nname: 规矩\ntype: lore\naiContextLevel: always\n---\n夜里不吹口哨。\n',
    ),
  'an entry that one person knows of': () =>
    writeFile(
      at('.creonow/lore/暗号.md'),
      '---\nid: sign\nname: 暗号\ntype: lore\naiContextLevel: always\nknownBy: [lin-yuan]\n---\n三长两短。\n',
    ),
  'the point of view of the chapter': () =>
    edit('.creonow/book.json', (text) => text.replaceAll('"lin-yuan"', '"xu-sanniang"')),
  'what the book is pinned to': () =>
    editJson('.creonow/project.json', (value) => ({ ...value, pins: ['wei-bo'] })),
  'the premise of the book': () =>
    editJson('.creonow/project.json', (value) => ({ ...value, synopsis: '一个人回到雾港。' })),
  'the language of the book': () =>
    editJson('.creonow/project.json', (value) => ({ ...value, language: 'en' })),
  'a preference': () =>
    edit('.creonow/memory/preferences.json', (text) => text.replace('对话短', '对话很短')),
  'a preference that becomes a rule': () =>
    edit('.creonow/memory/preferences.json', (text) =>
      text.replace('"kind"', '"asConstraint": true, "kind"'),
    ),
  'a synopsis': async () => {
    const { projectId, invoke } = test
    await invoke('retrieval:synopses:save', { projectId, documentId: before, text: '林远上塔。' })
  },
  'the shares of the layers': async () => {
    const { projectId, invoke } = test
    const { version, layers } = await invoke('context:budget:get', { projectId })
    const { settings, immediate } = layers
    const other = {
      ...layers,
      settings: { ...settings, ratio: settings.ratio - 0.02 },
      immediate: { ...immediate, ratio: immediate.ratio + 0.02 },
    }
    await invoke('context:budget:update', { projectId, version, layers: other })
  },
  'the own words of a skill': () =>
    edit('.creonow/skills/雾中听声.md', (text) => text.replace('浓雾', '薄雾')),
  'a key that stands in the text': () =>
    test.invoke('settings:key:set', { provider: 'far', key: '雾港wugang潮水三十三级' }),
  'how a model was found to count': async () => {
    const models = { 'far/claude-opus-5': { factor: 1.7, runs: 3 } }
    await writeFile(join(test.dataFolder, 'calibration.json'), JSON.stringify({ version: 1, models }))
    // What another process writes there is seen within 20 ms.
    await setTimeout(40)
  },
}

/** What a request can say of itself. */
const requests: Readonly<Record<string, Asked>> = {
  'another cursor': { cursorPosition: 930 },
  'another chapter': { documentId: 'manuscript/006-名册.md' },
  'another skill': { skillId: 'fog-listening' },
  'another model': { modelId: 'far/claude-opus-5' },
  'a larger window': { limits: { window: 20_000, outputReserve: 2048 } },
  'a larger reserve': { limits: { window: 16_384, outputReserve: 4096 } },
  'a selection': { selection: { from: 700, to: 720 } },
  'words of the author': { additionalInput: '写得冷一点' },
  'a pinned entry': { pinned: ['wei-bo'] },
}

/** With which skill, model or window, so small that shares matter, a change is seen. */
const seenBy: Readonly<Record<string, Asked>> = {
  'the own words of a skill': { skillId: 'fog-listening' },
  'how a model was found to count': { modelId: 'far/claude-opus-5' },
  'the shares of the layers': { limits: { window: 6000, outputReserve: 1000 } },
}

describe('a request that comes again', () => {
  it('is not confused with one that requests anything else', async () => {
    const { projectId, invoke } = test
    const { id: conversationId } = await invoke('chat:create', { projectId })
    const asks = [{}, ...Object.values(requests), { conversationId }]
    const all = await toldAll(asks)
    for (const [at, one] of all.entries())
      expect(all.slice(at + 1).filter((other) => isDeepStrictEqual(one, other))).toEqual([])
    expect(await toldAll(asks)).toEqual(all)
  })

  it('is answered anew after every kind of change, as an app answers that opens the project first', async () => {
    const { app, projectId, dataFolder, project } = test
    for (const [what, change] of Object.entries(changes)) {
      const asked = seenBy[what] ?? {}
      const before = await told(asked)
      await change()
      await app.services.retrieval.ensureIndexed(projectId)
      expect(await told(asked), what).not.toEqual(before)
    }
    const asks = [{}, ...Object.values(seenBy)]
    const known = await toldAll(asks)
    const another = await createApp({ dataFolder, clock, logger: silentLogger, environment: {} })
    const session = another.createSession({ id: 'another', mayInspect: () => true })
    await another.router.dispatch(session, 'projects:open', { rootPath: project })
    const fresh = []
    for (const asked of asks) {
      const answer = await another.router.dispatch(session, 'context:assemble', complete(asked))
      fresh.push(bare(answer.ok ? Object(answer.data) : answer.error))
    }
    await another.dispose()
    expect(known).toEqual(fresh)
    // Of this process alone, and for requests that follow one another.
    const follow = async () => (await told({ stateless: false })).prompt
    const prompt = await follow()
    expect(await follow()).toBe(prompt)
    app.services.memory.working.note(projectId, idOf(here), '写得再慢一点')
    expect(await follow()).toContain('写得再慢一点')
  })
})
