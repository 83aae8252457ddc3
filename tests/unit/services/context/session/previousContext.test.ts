import { expect, it } from 'vitest'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { drop, include } from '../../../../../main/src/services/context/core/types.ts'
import type { Scene } from '../../../../../main/src/services/context/scene.ts'
import {
  contentHash,
  type PreviousItem,
  readReusedContext,
  toPreviousItem,
} from '../../../../../main/src/services/context/session/previousContext.ts'
import type { RereadRequest } from '../../../../../main/src/services/context/source.ts'
import { chunkOf } from '../../../../support/chunks.ts'
import { realSource } from '../../../../support/planted.ts'

const hashOf = contentHash(sha256Hex)
const passage = (chapter: number, text: string) =>
  chunkOf({ source: 'passages', path: `manuscript/00${chapter}.md`, text, from: 0, to: text.length })
const itemOf = (chapter: number, text: string): PreviousItem =>
  toPreviousItem(include(passage(chapter, text)), hashOf)

const scene = {
  projectId: 'p1',
  documentId: 'manuscript/009.md',
  language: 'zh',
  skill: { id: 'continue' },
  before: { text: '', to: 7 },
} as unknown as Scene // all that is read of it

/** What stands when the manuscript is `now`, of which the pieces of `today` were read for this request. */
function standing(
  items: readonly PreviousItem[],
  now: Readonly<Record<string, string>>,
  today: readonly number[],
) {
  const chunkNow = (path: string) => {
    const text = now[path]
    return text === undefined
      ? undefined
      : chunkOf({ source: 'passages', path, text, from: 0, to: text.length })
  }
  const source = {
    ...realSource('passages'),
    reread: async ({ path }: { readonly path: string }, { cursorPosition }: RereadRequest) =>
      now[path] === undefined || cursorPosition !== 7 ? undefined : { text: now[path] },
  }
  const again = async (_: unknown, { ref }: { readonly ref: { readonly path: string } }) => {
    const chunk = chunkNow(ref.path)
    if (!chunk) throw new Error('read again although it is gone')
    return chunk
  }
  const chunks = today.flatMap((chapter) => chunkNow(`manuscript/00${chapter}.md`) ?? [])
  const options = { sources: [source], finisher: { again }, hashOf, sha256Hex }
  return readReusedContext({ frozen: items, late: items.slice(0, 1) }, chunks, scene, options)
}

const texts = { 1: '林远把铜匣埋了。', 2: '\u3000\u3000阿沅唱着歌。\r\n', 3: '𠮷田听着。', 4: '雾散了。' }
const items = Object.entries(texts).map(([chapter, text]) => itemOf(Number(chapter), text))
const manuscript: Readonly<Record<string, string>> = Object.fromEntries(
  items.map(({ ref }, at) => [ref.path, Object.values(texts)[at] ?? '']),
)

it('the memory of a printed piece has its place, its form and a hash, and nothing that it does not have', () => {
  const { source, ref, label, title, reason } = passage(1, texts[1])
  const item = {
    ...{ source: source.name, ref, label, title, reason, level: 'full' as const },
    hash: sha256Hex([texts[1], undefined, undefined, undefined].join('\0')),
  }
  expect(toPreviousItem(include(passage(1, texts[1])), hashOf)).toStrictEqual(item)
  const pinned = { ...passage(1, texts[1]), score: 1, pinned: true }
  expect(toPreviousItem(include(pinned), hashOf)).toStrictEqual({ ...item, score: 1, pinned: true })
})

it('the printed pieces preserve their order, whether read for this request or read again', async () => {
  const here = Object.values(texts)
  for (const today of [[1, 2, 3, 4], [2, 4], [4, 1], []]) {
    const { frozen, appended } = await standing(items, manuscript, today)
    expect({ today, texts: frozen.map(({ text }) => text) }).toEqual({ today, texts: here })
    expect(appended.map(({ text }) => text)).toEqual(here.slice(0, 1))
  }
})

it('a deleted piece leaves its place, and a changed one is in it with its new words, in full', async () => {
  const now = Object.fromEntries(
    Object.entries({ ...manuscript, 'manuscript/003.md': '𠮷田睡着了。' }).filter(
      ([path]) => !path.includes('002'),
    ),
  )
  const cut = items.map((item) => ({ ...item, units: 2 }))
  for (const today of [[1, 2, 3, 4], [3], []]) {
    const { frozen } = await standing(cut, now, today)
    expect(frozen.map(({ text }) => text)).toEqual(['林远', '𠮷田睡着了。', '雾散'])
  }
})

it('a passage that had no room stays left out where it would be chosen again, not where another of its chapter is', async () => {
  const left = toPreviousItem(drop(passage(1, texts[1])), hashOf)
  const elsewhere = (from: number, text: string) =>
    chunkOf({ source: 'passages', path: 'manuscript/001.md', text, from, to: from + text.length })
  const options = { sources: [], finisher: { again: async () => Promise.reject() }, hashOf, sha256Hex }
  const of = async (from: number) => {
    const today = [elsewhere(from, '匣子里有一封信。')]
    const { frozen } = await readReusedContext({ frozen: [left], late: [] }, today, scene, options)
    return frozen.map(({ action, chunk }) => ({ action, text: chunk.text }))
  }
  expect(await of(2)).toEqual([{ action: 'dropped', text: '匣子里有一封信。' }])
  expect(await of(400)).toEqual([])
})

it('a part of a passage is printed as before, until its passage changes', async () => {
  const placed = { ...include(passage(1, texts[1])), text: '铜匣埋了', start: 3, action: 'trimmed' as const }
  const item = toPreviousItem(placed, hashOf)
  expect(item).toMatchObject({ level: 'full', units: 4, start: 3 })
  const shown = async (text: string) =>
    (await standing([item], { 'manuscript/001.md': text }, [])).frozen.map(({ text, start }) => ({
      text,
      start,
    }))
  expect(await shown(texts[1])).toEqual([{ text: '铜匣埋了', start: 3 }])
  expect(await shown('林远把铜匣挖了。')).toEqual([{ text: '林远把铜匣挖了。', start: 0 }])
})
