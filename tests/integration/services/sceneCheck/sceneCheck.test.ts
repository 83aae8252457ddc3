import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

const opened: TestApp[] = []
afterEach(async () => {
  for (const test of opened.splice(0)) await test.remove()
})

const path = (number: number) => `manuscript/00${number}.md`
const books = {
  zh: {
    heading: (number: number) => `# 第${number}章 潮`,
    scene: '“走。”阿簪说。阿簪提灯，沈照看阿簪。\n鸦青笑道：“好。”鸦青转过身，鸦青的伞湿了。众人都不说话。',
    unnamed: ['阿簪', '鸦青'],
    card: '---\nname: 沈照\n---\n沈照有一双绿眼睛。\n',
    removed: '沈照有一双黑眼睛。',
    rests: '沈照垂下黑眼睛。',
    name: '沈照',
  },
  en: {
    heading: (number: number) => `# Chapter ${number} Tide`,
    scene:
      '“Shut the door,” said Martha Quill. “Aye,” said Abel Stokes. Ned sat still while Martha Quill sighed and Abel Stokes laughed. “Fog again,” said Martha Quill.',
    unnamed: ['Abel Stokes', 'Martha Quill'],
    card: '---\nname: Ned\n---\nNed has green eyes.\n',
    removed: 'Ned has black eyes.',
    rests: 'Ned lowered his black eyes.',
    name: 'Ned',
  },
} as const

async function open(language: keyof typeof books) {
  const { heading, scene, card, rests } = books[language]
  const text = (number: number) =>
    `${heading(number)}\n\n${`${scene}\n\n`.repeat(4)}${number === 2 ? `${rests}\n` : ''}`
  const test = await startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'scene', name: 'T', language }),
    '.creonow/characters/x.md': card,
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [path(number), text(number)])),
  })
  opened.push(test)
  const call = <C extends ChannelName>(channel: C, input: object = {}) =>
    test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
  return { test, call, ...books[language] }
}

describe.each(['zh', 'en'] as const)('a scene in %s', (language) => {
  it('names people without a card, threads that are due and synopses that are missing or out of date', async () => {
    const { call, unnamed, rests } = await open(language)
    const documentId = path(5)
    const at = { documentId, cursorPosition: 60 }
    const { documents } = await call('documents:list')
    const titles = documents.map(({ title }) => title)
    const start = (await call('documents:read', { documentId: path(2) })).text.indexOf(rests)
    const selection = { documentId: path(2), start, end: start + rests.length }
    const due = await call('threads:create', { title: 'due', selection, due: path(5) })
    await call('threads:create', { title: 'other', selection })
    await call('retrieval:synopses:save', { documentId: path(1), text: 'S' })
    await call('retrieval:synopses:save', { documentId: path(4), text: 'S' })
    const { text, hash } = await call('documents:read', { documentId: path(1) })
    await call('documents:save', { documentId: path(1), text: `${text}!`, baseHash: hash })
    const before = await call('scene:readiness:get', at)
    expect(before.names.map(({ text: name }) => name).toSorted()).toEqual([...unnamed].toSorted())
    expect(before.threads).toEqual([{ id: due.id, title: 'due', sentence: rests, due: path(5) }])
    expect(before.synopses.map(({ title, state }) => [title, state])).toEqual([
      [titles[2], 'missing'],
      [titles[1], 'missing'],
      [titles[0], 'stale'],
    ])
    // One press makes the cards; then nothing is missing.
    await call('codex:cards:create', {
      cards: before.names.map(({ kind, text: name, aliases }) => ({ type: kind, name, aliases })),
    })
    expect((await call('scene:readiness:get', at)).names).toEqual([])
  })

  it('is found by a sentence that its card no longer has', async () => {
    const { test, call, rests, removed, name } = await open(language)
    const { entries } = await call('codex:list')
    const id = entries.find((entry) => entry.name === name)?.id
    const { text } = await call('documents:read', { documentId: path(2) })
    const { documents } = await call('documents:list')
    const from = text.indexOf(rests)
    expect(await call('scene:ripple:list', { id, removed: [removed] })).toEqual({
      sentences: [
        {
          ...{
            in: 'chapter',
            id: documents[1]?.documentId,
            title: documents[1]?.title,
            text: rests,
            removed,
          },
          ...{ from, to: from + rests.length },
        },
      ],
      omitted: 0,
    })
    const gone = { projectId: test.projectId, id: 'none', removed: [removed] }
    expect(await test.codeOf('scene:ripple:list', gone)).toBe('NOT_FOUND')
  })
})
