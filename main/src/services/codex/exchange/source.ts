import { openZip } from '../../../lib/zipFile.ts'
import { broken, limits, noLore, tooLarge, unsupported } from './limits.ts'
import type { Sentence } from './losses.ts'
import { isPng, readPngText } from './png.ts'
import { type Json, parseJsonSafely } from './safeJson.ts'

export interface Source {
  readonly value: Json
  /** What the file holds besides its JSON, in words for the loss report. */
  readonly remarks: readonly Sentence[]
}

/**
 * Finds the JSON in an uploaded file by its content: JSON itself, a picture with a card, or a CHARX zip
 * (also behind a JPEG).
 * @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export async function openSource(bytes: Buffer): Promise<Source> {
  if (bytes.length > limits.fileBytes)
    throw tooLarge('文件超过 100 MB，没有导入。', 'The file is larger than 100 MB. Nothing was imported.')
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const { json, remarks } = isPng(bytes)
    ? await fromPng(bytes)
    : isZip || isJpeg
      ? await fromCharx(bytes)
      : { json: bytes, remarks: [] as const }
  if (!/^\uFEFF?\s*[[{]/.test(json.subarray(0, 1000).toString('utf8'))) throw noLore()
  const { value, changed } = parseJsonSafely(json)
  return { value, remarks: [...remarks, ...changed] }
}

async function fromPng(bytes: Buffer) {
  const text = await readPngText(bytes, ['ccv3', 'chara', 'naidata'])
  if (!text)
    throw unsupported(
      '这张图片里没有角色卡，没有导入。',
      'There is no character card in this picture. Nothing was imported.',
    )
  if (text.subarray(0, 5).toString('latin1') === 'rcc||')
    throw unsupported(
      '这张角色卡是加密的（RisuAI），读不出来，没有导入。',
      'This card is encrypted (RisuAI) and cannot be read. Nothing was imported.',
    )
  const isPlain = text.toString('latin1', 0, 20).trimStart().startsWith('{')
  const json = isPlain ? text : Buffer.from(text.toString('latin1'), 'base64')
  return {
    json,
    remarks: [
      [
        '图片本身没有导入，只导入了里面的文字。',
        'The picture itself was not imported, only the text in it.',
      ] as const,
    ],
  }
}

async function fromCharx(bytes: Buffer) {
  const zip = await openZip(bytes, {
    maxEntries: limits.entries,
    maxEntryBytes: limits.jsonBytes,
    maxTotalBytes: limits.jsonBytes,
  })
  const json = await zip.read('card.json')
  if (!json)
    throw broken(
      '这个压缩包里没有 card.json，不是角色卡，没有导入。',
      'There is no card.json in this archive, so it is no character card. Nothing was imported.',
    )
  const otherNames = [...zip.names].filter((name) => name !== 'card.json')
  const scripts = otherNames.filter((name) => name.endsWith('.risum'))
  const assets = otherNames.length - scripts.length
  return {
    json,
    remarks: [
      ...(assets > 0
        ? [
            [
              `压缩包里的 ${assets} 个图片、音频等文件没有导入。`,
              `Pictures, sounds and other files in the archive were not imported: ${assets}.`,
            ] as const,
          ]
        : []),
      ...(scripts.length > 0
        ? [
            [
              'RisuAI 模块（module.risum）没有导入。',
              'The RisuAI module (module.risum) was not imported.',
            ] as const,
          ]
        : []),
    ],
  }
}
