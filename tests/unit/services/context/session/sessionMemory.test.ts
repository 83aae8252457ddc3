import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { findAnchor } from '../../../../../main/src/services/context/session/sessionMemory.ts'
import { engineOf, passage, requestFor } from '../../../../support/engine.ts'
import { sourceOf } from '../../../../support/planted.ts'

const reach = 64
const anchorAt = (text: string, offset: number) => ({
  offset,
  paragraphHash: sha256Hex(text.slice(offset, offset + reach)),
})

describe('where the window began last time', () => {
  const paragraphs = ['　　潮水退了，石阶露出来。', '　　林远把信折好，𠮷字朝里。', '　　许三娘吹灭了灯。']

  it.each([['\n'], ['\r\n'], ['\r']])('is found again behind %j when lines above it came or went', (end) => {
    const text = paragraphs.join(end)
    const anchor = anchorAt(text, text.indexOf('　　林远'))
    expect(findAnchor(text, anchor, sha256Hex)).toBe(anchor.offset)
    const longer = `　　又添了一段。${end}${text}`
    expect(findAnchor(longer, anchor, sha256Hex)).toBe(longer.indexOf('　　林远'))
    const shorter = text.slice(anchor.offset - end.length)
    expect(findAnchor(shorter, anchor, sha256Hex)).toBe(end.length)
  })

  it('is lost when its own words are others, and when they stand inside a line', () => {
    const text = paragraphs.join('\n')
    const anchor = anchorAt(text, text.indexOf('　　林远'))
    expect(findAnchor(text.replace('把信折好', '把信烧了'), anchor, sha256Hex)).toBeUndefined()
    expect(findAnchor(text.replace('\n　　林远', '他说：　　林远'), anchor, sha256Hex)).toBeUndefined()
  })
})

it('passages that stood in the last prompt keep their places before those that are new', async () => {
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
