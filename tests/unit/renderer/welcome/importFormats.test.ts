import { expect, test } from 'vitest'
import { acceptedFiles, isPlainText } from '../../../../renderer/src/features/welcome/useImportFormats.ts'
import { formatAlternatives } from '../../../../renderer/src/i18n/format.ts'

const formats = [
  { extensions: ['.txt', '.text'], mediaTypes: ['text/plain'], isPlainText: true },
  { extensions: ['.fb2'], mediaTypes: [], isPlainText: false },
]

test('the file dialog accepts every extension and media type of the formats main lists', () => {
  expect(acceptedFiles(formats)).toBe('.txt,.text,.fb2,text/plain')
})

test('the encoding of a file can be chosen by its extension, whatever its capitals', () => {
  const names = ['雾港来信.TEXT', 'Fog.txt', '雾港来信.fb2', 'txt', '']
  expect(names.filter((name) => isPlainText(formats, name))).toEqual(['雾港来信.TEXT', 'Fog.txt'])
})

test('extensions are named as alternatives in the language of the page', () => {
  const named = (language: string) => formatAlternatives(['.txt', '.md', '.fb2'], language)
  expect([named('zh'), named('en')]).toEqual(['.txt、.md或.fb2', '.txt, .md, or .fb2'])
})
