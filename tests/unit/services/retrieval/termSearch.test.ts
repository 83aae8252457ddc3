import { describe, expect, it } from 'vitest'
import { matchedTerms } from '../../../../main/src/services/retrieval/termSearch.ts'

describe('matchedTerms', () => {
  it('joins overlapping bigrams only where the text has them joined', () => {
    const terms = ['诸葛', '葛亮', '绳印', '石阶', '无关']
    expect(matchedTerms('诸葛亮看见石阶上的绳印', terms)).toEqual(['诸葛亮', '绳印', '石阶'])
    expect(matchedTerms('诸葛与葛亮', terms)).toEqual(['诸葛', '葛亮'])
  })

  it('matches Latin words whole and whatever their width or case', () => {
    expect(matchedTerms('Annabel met ＡＮＮ', ['ann', 'bel'])).toEqual(['ann'])
  })
})
