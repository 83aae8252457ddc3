/** What a constraint's own words ask for, as far as it can be checked without a model. Pure. */

export interface PunctuationRule {
  readonly mark: string
  readonly pattern: RegExp
  readonly where: 'all' | 'narration' | 'dialogue'
}

const forbids = /避免|禁止|禁用|不用|不要|不使用|不得|不许|不准|不写|不出现|勿|别用|杜绝/
/** Words that make a ban conditional: then only a reader can judge. */
const conditional = /除了|除外|之外|以外|过多|过度|滥用|大量|频繁|尽量|少用|每[章页段]/

const marks: readonly (readonly [RegExp, string, string])[] = [
  [/感叹号|惊叹号|叹号/, '感叹号', '[！!]'],
  [/省略号/, '省略号', '…+|\\.{3,}|。{3,}'],
  [/破折号/, '破折号', '—+'],
  [/分号/, '分号', '[；;]'],
  [/问号/, '问号', '[？?]'],
]

/** The marks a constraint forbids, 「避免使用感叹号和省略号」. Clauses that only limit a mark are left to people. */
export function punctuationRules(constraint: string): PunctuationRule[] {
  if (conditional.test(constraint)) return []
  return constraint.split(/[。；;，,\r\n]/).flatMap((clause): PunctuationRule[] => {
    const ban = forbids.exec(clause)
    if (!ban) return []
    const rest = clause.slice(ban.index)
    const where = /叙述|旁白/.test(clause) ? 'narration' : /对话|对白|台词/.test(clause) ? 'dialogue' : 'all'
    const repeated = /连续|连用|多个/.test(clause)
    return marks.flatMap(([name, mark, one]) => {
      if (!name.test(rest)) return []
      return [{ mark, pattern: new RegExp(repeated ? `(?:${one}){2,}` : one, 'g'), where }]
    })
  })
}

export interface PersonRule {
  readonly person: 'first' | 'third'
  /** Who tells the story, when the constraint says so. */
  readonly narrator?: string
}

const partly = /交替|轮换|除了|除外|之外|以外|日记|书信|信件|对话|对白|回忆|梦|只在|仅在|部分/

/** Undefined for a constraint about anything else, or one that asks for a person in some places only. */
export function personRule(constraint: string): PersonRule | undefined {
  if (partly.test(constraint)) return undefined
  const wants = (name: string) => {
    const at = constraint.indexOf(name)
    return at >= 0 && !/(?:避免|禁止|不要?|不得|不许|勿|别)[^，。；]{0,6}$/.test(constraint.slice(0, at))
  }
  const [first, third] = [wants('第一人称'), wants('第三人称')]
  if (first === third) return undefined
  if (third) return { person: 'third' }
  const narrator = /叙述者(?:是|为|：|:)\s*([\p{Script=Han}·]{2,4})(?=[，。；、\s]|$)/u.exec(constraint)?.[1]
  return { person: 'first', ...(narrator === undefined ? {} : { narrator }) }
}
