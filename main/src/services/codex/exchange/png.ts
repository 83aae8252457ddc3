import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { broken, limits } from './limits.ts'

const inflateAsync = promisify(inflate)
const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/**
 * The first text chunk for one of the keywords, in their order and in any case: tEXt, zTXt or iTXt
 * (PNG specification, 11.3.4). Checksums are not looked at: programs that write cards get them wrong, and
 * the text has to be JSON anyway.
 * @throws AppError IMPORT_BROKEN when a chunk is longer than the file.
 */
export async function readPngText(bytes: Buffer, keywords: readonly string[]): Promise<Buffer | undefined> {
  const chunksByKeyword = new Map<string, { readonly type: string; readonly content: Buffer }>()
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (end + 4 > bytes.length) throw torn()
    if (type === 'IEND') break
    if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') {
      const chunk = bytes.subarray(at + 8, end)
      const keywordEnd = chunk.subarray(0, 80).indexOf(0)
      const keyword = chunk.toString('latin1', 0, Math.max(0, keywordEnd)).toLowerCase()
      if (keywords.includes(keyword) && !chunksByKeyword.has(keyword))
        chunksByKeyword.set(keyword, { type, content: chunk.subarray(keywordEnd + 1) })
    }
    at = end + 4
  }
  const chunk = keywords.map((keyword) => chunksByKeyword.get(keyword)).find((match) => match !== undefined)
  return chunk && textOfChunk(chunk.type, chunk.content)
}

async function textOfChunk(type: string, content: Buffer): Promise<Buffer> {
  if (type === 'tEXt') return content
  if (type === 'zTXt') return inflated(content.subarray(1))
  const isCompressed = content[0] === 1
  const languageEnd = content.indexOf(0, 2)
  const translationEnd = content.indexOf(0, languageEnd + 1)
  if (languageEnd < 0 || translationEnd < 0) throw torn()
  const text = content.subarray(translationEnd + 1)
  return isCompressed ? inflated(text) : text
}

async function inflated(content: Buffer): Promise<Buffer> {
  try {
    // Base64 adds a third to the JSON, so twice its bound is room enough.
    return await inflateAsync(content, { maxOutputLength: 2 * limits.jsonBytes })
  } catch (error) {
    throw broken(
      '图片里压缩的文字读不出来，没有导入。',
      'The compressed text in this picture cannot be read. Nothing was imported.',
      error,
    )
  }
}

const torn = () =>
  broken(
    '这张图片不完整，里面的内容读不出来，没有导入。',
    'This picture is not whole and cannot be read. Nothing was imported.',
  )
