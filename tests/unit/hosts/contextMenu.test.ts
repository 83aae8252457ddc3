import { expect, test } from 'vitest'
import type { ClickedTarget } from '../../../main/src/hosts/electron/api.ts'
import { contextMenu } from '../../../main/src/hosts/electron/contextMenu.ts'

const nothing: ClickedTarget = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
}
const labels = (target: Partial<ClickedTarget>, language: 'zh' | 'en' = 'zh') =>
  contextMenu({ ...nothing, ...target }, { language }).map(
    ({ label, enabled }) => `${label ?? '-'}${enabled === false ? ' (off)' : ''}`,
  )

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

test('only a link that the system may open has entries', () => {
  expect(labels({ linkURL: 'https://example.com/书', selectionText: '书' })).toEqual([
    ...['打开链接', '复制链接', '-', '复制'],
  ])
  const refused = ['file:///etc/passwd', 'app://creonow/index.html', 'javascript:alert(1)', 'smb://x/y', '林']
  expect(refused.map((linkURL) => labels({ linkURL }))).toEqual(refused.map(() => []))
})
