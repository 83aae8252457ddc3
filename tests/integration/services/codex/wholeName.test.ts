import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { type Files, startNovel } from '../../../support/novel.ts'

let mine: TestApp
afterEach(() => mine.remove())

async function find(name: string, text: string, files: Files = {}) {
  mine = await startNovel({ 'manuscript/001-雾.md': text, ...files })
  const { matches, uncertain } = (await mine.app.services.codex.wholeName(mine.projectId, name))(text)
  return {
    places: matches.map(({ from }) => text.slice(Math.max(0, from - 1), from + name.length + 1)),
    doubtful: uncertain.map(({ phrase, reason }) => `${phrase} ${reason}`),
  }
}
const entry = (name: string) => ({ [`.creonow/characters/${name}.md`]: `---\nname: ${name}\n---\n人。\n` })

test('a longer name of the codex covers the shorter one, whether the codex lists it or not', async () => {
  const text = '　　林远山来了，林远走了。“林远？”\r\n'
  expect(await find('林远', text, entry('林远山'))).toEqual({
    places: ['，林远走', '“林远？'],
    doubtful: ['林远山 codex'],
  })
})

test('a longer name that occurs once, of which the codex knows nothing, is not taken for the shorter one', async () => {
  const text = '　　林远推开门，看见林远山站在雾里。“林远！”林远没有回头。\r\n'
  expect(await find('林远', text, entry('林远'))).toEqual({
    places: ['　林远推', '“林远！', '”林远没'],
    doubtful: ['林远山 usage'],
  })
  await mine.remove()
  expect(await find('Rob Carver', 'Rob Carver met Rob Carver-Hale.', entry('Rob Carver'))).toEqual({
    places: ['Rob Carver '],
    doubtful: ['Rob Carver-Hale usage'],
  })
})

test('a longer name that only the book has makes its places uncertain', async () => {
  const said = '林远山说：“走。”林远山道：“好。”林远山问：“谁？”\n'
  const { places, doubtful } = await find('林远', `${said}${'林远山站着。\n'.repeat(4)}林远坐着。\n`)
  expect(places).toEqual(['\n林远坐'])
  expect(new Set(doubtful)).toEqual(new Set(['林远山 usage']))
})

test('a longer name that never speaks makes its places uncertain when neither has an entry, and what the name does has no effect', async () => {
  const line = '林远推开门，看见林远山站在雾里。林远说：“走。”林远道：“好。”林远在等。\n'
  const { places, doubtful } = await find('林远', line.repeat(4))
  expect(doubtful).toEqual(Array(4).fill('林远山 usage'))
  expect(places).toHaveLength(16)
})

test('a name in Latin letters is no part of a longer word, and another way to write a name is distinguished', async () => {
  expect(await find('Ann', 'Ann met Annabel. ann-like, Joanna.')).toEqual({
    places: ['Ann '],
    doubtful: ['Annabel usage', 'ann variant'],
  })
})

test('a Traditional spelling and surrogate pairs next to a name do not hide it', async () => {
  expect(await find('林远', '𠮷林远说𡨸，林遠。')).toEqual({
    places: [expect.stringContaining('林远')],
    doubtful: ['林遠 variant'],
  })
})
