import { crc32, deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

/** A picture of one pixel with the given chunks before its end. */
export function pngOf(...chunks: readonly Buffer[]): Buffer {
  const header = Buffer.from('00000001000000010802000000', 'hex')
  const pixels = deflateSync(Buffer.from([0, 0, 0, 0]))
  const parts = [pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', pixels)]
  return Buffer.concat([signature, ...parts, pngChunk('IEND', Buffer.alloc(0))])
}

export const base64Json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

export function textChunk(keyword: string, text: string, kind: 'tEXt' | 'zTXt' | 'iTXt' = 'tEXt'): Buffer {
  const head = { tEXt: '\0', zTXt: '\0\0', iTXt: '\0\u0001\0zh\0\0' }[kind]
  const content = kind === 'tEXt' ? Buffer.from(text) : deflateSync(Buffer.from(text))
  return pngChunk(kind, Buffer.concat([Buffer.from(keyword + head, 'latin1'), content]))
}

/** A card as a picture. */
export const pngCard = (card: unknown, keyword = 'chara') => pngOf(textChunk(keyword, base64Json(card)))

/** A card as a zip with an asset, behind a JPEG when asked. */
export function charxCard(card: unknown, behindJpeg = false): Buffer {
  const zip = Buffer.from(
    zipSync({
      'card.json': strToU8(JSON.stringify(card)),
      'assets/icon/images/main.png': new Uint8Array(pngOf()),
      'module.risum': new Uint8Array([1, 2, 3]),
    }),
  )
  return behindJpeg ? Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), zip]) : zip
}
