/** The marks that a constraint forbids. Pure. */

import { dialogueOf, narrationOf, onePerSentence } from './narration.ts'

export interface MarkRule {
  readonly pattern: RegExp
  readonly where: Where
}
export type Where = 'all' | 'narration' | 'dialogue'

const forbids =
  /避免|禁止|禁用|不用|不要|不使用|不得|不许|不准|不写|不出现|勿|别用|杜绝|切忌|忌用|无|不加|一个(?:也|都)不|\b(?:avoid|no|not a single|never|don't|do not|without)\b/i
/** Words that make a ban conditional: then only a reader can judge. */
export const conditional =
  /除了|除外|除非|之外|以外|过多|过度|滥用|大量|频繁|尽量|少用|每[章页段句]|太多|必要|except|unless|sparing|too many|overus|excessive|more than|\bfew|rarely|\bper\b|necessary/i

const marks: readonly (readonly [RegExp, string])[] = [
  [/感叹号|惊叹号|叹号|exclamation/i, '[！!]'],
  [/省略号|ellips[ie]s/i, '…+|\\.{3,}|。{3,}'],
  [/破折号|\bdash(?:es)?\b/i, '—+|――+|--+'],
  [/分号|semicolons?/i, '[；;]'],
  [/(?<!疑)问号|question marks?/i, '[？?]'],
  [/波浪号|\btildes?\b/i, '[～~〜]+'],
  [/引号|quotation marks?|\bquotes\b/i, '[“「『"]'],
  [/英文|英语|外文字母|\bEnglish words?\b/i, "[A-Za-z][A-Za-z'’]+"],
]
/** Of quotation marks every speech has some, so a rule about dialogue is about all of the text. */
const isAboutQuotes = /引号|quotation marks?|\bquotes\b/i
/** “感叹号一个也不要”: the ban stands behind what is banned. */
const banBehind =
  /(?:一个|一律|全部?|统统)?(?:也|都)?(?:不要|不用|不许|不准|不得|禁用|禁止|不出现|不加)(?:使用|用|出现)?$/

/** 「避免使用感叹号和省略号」. Clauses that only limit a mark are left to people. */
export function markRules(constraint: string): MarkRule[] {
  if (conditional.test(constraint)) return []
  return constraint.split(/[。；;，,\r\n]|\.\s/).flatMap((clause): MarkRule[] => {
    const ban = forbids.exec(clause)
    if (!ban) return []
    const rest = banBehind.test(clause) ? clause : clause.slice(ban.index)
    const where = isAboutQuotes.test(clause) ? 'all' : whereOf(clause)
    const repeated = /连续|连用|多个|repeated|consecutive|multiple/i.test(clause)
    return marks.flatMap(([name, markSource]) => {
      if (!name.test(rest)) return []
      return [{ pattern: new RegExp(repeated ? `(?:${markSource}){2,}` : markSource, 'g'), where }]
    })
  })
}

export const whereOf = (clause: string): Where =>
  /叙述|旁白|narrat/i.test(clause)
    ? 'narration'
    : /对话|对白|台词|dialogue/i.test(clause)
      ? 'dialogue'
      : 'all'

/** The part of a text that a rule is about, the rest blanked out so that offsets stay. */
export const partOf = (text: string, where: Where): string =>
  where === 'all' ? text : where === 'narration' ? narrationOf(text) : dialogueOf(text)

/** Offsets (UTF-16 units) of a forbidden mark, and the mark; at most one a sentence. */
export function checkMarks(text: string, { pattern, where }: MarkRule): { at: number; mark: string }[] {
  const matches = new Map([...partOf(text, where).matchAll(pattern)].map((match) => [match.index, match[0]]))
  return onePerSentence(text, [...matches.keys()]).map((at) => ({ at, mark: matches.get(at) ?? '' }))
}
