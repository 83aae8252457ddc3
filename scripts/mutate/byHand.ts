import { codeAt, lineAt, type Mutant } from './mutant.ts'

/** A break in the meaning that no generator would think of. `search` has to stand in exactly one file. */
export interface HandMutant {
  readonly packageName: string
  readonly breaks: string
  readonly search: RegExp
  /** As for `String.replace`: `$1` stands for a group. */
  readonly replacement: string
}

const hand = (packageName: string, breaks: string, search: RegExp, replacement: string): HandMutant => ({
  packageName,
  breaks,
  search,
  replacement,
})

export const handMutants: readonly HandMutant[] = [
  hand(
    'context',
    "Immediate's floor forgets selection and instruction",
    /counter\.layer\('immediate', fixed\) \+ sentenceAtCursor/,
    '0 + sentenceAtCursor',
  ),
  hand(
    'context',
    "Settings' floor is nothing",
    /Math\.min\([\w.]+\.settings\.minimumTokens, has\.settings\)/,
    '0',
  ),
  hand(
    'context',
    'Immediate pays for pinned entries with its floor',
    /if \(retrieved\.tokens > maxRetrievedTokens\)\s+return/,
    'if (false) return',
  ),
  hand(
    'context',
    'the order of cuts is reversed',
    /a\.cutOrder - b\.cutOrder \|\|/,
    'b.cutOrder - a.cutOrder ||',
  ),
  hand(
    'context',
    'pinned items give way like all others',
    /Number\(first\.pinned\) - Number\(other\.pinned\) \|\|/,
    '',
  ),
  hand('context', 'the best go first', /first\.rank - other\.rank \|\|/, 'other.rank - first.rank ||'),
  hand(
    'context',
    'the best five passages are not spared',
    /best\.slice\(0, sparedCount\)/,
    'best.slice(0, 0)',
  ),
  hand(
    'context',
    "Immediate's text is repeated in Retrieved",
    /const double = overlaps\(chunk\) \|\| /,
    'const double = ',
  ),
  hand('context', 'the same passage stands twice', /visited\.add\(identity\)/, ''),
  hand(
    'context',
    "last time's choice of rules is thrown away",
    /const earlier = frozen && earlierChoice\(frozen\)/,
    'const earlier = undefined as readonly Placed[] | undefined',
  ),
  hand(
    'context',
    'an entry that the scene names is no more whole than any other',
    /tokens \+ size > input\.wholeTokens/,
    'true',
  ),
  hand(
    'context',
    'Rules are chosen anew in the middle of a session',
    /if \(earlier && input\.isReused && /,
    'if (earlier && false && ',
  ),
  hand(
    'context',
    'an entry that is whole in Rules is read in Retrieved once more',
    /\[\.\.\.pool\]\.filter\(\(chunk\) => !isInRules\(chunk\)\)/,
    '[...pool]',
  ),
  hand(
    'context',
    'Rules beyond everything are sent all the same',
    /if \(chosenTokens > budget\.total\)/,
    'if (false)',
  ),
  hand(
    'context',
    'what is over capacity is sent',
    /if \(sum\(forced\) > input\.capacityTokens\)/,
    'if (false)',
  ),
  hand(
    'context',
    'the final count is not looked at',
    /if \(tokenCount <= budget\.promptTokens\)/,
    'if (true)',
  ),
  hand('context', 'what is left out leaves no evidence', /, \.\.\.left\.map\(leftOut\)/, ''),
  hand(
    'context',
    "a skill's `without` is ignored",
    /\.filter\(\(\{ layer \}\) => !request\.skill\.without\?\.includes\(layer\)\)/,
    '',
  ),
  hand(
    'context',
    'paths outside the BMP sort by their halves',
    /compareCodePoints\(a\.ref\.path, b\.ref\.path\)/,
    '(a.ref.path < b.ref.path ? -1 : Number(a.ref.path !== b.ref.path))',
  ),
  hand(
    'context',
    'material of another project is let in',
    /draft\?\.storeId !== projectId && typeof/,
    'false && typeof',
  ),
  hand(
    'context',
    'a source without sense is let in',
    /const field = faultOf\(draft, source, scene\)/,
    'const field = undefined',
  ),
  hand(
    'context',
    'labels are not redacted',
    /await redact\(source\.label\?\.\(draft, scene\.language\) \?\? draft\.title\)/,
    '{ text: source.label?.(draft, scene.language) ?? draft.title, evidence: [], replacements: [] }',
  ),
  hand(
    'context',
    'shorter forms are not redacted',
    /guard\(await redact\(form\)\)/,
    'guard({ text: form, evidence: [], replacements: [] })',
  ),
  hand('context', 'shorter forms are not guarded', /guard\(await redact\(form\)\)/, 'await redact(form)'),
  hand(
    'context',
    'a cut secret stays in a shorter form',
    /if \(runs\.size === 0\) return redact\(form\)/,
    'return redact(form)',
  ),
  hand('context', 'reasons are not redacted', /\(await redact\(value\)\)\.text : value/, 'value : value'),
  hand(
    'context',
    'lines like our markers are let through',
    /if \(!mayContainMarkerLine\(redacted\.text\)\) return redacted/,
    'return redacted',
  ),
  hand(
    'context',
    'the estimate of a failed tokenizer has no margin',
    /input\.exact \? maxInputTokens : maxInputTokens \/ limit\.estimateMargin/,
    'maxInputTokens',
  ),
  hand(
    'context',
    'an anchored window moves with every character',
    /const hasAnchor = anchor !== undefined/,
    'const hasAnchor = false',
  ),
  hand(
    'context',
    'a moved window leaves no slack',
    /const slack = fresh \? 0 : limit\.slack/,
    'const slack = 0',
  ),
  hand(
    'context',
    'the prefix hash covers the whole prompt',
    /stablePrefixHash: sha256Hex\(systemPrompt\)/,
    'stablePrefixHash: sha256Hex(systemPrompt + userContent)',
  ),
  hand(
    'sources',
    "the author's constraints give way",
    /print: 'numbered',\s+shrinkSteps: \[\],/,
    "print: 'numbered', shrinkSteps: [{ step: 'out', cutOrder: 1 }],",
  ),
  hand('sources', 'working memory is never cut', /maxTokens: 500,/, ''),
  hand('sources', 'working memory reaches stateless requests', /stateless \|\| skill/, 'skill'),
  hand('sources', 'working memory has the oldest first', /instructions\s+\.toReversed\(\)/, 'instructions'),
  hand(
    'sources',
    'a constraint binds outside its scope',
    /\.filter\(\(item\) => isInScope\(item, documentId, order\)\)/,
    '',
  ),
  hand(
    'sources',
    'a scope whose chapter is gone switches the constraint off',
    /from === undefined \|\| current >= from/,
    'from !== undefined && current >= from',
  ),
  hand('sources', 'pinned entries are not marked', /\? \{ pinned: true \} : \{\}/, '? {} : {}'),
  hand(
    'sources',
    'an accepted text is shown a second time',
    /\.filter\(\(\{ episode \}\) => !isInText\(episode, text\)\)/,
    '',
  ),
  hand('sources', 'synopses of later chapters come in', /\.slice\(0, Math\.max\(0, currentIndex\)\)/, ''),
  hand(
    'sources',
    'a secret of the chapter is asked for',
    /windowText\.replaceAll\(marker, ' '\)/,
    'windowText',
  ),
  hand('sources', 'the previous chapter is a front page', /previous\?\.kind !== 'chapter'/, '!previous'),
  hand('tokens', 'a piece is counted for another text', /encoder\.count\(piece\)/, 'encoder.count(text)'),
  hand('tokens', 'a damaged table is used', / \|\| checksum !== checksumOf\(view\)/, ''),
  hand(
    'tokens',
    "another encoding's table is used",
    /if \(!text\.startsWith\(`\$\{encoding\}\\n`\)\) return undefined/,
    '',
  ),
  hand(
    'tokens',
    'ties of the heap go to the right',
    /if \(!sorted\) removed\.sort\(\)/,
    'removed.sort().reverse()',
  ),
  hand(
    'tokens',
    'the estimate counts characters',
    /bytes \+= code < 0x800 \|\| isPairHalf\(text, i, code\) \? 1 : 2/,
    '',
  ),
  hand(
    'tokens',
    'an estimate is rounded down',
    /Math\.ceil\(options\.base\.count\(text\) \* factor - 1e-9\)/,
    'Math.floor(options.base.count(text) * factor)',
  ),
  hand(
    'redaction',
    'only the first secret is hidden',
    /parts\.push\(text\.slice\(end, from\), marker\)/,
    'parts.push(text.slice(end, from), end === 0 ? marker : text.slice(from, to))',
  ),
  hand(
    'redaction',
    'a part is redacted after it was cut',
    /const \{ start, end \} = around\(original, from, to\)/,
    'const { start, end } = { start: from, end: to }',
  ),
  hand(
    'redaction',
    'paths stay in project files',
    /const hasPath = scope === 'creonow' && \(view\.text\.includes\('\/'\)/,
    "const hasPath = scope === 'manuscript' && (view.text.includes('/')",
  ),
  hand('redaction', 'one round of looking has to do', /round < maxRounds && matches\.length > 0/, 'false'),
  hand(
    'redaction',
    'the allow-list is for nobody',
    /let matches = first\.filter\(\(match\) => !allowed\.has\(match\)\)/,
    'let matches = first',
  ),
  hand(
    'redaction',
    'only line feeds end a line that could be a marker',
    /\/\\r\\n\|\[\\n\\r\\v\\f\\u0085\\u2028\\u2029\]\/g/,
    '/\\n/g',
  ),
  hand(
    'redaction',
    'a short key is hidden everywhere',
    /if \(isStandalone \|\| followsName\(text, from, to\)\)/,
    'if (true)',
  ),
  hand(
    'redaction',
    'a plain word behind a password is a secret',
    /\(accept\?\.\(text\.slice\(from, to\), groups\) \?\? true\)/,
    'true',
  ),
  hand('redaction', 'a match ends inside a token', /\?\? tokenEnd\(text, minEnd\)/, '?? minEnd'),
  hand(
    'redaction',
    'every check digit is right',
    /checkDigit\(exact\) === exact\.charAt\(17\)\.toUpperCase\(\)/,
    'true',
  ),
  hand('redaction', 'markers are restored in reverse', /originals\.push\(/, 'originals.unshift('),
  hand(
    'redaction',
    'a result without the supplement is remembered',
    /if \(externalMatches && startGeneration === generation\)/,
    'if (startGeneration === generation)',
  ),
  hand('names', 'the shorter name wins', /\.sort\(\(a, b\) => b - a\)/, '.sort((a, b) => a - b)'),
  hand(
    'names',
    'a name of one character needs no signal',
    /return isSignalled\(text, at, to\)/,
    'return true',
  ),
  hand('names', 'names stand inside words', /if \(!isWholeWord\(text, at, to\)\) return undefined/, ''),
  hand('names', 'excluded phrases count as mentions', /&&\s+!owner\.excluded\.some\(.*\),/, ','),
  hand(
    'names',
    'a shared name is sure',
    /confidence: 1 \/ match\.owners\.length,\s+\}\)\s+\}\s+at = to/,
    'confidence: 1 })\n    }\n    at = to',
  ),
  hand(
    'names',
    'letter case is never kept',
    /owner\.cased === undefined \|\| cased\.startsWith\(owner\.cased, at\)/,
    'true',
  ),
  hand(
    'names',
    'letters outside the BMP fold by halves',
    /String\.fromCodePoint\(text\.codePointAt\(at\) \?\? 0\)/,
    'text.charAt(at)',
  ),
  hand('names', 'letters outside the BMP are part of no word', /low \? index - 1 : index\)\)/, 'index))'),
  hand('names', 'an address calls somebody', /if \(\/\[a-z0-9\]\/\.test\(.*\) continue/, ''),
]

/** The mutant in these files, or why there is none: then the list is older than the code and has to be mended. */
export function applied(hand: HandMutant, sources: ReadonlyMap<string, string>): Mutant | string {
  const found = [...sources].flatMap(([path, source]) => {
    const match = hand.search.exec(source)
    return match ? [{ path, source, match }] : []
  })
  const [only, other] = found
  if (!only) return 'the pattern is in no file'
  if (other) return `the pattern is in ${only.path} and in ${other.path}`
  const { path, source, match } = only
  const { packageName, breaks } = hand
  const place = { line: lineAt(source, match.index), code: codeAt(source, match.index) }
  const replacement = match[0].replace(hand.search, hand.replacement)
  return {
    packageName,
    path,
    kind: breaks,
    from: match.index,
    to: match.index + match[0].length,
    replacement,
    ...place,
  }
}
