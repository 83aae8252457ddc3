/**
 * For each letter those that hardly ever follow it in a word: fewer than 2.5 in 10,000 pairs of letters, counted over
 * three English novels, the names of packages, the words of source code and the syllables of pinyin.
 */
const rarePairs =
  'ajoq bfknqvwxz cbfgjnqvwxz ddhjkpqtwxz eejz fbcdghjkmnpqvwxz gbcdfjkmpqtvwxyz hbcdfghjknpqvwxz ihijquwy ' +
  'jbcdfghijklmnpqrtvwxyz kbcdfghjkmpqrtvwxz lbhjnqrwxz mcfghjknqrtvwxz nhqwxz ohqz pbfgjkmnqvwxz ' +
  'qabcdefghijklmnopqrstvwxyz rhjqwxz sbgjvxz tbgjkqvxz uhjkquvwxyz vbcdfghjklmnpqrstuvwxyz wbcdfgjkmpqtuvwxyz ' +
  'xbdfghjklmnoqrsuvwxyz ybdfghjkqruvwxyz zbcdfghjklmnopqrstuvwxyz'
const isRare = new Uint8Array(32 * 32)
for (const [first = '', ...rest] of rarePairs.split(' '))
  for (const next of rest) isRare[pairOf(first.charCodeAt(0), next.charCodeAt(0))] = 1

/** So few letters are more often a word or an abbreviation. */
export const minScrambledUnits = 16
/** Three of ten pairs are rare in 85 of 100 random texts of 16 letters, and in no word. */
const minRareShare = 0.3
/** Fewer are a placeholder (`xxxxxxxx`). */
const minLetters = 6

/** True for at least sixteen letters of one case that are no words of any language in Latin letters. */
export function isScrambled(text: string): boolean {
  if (!/^(?:[a-z]{16,}|[A-Z]{16,})$/.test(text) || new Set(text).size < minLetters) return false
  let rare = 0
  for (let at = 1; at < text.length; at++) {
    const first = text.charCodeAt(at - 1)
    const next = text.charCodeAt(at)
    // The alphabet is in order.
    if (next - first !== 1) rare += isRare[pairOf(first, next)] ?? 0
  }
  return rare >= (text.length - 1) * minRareShare
}

/** The place of two letters of either case, by their codes. */
function pairOf(first: number, next: number): number {
  return ((first & 31) << 5) | (next & 31)
}
