import { afterEach, expect, it } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { prose, startNovel } from '../../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const people = ['许三娘', '魏伯', '阿簪', '林远', '沈砚', '裴照', '顾长风', '苏眉']

it('a part of an earlier request stays out of the one that excludes it, and is back after that', async () => {
  test = await startNovel({
    ...Object.fromEntries(
      people.map((name) => [
        `.creonow/characters/${name}.md`,
        `---\nid: ${name}\nname: ${name}\ntype: character\n---\n${name}住在旧港。😀\r\n${prose(300, name)}`,
      ]),
    ),
    'manuscript/001.md': `# 第一章\r\n　　${people.join('、')}都来了。`,
  })
  const place = { projectId: test.projectId, documentId: 'manuscript/001.md', cursorPosition: 40 }
  const assemble = (without?: string[]) =>
    test.invoke('context:assemble', { ...place, skillId: 'continue', ...(without ? { without } : {}) })
  const sent = ({ trim }: Awaited<ReturnType<typeof assemble>>) =>
    trim
      .filter(({ layer, action }) => layer === 'retrieved' && action !== 'dropped')
      .map(({ sourceRef }) => sourceRef)
  const all = sent(await assemble())
  expect(all).toHaveLength(people.length)
  const unwanted = '.creonow/characters/阿簪.md'
  const less = await assemble([unwanted])
  // One of eight: what stands for the session stands, without this one.
  expect(sent(less)).toEqual(all.filter((ref) => ref !== unwanted))
  expect(less.trim.filter(({ sourceRef }) => sourceRef === unwanted)).toMatchObject([
    { action: 'dropped', reasonCode: 'unwanted' },
  ])
  expect(sent(await assemble())).toContain(unwanted)
})
