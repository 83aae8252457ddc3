import { expect, test } from 'vitest'
import { exportFormatOf } from '../../../../../main/src/services/manuscript/export/makeFile.ts'
import { markdown } from '../../../../../main/src/services/manuscript/import/plainText.ts'

const read = async (text: string) => {
  const source = await markdown.read(Buffer.from(text), undefined)
  return { text: source.text, facts: source.facts, said: source.omissions.map(({ sentence }) => sentence.zh) }
}

test('YAML at the start becomes title, author and language, is no text, and that is said', async () => {
  expect(
    await read('---\ntitle: 雾港来信\nauthor: 林远\nlang: zh-CN\ntags: [a]\n---\n\n# 第一章\n\n雾。\n'),
  ).toEqual({
    text: '# 第一章\n\n雾。\n',
    facts: { title: '雾港来信', author: '林远', language: 'zh-CN' },
    said: ['文件开头的 YAML 说明没有放进正文。'],
  })
})

test('what is only between two rulers stays text, and so does broken YAML', async () => {
  for (const text of ['---\n雾。\n---\n港。\n', '---\na: [\n---\n港。\n', '雾。\n---\ntitle: x\n---\n'])
    expect(await read(text)).toEqual({ text, facts: undefined, said: [] })
})

test('the format of an export is the one of its file name', () => {
  const names = ['书.docx', 'Book.EPUB', 'a.htm', 'a.markdown', 'a.rtf', 'a.txt', 'a.zip']
  const formats = ['docx', 'epub', 'html', 'markdown', 'rtf', 'txt', 'chapters']
  expect(names.map(exportFormatOf)).toEqual(formats)
  const others = ['a.scriv.zip', '书.odt', 'book']
  expect(others.map(exportFormatOf)).toEqual(['scrivener', undefined, undefined])
})
