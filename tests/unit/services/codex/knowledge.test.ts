import { expect, test } from 'vitest'
import { knowledgeAt } from '../../../../main/src/services/codex/knowledge.ts'
import { codexEntry as entry } from '../../../support/codexEntry.ts'

const chapters = ['潮', '雾', '灯', '信'].map((title, at) => ({
  ...{ documentId: `c_${at + 1}`, path: `manuscript/${at + 1}.md`, title: `第${at + 1}章 ${title}` },
}))
const chapter = (number: number) => ({
  documentId: `c_${number}`,
  title: chapters[number - 1]?.title ?? '',
})
const lin = entry('lin', '林远', { aliases: ['远哥', { name: '灯塔人', from: 'c_3' }] })
const xu = entry('xu', '许三娘')
const people = [lin, xu]

test('a fact is had by those whom its list names, by id, name or alias, from its chapter on', () => {
  const entries = [
    lin,
    xu,
    entry('letter', '旧信', { knownBy: ['远哥'], from: 'manuscript/2.md', type: 'item' }),
    entry('ned', '尼德', {
      progressions: [{ from: 'c_3', text: '尼德是内鬼。', knownBy: ['xu '] }],
    }),
  ]
  expect(knowledgeAt({ entries, threads: [], chapters }, people, 'c_2')).toEqual({
    facts: [
      {
        ...{ of: 'entry', id: 'letter', name: '旧信', text: '', chapter: chapter(2) },
        people: [{ state: 'knows', chapter: chapter(2) }, { state: 'unstated' }],
      },
      {
        ...{ of: 'change', id: 'ned', name: '尼德', text: '尼德是内鬼。', chapter: chapter(3) },
        people: [{ state: 'unstated' }, { state: 'later', chapter: chapter(3) }],
      },
    ],
    open: 0,
    dangling: 0,
  })
})

test('who is told later has the fact later, whether the change is stated twice or the person learns it', () => {
  const secret = { field: '身世', value: '沈家的人', text: '身世：沈家的人' }
  const entries = [
    entry('lin', '林远', { progressions: [{ from: 'c_4', field: '知道', value: '沈家的人', text: '' }] }),
    xu,
    entry('zan', '阿簪', {
      progressions: [
        { from: 'c_1', ...secret, knownBy: ['许三娘'] },
        { from: 'c_3', ...secret, knownBy: ['何伯'] },
      ],
    }),
  ]
  const at = (documentId: string) =>
    knowledgeAt({ entries, threads: [], chapters }, [...people, entry('he', '何伯')], documentId).facts
  expect(at('c_2').map((fact) => fact.people)).toEqual([
    [
      { state: 'later', chapter: chapter(4) },
      { state: 'knows', chapter: chapter(1) },
      { state: 'later', chapter: chapter(3) },
    ],
  ])
  expect(at('c_4')[0]?.people[0]).toEqual({ state: 'knows', chapter: chapter(4) })
})

test('a card that hides its person hides its changes too, and who is in one list only has them not', () => {
  const entries = [
    lin,
    xu,
    entry('zan', '阿簪', {
      ...{ knownBy: ['林远'], from: 'c_2' },
      progressions: [
        { from: 'c_1', text: '她会写字。', knownBy: ['远哥', '许三娘'] },
        { from: 'c_1', text: '她怕水。' },
      ],
    }),
  ]
  const { facts } = knowledgeAt({ entries, threads: [], chapters }, people, 'c_1')
  expect(facts.map(({ text, people: [first, second] }) => [text, first, second])).toEqual([
    ['', { state: 'later', chapter: chapter(2) }, { state: 'unstated' }],
    ['她会写字。', { state: 'later', chapter: chapter(2) }, { state: 'unstated' }],
    ['她怕水。', { state: 'later', chapter: chapter(2) }, { state: 'unstated' }],
  ])
})

test('a thread is a fact of those who are aware of it, and what a person learns by its title is that thread', () => {
  const threads = [
    { id: 't_1', title: '那封信', from: null, knownBy: ['xu'] },
    { id: 't_2', title: '灯油', from: 'c_3', knownBy: null },
    { id: 't_3', title: '人人都在等的船', from: null, knownBy: null },
  ]
  const entries = [
    entry('lin', '林远', { progressions: [{ from: 'c_2', field: 'knows', value: '那封信', text: '' }] }),
    xu,
  ]
  const { facts, open } = knowledgeAt({ entries, threads, chapters }, people, 'c_2')
  expect(facts).toEqual([
    {
      ...{ of: 'thread', id: 't_1', name: '那封信', text: '', chapter: null },
      people: [
        { state: 'knows', chapter: chapter(2) },
        { state: 'knows', chapter: null },
      ],
    },
    {
      ...{ of: 'thread', id: 't_2', name: '灯油', text: '', chapter: chapter(3) },
      people: [
        { state: 'later', chapter: chapter(3) },
        { state: 'later', chapter: chapter(3) },
      ],
    },
  ])
  expect(open).toBe(0)
})

test('what everybody may be aware of is counted, what is over is left out, and a rumour teaches nobody', () => {
  const entries = [
    entry('lin', '林远', {
      progressions: [
        { from: 'c_1', text: '瘸了一条腿。' },
        { from: 'c_1', to: 'c_2', text: '他在灯塔。', knownBy: ['许三娘'] },
        { from: 'c_2', field: '知道', value: '灯灭的缘故', text: '', certainty: 'said' },
        { from: 'gone', text: '?' },
      ],
    }),
    xu,
  ]
  const { facts, ...counts } = knowledgeAt({ entries, threads: [], chapters }, people, 'c_3')
  expect(facts).toEqual([])
  expect(counts).toEqual({ open: 2, dangling: 1 })
})
