import { posix } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import { openZip, type ZipFile } from '../../../lib/zipFile.ts'
import { decodeSource } from './encoding.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import {
  isContentsPage,
  localName,
  marksOf,
  type NavigationSource,
  readNavigation,
  resolveHref,
} from './navigation.ts'
import { createSheet, type ExtractedText } from './sheet.ts'
import { readXhtml } from './xhtml.ts'
import { zipLimits } from './zipLimits.ts'

interface Item {
  readonly path: string
  readonly mediaType: string
  readonly navigation: boolean
}

/** Scrambled fonts are no copy protection of the text. */
const fontScrambling = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])

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
  if (isProtected)
    throw new AppError('IMPORT_UNSUPPORTED', '这本电子书有版权保护（DRM），里面的文字读不出来，没有导入。', {
      data: { why: 'drm' },
    })
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
  // A page that the spine names twice is one page: otherwise a small file could ask for endless text.
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
