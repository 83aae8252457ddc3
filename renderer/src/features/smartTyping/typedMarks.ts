import { type QuoteForm, type QuoteKind, quotePairs, type TypingHabits } from './typingHabits.ts'

/** What a key is to write. */
export interface TypedMark {
  /** UTF-16 units before the caret that it takes the place of: what began the same mark. */
  readonly replaced: number
  readonly insert: string
}

const markKeys: ReadonlySet<string> = new Set(['"', "'", '-', '.', '。'])
/** What stands behind a word. */
const wordEnds: ReadonlySet<string> = new Set([...' ,;:!?)…—', '"', "'", '.'])

/** Words that begin with an apostrophe and are no words without it. */
const elidedWord =
  /(?<![\p{L}\p{N}])‘(?:tis(?:n['’]t)?|twas(?:n['’]t)?|twere|twill|twould|twixt|em|til|nuff|cuz|neath|gainst|nother|(?<=\p{L}\s‘)n)$/iu
/** The nineties; a year where a quote would hardly begin with a number. */
const elidedDecade = /(?<![\p{L}\p{N}])‘\d0$/u
const elidedYear =
  /\b(?:of|in|since|from|until|till|by|before|after|early|late|spring|summer|autumn|fall|winter)\s(‘\d\d)$/iu
/** Longer than all of these. */
const elidedUnits = 20

/** What a key shows to be a word with an apostrophe in front; '' when it is none. It began like a quote. */
const elided = (key: string, before: string): string => {
  const end = before.slice(-elidedUnits)
  if (key === 's') return elidedDecade.exec(end)?.[0] ?? ''
  if (!wordEnds.has(key)) return ''
  return elidedWord.exec(end)?.[0] ?? elidedYear.exec(end)?.[1] ?? ''
}

/** Whether a key may write something else than itself behind the text of a line. */
export const isMarkKey = (key: string, before: string): boolean =>
  markKeys.has(key) || elided(key, before) !== ''

const latin = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*$/u
/** Characters of scripts that do not write words apart, and their marks. */
const cjkMark = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uff65]$/u

/** The opening mark of a kind that the text ends inside of; '' when it is outside of all. */
const openMark = (before: string, kind: QuoteKind, form: QuoteForm): string => {
  const forms = Object.entries(quotePairs).filter(([name]) => name !== 'straight')
  const openings = new Map<string, string[]>()
  for (const [name, { [kind]: pair }] of forms) {
    // » opens only where the chapter quotes so: elsewhere it is a closing mark without its opening one.
    if (name === 'inward' && form !== 'inward') continue
    openings.set(pair[0], [...(openings.get(pair[0]) ?? []), pair[1]])
  }
  const open: string[] = []
  for (let at = 0; at < before.length; at++) {
    const mark = before.charAt(at)
    if (mark === '’' && latin.test(before.charAt(at - 1)) && latin.test(before.charAt(at + 1))) continue
    if (openings.get(open.at(-1) ?? '')?.includes(mark)) open.pop()
    else if (openings.has(mark)) open.push(mark)
  }
  return open.at(-1) ?? ''
}

const closingOf = (opening: string, kind: QuoteKind, form: QuoteForm): string => {
  const pair = quotePairs[form][kind]
  if (opening === '' || pair[0] === opening) return pair[1]
  const forms = Object.values(quotePairs)
  return forms.find(({ [kind]: [first] }) => first === opening)?.[kind][1] ?? pair[1]
}

/** Whether a quote begins here, by what stands before. */
const opens = (
  before: string,
  open: string,
  kind: QuoteKind,
  { script, [kind]: form }: TypingHabits,
): boolean => {
  // Emphasis does not count: *“Stop”*.
  const plain = before.replace(/[*_]{1,3}$/, '')
  if (plain.trim() === '') return true
  if (open !== '' && plain.endsWith(open)) return false
  const other = quotePairs[form][kind === 'double' ? 'single' : 'double'][0]
  if (form !== 'straight' && plain.endsWith(other)) return true
  if (/[\p{Ps}/]$/u.test(plain)) return true
  if (script !== 'spaced' || cjkMark.test(plain)) return /[:：]$/.test(plain) || open === ''
  // « Comme en français. »
  if (/\s$/.test(plain)) return !(open !== '' && new RegExp(`${open}\\s`).test(plain))
  if (/[—―─–…⋯-]$/.test(plain)) return open === ''
  return false
}

const quoteMark = (before: string, kind: QuoteKind, habits: TypingHabits): string | null => {
  const form = habits[kind]
  const open = openMark(before, kind, form)
  if (kind === 'single' && (latin.test(before) || /\d$/.test(before)) && (open === '' || open === '‘'))
    return habits.apostrophe
  // The other mark of its pair was left as it was typed.
  if (kind === 'double' && before.split('"').length % 2 === 0) return null
  return opens(before, open, kind, habits) ? quotePairs[form][kind][0] : closingOf(open, kind, form)
}

const dashMark = (before: string, dash: string): TypedMark | null => {
  // Exactly one hyphen before; the lines of a table and a comment are made of hyphens.
  if (!/(?<![-!|:—―─–])-$/.test(before) || /^[\s|:-]*\|[\s|:-]*$/.test(before)) return null
  return dash === '--' ? null : { replaced: 1, insert: dash }
}

const ellipsisMark = (key: string, before: string, ellipsis: string): TypedMark | null => {
  if (/^[.。]/.test(ellipsis) || !before.endsWith(key + key) || before.at(-3) === key) return null
  // Six dots are one ellipsis of two characters.
  if (ellipsis.length === 2 && before.slice(0, -2).endsWith(ellipsis))
    return { replaced: 2 + ellipsis.length, insert: ellipsis }
  return { replaced: 2, insert: ellipsis }
}

/** What a key writes behind the text of a line, as the chapter writes it; null: itself. */
export const typedMark = (key: string, before: string, habits: TypingHabits): TypedMark | null => {
  const word = elided(key, before)
  if (word === '') return markOf(key, before, habits)
  const corrected = habits.apostrophe + word.slice(1)
  const mark = markOf(key, before.slice(0, -word.length) + corrected, habits)
  return { replaced: word.length, insert: corrected + (mark?.insert ?? key) }
}

const markOf = (key: string, before: string, habits: TypingHabits): TypedMark | null => {
  if (key === '-') return dashMark(before, habits.dash)
  if (key === '.' || key === '。') return ellipsisMark(key, before, habits.ellipsis)
  if (key !== '"' && key !== "'") return null
  const mark = quoteMark(before, key === '"' ? 'double' : 'single', habits)
  return mark === null || mark === key ? null : { replaced: 0, insert: mark }
}
