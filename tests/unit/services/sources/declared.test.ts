import { expect, it } from 'vitest'
import type { Scene } from '../../../../main/src/services/context/index.ts'
import { scoreOf } from '../../../../main/src/services/sources/codexReading.ts'
import { createEpisodes } from '../../../../main/src/services/sources/episodes.ts'
import { createSources, type SourcePorts } from '../../../../main/src/services/sources/index.ts'
import { createPassages } from '../../../../main/src/services/sources/passages.ts'

import { createSynopses } from '../../../../main/src/services/sources/synopses.ts'
import { realSource } from '../../../support/planted.ts'

/** One line for each step that a source of the layer declares, in the order in which they are taken. */
const cutsOf = (...names: readonly string[]) =>
  names
    .map(realSource)
    .flatMap(({ name, shrinkSteps }) => shrinkSteps.map((step) => ({ name, ...step })))
    .toSorted((a, b) => a.cutOrder - b.cutOrder)
    .map(({ name, cutOrder, ...step }) => [cutOrder, name, ...Object.values(step)].join(' '))

it('every source has its layer, place, stability, limits and heading', () => {
  const draft = { title: '林远（重伤）', card: { type: 'character', name: '林远' } } as never
  const declared = createSources({} as SourcePorts).map(
    ({ name, layer, place, stability, label, ...fits }) => [
      [layer, place, name, stability].join(' '),
      [fits.print, fits.redaction, fits.maxTokens, fits.required && 'required'].filter(Boolean).join(' '),
      [label?.(draft, 'zh'), label?.(draft, 'en')].join('/'),
    ],
  )
  const specified = [
    ['rules 0 constraints book', 'numbered required', '创作约束/Constraint'],
    ['rules 1 preferenceConstraints book', 'numbered', '创作约束/Constraint'],
    ['rules 2 codexConstraints book', 'numbered', '创作约束/Constraint'],
    ['rules 3 styleSheet book', 'required', '文风/Style'],
    ['rules 4 terminology book', 'required', '用词/Wording'],
    ['rules 5 codexAlways book', '', '人物 林远（重伤）/Character 林远（重伤）'],
    ['settings 0 profile book', '', '作品/Work'],
    ['settings 1 settingsFiles book', '', '/'],
    ['settings 2 preferences book', '', '写作偏好/Preference'],
    ['settings 2 author book', '', '作者/Author'],
    ['retrieved 0 codexEntries scene', '', '人物 林远（重伤）/Character 林远（重伤）'],
    ['retrieved 0 codexNeighbours scene', '', '人物 林远（重伤）/Character 林远（重伤）'],
    ['retrieved 2 synopses chapter', '', '林远（重伤）/林远（重伤）'],
    ['retrieved 3 passages scene', 'manuscript', '/'],
    ['retrieved 4 episodes scene', '', '以前的一次/An earlier exchange'],
    ['retrieved 4 pastTalk scene', '', '这段对话里早先说的/Said earlier in this talk'],
    [
      'immediate 0 chapterPlan chapter',
      '',
      '本章计划（作者打算写的，不是已经发生的）/Plan of this chapter (what the author intends, not what has happened)',
    ],
    [
      'immediate 1 nextPlans chapter',
      '',
      '后面两章的打算（还没有发生，不要提前写出来）/Plans for the next two chapters (not yet happened; do not write them here)',
    ],
    [
      'immediate 2 previousChapter chapter',
      'manuscript',
      '上一章结尾 · 林远（重伤）/End of the previous chapter · 林远（重伤）',
    ],
    ['immediate 6 chapterPosition turn', 'manuscript', '光标所在/Where the cursor is'],
    [
      'immediate 7 workingMemory turn',
      '500',
      '作者刚才的要求（最近的在前）/What the author asked before (latest first)',
    ],
    ['immediate 7 lastExchange turn', '2000', '刚才的一次/The exchange before this one'],
    ['immediate 8 skillInstruction turn', 'required', '本次要求/Request'],
    ['immediate 9 authorInput turn', 'required', '作者补充/From the author'],
    [
      'immediate 10 writtenSoFar turn',
      'manuscript required',
      '本次要求 · 换下选中文字的新文已写到这里，从它最后一个字接下去，只写余下的，不重复/Request: the text that replaces the selection stands so far; go on from its last character, write only the rest',
    ],
    [
      'immediate 3 textBefore turn',
      'manuscript required',
      '光标之前 · 林远（重伤）/Before the cursor · 林远（重伤）',
    ],
    ['immediate 4 textAfter turn', 'manuscript', '光标之后/After the cursor'],
    ['immediate 5 selection turn', 'manuscript required', '选中的文字/Selection'],
  ]
  const names = new Set(specified.map(([line = '']) => line.split(' ')[2]))
  expect(declared.filter(([line = '']) => names.has(line.split(' ')[2]))).toEqual(specified)
})

it('Retrieved is shortened in its fixed order', () => {
  const declared = cutsOf('codexEntries', 'codexNeighbours', 'passages', 'synopses', 'episodes', 'pastTalk')
  expect(declared).toEqual([
    '1 codexNeighbours out',
    '1 passages out 5',
    '1 episodes out',
    '2 codexEntries head grapheme 300 500',
    '2 pastTalk out',
    '2.5 codexEntries short',
    '3 codexEntries line',
    '3.5 passages around grapheme 220',
    '4 passages out',
    '4.5 synopses out',
    '5 codexEntries name',
    '6 codexEntries out',
  ])
})

