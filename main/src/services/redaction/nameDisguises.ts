import type { Change } from './parts.ts'

/** Letters of Greek and Cyrillic that look like the Latin ones in the same place below. */
export const alike = 'аАВсСԁеЕһНіІјЈкКМоОрРԛѕЅтТѵԝхХуУαΑΒΕΗιΙκΚΜΝοΟρΡτΤνυΥΧΖ'
const latin = 'aABcCdeEhHiIjJkKMoOpPqsStTvwxXyYaABEHiIkKMNoOpPtTvuYXZ'
const isAlike = new RegExp(`[${alike}]`, 'g')
const isOtherLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const maxWordUnits = 40

/** Letters of other scripts in a word of Latin ones. Only what is around such a letter is read. Linear. */
export function alikeChanges(text: string): Change[] {
  const changes: Change[] = []
  let end = 0
  isAlike.lastIndex = 0
  for (let match = isAlike.exec(text); match; match = isAlike.exec(text)) {
    const { index } = match
    let from = index
    while (from > end && index - from < maxWordUnits && isLatin(text.charCodeAt(from - 1))) from--
    end = index + 1
    while (
      end - from < maxWordUnits &&
      (isLatin(text.charCodeAt(end)) || alike.includes(text.charAt(end) || ' '))
    )
      end++
    isAlike.lastIndex = end
    const word = text.slice(from, end)
    if (isOtherLetter.test(text.charAt(from - 1)) || isOtherLetter.test(text.charAt(end))) continue
    if (/[A-Za-z]/.test(word)) changes.push(...lettersOf(word, from))
  }
  return changes
}

const lettersOf = (word: string, from: number): Change[] =>
  [...word].flatMap((sign, at) => {
    const like = latin[alike.indexOf(sign)]
    return like === undefined ? [] : [{ from: from + at, to: from + at + 1, text: like }]
  })

const isLatin = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

const spacedName = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    'password',
    'passwd',
    'passphrase',
    'passcode',
    'secret',
    'token',
    'credentials',
    'apikey',
  ]
    .map((name) => [...name].join('[ ._-]'))
    .join('|')})(?![A-Za-z0-9])`,
  'gi',
)

/** What parts the letters of a name for a secret. */
export function spacedChanges(text: string): Change[] {
  return [...text.matchAll(spacedName)].flatMap(({ 0: name, index }) =>
    Array.from({ length: name.length >> 1 }, (_, at) => ({
      from: index + 2 * at + 1,
      to: index + 2 * at + 2,
      text: '',
    })),
  )
}
