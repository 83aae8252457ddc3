import { expect, test } from 'vitest'
import { createViewStore, openSettings } from '../../../../renderer/src/app/viewStore.ts'
import {
  hasQuery,
  pageOf,
  settingsPageNames,
  settingsPages,
} from '../../../../renderer/src/features/settings/settingsPages.ts'

test('the settings have five pages, and each section is on one of them', () => {
  const sections = settingsPageNames.flatMap((page) => settingsPages[page])
  expect(settingsPageNames).toEqual(['writing', 'models', 'context', 'book', 'about'])
  expect(new Set(sections).size).toBe(sections.length)
  expect(
    sections.map((section) => [...settingsPages[pageOf(section)]].filter((each) => each === section)),
  ).toEqual(sections.map((section) => [section]))
})

test('the settings open at the section that is asked for, and else on the page that was shown last', () => {
  const view = createViewStore(false)
  const place = () => {
    const { settingsOpen, settingsPage, settingsSection } = view.getState()
    return { settingsOpen, settingsPage, settingsSection }
  }
  openSettings(view)
  expect(place()).toEqual({ settingsOpen: true, settingsPage: 'writing', settingsSection: null })
  view.setState({ settingsPage: 'context' })
  openSettings(view)
  expect(place()).toEqual({ settingsOpen: true, settingsPage: 'context', settingsSection: null })
  openSettings(view, 'backup')
  expect(place()).toEqual({ settingsOpen: true, settingsPage: 'book', settingsSection: 'backup' })
  openSettings(view)
  expect(place()).toEqual({ settingsOpen: true, settingsPage: 'book', settingsSection: null })
})

test('a search finds a section by parts of its words in any order, width and case', () => {
  const words = '花费这部作品本月已用 $0，每月最多（美元）'
  const queries = ['每月', 'ＵＳＤ', '美元 花费', '  美元 ', '美元 字号', '（美元）', '(美元)']
  expect(queries.map((query) => hasQuery(words, query))).toEqual([true, false, true, true, false, true, true])
  expect(hasQuery('Base URL', 'ｕｒｌ base')).toBe(true)
})
