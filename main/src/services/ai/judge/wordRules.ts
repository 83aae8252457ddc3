/** Words that a constraint names in quotes and forbids, for good or before a chapter. Pure. */

import { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from '../../manuscript/index.ts'
import { conditional, type Where, whereOf } from './markRules.ts'

export interface WordRule {
  readonly word: string
  readonly where: Where
  /** The chapter from which on it is allowed. */
  readonly before?: number
}

/** Where a quoted word stood in a clause. */
const hole = '□'
const quoted = /[“「『《"]([^”」』》"\r\n]{1,40})[”」』》"]/g
const beforeChapter = new RegExp(
  `(?:在|到)?第?([${chineseNumberClass}]{1,8})[章回节](?:之|以)?前|\\b(?:before|until)\\s+chapter\\s+([\\w-]{1,20})`,
  'iu',
)

// A clause that says anything more than the ban itself, such as who may not say the word, is left to a reader.
const aside =
  '(?:全书|本书|全文|正文|书中|文中|行文|叙述|旁白|对话|对白|台词|中|里|内|一律|请|绝对|绝|任何|都|也|在|的|这个|这些|这类|类似|等|之类|词语|词汇|词|字样|字眼|字|短语|表达|说法|套话|成语|名字|名称|人名|术语|一词|二字|两字|和|与|或|及|以及|、|，|,|：|:|\\s|□)*'
const ban =
  '(?:避免|禁止|禁用|严禁|杜绝|勿|别|不|不要|不得|不许|不准|不能|不可|不该|不应)(?:使用|用|出现|写到|写|提到|提及|提|说出)?'
const chineseBan = new RegExp(`^${aside}${ban}${aside}$`)
const englishBan =
  /^(?:please )?(?:never|do not|don't|no|avoid)(?: (?:use|using|mention|mentioning|write|writing|say|saying|reveal))?(?: the)?(?: (?:words?|phrases?|names?|terms?))? ?□(?:(?:,? (?:and|or) |, ?)□)*(?: (?:in|anywhere in) (?:the )?(?:narration|dialogue|book|text))? ?$|^(?:the )?(?:(?:words?|phrases?|names?|terms?) )?□ (?:must|may|should|is|can)(?:not| not|n't)? (?:never |not )?(?:to )?(?:be )?(?:appear|used|mentioned|written|named) ?$/i

/** 「禁止使用“不禁”“仿佛”」, 「「黑潮」在第五章之前不得出现」. */
export function wordRules(constraint: string): WordRule[] {
  if (conditional.test(constraint)) return []
  return clausesOf(constraint).flatMap(({ clause, terms }): WordRule[] => {
    const chapter = beforeChapter.exec(clause)
    const rest = clause
      .replace(beforeChapter, '')
      .replaceAll(/[.。!！]$/g, '')
      .trim()
    if (terms.length === 0 || !(chineseBan.test(rest) || englishBan.test(rest))) return []
    const before = chapter && (parseChineseNumber(chapter[1] ?? '') ?? parseEnglishNumber(chapter[2] ?? ''))
    if (chapter && !before) return []
    return terms.map((word) => ({ word, where: whereOf(clause), ...(before ? { before } : {}) }))
  })
}

/** Clauses, cut where no quoted word is cut, with the words that stood in the holes. */
function clausesOf(constraint: string): { readonly clause: string; readonly terms: string[] }[] {
  const allTerms: string[] = []
  const holed = constraint.replaceAll(quoted, (_whole, word: string) => {
    allTerms.push(word)
    return hole
  })
  let consumed = 0
  return holed.split(/[。；;\r\n]|\.\s+/).map((clause) => {
    const count = clause.split(hole).length - 1
    const own = allTerms.slice(consumed, consumed + count).map((word) => word.trim())
    consumed += count
    return { clause: clause.trim(), terms: own.filter((word) => word !== '') }
  })
}
