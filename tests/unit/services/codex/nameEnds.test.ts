import { expect, test } from 'vitest'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { createNameEnds } from '../../../../main/src/services/codex/nameEnds.ts'
import { buildNameIndex } from '../../../../main/src/services/codex/nameIndex.ts'

const indexOf = (names: readonly string[]) =>
  buildNameIndex(
    names.map((name) => ({ id: name, name, aliases: [], exclude: [], caseSensitive: false })),
    createFold(),
  )

/** The name with the character behind it, at places where it does not end. */
async function doubtful(name: string, text: string, names: readonly string[] = []): Promise<string[]> {
  const ends = await createNameEnds({ name, otherNames: indexOf(names), texts: [text] })
  return [...text.matchAll(new RegExp(name, 'gu'))].flatMap(({ index }) =>
    ends(text, index + name.length) ? [] : [text.slice(index, index + name.length + 1)],
  )
}

const book = '他说：“走。”她推开门。他知道。我在门口。他的手很稳。她没有回头。他与掌柜一同出门。\n'.repeat(20)

test.each([
  ['speaks', '林远山道：“知道了。”'],
  ['acts', '林远山推开门，走进院子里来。'],
  ['is one of several', '席上坐着掌柜、林远山和一个账房。'],
  ['ends a sentence', '门外站着一个人，正是林远山。'],
  ['occurs once', '这封信是给林远山的。'],
])('a longer name is another one where it %s', async (_, line) => {
  expect(await doubtful('林远', `${book}林远推开门。${line}林远没有回头。`)).toEqual(['林远山'])
})

test('what a person does is no part of the name, and neither is a mark, a space or a Latin letter', async () => {
  const lines =
    '林远说：“走。”林远道：“好。”林远在门口。林远知道。林远推开门。林远没有睡。林远的手很稳。林远、掌柜。林远 Lin。林远！'
  expect(await doubtful('林远', book + lines)).toEqual([])
})

test('a name whose last character is common behind names does not end the name where both readings fit', async () => {
  const lines = '他是个读书人。她是一个好人。正是他。\n'.repeat(2)
  expect(await doubtful('柳如', `${book}${lines}柳如是道：“好。”柳如是个读书人。`)).toEqual(['柳如是'])
})

test('what stands behind other people of the book is what may stand behind the name', async () => {
  const verb = '许三娘踌躇了一会。'.repeat(3)
  const text = '林远踌躇了一会。'
  expect(await doubtful('林远', `${book}${text}`)).toEqual(['林远踌'])
  expect(await doubtful('林远', `${book}${verb}${text}`, ['许三娘'])).toEqual([])
})

test('a hyphen or a dot goes on with a Latin name, an apostrophe does not', async () => {
  const text =
    'Rob Carver-Hale met Rob Carver, Rob Carver\u2019s son and Rob Carver - his cousin. 安·李 Rob Carver·Lee'
  expect(await doubtful('Rob Carver', text)).toEqual(['Rob Carver-', 'Rob Carver·'])
})

test('a character beyond 16 bits behind a name is one character, and a Traditional one counts as Simplified', async () => {
  const text = `${book}林远𠮷道：“好。”林远說：“走。”`
  const ends = await createNameEnds({ name: '林远', otherNames: indexOf([]), texts: [text] })
  const at = (phrase: string) => ends(text, text.indexOf(phrase) + 2)
  expect([at('林远𠮷'), at('林远說')]).toEqual([false, true])
})
