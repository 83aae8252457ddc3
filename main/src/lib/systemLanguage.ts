/** Chinese or English: what a tag or the name of a locale begins with; undefined: it names another language, or none. */
export const languageOfTag = (tag: string): 'zh' | 'en' | undefined =>
  /^en(?:[-_.]|$)/i.test(tag) ? 'en' : /^zh(?:[-_.]|$)/i.test(tag) ? 'zh' : undefined

/** Locales that name no language. */
const isNeutral = (name: string) => /^(?:C|POSIX)?(?:\.|$)/.test(name)

/**
 * The language of this computer, for an interface that nobody has set: LC_ALL, LC_MESSAGES, LANG, else `locale`, else
 * what the runtime says. What is not Chinese is English.
 */
export function systemLanguage(
  env: Readonly<Record<string, string | undefined>> = process.env,
  locale: string = Intl.DateTimeFormat().resolvedOptions().locale,
): 'zh' | 'en' {
  const name = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((each) => each !== undefined && !isNeutral(each))
  return languageOfTag(name ?? locale) ?? 'en'
}
