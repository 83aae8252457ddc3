import { expect, test } from 'vitest'
import type { DocumentSummary } from '../../../../main/src/contract/documents.ts'
import {
  type ApprovalFile,
  type ApprovalPlace,
  countTicked,
  initialSelection,
  sectionsOf,
  tickStateOf,
  uncertainPlacesOf,
  unchangeableGroups,
  withDecision,
  withTicks,
} from '../../../../renderer/src/features/agent/approvalSelection.ts'
import { entryParts } from '../../../../renderer/src/features/agent/placeChunks.ts'

const place = (placeId: number, phrase?: string): ApprovalPlace => ({
  ...{ placeId, line: 3, before: '　　林', removed: '远', added: '渊', after: '推开门。' },
  ...(phrase === undefined ? {} : { uncertain: { phrase, why: 'codex' as const } }),
})
const file = (path: string, places: readonly ApprovalPlace[]): ApprovalFile => ({
  ...{ path, places, isNew: false, lineBreaks: 'mixed', added: 1, removed: 1, diff: '' },
})
const chapter = (path: string, chapterNumber: number): DocumentSummary => ({
  ...{ documentId: `c_${chapterNumber}`, path, kind: 'chapter', title: '雾', chapterNumber },
  ...{ characters: 10, words: 10, hash: '0'.repeat(64) },
})
const files = [
  file('.creonow/rules/style.md', [place(0)]),
  file('.creonow/characters/林远.md', [place(1)]),
  file('manuscript/001-雾.md', [place(2), place(3, '林远山'), place(4)]),
  file('manuscript/009-新.md', [place(5)]),
  file('manuscript/002-Fog.md', [place(6)]),
  file('manuscript/003-灯.md', [place(7, '林远山')]),
]
// The author has moved the second file to the front.
const documents = [chapter('manuscript/002-Fog.md', 1), chapter('manuscript/001-雾.md', 2)]
const sections = sectionsOf(files, documents)

test('chapters come in the order of the book, new ones behind them, then codex entries, then other files', () => {
  expect(sections.map(({ path, kind, document }) => [path, kind, document?.documentId])).toEqual([
    ['manuscript/002-Fog.md', 'chapter', 'c_1'],
    ['manuscript/001-雾.md', 'chapter', 'c_2'],
    ['manuscript/009-新.md', 'chapter', undefined],
    ['.creonow/characters/林远.md', 'entry', undefined],
    ['.creonow/rules/style.md', 'other', undefined],
  ])
  expect(uncertainPlacesOf(files, documents).map(({ place: { placeId } }) => placeId)).toEqual([3, 7])
})

test('at first every place is ticked but the uncertain ones, and the count is of what is ticked', () => {
  const first = initialSelection(sections)
  expect([...first.ticked].sort()).toEqual([0, 1, 2, 4, 5, 6])
  expect(countTicked(files, first)).toEqual({ places: 6, chapters: 3, otherFiles: 2 })
  const decided = withDecision(withTicks(first, [2, 4, 6], false), 7, true)
  expect(countTicked(files, decided)).toEqual({ places: 4, chapters: 2, otherFiles: 2 })
})

test('a chapter with some of its places ticked is neither on nor off, and its tick leaves uncertain places alone', () => {
  const places = sections[1]?.places ?? []
  const first = initialSelection(sections)
  const states = [first, withTicks(first, [2], false), withTicks(first, [2, 4], false)].map((selection) =>
    tickStateOf(places, selection),
  )
  expect(states).toEqual(['all', 'some', 'none'])
  const ids = places.map(({ placeId }) => placeId)
  expect(withTicks(withTicks(first, ids, false), ids, true)).toEqual(first)
})

test('a decision on an uncertain place can be made, changed and taken back', () => {
  const first = initialSelection(sections)
  const yes = withDecision(first, 3, true)
  const no = withDecision(yes, 3, false)
  expect([yes.ticked.has(3), yes.refused.has(3), no.ticked.has(3), no.refused.has(3)]).toEqual([
    ...[true, false, false, true],
  ])
  expect(withDecision(no, 3, undefined)).toEqual(first)
})

test('of the places that look alike, those without a choice remain in the list of what stays', () => {
  const group = (phrase: string, count: number) => ({ phrase, why: 'codex' as const, count, places: [] })
  expect(unchangeableGroups({ files, doubtful: [group('林远山', 2), group('林　远', 1)] })).toEqual([
    group('林　远', 1),
  ])
})

test('the fields of a codex entry are apart from their values, and every other character is as it is', () => {
  expect(entryParts('name: 林渊\naliases:\n  - 阿渊\n未知: 甲\n', true)).toEqual([
    { kind: 'field', field: 'name' },
    { kind: 'text', text: '林渊\n' },
    { kind: 'field', field: 'aliases' },
    { kind: 'text', text: '\n  - 阿渊\n未知: 甲\n' },
  ])
  expect(entryParts('name: 林渊', false)).toEqual([{ kind: 'text', text: 'name: 林渊' }])
})
