// As `main/src/lib/systemLanguage.ts`, in plain JavaScript for any Node: nothing else can be loaded yet.
const { LC_ALL, LC_MESSAGES, LANG } = process.env
const locale = [LC_ALL, LC_MESSAGES, LANG].find((name) => name && !/^(?:C|POSIX)(?:\.|$)/.test(name))

/** Whether the terminal speaks Chinese; whatever else it speaks gets English. */
export const isChinese = /^zh(?:[-_.]|$)/i.test(locale ?? Intl.DateTimeFormat().resolvedOptions().locale)
