import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnswer } from '../../../../main/src/services/drafts/draftAnswer.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const fact = { field: '兵器', value: '青龙偃月刀', quote: '云长造青龙偃月刀。', chapter: 1 }
const row = {
  name: '关羽',
  kind: 'character',
  aliases: [{ text: '云长', quote: '关羽字云长。' }],
  facts: [fact],
}
const read = {
  rows: [{ ...row, facts: [{ ...fact, certainty: 'narrated' }] }],
  hasRows: true,
  incomplete: 0,
}
const json = JSON.stringify([row])

test.each([
  ['plain', json],
  ['in fences, behind words', `好的：\n\`\`\`json\n${json}\n\`\`\`\n完毕。`],
  ['with commas too many', json.replace(']}]', ',],},]')],
  ['in an object', `Here: {"cards": ${json}}`],
  ['one row', JSON.stringify(row)],
  [
    'other words for kind and chapter',
    json.replace('"character"', '"人物"').replace('"chapter":1', '"chapter":"第 1 份"'),
  ],
])('an answer is read: %s', (_, text) => {
  expect(readAnswer(text)).toEqual(read)
})

test('rows one behind another are all read, and an empty list is an answer', () => {
  expect(
    readAnswer(`${JSON.stringify(row)}\n${JSON.stringify({ ...row, name: '刘备' })}`).rows.map(
      ({ name }) => name,
    ),
  ).toEqual(['关羽', '刘备'])
  expect(readAnswer('[]')).toEqual({ rows: [], hasRows: true, incomplete: 0 })
  expect(readAnswer('I cannot do that [1].')).toEqual({ rows: [], hasRows: false, incomplete: 0 })
})

test('half of a value is not a value: the last fact of an answer that was cut off is left out', () => {
  const long = JSON.stringify([{ ...row, facts: [fact, { ...fact, value: '赤兔马' }] }])
  const cut = long.slice(0, long.indexOf('赤兔') + 1)
  expect(readAnswer(cut)).toEqual({ ...read, incomplete: 1 })
})

test('a fact without its sentence is counted, the rest of its row is read', () => {
  const bad = [{ ...row, facts: [fact, { field: 'age', value: 30 }, 'tall'] }, { kind: 'item' }]
  expect(readAnswer(JSON.stringify(bad))).toEqual({ ...read, incomplete: 3 })
})

test('no text makes reading fail, and what is cut anywhere gives no fact that was not in it', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.nat({ max: json.length }), fc.string(), (at, noise) => {
      const { rows } = readAnswer(`${json.slice(0, at)}${noise.replaceAll(/["\\\]}]/g, '')}`)
      for (const { facts } of rows) for (const { value } of facts) expect(value).toBe(fact.value)
      checked.when(rows.length > 0)
    }),
  )
  checked.expectShare(0.3)
})
