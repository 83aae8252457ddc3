import type { Finding, JudgeKind } from '#contract/judge.ts'
import type { FindingCoded } from '#contract/warnings.ts'
import { checkPerson } from './checkPerson.ts'
import { checkWord } from './checkWord.ts'
import { checkMarks, markRules, partOf } from './markRules.ts'
import { markAt } from './narration.ts'
import { personRule } from './personRule.ts'
import { wordRules } from './wordRules.ts'

export interface WordList {
  readonly terms: readonly { readonly use: string; readonly avoid: readonly string[] }[]
  readonly banned: readonly string[]
}

export interface Constraint {
  readonly id?: string | undefined
  readonly text: string
  readonly kind: JudgeKind
}

/** A name in the judged text that nobody knows before a later chapter; offset in UTF-16 units. */
export interface EarlyName {
  readonly name: string
  readonly from: number
  /** Title of the chapter from which on it is known. */
  readonly chapter: string
}

export interface JudgeInput {
  /** What the model wrote. */
  readonly text: string
  /** The text that it is to replace; empty for an insertion. */
  readonly original: string
  /** The constraints that were sent, in their own words. */
  readonly constraints: readonly Constraint[]
  readonly wordList: WordList
  readonly chapterNumber: number
  /** Undefined: the codex could not be asked, or keeps nothing for later. */
  readonly earlyNames?: readonly EarlyName[] | undefined
}

export interface Judged {
  /** In the order of the text. */
  readonly findings: readonly Finding[]
  readonly checked: readonly JudgeKind[]
  /** Constraints of which no word says what to look for: only a reader can judge them. */
  readonly modelConstraints: readonly Constraint[]
}

/**
 * The part of the Judge that needs no model: narrative person, forbidden marks, word list and forbidden words,
 * names and words before their chapter. It knows only what the words of a constraint say plainly and would rather
 * miss than accuse. Pure.
 */
export function judge({ text, original, constraints, wordList, ...book }: JudgeInput): Judged {
  const checked = new Set<JudgeKind>()
  const modelConstraints: Constraint[] = []
  const findings: Finding[] = []
  const note = (at: number, kind: JudgeKind, coded: FindingCoded, constraint?: Constraint) => {
    const { from, to } = markAt(text, at)
    const broken = constraint && {
      ...(constraint.id && { constraintId: constraint.id }),
      constraint: constraint.text,
    }
    findings.push({ kind, ...broken, from, to, quote: text.slice(from, to), ...coded })
  }
  const allowed = wordList.terms.map(({ use }) => use)

  for (const constraint of constraints) {
    const person = personRule(constraint.text)
    const marks = markRules(constraint.text)
    const bans = wordRules(constraint.text)
    if (!person && marks.length === 0 && bans.length === 0) modelConstraints.push(constraint)
    if (person) {
      checked.add('narrative')
      for (const at of checkPerson(text, person, original))
        note(at, 'narrative', { code: 'person', params: { asked: person.person } }, constraint)
    }
    for (const rule of marks) {
      checked.add('style')
      for (const { at, mark } of checkMarks(text, rule))
        note(at, 'style', { code: 'mark', params: { mark } }, constraint)
    }
    for (const { word, where, before } of bans) {
      const kind = before === undefined ? 'terminology' : 'plot'
      checked.add(kind)
      if (before !== undefined && book.chapterNumber >= before) continue
      const coded: FindingCoded =
        before === undefined
          ? { code: 'banned', params: { word } }
          : { code: 'word_early', params: { word, chapter: before } }
      for (const at of checkWord(partOf(text, where), word, allowed)) note(at, kind, coded, constraint)
    }
  }
  for (const { use, avoid } of wordList.terms) {
    for (const word of avoid)
      for (const at of checkWord(text, word, allowed))
        note(at, 'terminology', { code: 'term', params: { word, use } })
  }
  for (const word of wordList.banned)
    for (const at of checkWord(text, word, allowed))
      note(at, 'terminology', { code: 'banned', params: { word } })
  if (wordList.terms.length > 0 || wordList.banned.length > 0) checked.add('terminology')

  for (const { name, chapter, from } of book.earlyNames ?? [])
    note(from, 'plot', { code: 'name_early', params: { name, chapter } })
  if (book.earlyNames) checked.add('plot')

  return {
    findings: findings.toSorted((a, b) => a.from - b.from),
    checked: [...checked].toSorted(),
    modelConstraints,
  }
}
