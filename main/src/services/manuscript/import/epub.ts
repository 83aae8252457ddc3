import { posix } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import { openZip, type ZipFile } from '../../../lib/zipFile.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions, type Sentence } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import { createSheet, type ExtractedText, type MarkedHeading, type Sheet } from './sheet.ts'
import { zipLimits } from './zipLimits.ts'

interface Item {
  readonly path: string
  readonly mediaType: string
  readonly navigation: boolean
}

/** Scrambled fonts are no copy protection of the text. */
const fontScrambling = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

/** E-books without copy protection. */
export const epub: ImportFormat = {
  extensions: ['.epub'],
  mediaTypes: [],
  read: async (bytes) => ({ encoding: 'epub', guesses: [], ...(await readEpub(bytes)) }),
}

/**
 * The text of an EPUB (2 or 3) in the order of its spine. Pictures, tables of contents and pages that are
 * missing are listed as omitted.
 * @throws AppError IMPORT_UNSUPPORTED (copy protection), IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export async function readEpub(bytes: Buffer): Promise<ExtractedText> {
  const zip = await openZip(bytes, zipLimits)
  await refuseProtected(zip)
  const packagePath = await findPackage(zip)
  const { spine, navigation: source } = await readPackage(zip, packagePath)
  const points = source ? await readNavigation(await readText(zip, source.path), source) : []
  const offsets = new Map(points.map(({ place }) => [place, -1]))
  const pages = new Set(spine.map(({ path }) => path))
  const sheet = createSheet()
  let read = 0
  for (const { path, mediaType, navigation } of spine) {
    if (navigation) sheet.omit(omissions.contentsPage)
    else if (!/html/i.test(mediaType)) sheet.omit(omissions.noWords)
    else {
      const page = await readText(zip, path)
      if (page === undefined) sheet.omit(omissions.missingPage(posix.basename(path).slice(0, 100)))
      else if (await isContentsPage(page, path, pages)) sheet.omit(omissions.contentsPage)
      else {
        const mark = (place: string) => offsets.get(place) === -1 && offsets.set(place, sheet.next())
        mark(path)
        await readXhtml(page, sheet, (id) => mark(`${path}#${id}`))
        read += 1
      }
    }
  }
  if (read === 0) throw brokenMarkup()
  const result = sheet.result()
  return { ...result, navigation: marksOf(points, offsets, result.text.length) }
}

async function refuseProtected(zip: ZipFile): Promise<void> {
  const xml = await readText(zip, 'META-INF/encryption.xml')
  if (xml === undefined) return
  let isProtected = false
  const open = (name: string, { Algorithm = '' }: Readonly<Record<string, string>>) => {
    if (localName(name) === 'EncryptionMethod') isProtected ||= !fontScrambling.has(Algorithm)
  }
  await walkMarkup(xml, { open }, true)
  if (isProtected) throw new AppError('IMPORT_UNSUPPORTED', { why: 'drm' })
}

async function findPackage(zip: ZipFile): Promise<string> {
  const xml = await readText(zip, 'META-INF/container.xml')
  let path: string | undefined
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (localName(name) === 'rootfile') path ??= attributes['full-path']
  }
  if (xml !== undefined) await walkMarkup(xml, { open }, true)
  if (path === undefined) throw brokenMarkup()
  return path
}

interface Package {
  readonly spine: readonly Item[]
  /** The navigation document, else the NCX. */
  readonly navigation: NavigationSource | undefined
}

async function readPackage(zip: ZipFile, packagePath: string): Promise<Package> {
  const xml = await readText(zip, packagePath)
  if (xml === undefined) throw brokenMarkup()
  const items = new Map<string, Item>()
  const order: string[] = []
  const fallbacks = new Map<string, string>()
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    const local = localName(name)
    if (local === 'itemref' && attributes.idref !== undefined) order.push(attributes.idref)
    if (local !== 'item' || attributes.id === undefined || attributes.href === undefined) return
    if (attributes.fallback !== undefined) fallbacks.set(attributes.id, attributes.fallback)
    items.set(attributes.id, {
      path: resolveHref(packagePath, attributes.href),
      mediaType: attributes['media-type'] ?? '',
      navigation: /(?:^|\s)nav(?:\s|$)/.test(attributes.properties ?? ''),
    })
  }
  await walkMarkup(xml, { open }, true)
  // A page that the spine names twice is one page: otherwise a small file could produce endless text.
  const spine = [...new Set(order)].flatMap((id) => readable(id, items, fallbacks) ?? [])
  const nav = [...items.values()].find(({ navigation }) => navigation)
  const ncx = [...items.values()].find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml')
  const source = nav ?? ncx
  return { spine, navigation: source && { path: source.path, isNcx: source === ncx } }
}

