import type { ChannelOutput } from '#contract/index.ts'
import { beginsLikePerson } from '../codex/index.ts'

type Suggested = ChannelOutput<'codex:suggestions'>['items'][number]
type MissingName = ChannelOutput<'scene:readiness:get'>['names'][number]

interface Span {
  readonly from: number
  readonly to: number
}

interface Occurrence extends Span {
  readonly name: number
}

/** Other names of one suggestion that are looked for. */
const maxAliases = 20
const isWordUnit = /[\p{Script=Latin}\p{N}]/u

/**
 * Names of the book that stand in a text and that no card has, in the order of the suggestions. A name inside a longer
 * one, of a card or of another suggestion, is not there by itself. `named`: what the codex finds in the text.
 */
export function unnamedIn(
  text: string,
  named: readonly Span[],
  suggestions: readonly Suggested[],
): readonly MissingName[] {
  const occurrences = suggestions.flatMap(({ text: main, aliases }, name) =>
    [main, ...aliases.slice(0, maxAliases)].flatMap((word) =>
      placesOf(text, word).map((span): Occurrence => ({ ...span, name })),
    ),
  )
  const countOf = ({ name }: Occurrence) => suggestions[name]?.count ?? 0
  const present = new Set<number>()
  for (const occurrence of occurrences) {
    const isInside = (span: Span) => span.from <= occurrence.from && span.to >= occurrence.to
    const isLonger = (span: Span) => span.to - span.from > occurrence.to - occurrence.from
    if (named.some(isInside)) continue
    // 贾母等 is suggested by mistake: a name that begins as a rarer one is there by itself.
    const isPart = occurrences.some(
      (other) =>
        isLonger(other) &&
        isInside(other) &&
        (other.from < occurrence.from || countOf(other) >= countOf(occurrence)),
    )
    if (!isPart) present.add(occurrence.name)
  }
  const listed = [...present]
    .toSorted((a, b) => a - b)
    .flatMap((at) => {
      const suggestion = suggestions[at]
      if (!suggestion) return []
      const { kind, text: main, aliases, of = null } = suggestion
      return [{ kind, text: main, aliases: [...aliases], of }]
    })
  const covered = [...named, ...occurrences]
  return [...listed, ...speakersOf(text, covered)]
}

const speaker =
  /(?<![\p{Script=Han}])(?<name>\p{Script=Han}{2,3}?)[笑冷忙叹低又也便]?(?:道|说|曰|问|答|叫|喊)道?[：:]\s*[“「『]/gu

/** Who speaks on the page under a Chinese name with a surname, however rare in the book, outside the `covered` spans. */
function speakersOf(text: string, covered: readonly Span[]): MissingName[] {
  const names = new Set<string>()
  for (const { index, groups } of text.matchAll(speaker)) {
    const name = groups?.name ?? ''
    const isCovered = covered.some(({ from, to }) => from < index + name.length && to > index)
    if (!isCovered && beginsLikePerson(name)) names.add(name)
  }
  return [...names].map((name) => ({ kind: 'character', text: name, aliases: [], of: null }))
}

/** A name of Latin letters is a whole word. */
function placesOf(text: string, word: string): Span[] {
  const places: Span[] = []
  if (word === '') return places
  const isBoundFirst = isWordUnit.test(word[0] ?? '')
  const isBoundLast = isWordUnit.test(word.at(-1) ?? '')
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) {
    const to = from + word.length
    const isInside =
      (isBoundFirst && isWordUnit.test(text[from - 1] ?? '')) ||
      (isBoundLast && isWordUnit.test(text[to] ?? ''))
    if (!isInside) places.push({ from, to })
  }
  return places
}
