import { describe, expect, it } from 'vitest'
import { createTermMatcher } from '../../../../main/src/services/retrieval/matchedTerms.ts'
import { fold } from '../../../../main/src/services/retrieval/terms.ts'

describe('createTermMatcher', () => {
  it('joins overlapping bigrams only where the text has them joined', () => {
    const terms = ['诸葛', '葛亮', '绳印', '石阶', '无关']
    expect(createTermMatcher(terms)('诸葛亮看见石阶上的绳印')).toEqual(['诸葛亮', '绳印', '石阶'])
    expect(createTermMatcher(terms)('诸葛与葛亮')).toEqual(['诸葛', '葛亮'])
  })

  it('matches Latin words whole and whatever their width or case', () => {
    expect(createTermMatcher(['ann', 'bel'])(fold('Annabel met ＡＮＮ'))).toEqual(['ann'])
  })
})
