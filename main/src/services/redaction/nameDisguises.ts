import type { Change } from './parts.ts'

/** Letters of Greek and Cyrillic that look like the Latin ones in the same place below. */
export const alike = 'аАВсСԁеЕһНіІјЈкКМоОрРԛѕЅтТѵԝхХуУαΑΒΕΗιΙκΚΜΝοΟρΡτΤνυΥΧΖ'
const latin = 'aABcCdeEhHiIjJkKMoOpPqsStTvwxXyYaABEHiIkKMNoOpPtTvuYXZ'
const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]'
const mixedWord = new RegExp(
  `(?<!${letter})(?=[${alike}]{0,40}[A-Za-z])[A-Za-z${alike}]{3,40}(?!${letter})`,
  'gu',
)

/** Letters of other scripts in a word of Latin ones. */
export function alikeChanges(text: string): Change[] {
  return [...text.matchAll(mixedWord)].flatMap(({ 0: word, index }) =>
    [...word].flatMap((sign, at) => {
      const like = latin[alike.indexOf(sign)]
      return like === undefined ? [] : [{ from: index + at, to: index + at + 1, text: like }]
    }),
  )
}

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
