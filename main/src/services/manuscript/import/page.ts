import { posix } from 'node:path'
import type { Inline, TextRun } from '../document/block.ts'
import { isWebAddress } from '../document/markdownParser.ts'
import { omissions, type Sentence } from './issues.ts'
import { isStyled, marksOfLetters } from './letters.ts'
import { walkMarkup } from './markup.ts'
import { type PageStyle, readStyle } from './pageStyles.ts'
import type { CountedOmission } from './sheet.ts'

/** An inline of a page; `target`: the place in the file that it leads to. */
export type PageInline =
  | (TextRun & { readonly target?: string; readonly isNoteSign?: true; readonly lost?: CountedOmission })
  | Extract<Inline, { kind: 'lineBreak' }>

/** A block of a page before notes are found in it. */
export type PageBlock =
  | {
      readonly kind: 'text'
      readonly content: readonly PageInline[]
      /** Heading level from 1, or 0. */
      readonly level: number
      readonly quoted: boolean
      /** The first of a list's item, before which a browser draws a dot or a number. */
      readonly listed?: true
      /** The style of its block gives its letters marks. */
      readonly styled?: true
    }
  | { readonly kind: 'sceneBreak' }
  | { readonly kind: 'omission'; readonly sentence: Sentence }
  /** Words that are not shown. */
  | { readonly kind: 'hidden' }

/** The blocks of all pages of a file, one after the other. */
export interface PageBlocks {
  readonly blocks: PageBlock[]
  /** Which blocks an element with an id has, by its place, `path#id`; `isNote`: it says that it is a note. */
  readonly places: Map<string, { readonly from: number; to: number; readonly isNote: boolean }>
}

/** What a page says about the book. */
export interface PageFacts {
  title?: string
  author?: string
  language?: string
}

const blockElements = new Set(
  'address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const skipped = new Set(
  // Of an `epub:switch` the last is shown where nothing else can be.
  'head script style template svg math rt rp noscript audio video object iframe epub:case'.split(' '),
)
const omitted = new Map<string, Sentence>(
  Object.entries({
    rt: omissions.ruby,
    svg: omissions.picture,
    image: omissions.picture,
    img: omissions.picture,
    math: omissions.formula,
    audio: omissions.audio,
    video: omissions.video,
    table: omissions.table,
  }),
)
const elementStyles = new Map<string, PageStyle>(
  Object.entries({
    ...{ i: { emphasis: true }, em: { emphasis: true }, cite: { emphasis: true } },
    ...{ b: { strong: true }, strong: { strong: true } },
    ...{ s: { strike: true }, strike: { strike: true }, del: { strike: true } },
  }),
)
const lossOf = new Map<string, CountedOmission>(
  Object.entries({
    u: 'underline',
    ins: 'underline',
    sup: 'raised',
    sub: 'raised',
    mark: 'highlights',
  } as const),
)

/** An element that is open. */
interface Element {
  readonly name: string
  readonly style: PageStyle
  /** What its block and those around it make of letters. */
  readonly blockStyle: PageStyle
  readonly place: { readonly from: number; to: number } | undefined
}

/**
 * Adds the blocks of one HTML page: block elements are paragraphs, h1–h6 headings, `<br>` a line break. Errors in the
 * mark-up are forgiven. `path`: of the page in its file, for links; `classStyles`: of its style sheets.
 */
