/**
 * Scripts with spaces between words. Han, Kana and Hangul are not among them: their names are part of running text,
 * and Korean particles follow a name without a space.
 */
const spacedWord =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{N}\p{M}_]/u

const silent = /[\p{P}\p{S}\p{Z}\p{Cc}]/u

/** Words that precede a name: 对操说, 与操议. */
const before = new Set(
  '对向把将被给跟和与同叫让使令是问见等像比替为由从连于而但却便就又只乃请唤骂杀拜救随及或',
)
/** Words that follow a name: 操曰, 操乃, 操的. */
const after = new Set('的了曰道说云问答笑叫喊想看听是在把将被也都就却又便和与及或乃亦遂即既不未且因见闻点摇')

/** More words before a name, where the book itself has shown how the name is used: 谓操曰, 降操. */
const alsoBefore = new Set('谓告辞降闻知召报视识奉今时')
/** Words that follow who does something, and make no word with the character before them. */
const speaking = new Set('曰道说云问答笑叫喊想乃亦遂即既也又便却都')
const unitsOf = (...sets: readonly ReadonlySet<string>[]) =>
  new Set(sets.flatMap((set) => [...set].map((character) => character.charCodeAt(0))))
const precede = unitsOf(before, alsoBefore)
const follow = unitsOf(speaking)

/** Whether a folded unit may precede a name that is one character. */
export const mayPrecede = (unit: number): boolean => precede.has(unit)
/** Whether it may follow one. */
export const mayFollow = (unit: number): boolean => follow.has(unit)
/** Whether a folded unit is a part of words; marks and space are none. */
export const isInWord = (unit: number): boolean => unit >= 0x3041 || asciiWord(unit)

const title = /(?:[大二三四五]?(?:爷|奶奶|嫂|哥|姐|妹|弟|叔|婶|姑|老爷)|儿|丫头|姑娘|侄|小子)/uy

/** 琏二爷, 环儿, 凤丫头: whether there is a title at an offset. */
export function isTitleAt(text: string, offset: number): boolean {
  title.lastIndex = offset
  return title.test(text)
}

const at = (text: string, index: number): string => {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, index: number): string {
  if (index <= 0) return ''
  const low = (text.charCodeAt(index - 1) & 0xfc00) === 0xdc00
  return at(text, low && index > 1 ? index - 2 : index - 1)
}

const asciiWord = (unit: number) =>
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x5f

/** Whether the character at an index is one of a word that is written apart; false outside the text. */
function isSpacedAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit < 0x80) return asciiWord(unit)
  if (!(unit < 0x3000 || unit > 0xd7ff)) return false
  const low = (unit & 0xfc00) === 0xdc00 && index > 0
  return index >= 0 && index < text.length && spacedWord.test(at(text, low ? index - 1 : index))
}

/**
 * Whether there may be a name at `from`–`to` of a folded text: `Ann` not inside `Annabel`, `第4` not inside `第41`,
 * no letter torn from its accent. Names in Han characters need no boundary.
 */
export function isWholeWord(text: string, from: number, to: number): boolean {
  if (isSpacedAt(text, from) && isSpacedAt(text, from - 1)) return false
  if (isSpacedAt(text, to - 1) && isSpacedAt(text, to)) return false
  const next = text.charCodeAt(to)
  return !(next >= 0x0300 && next <= 0x036f)
}

/**
 * The signal that a single character is a name: on both sides the edge of the text, punctuation, white space
 * or a common particle; behind it also a title. For characters of which the book shows no use.
 */
export function isSignalled(text: string, from: number, to: number): boolean {
  const left = characterBefore(text, from)
  const right = at(text, to)
  return (
    (left === '' || silent.test(left) || before.has(left)) &&
    (right === '' || silent.test(right) || after.has(right) || isTitleAt(text, to))
  )
}

/** One character as people count them, an accent or a variation mark included. */
export function isOneCharacter(name: string): boolean {
  return [...name.normalize('NFC').replace(/\p{M}/gu, '')].length === 1
}
