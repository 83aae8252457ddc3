const numbers = new Intl.NumberFormat('zh-CN')
const clock = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false })
const moment = new Intl.DateTimeFormat('zh-CN', {
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** 12345 → 12,345 */
export const formatCount = (count: number): string => numbers.format(count)

/** Hours and minutes, 24 hours. */
export const formatTime = (time: Date | string): string => clock.format(new Date(time))

/** Day, hours and minutes. */
export const formatMoment = (time: Date | string): string => moment.format(new Date(time))

/** Day of the week, day and month, in a language of the interface. */
export const formatDay = (time: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  }).format(new Date(time))

/** `a, b, or c`, in a language of the interface. */
export const formatAlternatives = (alternatives: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(alternatives)

/** `a, b and c`, in a language of the interface. */
export const formatTogether = (all: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(all)

/** Share in per cent, whole; 0 of 0 is 0. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100)

const dollars = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2, useGrouping: false })

/** 0.00234 → $0.0023 */
export const formatDollars = (amount: number): string => `$${dollars.format(amount)}`

/** About how much text a token holds, in characters of Chinese or in words of English. */
const textPerToken = { zh: 1.25, en: 0.75 } as const

/** How much text so many tokens are, in two digits; zero for what is no such number. */
export function lengthOf(tokens: number, language: keyof typeof textPerToken): number {
  const length = tokens * textPerToken[language]
  return Number.isFinite(length) && length > 0 ? Number(length.toPrecision(2)) : 0
}
