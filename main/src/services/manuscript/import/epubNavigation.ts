import { walkMarkup } from './markup.ts'
import { resolveHref } from './page.ts'
import type { MarkedHeading } from './sheet.ts'

/** Where an EPUB's own table of contents is. */
export interface NavigationSource {
  /** In the file. */
  readonly path: string
  /** EPUB 2's `toc.ncx`, else EPUB 3's `nav` document. */
  readonly isNcx: boolean
}

/** A line of that table. */
interface NavigationPoint {
  readonly title: string
  /** 1 is the highest. */
  readonly level: number
  /** A page's path, with `#id` for a place within it. */
  readonly place: string
}

const maxPoints = 20_000
/** A page of so many links is a table of contents when there is little else on it. */
const leastLinks = 3
const linkShare = 0.7
const noChapter =
  /^(?:封面|封底|扉页|书名页|版权.{0,6}|目\s*[录錄次]|cover|contents|table of contents|title ?page|copyright)$/i

/** The points of a navigation document or NCX in their order; none when the file is missing or broken. */
export async function readNavigation(
  source: string | undefined,
  { path, isNcx }: NavigationSource,
): Promise<readonly NavigationPoint[]> {
  if (source === undefined) return []
  const points: { title: string; level: number; place: string }[] = []
  let depth = 0
  let inTable = isNcx ? 1 : 0
  let current: { title: string; level: number; place: string } | undefined
  let inLabel = false
  const isList = (name: string) => name === (isNcx ? 'navpoint' : 'ol')
  await walkMarkup(
    source,
    {
      open(raw, attributes) {
        const name = localName(raw)
        if (!isNcx && name === 'nav') inTable = inTable > 0 || isTable(attributes) ? inTable + 1 : 0
        if (inTable === 0 || points.length >= maxPoints) return
        if (isList(name)) depth += 1
        const target = name === 'content' ? attributes.src : name === 'a' ? attributes.href : undefined
        if (isNcx ? name === 'navpoint' : target !== undefined) {
          current = { title: '', level: depth, place: '' }
          points.push(current)
        }
        if (target !== undefined && current) current.place = resolveHref(path, target, true)
        inLabel ||= name === (isNcx ? 'text' : 'a')
      },
      text(text) {
        if (inLabel && current) current.title += text
      },
      close(raw) {
        const name = localName(raw)
        if (inTable > 0 && isList(name)) depth -= 1
        if (name === (isNcx ? 'text' : 'a')) inLabel = false
        if (!isNcx && name === 'nav' && inTable > 0) inTable -= 1
      },
    },
    false,
  )
  return points
    .map((point) => ({ ...point, title: point.title.replace(/\s+/g, ' ').trim().slice(0, 500) }))
    .filter(({ title, place }) => title !== '' && place !== '' && !noChapter.test(title))
}

const isTable = (attributes: Readonly<Record<string, string>>) =>
  /(?:^|\s)toc(?:\s|$)/.test(attributes['epub:type'] ?? 'toc')

/**
 * The points as headings of the text. Of several at one place and level the last counts: those before it name pages
 * without words. A place that the text does not have names nothing.
 */
export function headingsAt(
  points: readonly NavigationPoint[],
  offsets: ReadonlyMap<string, number>,
  textLength: number,
): readonly MarkedHeading[] {
  const marks = points
    .map(({ title, level, place }) => ({ title, level, from: offsets.get(place) ?? -1 }))
    .filter(({ from }) => from >= 0 && from < textLength)
    .sort((a, b) => a.from - b.from)
  return marks.filter(({ from, level }, index) => {
    const next = marks[index + 1]
    return next?.from !== from || next.level > level
  })
}

/** A page whose words are mostly links to other pages of the book. */
export async function isContentsPage(
  page: string,
  path: string,
  pages: ReadonlySet<string>,
): Promise<boolean> {
  if ((page.match(/<a\s/gi)?.length ?? 0) < leastLinks) return false
  const targets = new Set<string>()
  let links = 0
  let textUnits = 0
  let linked = 0
  let skipping = 0
  await walkMarkup(
    page,
    {
      open(name, { href }) {
        if (/^(?:head|style|script)$/.test(name)) skipping += 1
        if (name !== 'a') return
        const target = href === undefined ? '' : resolveHref(path, href, true)
        const isInside = target !== '' && pages.has(target.replace(/#.*$/s, ''))
        if (isInside) targets.add(target)
        links += isInside ? 1 : 1000
      },
      text(text) {
        if (skipping > 0) return
        const length = text.trim().length
        textUnits += length
        if (links > 0 && links < 1000) linked += length
      },
      close(name) {
        if (/^(?:head|style|script)$/.test(name)) skipping -= 1
        if (name === 'a') links = 0
      },
    },
    false,
  )
  return targets.size >= leastLinks && linked > textUnits * linkShare
}

/** The name of an element without its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
