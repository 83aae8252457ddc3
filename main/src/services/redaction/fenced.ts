import type { SecretMatch } from './apply.ts'
import type { Pattern } from './patterns.ts'

const dashes = '[-\\u2013\\u2014]{1,6}'
const kinds = '[A-Z0-9 ]{0,30}(?:PRIVATE KEY|STATIC KEY V1|PGP MESSAGE)(?: BLOCK)?'
const startLine = `${dashes} ?BEGIN ${kinds} ?${dashes}`
const end = `${dashes} ?END ${kinds}(?: ?${dashes})?`
/** Between two lines of a block: also in JSON, in a quotation, in a comment or in joined strings. */
const between = '(?:\\s|\\\\{1,4}[nr]|[>#*"\'+,]|//){1,24}'
/** A line break, and what a log, a listing or a search writes in front of each line. */
const logged = '(?:\\r?\\n|(?:\\\\{1,4}r)?\\\\{1,4}n)[^\\r\\n\\\\]{1,64}?[\\t :|]'
/** In a log nothing but a line of the block is as long and ends the line. */
const loggedLine = `${logged}[A-Za-z0-9+/=]{16,}(?=[ \\t]{0,4}(?:[\\r\\n\\\\]|$))`
const loggedEnd = `(?:${logged}[A-Za-z0-9+/=]{1,64})?${logged}`
const line =
  '(?:[A-Za-z0-9+/=]{16,}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9])' +
  '|(?:Proc-Type|DEK-Info|Comment|Subject|Version|Hash|Charset): ?[^\\r\\n\\\\]{0,120})'
const hints = ['PRIVATE KEY', 'private key', 'Private Key', 'PRIVATE key', 'Static key', 'PGP MESSAGE']

const nearRun = (patternId: string, hints: readonly string[], find: RegExp): Pattern => ({
  patternId,
  kind: 'secret',
  where: 'nearRun',
  hints,
  find,
})

/** Keys between fences and their relatives: a block is one by its lines, whole or cut off at either end. */
export const fencedPatterns: readonly Pattern[] = [
  nearRun(
    'private-key',
    hints,
    new RegExp(
      `${startLine}(?:(?:${between}${line}){1,2000}(?:${between}[A-Za-z0-9+/=]{1,15})?(?:${between}${end})?|(?:${loggedLine}){1,2000}(?:${loggedEnd}${end})?|(?:${between})?${end})`,
      'gi',
    ),
  ),
  nearRun(
    'private-key',
    hints,
    new RegExp(
      `(?<=(?<secret>(?:[A-Za-z0-9+/=]{16,128}${between}){1,1000}(?:[A-Za-z0-9+/=]{1,15}${between})?))${end}`,
      'gi',
    ),
  ),
  nearRun(
    'private-key',
    ['Private-Lines'],
    new RegExp(
      `Private-Lines: ?[0-9]{1,3}(?<secret>(?:${between}[A-Za-z0-9+/=]{16,}){1,200}(?:${between}[A-Za-z0-9+/=]{1,15}(?![\\w-]))?(?:${between}Private-MAC: ?[0-9a-f]{16,})?)`,
      'g',
    ),
  ),
  nearRun('json-web-key', ['"kty"'], /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9_-]{20,})/g),
]

const publicStartLine = /BEGIN (?:[A-Z0-9 ]{0,20}PUBLIC KEY|CERTIFICATE)/g

/** Without the finds in public keys and certificates: between their fences stands what everybody may read. */
export function outsidePublicBlocks(text: string, matches: readonly SecretMatch[]): readonly SecretMatch[] {
  if (matches.length === 0) return matches
  const blocks: { readonly from: number; readonly to: number }[] = []
  for (const { index } of text.matchAll(publicStartLine)) {
    if (index < (blocks.at(-1)?.to ?? 0)) continue
    const end = text.indexOf('END ', index)
    blocks.push({ from: index, to: end === -1 ? text.length : end })
  }
  let next = 0
  return matches.filter(({ from }) => {
    while ((blocks[next]?.to ?? text.length) < from) next++
    return from < (blocks[next]?.from ?? text.length)
  })
}
