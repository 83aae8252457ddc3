/** The language that a prompt is written in: the Chinese one for a book in Chinese, of any script or region. */
export const promptLanguage = (tag: string): 'zh' | 'en' => (/^zh(?:[-_]|$)/i.test(tag) ? 'zh' : 'en')

/** Less than this says nothing. */
const leastUnits = 8
/** Of running Japanese more than this share is kana; Chinese with a few words of Japanese has less. */
const kanaShare = 0.25
/** Words without which no page of English goes. */
const englishWords = /^(?:the|and|of|to|a|in|was|he|she|it|that|his|her|i|you|with|had|for|is|on|as|at|not)$/i
const leastEnglishShare = 0.15

/**
 * The language a text is written in, as a BCP 47 tag, by its script and its commonest words: `und` where nobody can
 * tell, undefined where there is too little text. A character of Chinese counts as much as a word of Latin letters, and a
 * third is enough: a Chinese book may be full of foreign names.
 */
export function detectLanguage(text: string): string | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}]+/gu) ?? []
  const [han, kana, hangul] = [
    count(/\p{Script=Han}/gu),
    count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu),
    count(/\p{Script=Hangul}/gu),
  ]
  const units = han + kana + hangul + words.length
  if (units < leastUnits) return undefined
  if (hangul * 3 >= units) return 'ko'
  if ((han + kana) * 3 >= units) return kana > kanaShare * (han + kana) ? 'ja' : 'zh'
  if (words.filter((word) => /\p{Script=Cyrillic}/u.test(word)).length * 3 >= units) return 'ru'
  const english = words.filter((word) => englishWords.test(word)).length
  return english >= leastEnglishShare * words.length ? 'en' : 'und'
}
