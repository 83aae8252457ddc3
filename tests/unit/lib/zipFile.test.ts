import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openZip } from '../../../main/src/lib/zipFile.ts'
import { withDeclaredSize, zip64Of, zipOf } from '../../support/officeFiles.ts'

const limits = { maxEntries: 100, maxEntryBytes: 4_000_000, maxTotalBytes: 6_000_000 }
const refused = (code: string) => expect.objectContaining({ code })
const codeOf = (bytes: Buffer): Promise<string> =>
  openZip(bytes, limits).then(
    () => 'opened',
    (error: { code: string }) => error.code,
  )

describe('the content of a zip', () => {
  test('includes packed and stored entries, Chinese names and backslashes, also behind a picture', async () => {
    const zip = Buffer.from(
      zipSync({
        'a.txt': strToU8('雾港'.repeat(1000)),
        '章\\一.txt': [strToU8('甲'), { level: 0 }],
        'folder/': new Uint8Array(),
      }),
    )
    const opened = await openZip(Buffer.concat([Buffer.from('\u00ff\u00d8 a picture'), zip]), limits)
    expect([
      [...opened.names],
      String(await opened.read('a.txt')).length,
      String(await opened.read('章/一.txt')),
      await opened.read('none'),
    ]).toEqual([['a.txt', '章/一.txt'], 2000, '甲', undefined])
  })
})

describe('zip64', () => {
  test('is read, and its sizes are believed as little as the short ones', async () => {
    const opened = await openZip(zip64Of('章/一.txt', '雾从港口漫上来。'), limits)
    expect([[...opened.names], String(await opened.read('章/一.txt'))]).toEqual([
      ['章/一.txt'],
      '雾从港口漫上来。',
    ])
    expect([
      await codeOf(zip64Of('a', '雾', 4)),
      await codeOf(zip64Of('a', '雾', 2 ** 52)),
      await codeOf(zip64Of('../a', '雾')),
    ]).toEqual(['IMPORT_BROKEN', 'IMPORT_BROKEN', 'IMPORT_BROKEN'])
  })

  test('is refused for a size beyond the limit before anything is read', async () => {
    const zip = await openZip(zip64Of('a', '雾'.repeat(2_000_000)), limits)
    await expect(zip.read('a')).rejects.toEqual(refused('FILE_TOO_LARGE'))
  })
})

describe('names', () => {
  /** The zip with the mark that says "names are UTF-8" taken away, and `name` put in the place of `a.txt`. */
  const withName = (name: Buffer): Buffer => {
    const zip = Buffer.from(zipSync({ 'a.txt': [strToU8('甲'), { level: 0 }] }))
    for (let at = zip.indexOf('a.txt'); at >= 0; at = zip.indexOf('a.txt', at)) name.copy(zip, at, 0, 5)
    return zip
  }
  test('are UTF-8 where they can be, whatever the flag says, and else still a name', async () => {
    const [utf8, gbk] = await Promise.all(
      [Buffer.from('雾ab'), Buffer.from([0xce, 0xed, 0xb8, 0xdb, 0x61])].map((name) =>
        openZip(withName(name), limits),
      ),
    )
    expect([...(utf8?.names ?? [])]).toEqual(['雾ab'])
    const [name = ''] = gbk?.names ?? []
    expect([name.length, String(await gbk?.read(name))]).toEqual([5, '甲'])
  })
})

describe('a hostile zip', () => {
  test('is refused as a bomb by its declared size, ratio and sum before anything is inflated', async () => {
    const big = await openZip(zipOf({ 'a.xml': new Uint8Array(5_000_000) }), limits)
    await expect(big.read('a.xml')).rejects.toEqual(refused('FILE_TOO_LARGE'))
    const dense = await openZip(zipOf({ 'a.xml': new Uint8Array(3_000_000) }), limits)
    await expect(dense.read('a.xml')).rejects.toEqual(refused('FILE_TOO_LARGE'))
    const half = Uint8Array.from(
      { length: 3_500_000 },
      (_, index) => (Math.imul(index, 2654435761) >>> 13) & 255,
    )
    const many = await openZip(zipOf({ a: half, b: half }), limits)
    await many.read('a')
    await expect(many.read('b')).rejects.toEqual(refused('FILE_TOO_LARGE'))
  })

  test('is inflated only to its declared end, and refused for a lie about size or content', async () => {
    const zip = zipOf({ 'a.xml': new Uint8Array(1_000_000) })
    for (const bytes of [10, 999_999, 1_000_001])
      await expect(
        (await openZip(withDeclaredSize(zip, 'a.xml', bytes), limits)).read('a.xml'),
      ).rejects.toEqual(refused('IMPORT_BROKEN'))
    const stored = Buffer.from(zipSync({ a: [strToU8('雾港来信'), { level: 0 }] }))
    stored[32] = (stored[32] ?? 0) ^ 1
    await expect((await openZip(stored, limits)).read('a')).rejects.toEqual(refused('IMPORT_BROKEN'))
  })

  test.each([
    ['../evil.txt', 'IMPORT_BROKEN'],
    ['a/../../evil.txt', 'IMPORT_BROKEN'],
    ['..\\evil.txt', 'IMPORT_BROKEN'],
    ['/etc/passwd', 'IMPORT_BROKEN'],
    ['C:\\evil.txt', 'IMPORT_BROKEN'],
    ['a..b/fine...txt', 'opened'],
  ])('is recognised by the name of an entry, %s: %s', async (name, code) => {
    expect(await codeOf(zipOf({ [name]: 'x' }))).toBe(code)
  })

  test('has an error of its own as no zip, a torn zip, with a password and with too many entries', async () => {
    const zip = zipOf({ 'a.txt': '雾' })
    const locked = Buffer.from(zip)
    const central = zip.indexOf(Buffer.from('PK\u0001\u0002'))
    locked.writeUInt16LE(1, central + 8)
    await expect((await openZip(locked, limits)).read('a.txt')).rejects.toEqual(refused('IMPORT_UNSUPPORTED'))
    locked.writeUInt16LE(0x41, central + 8)
    expect(await codeOf(locked)).toBe('IMPORT_UNSUPPORTED')
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, '']))
    const files = [Buffer.from('第一章'), Buffer.alloc(0), zip.subarray(0, -8), zip.subarray(20), zipOf(many)]
    expect(await Promise.all(files.map(codeOf))).toEqual([
      'IMPORT_BROKEN',
      'IMPORT_BROKEN',
      'IMPORT_BROKEN',
      'IMPORT_BROKEN',
      'FILE_TOO_LARGE',
    ])
  })
})