export async function readPage(
  source: string,
  { path, classStyles }: { readonly path: string; readonly classStyles: ReadonlyMap<string, PageStyle> },
  { blocks, places }: PageBlocks,
): Promise<PageFacts> {
  const facts: PageFacts = {}
  const open: Element[] = []
  let content: PageInline[] = []
  let level = 0
  let quotes = 0
  /** For each open item of a list: whether its sign is still to come. */
  const items: boolean[] = []
  let preformatted = 0
  let skipping = 0
  let link: Pick<
    TextRun & { target?: string; isNoteSign?: true; lost?: CountedOmission },
    'link' | 'target' | 'isNoteSign' | 'lost'
  > = {}
  const losses: CountedOmission[] = []
  let inTitle = false

  function flush(): void {
    const given = content
    content = []
    const text = preformatted > 0 ? given : collapsed(given)
    if (!text.some((inline) => inline.kind === 'text' && inline.text.trim() !== '')) return
    const isListed = items.at(-1) === true
    if (isListed) items[items.length - 1] = false
    blocks.push({
      ...{ kind: 'text', content: text, level, quoted: quotes > 0 },
      ...(isListed && { listed: true }),
      ...(isStyled(open.at(-1)?.blockStyle ?? {}) && { styled: true }),
    })
  }

  function styleOf(
    name: string,
    { class: classes = '', style = '' }: Readonly<Record<string, string>>,
  ): Pick<Element, 'style' | 'blockStyle'> {
    const { style: outer = {}, blockStyle = {} } = open.at(-1) ?? {}
    // A heading is bold by its nature.
    if (/^h[1-6]$/.test(name)) return { style: outer, blockStyle: {} }
    const own = classes.split(/\s+/, 8).map((name) => classStyles.get(name))
    const isBlock = blockElements.has(name)
    const given = Object.assign({}, elementStyles.get(name), ...own, style && readStyle(style))
    // The letters of a whole paragraph are its style, not marks in it; what is not shown is not shown.
    const hidden = outer.hidden || given.hidden
    const shown = isBlock ? outer : { ...outer, ...given }
    return {
      style: { ...shown, ...(hidden && { hidden }) },
      blockStyle: isBlock ? { ...blockStyle, ...given } : blockStyle,
    }
  }

  function start(name: string, attributes: Readonly<Record<string, string>>): void {
    if (skipping > 0) {
      skipping += 1
      if (name === 'title' && facts.title === undefined) inTitle = true
      if (name === 'meta' && /^(?:author|dc\.creator)$/i.test(attributes.name ?? ''))
        facts.author ??= attributes.content ?? ''
      return
    }
    if (name === 'html') facts.language ??= attributes.lang ?? attributes['xml:lang'] ?? ''
    const omission = omitted.get(name)
    if (omission) blocks.push({ kind: 'omission', sentence: omission })
    if (skipped.has(name)) {
      skipping = 1
      return
    }
    if (blockElements.has(name)) {
      flush()
      if (name === 'pre') preformatted += 1
      if (name === 'blockquote') quotes += 1
      if (name === 'li') items.push(true)
      if (/^h[1-6]$/.test(name)) level = Number(name[1])
    }
    const { id } = attributes
    const place =
      id === undefined
        ? undefined
        : { from: blocks.length, to: blocks.length + 1, isNote: isNote(attributes) }
    if (id !== undefined && place && !places.has(`${path}#${id}`)) places.set(`${path}#${id}`, place)
    open.push({ name, ...styleOf(name, attributes), place })
    if (name === 'br') content.push({ kind: 'lineBreak' })
    else if (name === 'hr') {
      flush()
      blocks.push({ kind: 'sceneBreak' })
    } else if (name === 'a' && attributes.href !== undefined) link = linkOf(attributes)
    const loss = lossOf.get(name)
    if (loss) losses.push(loss)
  }

  function linkOf(attributes: Readonly<Record<string, string>>): typeof link {
    const href = attributes.href ?? ''
    if (isWebAddress(href)) return { link: href }
    const isInside = !/^[a-z][a-z\d+.-]*:/i.test(href)
    if (!isInside) return { lost: 'links' }
    const isNoteSign = /(?:^|\s)(?:noteref|doc-noteref)(?:\s|$)/.test(typesOf(attributes))
    return { target: resolveHref(path, href, true), ...(isNoteSign && { isNoteSign }) }
  }

  function end(name: string): void {
    if (skipping > 0) {
      skipping -= 1
      inTitle = false
      return
    }
    const isBlock = blockElements.has(name)
    if (isBlock) {
      flush()
      if (name === 'pre') preformatted -= 1
      if (name === 'blockquote') quotes -= 1
      if (name === 'li') items.pop()
      if (/^h[1-6]$/.test(name)) level = 0
    }
    const element = open.pop()
    if (isBlock && element?.place) element.place.to = Math.max(element.place.from, blocks.length)
    if (name === 'a') link = {}
    if (lossOf.has(name)) losses.pop()
  }

  function text(text: string): void {
    if (inTitle) facts.title = ((facts.title ?? '') + text).slice(0, 1000)
    if (skipping > 0) return
    const style = open.at(-1)?.style ?? {}
    if (style.hidden) {
      if (text.trim() !== '') blocks.push({ kind: 'hidden' })
      return
    }
    const lost = losses.at(-1)
    const run: Omit<TextRun, 'text'> = {
      ...marksOfLetters(style),
      ...(lost && { lost }),
      ...link,
      kind: 'text',
    }
    for (const [at, line] of (preformatted > 0 ? text.split('\n') : [text]).entries()) {
      if (at > 0) content.push({ kind: 'lineBreak' })
      content.push({ ...run, text: line })
    }
  }

  await walkMarkup(source, { open: start, text, close: end }, false)
  flush()
  return facts
}

const typesOf = (attributes: Readonly<Record<string, string>>) =>
  `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''}`

const isNote = (attributes: Readonly<Record<string, string>>): boolean =>
  /(?:^|\s)(?:footnote|endnote|rearnote|note|doc-footnote|doc-endnote)(?:\s|$)/.test(typesOf(attributes))

const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** White space as browsers show it; a line end between two Chinese characters is nothing at all. */
function collapsed(content: readonly PageInline[]): readonly PageInline[] {
  const whole = content.map((inline) => (inline.kind === 'text' ? inline.text : '\n')).join('')
  let at = 0
  return content.map((inline) => {
    if (inline.kind !== 'text') {
      at += 1
      return inline
    }
    const from = at
    at += inline.text.length
    const text = inline.text.replace(/[ \t\r\n\f]+/g, (space, index: number) => {
      const start = from + index
      if (index === 0 && /[ \t\r\n\f]/.test(whole.charAt(start - 1))) return ''
      const after = /[^ \t\r\n\f]/g
      after.lastIndex = start + space.length
      const next =
        index + space.length < inline.text.length ? start + space.length : (after.exec(whole)?.index ?? -1)
      const between = /[\r\n]/.test(space) && isWide(whole, start - 1) && isWide(whole, next)
      return between ? '' : ' '
    })
    return { ...inline, text }
  })
}

/** Halves of a pair count as wide: what lies beyond the basic plane in a novel is nearly always Chinese. */
function isWide(text: string, at: number): boolean {
  const unit = text.charAt(at)
  return wide.test(unit) || /[\ud800-\udfff]/.test(unit)
}

/** The path that a reference in a file of the book means; with `#id` when that is requested. */
export function resolveHref(from: string, href: string, withPlace = false): string {
  const [, path = '', id = ''] = /^([^#?]*)[^#]*(#.*)?$/s.exec(href) ?? []
  const target = path === '' ? from : posix.join(posix.dirname(from), decodePercent(path))
  return withPlace ? target + decodePercent(id) : target
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A single % in a file name: the name is meant literally.
    return text
  }
}
