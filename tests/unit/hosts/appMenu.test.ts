import { expect, test } from 'vitest'
import { commandNames, commands, windowModes } from '../../../main/src/contract/sentences/commands.ts'
import type { MenuEntry } from '../../../main/src/hosts/electron/api.ts'
import { appMenu, type MenuState } from '../../../main/src/hosts/electron/appMenu.ts'
import { flat } from '../../support/electronDouble.ts'

const inChapter: MenuState = {
  platform: 'linux',
  language: 'zh',
  hasWork: true,
  hasChapter: true,
  modes: [],
  hasUpdate: false,
}
/** Each menu as one line: labels, `-` for a separator. */
const lines = (entries: readonly MenuEntry[]) =>
  entries.map(({ label, submenu = [] }) =>
    [`${label}:`, ...submenu.map((entry) => entry.label ?? '-')].join(' '),
  )
const enabled = (state: Partial<MenuState>) =>
  flat(appMenu({ ...inChapter, ...state }))
    .filter((entry) => entry.action !== undefined && entry.enabled !== false)
    .map(({ label }) => label)

test('the menu of Linux and Windows has the commands of the palette, in Chinese', () => {
  for (const platform of ['linux', 'win32'] as const)
    expect(lines(appMenu({ ...inChapter, platform }))).toEqual([
      '文件: 新建窗口 - 导出全书 打印或存为 PDF 全书存档 按章节整理文件名 所有作品 - 设置 - 退出 CreoNow',
      '编辑: 撤销 重做 - 剪切 复制 粘贴 粘贴为纯文字 全选 - 在本章查找 全书查找和替换 本章的历史版本 在光标处拆成两章 与下一章合并 从本章起重排章号 润色选中的文字 改写选中的文字 扩写选中的文字 在光标处写一句要求 就选中的文字提问 给选中的文字写批注 用选中的句子埋伏笔 为选中的名字建设定卡 复制到光标处的链接 到选中文字旁的按钮',
      '显示: 跳转或执行… - 章节列表 大纲 设定 规矩 今日字数和目标 写作面板 对话 任务 上下文 - 标出正文里的人名和设定 专注模式 打字机模式 全屏写作 - 实际大小 放大 缩小',
      '窗口: 最小化 缩放窗口 关闭窗口',
      '帮助: 检查更新… - 关于 CreoNow',
    ])
})

test('the menu of macOS begins with that of the app, in English', () => {
  expect(lines(appMenu({ ...inChapter, platform: 'darwin', language: 'en' }))).toEqual([
    'CreoNow: About CreoNow Check for Updates… - Settings - Services - Hide CreoNow Hide Others Show All - Quit CreoNow',
    'File: New Window - Export the book Print or save as PDF Snapshots of the book Name files after their chapters All works - Close Window',
    'Edit: Undo Redo - Cut Copy Paste Paste as Plain Text Select All - Find in this chapter Find and replace in the book Versions of this chapter Split the chapter at the caret Merge with the next chapter Renumber chapters from this one Polish what is selected Rewrite what is selected Expand what is selected Write an instruction at the caret Ask about what is selected Note on what is selected Plant what is selected as a thread Codex entry for the selected name Copy a link to the caret’s place Go to the buttons at the selection',
    'View: Go to, or Do… - List of chapters Outline Codex Rules Words today and goal Writing panel Talk Tasks Context - Mark names and codex entries in the text Focus mode Typewriter mode Write in full screen - Actual Size Zoom In Zoom Out',
    'Window: Minimize Zoom Bring All to Front',
  ])
})

test('every command and mode is in the menu of each system once, with its keys, which the page has already', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    const entries = flat(appMenu({ ...inChapter, platform }))
    const chosen = entries.flatMap(({ action }) => (action === undefined ? [] : [action]))
    expect(chosen.filter(({ kind }) => kind === 'mode')).toHaveLength(Object.keys(windowModes).length)
    expect(
      chosen.flatMap((action) => (action.kind === 'command' ? [action.command] : [])).toSorted(),
    ).toEqual([...commandNames, 'palette'].toSorted())
    const find = entries.find(({ label }) => label === commands.find.zh)
    expect(find).toEqual({
      label: '在本章查找',
      accelerator: 'CmdOrCtrl+F',
      registerAccelerator: false,
      enabled: true,
      action: { kind: 'command', command: 'find' },
    })
    const keys = entries.flatMap(({ accelerator }) => accelerator ?? [])
    expect(keys).toEqual([...new Set(keys)])
    expect(keys.length).toBeGreaterThan(6)
  }
})

test('the menu offers only what can be done in the window in front', () => {
  expect(enabled({ hasWork: false, hasChapter: false })).toEqual(['新建窗口', '设置', '检查更新…'])
  expect(enabled({ hasUpdate: true }).at(-1)).toBe('重启以更新')
  const inWork = enabled({ hasChapter: false })
  expect(inWork).not.toContain('在本章查找')
  expect(enabled({}).filter((label) => !inWork.includes(label))).toEqual([
    '在本章查找',
    '本章的历史版本',
    '在光标处拆成两章',
    '与下一章合并',
    '从本章起重排章号',
    '润色选中的文字',
    '改写选中的文字',
    '扩写选中的文字',
    '在光标处写一句要求',
    '就选中的文字提问',
    '给选中的文字写批注',
    '用选中的句子埋伏笔',
    '为选中的名字建设定卡',
    '复制到光标处的链接',
    '到选中文字旁的按钮',
  ])
})

test('a mode that is on has its mark', () => {
  const marked = flat(appMenu({ ...inChapter, modes: ['focus'] })).filter(({ checked }) => checked)
  expect(marked.map(({ label }) => label)).toEqual(['专注模式'])
})

test('no menu has reload or developer tools', () => {
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    const roles = flat(appMenu({ ...inChapter, platform })).map(({ role = '' }) => role)
    expect(roles.filter((role) => /reload|dev/i.test(role))).toEqual([])
    expect(roles.filter((role) => role !== '').length).toBeGreaterThan(10)
  }
})
