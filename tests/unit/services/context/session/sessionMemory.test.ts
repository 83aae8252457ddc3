import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import type { Source } from '../../../../../main/src/services/context/index.ts'
import { findAnchor } from '../../../../../main/src/services/context/session/sessionMemory.ts'
import {
  createMemorySessionState,
  parsePrefixState,
  parseSceneState,
} from '../../../../../main/src/services/context/session/sessionState.ts'
import { engineOf, passage, requestFor, rule, tokenizer } from '../../../../support/engine.ts'
import { type Planted, sourceOf, sourcesOf } from '../../../../support/planted.ts'

const reach = 64
const anchorAt = (text: string, offset: number) => ({
  offset,
  paragraphHash: sha256Hex(text.slice(offset, offset + reach)),
})

describe('the start of the last window', () => {
  const paragraphs = ['　　潮水退了，石阶露出来。', '　　林远把信折好，𠮷字朝里。', '　　许三娘吹灭了灯。']

  it.each([['\n'], ['\r\n'], ['\r']])(
    'is found again behind %j when lines above it were added or removed',
    (end) => {
      const text = paragraphs.join(end)
      const anchor = anchorAt(text, text.indexOf('　　林远'))
      expect(findAnchor(text, anchor, sha256Hex)).toBe(anchor.offset)
      const longer = `　　又添了一段。${end}${text}`
      expect(findAnchor(longer, anchor, sha256Hex)).toBe(longer.indexOf('　　林远'))
      const shorter = text.slice(anchor.offset - end.length)
      expect(findAnchor(shorter, anchor, sha256Hex)).toBe(end.length)
    },
  )

  it('is dropped when its own words differ, and when they are inside a line', () => {
    const text = paragraphs.join('\n')
    const anchor = anchorAt(text, text.indexOf('　　林远'))
    expect(findAnchor(text.replace('把信折好', '把信烧了'), anchor, sha256Hex)).toBeUndefined()
    expect(findAnchor(text.replace('\n　　林远', '他说：　　林远'), anchor, sha256Hex)).toBeUndefined()
  })
})

it('passages of the last prompt have their places before those that are new', async () => {
  let found = [passage(5, '第五章的码头。'.repeat(20), 0.5), passage(7, '第七章的账房。'.repeat(20), 0.6)]
  const engine = engineOf([sourceOf('passages', async () => found)])
  const order = async () => {
    const { userContent } = await engine.assemble(requestFor('　　雾又来了。'))
    return ['码头', '账房', '客栈']
      .filter((word) => userContent.includes(word))
      .toSorted((a, b) => userContent.indexOf(a) - userContent.indexOf(b))
  }
  expect(await order()).toEqual(['码头', '账房'])
  // By its place in the book alone it would come first.
  found = [passage(2, '第二章的客栈。', 0.9), ...found]
  expect(await order()).toEqual(['码头', '账房', '客栈'])
})

describe('what a request leaves for the next', () => {
  const model = { id: 'fake', windowTokens: 6000, outputReserveTokens: 1000 }

  async function left(sources: readonly Source[], text: string) {
    const sessionState = createMemorySessionState()
    await engineOf(sources, { sessionState }).assemble(requestFor(text, { model }))
    const scene = parseSceneState(sessionState.read('p1', 'scene:manuscript/010.md:'))
    const prefix = parsePrefixState(sessionState.read('p1', `prefix:fake:${tokenizer.id}`))
    return { scene, prefix }
  }

  it('includes where the end of the chapter before starts, and nothing else that is shown whole', async () => {
    const previous = '　　潮水退了，石阶露出来。\r\n'.repeat(300)
    const end = sourceOf('previousChapter', async () => [
      {
        source: 'previousChapter',
        path: 'manuscript/009.md',
        from: 0,
        to: previous.length,
        text: previous,
        whole: previous,
      },
    ])
    const { scene } = await left([end], '　　𠮷田醒了。')
    expect(scene?.starts).toEqual([
      {
        source: 'previousChapter',
        path: 'manuscript/009.md',
        from: expect.any(Number),
        to: previous.length,
      },
    ])
  })

  it('includes the form of each rule that gives way, when they are beyond their limit', async () => {
    const rules = [
      rule('严格第一人称叙述'),
      ...['林远', '许三娘', '𠮷田'].map(
        (name): Planted => ({
          source: 'codexAlways',
          path: `.creonow/characters/${name}.md`,
          text: `${name}${'守着雾港的灯塔，从不离开。\n'.repeat(60)}`,
          forms: { short: `${name}，守灯人。`, line: `${name}，守灯`, name },
        }),
      ),
    ]
    const { prefix } = await left(sourcesOf(rules), '　　雾又来了。')
    const [whole = 0, ...others] = rules.slice(1).map(({ text }) => text.length)
    expect(prefix?.rules).toEqual([
      {
        key: '.creonow/characters/林远.md',
        form: { level: 'full', units: expect.any(Number) },
        units: whole,
      },
      {
        key: '.creonow/characters/许三娘.md',
        form: { level: 'full', units: expect.any(Number) },
        units: others[0],
      },
      { key: '.creonow/characters/𠮷田.md', form: { level: 'short' }, units: others[1] },
    ])
    const { prefix: small } = await left(sourcesOf(rules.slice(0, 1)), '　　雾又来了。')
    expect(small?.rules).toBeUndefined()
  })
})
