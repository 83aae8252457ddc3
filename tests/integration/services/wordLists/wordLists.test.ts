import iconv from 'iconv-lite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

const fifth = 'manuscript/005-数水谣.md'
const written = '　　他一愁莫展，按耐不住。\n　　有人在赌博，还有人在赌博网上。\n'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  const { text, hash } = await app.invoke('documents:read', { projectId: app.projectId, documentId: fifth })
  await app.invoke('documents:save', {
    ...{ projectId: app.projectId, documentId: fifth, text: `${text}\n${written}`, baseHash: hash },
  })
})
afterEach(() => app.remove())

const importList = (name: string, kind: 'typos' | 'sensitive', bytes: Buffer) =>
  app.invoke('wordLists:import', {
    ...{ projectId: app.projectId, name, kind, base64: bytes.toString('base64') },
  })
const marks = async () => {
  const { matches } = await app.invoke('wordLists:matches', { projectId: app.projectId, text: written })
  return matches.map(({ word, right }) => [word, right])
}

test('lists in GBK and UTF-8 mark their words, and what is switched off, waved away or removed is not marked', async () => {
  const { projectId } = app
  expect(await marks()).toEqual([])
  const typos = await importList(
    '错别字',
    'typos',
    iconv.encode('一愁莫展=一筹莫展\r\n按耐=按捺\r\n坏行', 'gbk'),
  )
  expect([typos.skipped, typos.lists.map(({ name, count }) => [name, count])]).toEqual([1, [['错别字', 2]]])
  const sensitive = await importList('平台', 'sensitive', Buffer.from('赌博\n赌博网\n'))
  const all = [
    ['一愁莫展', '一筹莫展'],
    ['按耐', '按捺'],
    ['赌博', undefined],
    ['赌博网', undefined],
  ]
  expect(await marks()).toEqual(all)

  const line = '　　有人在赌博，还有人在赌博网上。'
  await app.invoke('wordLists:ignore', { projectId, line, from: 5, to: 7 })
  expect(await marks()).toEqual([all[0], all[1], all[3]])
  const { matches: elsewhere } = await app.invoke('wordLists:matches', { projectId, text: '她也在赌博。' })
  expect(elsewhere.length).toBe(1)

  await app.invoke('wordLists:set', { projectId, listId: typos.listId, isOn: false })
  expect(await marks()).toEqual([all[3]])
  await app.invoke('wordLists:remove', { projectId, listId: sensitive.listId })
  expect(await marks()).toEqual([])
  const { lists } = await app.invoke('wordLists:restore', { projectId })
  expect(lists.map(({ name, isOn, count }) => [name, isOn, count])).toEqual([
    ['错别字', false, 2],
    ['平台', true, 2],
  ])
  await app.invoke('wordLists:remove', { projectId, listId: sensitive.listId, word: '赌博网' })
  expect(await marks()).toEqual([['赌博', undefined]])
})

test('the author’s own words are a list of each kind, which goes with its last word', async () => {
  const { projectId } = app
  await app.invoke('wordLists:add', { projectId, word: '按耐', right: '按奈' })
  await app.invoke('wordLists:add', { projectId, word: '按耐', right: '按捺' })
  const { lists } = await app.invoke('wordLists:add', { projectId, word: '赌博' })
  expect(lists.map(({ name, kind, words }) => [name, kind, words])).toEqual([
    ['', 'typos', [{ word: '按耐', right: '按捺' }]],
    ['', 'sensitive', [{ word: '赌博' }]],
  ])
  const [typos] = lists
  const after = await app.invoke('wordLists:remove', {
    ...{ projectId, listId: typos?.listId ?? '', word: '按耐' },
  })
  expect(after.lists.map(({ kind }) => kind)).toEqual(['sensitive'])
})

test('the whole book is searched, and neither the book nor a prompt has anything of a list', async () => {
  const { projectId } = app
  await importList('平台', 'sensitive', Buffer.from('赌博网'))
  const { hits, total } = await app.invoke('wordLists:search', { projectId, kind: 'sensitive' })
  const { documentId } = await app.app.services.manuscript.locate(projectId, fifth)
  expect([total, hits.map((hit) => [hit.documentId, hit.word, hit.excerpt])]).toEqual([
    1,
    [[documentId, '赌博网', '有人在赌博，还有人在赌博网上。']],
  ])
  const { text } = await app.invoke('documents:read', { projectId, documentId })
  expect(text.slice(hits[0]?.from, hits[0]?.to)).toBe('赌博网')
  await importList('别处', 'sensitive', Buffer.from('从不出现的词'))
  const { prompt } = await app.invoke('context:assemble', {
    ...{ projectId, documentId, cursorPosition: 0, skillId: 'continue', additionalInput: '' },
  })
  expect(JSON.stringify(prompt)).not.toContain('从不出现的词')
})

test('a file without a word is refused, and no list is made of it', async () => {
  await expect(importList('空', 'typos', Buffer.from('# 没有\n\n赌博'))).rejects.toThrow(/INVALID_ARGUMENT/)
  expect((await app.invoke('wordLists:list', { projectId: app.projectId })).lists).toEqual([])
})
