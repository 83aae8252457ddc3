import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openZip } from '../../../main/src/lib/zipFile.ts'
import { withDeclaredSize, zipOf } from '../../support/officeFiles.ts'

const limits = { maxEntries: 100, maxEntryBytes: 4_000_000, maxTotalBytes: 6_000_000 }
const refused = (code: string) => expect.objectContaining({ code })
const codeOf = (task: () => unknown) => {
  try {
    task()
    return 'opened'
  } catch (error) {
    return (error as { code: string }).code // an AppError, or the comparison below fails
  }
}

describe('what a zip holds', () => {
  test('packed and stored entries, Chinese names, backslashes and a picture before the zip are read', async () => {
    const zip = Buffer.from(
      zipSync({
        'a.txt': strToU8('雾港'.repeat(1000)),
        '章\\一.txt': [strToU8('甲'), { level: 0 }],
        'folder/': new Uint8Array(),
      }),
    )
    const opened = openZip(Buffer.concat([Buffer.from('\u00ff\u00d8 a picture'), zip]), limits)
    expect([
      [...opened.names],
      String(await opened.read('a.txt')).length,
      String(await opened.read('章/一.txt')),
      await opened.read('none'),
    ]).toEqual([['a.txt', '章/一.txt'], 2000, '甲', undefined])
  })
})

describe('hostile zips', () => {
  test('a bomb is refused by its declared size, ratio and sum before anything is inflated', async () => {
    const big = openZip(zipOf({ 'a.xml': new Uint8Array(5_000_000) }), limits)
    await expect(big.read('a.xml')).rejects.toEqual(refused('FILE_TOO_LARGE'))
    const dense = openZip(zipOf({ 'a.xml': new Uint8Array(3_000_000) }), limits)
    await expect(dense.read('a.xml')).rejects.toEqual(refused('FILE_TOO_LARGE'))
    const half = Uint8Array.from(
      { length: 3_500_000 },
      (_, index) => (Math.imul(index, 2654435761) >>> 13) & 255,
    )
    const many = openZip(zipOf({ a: half, b: half }), limits)
    await many.read('a')
    await expect(many.read('b')).rejects.toEqual(refused('FILE_TOO_LARGE'))
  })

  test('inflating stops where the entry declares to end, and a lie about size or content is refused', async () => {
    const zip = zipOf({ 'a.xml': new Uint8Array(1_000_000) })
    for (const bytes of [10, 999_999, 1_000_001])
      await expect(openZip(withDeclaredSize(zip, 'a.xml', bytes), limits).read('a.xml')).rejects.toEqual(
        refused('IMPORT_BROKEN'),
      )
    const stored = Buffer.from(zipSync({ a: [strToU8('雾港来信'), { level: 0 }] }))
    stored[32] = (stored[32] ?? 0) ^ 1
    await expect(openZip(stored, limits).read('a')).rejects.toEqual(refused('IMPORT_BROKEN'))
  })

  test.each([
    ['../evil.txt', 'IMPORT_BROKEN'],
    ['a/../../evil.txt', 'IMPORT_BROKEN'],
    ['..\\evil.txt', 'IMPORT_BROKEN'],
    ['/etc/passwd', 'IMPORT_BROKEN'],
    ['C:\\evil.txt', 'IMPORT_BROKEN'],
    ['a..b/fine...txt', 'opened'],
  ])('the name %s: %s', (name, code) => {
    expect(codeOf(() => openZip(zipOf({ [name]: 'x' }), limits))).toBe(code)
  })

  test('no zip, a torn zip, a password and too many entries have an error each', async () => {
    const zip = zipOf({ 'a.txt': '雾' })
    const locked = Buffer.from(zip)
    const central = zip.indexOf(Buffer.from('PK\u0001\u0002'))
    locked.writeUInt16LE(1, central + 8)
    await expect(openZip(locked, limits).read('a.txt')).rejects.toEqual(refused('IMPORT_UNSUPPORTED'))
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, '']))
    expect([
      codeOf(() => openZip(Buffer.from('第一章'), limits)),
      codeOf(() => openZip(Buffer.alloc(0), limits)),
      codeOf(() => openZip(zip.subarray(0, -8), limits)),
      codeOf(() => openZip(zip.subarray(20), limits)),
      codeOf(() => openZip(zipOf(many), limits)),
    ]).toEqual(['IMPORT_BROKEN', 'IMPORT_BROKEN', 'IMPORT_BROKEN', 'IMPORT_BROKEN', 'FILE_TOO_LARGE'])
  })
})
