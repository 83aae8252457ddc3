import { describe, expect, it } from 'vitest'
import { takeApart } from '../../../../main/src/services/retrieval/question.ts'

const groups = [
  ['宋江', '公明', '宋公明', '及时雨'],
  ['林远', '阿远'],
  ['林远山', '老山'],
]

function names(query: string) {
  return takeApart(query, groups).names
}

describe('a question taken apart', () => {
  it('names the longest of two names that begin alike, and not the shorter one inside it', () => {
    expect(names('林远山把信给了谁')).toEqual([['林远山', '老山']])
    expect(names('林远和林远山是什么关系')).toEqual([
      ['林远山', '老山'],
      ['林远', '阿远'],
    ])
  })

  it('counts a form inside another form once', () => {
    expect(names('宋公明为何杀惜')).toEqual([['宋江', '公明', '及时雨']])
  })

  it('searches neither the question words nor the characters of a recognised name', () => {
    const { rest } = takeApart('宋江把什么藏在袜里', groups)
    expect(rest.map(({ text }) => text)).toEqual(['把', '藏在袜里'])
  })

  it('still searches a query that has only question words', () => {
    expect(takeApart('为什么', []).rest).toEqual([{ kind: 'cjk', text: '为什么' }])
  })

  it('takes no name of one character, which would be found everywhere', () => {
    expect(takeApart('云起时', [['云', '赵云']]).names).toEqual([])
  })
})
