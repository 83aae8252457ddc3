import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { createVoiceService } from '../../../../main/src/services/voice/index.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

const opened: TestApp[] = []
afterEach(async () => {
  for (const test of opened.splice(0)) await test.remove()
})

const path = (number: number) => `manuscript/00${number}.md`
const books = {
  zh: {
    chapters: ['且说那日雾大，沈照没有回头。', '且说那日又起了雾，船都不动。', '且说那日灯灭了，沈照走了。'],
    filler: '守夜的人数着更点，一直数到天快亮了。\n',
    accepted: '她缓缓转身，缓缓落座，又缓缓抬头。不是笑，而是一丝冷意——仿佛雪。',
    tic: '缓缓',
    turn: '且说那日',
    name: '文笔',
    intro: '照这样写：',
    person: '沈照',
  },
  en: {
    chapters: [
      'For a long time Ned Sharrow said nothing.',
      'For a long time there was no wind at all.',
      'For a long time Ned Sharrow was out there.',
    ],
    filler: 'The watch had counted bells until it was morning and no boat would move.\n',
    accepted: 'She slowly turned, slowly sat, slowly smiled -- not a smile, but a flicker of something cold.',
    tic: 'slowly, softly, gently',
    turn: 'for a long time',
    name: 'Voice',
    intro: 'Write like this:',
    person: 'Ned Sharrow',
  },
} as const

async function open(language: keyof typeof books) {
  const { chapters, filler } = books[language]
  const text = (chapter: string, at: number) => `# ${at + 1}\n\n${chapter}\n${filler.repeat(60)}`
  const test = await startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'voice', name: 'V', language }),
    ...Object.fromEntries(chapters.map((chapter, at) => [path(at + 1), text(chapter, at)])),
  })
  opened.push(test)
  const call = <C extends ChannelName>(channel: C, input: object = {}) =>
    test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
  const prompt = async () => {
    const { systemPrompt, userContent } = await call('context:assemble', {
      ...{ documentId: path(3), cursorPosition: 20, skillId: 'continue', stateless: true },
    })
    return systemPrompt + userContent
  }
  const accept = async (text: string, outcome: 'accepted' | 'edited' | 'rejected') => {
    const { documents } = await call('documents:list')
    await test.app.services.memory.recordEpisode(test.projectId, {
      ...{ id: `run-${outcome}`, skillId: 'continue', instruction: '', outcome },
      ...(documents[2] && { documentId: documents[2].documentId }),
      written: text,
      ...(outcome === 'edited' && { text }),
    })
  }
  return { test, call, prompt, accept }
}

describe.each(['zh', 'en'] as const)('the voice of a book in %s', (language) => {
  const its = books[language]

  it('is measured without any change of prompts, and is in them once the author writes it', async () => {
    const { test, call, prompt } = await open(language)
    const before = await prompt()
    const voice = await call('voice:get')
    expect(await prompt()).toBe(before)
    expect([voice.language, voice.path, voice.sheet?.chapters]).toEqual([language, null, 3])
    expect(voice.sheet?.turns).toContainEqual({ text: its.turn, count: 3 })
    expect(voice.sheet?.quotations.every((each) => !each.includes(its.person))).toBe(true)
    expect(voice.accepted).toEqual({ texts: 0, units: 0 })
    const { path: file } = await call('voice:save')
    expect(file).toBe(`.creonow/settings/${its.name}.md`)
    expect((await call('voice:get')).path).toBe(file)
    expect(await prompt()).toContain(its.intro)
    await writeFile(join(test.project, file), 'My own sentence.\n')
    await expect(call('voice:save')).rejects.toThrow('CONFLICT')
    expect(await readFile(join(test.project, file), 'utf8')).toBe('My own sentence.\n')
    await expect.poll(prompt).toContain('My own sentence.')
  })

  it('has the tics of accepted texts beside the own ones, and does not take a model for the author', async () => {
    const { test, call, accept } = await open(language)
    const own = await call('voice:get')
    await accept(its.accepted, 'accepted')
    await accept('缓缓 slowly', 'rejected')
    const text = await readFile(join(test.project, path(3)), 'utf8')
    const { hash } = await call('documents:read', { documentId: path(3) })
    await call('documents:save', { documentId: path(3), text: `${text}${its.accepted}\n`, baseHash: hash })
    const voice = await call('voice:get')
    expect(voice.accepted.texts).toBe(1)
    expect(voice.tics.find(({ label }) => label === its.tic)).toMatchObject({
      own: 0,
      accepted: 3,
      more: true,
    })
    expect(voice.sheet).toEqual(own.sheet)
  })

  it('counts a chapter again only when it has changed', async () => {
    const texts = new Map(its.chapters.map((text, at) => [`c_${at}`, `${text}\n${its.filler.repeat(9)}`]))
    const hashOf = (text: string) => `${text.length}`.padStart(64, '0')
    const read: string[] = []
    const voice = createVoiceService({
      manuscript: {
        outline: async () =>
          [...texts].map(([documentId, text]) => ({
            ...{ documentId, path: documentId, kind: 'chapter' as const, title: '', chapterNumber: 1 },
            ...{ characters: text.length, words: 1, hash: hashOf(text) },
          })),
        read: async (_, documentId) => {
          read.push(documentId)
          return { text: texts.get(documentId) ?? '' }
        },
      },
      names: async () => [its.person],
      accepted: async () => [],
      worldFiles: { list: async () => [], create: async () => '' },
    })
    const first = await voice.get('p')
    read.length = 0
    expect(await voice.get('p')).toEqual(first)
    expect(new Set(read)).toEqual(new Set([...texts.keys()])) // the beginning says the language
    texts.set('c_1', `${texts.get('c_1')}${its.filler}`)
    read.length = 0
    const second = await voice.get('p')
    expect(read.filter((each) => each === 'c_1').length - read.filter((each) => each === 'c_2').length).toBe(
      1,
    )
    expect(second.sheet?.units).toBeGreaterThan(first.sheet?.units ?? 0)
  })
})

it('a book without words has no sheet, and writing one says so', async () => {
  const test = await startNovel({ [path(1)]: '# 空\n' })
  opened.push(test)
  const { projectId } = test
  const voice = await test.invoke('voice:get', { projectId })
  expect([voice.sheet, voice.distances.middle, voice.path]).toEqual([null, null, null])
  await expect(test.invoke('voice:save', { projectId })).rejects.toThrow('NOT_FOUND')
})
