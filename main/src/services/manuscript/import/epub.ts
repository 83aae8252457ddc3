import { posix } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import { openZip, type ZipFile } from '../../../lib/zipFile.ts'
import { type BookFacts, plainText } from '../document/block.ts'
import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import {
  headingsAt,
  isContentsPage,
  localName,
  type NavigationSource,
  readNavigation,
} from './epubNavigation.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions, type Sentence } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import { type PageBlock, type PageBlocks, readPage, resolveHref } from './page.ts'
import { writePages } from './pageNotes.ts'
import { type PageStyle, readClassStyles } from './pageStyles.ts'
import { createSheet, type ExtractedText } from './sheet.ts'
import { isZipWith } from './signatures.ts'
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
  recognises: (bytes) => isZipWith(bytes, 'META-INF/container.xml'),
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
  const { spine, navigation: source, styleSheets, facts, hasCover } = await readPackage(zip, packagePath)
  const points = source ? await readNavigation(await readText(zip, source.path), source) : []
  const classStyles = await readStyleSheets(zip, styleSheets)
  const paths = new Set(spine.map(({ path }) => path))
  const pages: PageBlocks = { blocks: [], places: new Map() }
  let read = 0
  if (hasCover) pages.blocks.push({ kind: 'omission', sentence: omissions.cover })
  for (const { path, mediaType, navigation } of spine) {
    const omit = (sentence: Sentence) => pages.blocks.push({ kind: 'omission', sentence })
    if (navigation) omit(omissions.contentsPage)
    else if (!/html/i.test(mediaType)) omit(omissions.noWords)
    else {
      const page = await readText(zip, path)
      if (page === undefined) omit(omissions.missingPage(posix.basename(path).slice(0, 100)))
      else if (await isContentsPage(page, path, paths)) omit(omissions.contentsPage)
      else {
        const from = pages.blocks.length
        pages.places.set(path, { from, to: from, isNote: false })
        await readPage(page, { path, classStyles }, pages)
        read += 1
        if (!isTitlePage(page, pages.blocks.slice(from), facts)) continue
        pages.blocks.length = from
        omit(omissions.titlePage)
      }
    }
  }
  if (read === 0) throw brokenMarkup()
  const sheet = createSheet()
  const starts: number[] = []
  writePages(pages, sheet, (index) => {
    starts[index] = sheet.next()
  })
  const result = sheet.result()
  const offsets = new Map(
    points.flatMap(({ place }): [string, number][] => {
      const from = pages.places.get(place)?.from
      return from === undefined ? [] : [[place, starts[from] ?? -1]]
    }),
  )
  return {
    ...result,
    navigation: headingsAt(points, offsets, result.text.length),
    ...(Object.keys(facts).length > 0 && { facts }),
  }
}

/** A page that calls itself a title page, and has no words but title and author as the book states them. */
function isTitlePage(page: string, blocks: readonly PageBlock[], { title, author }: BookFacts): boolean {
  if (title === undefined || !/epub:type="[^"]*\btitlepage\b/.test(page)) return false
  return blocks.every(
    (block) => block.kind === 'text' && [title, author].includes(plainText(block.content).trim()),
  )
}

const maxStyleSheets = 50

async function readStyleSheets(
  zip: ZipFile,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PageStyle>> {
  const styles = new Map<string, PageStyle>()
  for (const path of paths.slice(0, maxStyleSheets))
    for (const [name, style] of readClassStyles((await readText(zip, path)) ?? '')) styles.set(name, style)
  return styles
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
  /** A picture stands for the book, in no page of its own. */
  readonly hasCover: boolean
  /** Paths of its style sheets. */
  readonly styleSheets: readonly string[]
  readonly facts: BookFacts
}

async function readPackage(zip: ZipFile, packagePath: string): Promise<Package> {
  const xml = await readText(zip, packagePath)
  if (xml === undefined) throw brokenMarkup()
  const items = new Map<string, Item>()
  const order: string[] = []
  const fallbacks = new Map<string, string>()
  /** The pictures of the cover, as EPUB 3 and EPUB 2 name them. */
  const covers = new Set<string>()
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    const local = localName(name)
    if (local === 'itemref' && attributes.idref !== undefined) order.push(attributes.idref)
    if (local === 'meta' && attributes.name === 'cover') covers.add(attributes.content ?? '')
    if (local !== 'item' || attributes.id === undefined || attributes.href === undefined) return
    if (attributes.fallback !== undefined) fallbacks.set(attributes.id, attributes.fallback)
    if (/(?:^|\s)cover-image(?:\s|$)/.test(attributes.properties ?? '')) covers.add(attributes.id)
    items.set(attributes.id, {
      path: resolveHref(packagePath, attributes.href),
      mediaType: attributes['media-type'] ?? '',
      navigation: /(?:^|\s)nav(?:\s|$)/.test(attributes.properties ?? ''),
    })
  }
  const facts: { title?: string; author?: string; language?: string } = {}
  let current: keyof typeof facts | undefined
  await walkMarkup(
    xml,
    {
      open(name, attributes) {
        open(name, attributes)
        const fact = metadataNames.get(name.toLowerCase())
        current = fact !== undefined && facts[fact] === undefined ? fact : undefined
      },
      text(text) {
        if (current) facts[current] = ((facts[current] ?? '') + text).slice(0, 1000)
      },
      close() {
        current = undefined
      },
    },
    true,
  )
  // A page that the spine names twice is one page: otherwise a small file could produce endless text.
  const spine = [...new Set(order)].flatMap((id) => readable(id, items, fallbacks) ?? [])
  const nav = [...items.values()].find(({ navigation }) => navigation)
  const ncx = [...items.values()].find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml')
  const source = nav ?? ncx
  return {
    spine,
    navigation: source && { path: source.path, isNcx: source === ncx },
    styleSheets: [...items.values()]
      .filter(({ mediaType }) => mediaType === 'text/css')
      .map(({ path }) => path),
    facts: trimmedFacts(facts),
    hasCover: [...covers].some((id) => items.get(id)?.mediaType.startsWith('image/') && !order.includes(id)),
  }
}

const metadataNames = new Map<string, keyof BookFacts>([
  ['dc:title', 'title'],
  ['dc:creator', 'author'],
  ['dc:language', 'language'],
])

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
