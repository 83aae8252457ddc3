import { expect, test } from 'vitest'
import { makeDrafts } from '../../../../main/src/services/drafts/cardDraft.ts'
import { createCast, type NameOwner } from '../../../../main/src/services/drafts/cast.ts'
import type { CheckedRow } from '../../../../main/src/services/drafts/checkedRow.ts'

const fold = (name: string) => name.normalize('NFKC').toLowerCase()
const evidence = (quote: string, documentId = 'c_1') => ({ quote, from: 0, documentId })

/** A row with the sentences of its aliases, `宋公明: 宋江字公明，人称宋公明。`. */
const row = (name: string, aliases: Readonly<Record<string, string>> = {}): CheckedRow => ({
  ...{ name, kind: 'character', isNamed: true, facts: [] },
  aliases: Object.entries(aliases).map(([text, quote]) => ({ text, evidence: evidence(quote) })),
})
const castOf = (rows: readonly CheckedRow[], owners: readonly NameOwner[] = []) =>
  createCast(rows, owners, fold).members.map((member) => [
    member.name,
    member.entryId,
    member.rows.map((each) => each.name),
  ])

const liuBei: NameOwner = { names: ['刘备', '玄德'], kind: 'character', entryId: 'e1' }
const caoCao: NameOwner = { names: ['曹操', '孟德'], kind: 'character' }

test('rows under the names of one owner are one member', () => {
  expect(castOf([row('玄德'), row('刘备'), row('孟德')], [liuBei, caoCao])).toEqual([
    ['刘备', 'e1', ['玄德', '刘备']],
    ['曹操', undefined, ['孟德']],
  ])
})

test('what author and book separate is never joined, whatever an answer says', () => {
  const rows = [row('刘备', { 曹操: '刘备就是曹操。' }), row('曹操', { 玄德: 'Cao Cao, 曹操 and 玄德.' })]
  expect(castOf(rows, [liuBei, caoCao])).toEqual([
    ['刘备', 'e1', ['刘备']],
    ['曹操', undefined, ['曹操']],
  ])
  const third = row('中山靖王之后', { 刘备: '中山靖王之后刘备', 曹操: '中山靖王之后与曹操' })
  expect(castOf([...rows, third], [liuBei, caoCao])).toHaveLength(2)
})

test('a name that two cards share decides nothing', () => {
  const other: NameOwner = { names: ['诸葛亮', '丞相'], kind: 'character', entryId: 'e2' }
  const owners = [{ ...caoCao, entryId: 'e3', names: ['曹操', '丞相'] }, other]
  expect(castOf([row('丞相'), row('曹操')], owners)).toEqual([
    ['丞相', undefined, ['丞相']],
    ['曹操', 'e3', ['曹操']],
  ])
})

test('names without an owner are joined when one sentence has both, and not without one', () => {
  const sentence = 'Mr. Pike, whom they call Owen, laughed.'
  expect(castOf([row('Mr. Pike', { Owen: sentence }), row('Owen')])).toEqual([
    ['Mr. Pike', undefined, ['Mr. Pike', 'Owen']],
  ])
  expect(castOf([row('Mr. Pike', { Owen: 'Owen laughed.' }), row('Owen')])).toHaveLength(2)
})

test('an alias of two names joins them, a title that three have joins nobody', () => {
  const two = [row('阿福', { 福管家: '阿福是福管家。' }), row('福伯', { 福管家: '福伯即福管家。' })]
  expect(castOf(two)).toHaveLength(1)
  const titles = ['甲爷', '乙爷', '丙爷'].map((name) => row(name, { 老爷: `老爷${name}` }))
  expect(castOf(titles)).toHaveLength(3)
})

const draftsOf = (rows: readonly CheckedRow[], owners: readonly NameOwner[] = [liuBei, caoCao]) =>
  makeDrafts(createCast(rows, owners, fold), {
    ...{ fold, positionOf: (documentId) => Number(documentId.slice(2)), isDecided: () => false },
    cardOf: () => ({
      values: [
        { field: '', value: '刘备' },
        { field: '出身', value: '涿郡' },
      ],
    }),
  }).map(({ name, facts }) => [
    name,
    facts.map(({ field, value, clash, reservation }) => [field, value, clash, reservation]),
  ])
const stating = (
  name: string,
  facts: readonly (readonly [string, string, string, CheckedRow['facts'][number]['certainty']?])[],
) => ({
  ...row(name),
  facts: facts.map(([field, value, quote, certainty = 'narrated']) => ({
    field,
    value,
    certainty,
    evidence: evidence(quote),
  })),
})

test('a fact is ticked when its sentence has the name or the value, and nothing speaks against it', () => {
  const facts = [
    ['外貌', '双手过膝', '玄德双手过膝。'],
    ['能力', 'archery', 'He was a master of archery.'],
    ['能力', '飞', '雨一直下到天亮。'],
    ['性格', '奸诈', '曹操奸诈。'],
    ['所有物', '的卢马', '刘备得了一匹的卢马。', 'said'],
    ['出身', '平原', '刘备是平原人。'],
    ['出身', '涿郡', '刘备是涿郡人。'],
  ] as const
  expect(draftsOf([stating('刘备', facts), stating('曹操', [['性格', '多疑', '曹操多疑。']])])).toEqual([
    [
      '刘备',
      [
        ['外貌', '双手过膝', false, undefined],
        ['能力', 'archery', false, undefined],
        ['能力', '飞', false, 'neither'],
        ['性格', '奸诈', false, 'otherName'],
        ['所有物', '的卢马', false, 'claim'],
        ['出身', '平原', true, 'clash'],
      ],
    ],
    ['曹操', [['性格', '多疑', false, undefined]]],
  ])
})

test('another name is ticked when its sentence has both, and never when it is the name of another card', () => {
  const aliases = { 皇叔: '刘备，人称皇叔。', 使君: '使君与操耳。', 孟德: '刘备对孟德笑。' }
  expect(draftsOf([row('刘备', aliases)])).toEqual([
    [
      '刘备',
      [
        [undefined, '皇叔', false, undefined],
        [undefined, '使君', false, 'neither'],
        [undefined, '孟德', false, 'otherCard'],
      ],
    ],
  ])
})
