import { expect, test } from 'vitest'
import type { ClickedTarget } from '../../../main/src/hosts/electron/api.ts'
import { contextMenu } from '../../../main/src/hosts/electron/contextMenu.ts'

const nothing: ClickedTarget = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  misspelledWord: '',
  dictionarySuggestions: [],
}
const labels = (target: Partial<ClickedTarget>, language: 'zh' | 'en' = 'zh', words?: readonly string[]) =>
  contextMenu(
    { ...nothing, ...target },
    { language, ...(words !== undefined && { bookWords: new Set(words) }) },
  ).map(({ label, enabled }) => `${label ?? '-'}${enabled === false ? ' (off)' : ''}`)

test('a right click on nothing shows no menu, on a selection one to copy it', () => {
  expect([labels({}), labels({ selectionText: ' \u3000' }), labels({ selectionText: '林远' })]).toEqual([
    [],
    [],
    ['复制'],
  ])
})

test('a right click in the text offers to paste, and to cut and copy what is selected', () => {
  expect(labels({ isEditable: true })).toEqual(['剪切 (off)', '复制 (off)', '粘贴', '粘贴为纯文字', '全选'])
  expect(labels({ isEditable: true, selectionText: '林远' }, 'en')).toEqual([
    ...['Cut', 'Copy', 'Paste', 'Paste as Plain Text', 'Select All'],
  ])
})

test('a misspelt word has at most five suggestions, and can be added to the words of an open book', () => {
  const target = {
    isEditable: true,
    misspelledWord: 'harbuor',
    dictionarySuggestions: ['harbour', 'harbor', 'arbour', 'labour', 'harbours', 'barbour'],
  }
  expect(labels(target, 'en', []).slice(0, 7)).toEqual([
    ...['harbour', 'harbor', 'arbour', 'labour', 'harbours'],
    ...['Add to the Book’s Words: “harbuor”', '-'],
  ])
  expect(labels(target, 'en')).not.toContain('Add to the Book’s Words: “harbuor”')
  expect(labels({ ...target, dictionarySuggestions: [] }, 'zh', []).slice(0, 3)).toEqual([
    ...['没有拼写建议 (off)', '加入本书的词 “harbuor”', '-'],
  ])
})

test('what was added by mistake is selected and taken out again', () => {
  const [entry] = contextMenu(
    { ...nothing, isEditable: true, selectionText: 'harbuor ' },
    { language: 'zh', bookWords: new Set(['harbuor']) },
  )
  expect(entry).toEqual({
    label: '从本书的词里去掉 “harbuor”',
    action: { kind: 'removeWord', word: 'harbuor' },
  })
})

test('a long word is shortened in the label alone, and no character is cut in two', () => {
  const word = '𠮷'.repeat(60)
  const entries = contextMenu(
    { ...nothing, isEditable: true, misspelledWord: word },
    { language: 'zh', bookWords: new Set() },
  )
  expect(entries[1]).toEqual({
    label: `加入本书的词 “${'𠮷'.repeat(40)}…”`,
    action: { kind: 'addWord', word },
  })
})

test('only a link that the system may open has entries', () => {
  expect(labels({ linkURL: 'https://example.com/书', selectionText: '书' })).toEqual([
    ...['打开链接', '复制链接', '-', '复制'],
  ])
  const refused = ['file:///etc/passwd', 'app://creonow/index.html', 'javascript:alert(1)', 'smb://x/y', '林']
  expect(refused.map((linkURL) => labels({ linkURL }))).toEqual(refused.map(() => []))
})