it('a fixed number of a source’s best are admitted between two re-bases, and new ones of the others are not', () => {
  const names = ['codexEntries', 'codexNeighbours', 'synopses', 'passages', 'episodes', 'pastTalk']
  expect(names.map((name) => [name, realSource(name).maxAppended])).toEqual([
    ['codexEntries', Number.POSITIVE_INFINITY],
    ['codexNeighbours', undefined],
    ['synopses', Number.POSITIVE_INFINITY],
    ['passages', 5],
    ['episodes', undefined],
    ['pastTalk', 3],
  ])
})

it('Settings are cut at one step: files at sentences, what is one line whole', () => {
  expect(cutsOf('profile', 'settingsFiles', 'preferences', 'author')).toEqual([
    '1 profile head sentence',
    '1 settingsFiles head sentence',
    '1 preferences head paragraph',
    '1 author head paragraph',
  ])
})

it('Immediate gives way from the far end; selection and requests never do', () => {
  const declared = cutsOf(
    'previousChapter',
    'textBefore',
    'textAfter',
    'selection',
    'workingMemory',
    'skillInstruction',
    'authorInput',
  )
  expect(declared).toEqual([
    '1 textBefore tail grapheme share',
    '2 previousChapter tail grapheme',
    '3 textBefore tail grapheme nearest',
    '4 textAfter head grapheme',
    '5 workingMemory head grapheme',
    '6 textBefore tail grapheme',
  ])
})

it('Rules lose what the app derived first, then an entry becomes shorter before it is left out', () => {
  expect(cutsOf('preferenceConstraints', 'codexConstraints', 'codexAlways')).toEqual([
    '1 preferenceConstraints out',
    '1 codexConstraints out',
    '1.5 codexAlways head grapheme 300',
    '2 codexAlways short',
    '3 codexAlways line',
    '4 codexAlways name',
    '5 codexAlways out',
  ])
})

it('what the author wrote as a rule is never shortened', () => {
  expect(cutsOf('constraints', 'styleSheet', 'terminology')).toEqual([])
})

it('codex entries score by how they were detected and by their distance to the cursor', () => {
  const near = { key: '林远', confidence: 1, window: 1000 }
  expect({
    pinned: scoreOf({ by: 'pin' }),
    called: scoreOf({ by: 'called', key: '林远', confidence: 1 }),
    selection: scoreOf({ by: 'selection', key: '林远', confidence: 1 }),
    instruction: scoreOf({ by: 'instruction', key: '林远', confidence: 1 }),
    atTheCursor: scoreOf({ by: 'before', distance: 0, ...near }),
    halfWay: scoreOf({ by: 'after', distance: 500, ...near }),
    atTheEdge: scoreOf({ by: 'before', distance: 1000, ...near }),
    beyondTheEdge: scoreOf({ by: 'after', distance: 1700, ...near }),
    inAWindowOfOne: scoreOf({ by: 'before', distance: 1, ...near, window: 1 }),
    neighbour: scoreOf({ by: 'relation', of: '林远', relation: '父亲' }),
  }).toEqual({
    pinned: 1,
    called: 1,
    selection: 0.95,
    instruction: 0.95,
    atTheCursor: 0.9,
    halfWay: 0.8,
    atTheEdge: 0.7,
    beyondTheEdge: 0.7,
    inAWindowOfOne: 0.7,
    neighbour: 0.4,
  })
})

const scene: Scene = {
  projectId: 'p1',
  documentId: 'manuscript/005.md',
  path: 'manuscript/005.md',
  title: '第五章',
  chapterNumber: 5,
  language: 'zh',
  text: '雾来了。',
  cursorPosition: 4,
  before: { from: 0, to: 4, text: '雾来了。' },
  after: { from: 4, to: 4, text: '' },
  selected: undefined,
  authorInput: { raw: '', text: '' },
  latest: [],
  pinned: [],
  skill: {
    id: 'continue',
    name: '续写',
    output: 'insert',
    instruction: { zh: '接着写。', en: 'Go on.' },
    source: 'skill:continue',
  },
  stateless: false,
}
const io = {
  signal: new AbortController().signal,
  limits: { settingsTokens: 1, retrievedTokens: 1, immediateTokens: 1 },
  countRange: () => 0,
  notice: () => undefined,
  reportOmitted: () => undefined,
}
const chapters = ['001', '002', '003', '004', '005'].map((name, at) => ({
  documentId: `manuscript/${name}.md`,
  title: `第${at + 1}章`,
  kind: 'chapter' as const,
  chapterNumber: at + 1,
}))
const documents = { list: async () => chapters, read: async () => ({ text: '雾来了。' }) }

it('synopses, passages and episodes have their fixed scores', async () => {
  const hit = (score: number) => ({
    documentId: 'manuscript/001.md',
    from: 0,
    to: 4,
    text: '雾来了。',
    score,
    reason: 'shared' as const,
    terms: ['雾'],
  })
  const episode = { id: 'e1', instruction: '写雾', excerpt: '雾散了。', outcome: 'rejected' as const }
  const sources = [
    createSynopses(
      {
        list: async () =>
          chapters.map(({ documentId }) => ({
            documentId,
            path: documentId,
            text: '梗概',
            stale: false,
            source: 'model' as const,
          })),
      },
      documents,
    ),
    createPassages(
      { forWindow: async () => ({ hits: [hit(1), hit(0.5)], left: [], notices: [] }) },
      documents,
    ),
    createEpisodes({ recall: async () => [{ episode, similarity: 0.8 }] }),
  ]
  const scores = await Promise.all(
    sources.map(async (source) => {
      const drafts = await source.read(scene, io)
      return [source.name, drafts.map((draft) => source.score?.(draft, scene))]
    }),
  )
  expect(scores).toEqual([
    ['synopses', [0.6, 0.65, 0.7]],
    ['passages', [0.59994, 0.29994]],
    ['episodes', [0.4]],
  ])
})
