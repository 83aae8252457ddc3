import { expect, test } from 'vitest'
import { type PageName, pageFor } from '../../../main/src/hosts/web/pages.ts'

const names: readonly PageName[] = ['foreign', 'missing', 'notBuilt', 'failed']
const words = (page: string) => page.replace(/<[^>]+>/g, ' ')

test('each page of the host is wholly in the language that the browser asks for first', () => {
  for (const name of names) {
    for (const accepted of ['zh-CN,zh;q=0.9,en;q=0.8', 'zh', 'zh-TW'])
      expect(pageFor(name, accepted)).toMatch(/lang="zh-CN"[\s\S]*\p{Script=Han}/u)
    for (const accepted of ['en-US,en;q=0.9,zh;q=0.8', 'de', undefined, '']) {
      const page = pageFor(name, accepted)
      expect(page).toContain('lang="en"')
      expect(words(page)).not.toMatch(/\p{Script=Han}|[，。]/u)
    }
  }
})

test('nothing of the request stands in a page', () => {
  expect(pageFor('foreign', 'en<script>alert(1)</script>')).toBe(pageFor('foreign', 'en'))
})
