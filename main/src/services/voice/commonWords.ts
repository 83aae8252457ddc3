/** What a rule set is written for; of other languages only lengths, marks and dialogue are measured. */
export type VoiceLanguage = 'zh' | 'en' | 'other'

/**
 * Words that say little about a book's matter and much about its author, as stylometry uses them (Burrows's Delta).
 * Pronouns are left out: person is measured by itself. Chinese ones are single characters, Simplified.
 */
const chinese =
  '的了着过在是不也都就又还才便只把被将给与和跟同而且但却因所以之其者矣于为此那这个些么什怎呢吗吧啊罢里上下来去道说曰得地们一几很更最已未无没有可能会要想如若虽既乃遂即方正再倒竟听见问看叫忽然后前时'
const english =
  'the of and to a in that it was as for with but at on is be had not by which from have so if or an all this what who ' +
  'when no very there been would were upon could one out into any then than up more will them some should can down like ' +
  'before about over only through such never other after do did how again must now being much well just though yet even ' +
  'still too most quite rather where while because without every own away came went made little old good'

/** The common words of a language, each with its place in counts. */
export const commonWords: Readonly<Record<VoiceLanguage, ReadonlyMap<string, number>>> = {
  zh: placesOf([...chinese]),
  en: placesOf(english.split(' ')),
  other: new Map(),
}

function placesOf(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(words)].map((word, at) => [word, at]))
}

/** Who tells: what the narration calls the one it is about. Characters are Simplified. */
export const persons = {
  zh: { first: /[我俺咱吾]/gu, third: /[他她伊]/gu },
  en: {
    first: /\b(?:I|me|my|mine|myself|we|us|our|ours)\b/g,
    third: /\b(?:he|him|his|himself|she|her|hers|herself)\b/gi,
  },
} as const

/** Verbs whose form is their tense; Chinese has none. */
export const tenses = {
  past: /\b(?:was|were|had|did|said|went|came|saw|looked|asked|took|felt|knew|thought|stood|could)\b/gi,
  present: /\b(?:is|are|am|has|does|says|goes|comes|sees|looks|asks|takes|feels|knows|thinks|stands|can)\b/gi,
} as const
