import { type Constraint, type JudgeInput, judge } from '../../../../../main/src/services/ai/judge/judge.ts'

type More = Partial<Pick<JudgeInput, 'original' | 'wordList' | 'chapterNumber' | 'earlyNames'>>

const rule = (text: string, kind: Constraint['kind'] = 'narrative'): Constraint => ({
  id: 'c',
  text,
  kind,
})

export const verdictOn = (text: string, constraints: readonly string[], more: More = {}) =>
  judge({
    ...{ text, original: '', wordList: { terms: [], banned: [] }, chapterNumber: 1 },
    constraints: constraints.map((one) => rule(one)),
    ...more,
  })

/** What was found, without its place: `code 引文`. */
export const found = (text: string, constraints: readonly string[], more: More = {}): string[] =>
  verdictOn(text, constraints, more).findings.map(({ code, quote }) => `${code} ${quote}`)