/** The item itself when it is a page, else the page that the book names in its place. */
function readable(
  id: string,
  items: ReadonlyMap<string, Item>,
  fallbacks: ReadonlyMap<string, string>,
): Item | undefined {
  const visited = new Set<string>()
  for (let at: string | undefined = id; at !== undefined && !visited.has(at); at = fallbacks.get(at)) {
    visited.add(at)
    const item = items.get(at)
    if (item && /html/i.test(item.mediaType)) return item
  }
  return items.get(id)
}

async function readText(zip: ZipFile, name: string): Promise<string | undefined> {
  const bytes = await zip.read(name)
  return bytes && (await decodeSource(bytes)).text
}

const blocks = new Set(
  'address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const skipped = new Set(
  'head script style template svg math rt rp noscript audio video object iframe'.split(' '),
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
/** Replaces `<br>` until white space is collapsed; no text can contain it. */
const lineBreak = '\u0000'

/**
 * Adds the words of one XHTML page to a sheet: block elements are paragraphs, h1–h6 headings, `<br>` a line break.
 * Errors in the mark-up are forgiven. `onPlace`: the next paragraph of the sheet contains or follows this id.
 */
async function readXhtml(
  source: string,
  sheet: Sheet,
  onPlace: (id: string) => void = () => undefined,
): Promise<void> {
  let chunks: string[] = []
  let level = 0
  let preformatted = 0
  let skipping = 0

  function flush(): void {
    const raw = chunks.join('')
    chunks = []
    const text = preformatted > 0 ? raw.replaceAll(lineBreak, '\n') : collapse(raw)
    if (text.trim() !== '') sheet.paragraph(text, level)
  }

  await walkMarkup(
    source,
    {
      open(name, { id }) {
        if (skipping > 0) {
          skipping += 1
          return
        }
        const omission = omitted.get(name)
        if (omission) sheet.omit(omission)
        if (skipped.has(name)) skipping = 1
        else if (name === 'br') chunks.push(lineBreak)
        else if (name === 'hr') {
          flush()
          sheet.paragraph('* * *')
        } else if (blocks.has(name)) {
          flush()
          if (name === 'pre') preformatted += 1
          if (/^h[1-6]$/.test(name)) level = Number(name[1])
        }
        if (id !== undefined && skipping === 0) onPlace(id)
      },
      text(text) {
        if (skipping === 0) chunks.push(text.replaceAll(lineBreak, ''))
      },
      close(name) {
        if (skipping > 0) skipping -= 1
        else if (blocks.has(name)) {
          flush()
          if (name === 'pre') preformatted -= 1
          if (/^h[1-6]$/.test(name)) level = 0
        }
      },
    },
    false,
  )
  flush()
}

const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** White space as browsers show it; a line end between two Chinese characters is nothing at all. */
function collapse(raw: string): string {
  const lines = raw.split(lineBreak).map((line) => {
    const joined = line.replace(/[ \t\r\n\f]+/g, (space, at: number) => {
      const between = /[\r\n]/.test(space) && isWide(line, at - 1) && isWide(line, at + space.length)
      return between ? '' : ' '
    })
    return joined.replace(/^ | $/g, '')
  })
  return lines.join('\n').replace(/^\n+|\n+$/g, '')
}

/** Halves of a pair count as wide: what lies beyond the basic plane in a novel is nearly always Chinese. */
function isWide(text: string, at: number): boolean {
  const unit = text.charAt(at)
  return wide.test(unit) || /[\ud800-\udfff]/.test(unit)
}

/** Where an EPUB's own table of contents is. */
interface NavigationSource {
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
async function readNavigation(
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
function marksOf(
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
async function isContentsPage(page: string, path: string, pages: ReadonlySet<string>): Promise<boolean> {
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

/** The path that a reference in a file of the book means; with `#id` when that is requested. */
function resolveHref(from: string, href: string, withPlace = false): string {
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

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
