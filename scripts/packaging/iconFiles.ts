/** A picture of one size as PNG. */
export interface SizedPng {
  /** Width and height in pixels. */
  readonly size: number
  readonly bytes: Buffer
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Width and height that a PNG declares. @throws Error when it is none. */
export function sizeOfPng(bytes: Buffer): { readonly width: number; readonly height: number } {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw new Error('not a PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Windows: a directory of 16 bytes for each picture, then the pictures, at most 256 pixels wide (ICO of Vista). */
export function icoOf(pictures: readonly SizedPng[]): Buffer {
  const small = pictures.filter(({ size }) => size <= 256)
  const header = Buffer.alloc(6 + 16 * small.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(small.length, 4)
  let offset = header.length
  for (const [index, { size, bytes }] of small.entries()) {
    const at = 6 + 16 * index
    // 0 is 256.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(bytes.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([header, ...small.map(({ bytes }) => bytes)])
}

/** The types of macOS that have a PNG, by size; the second is the one of half the size on a dense display. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  ...{ 16: ['icp4'], 32: ['icp5', 'ic11'], 64: ['ic12'], 128: ['ic07'], 256: ['ic08', 'ic13'] },
  ...{ 512: ['ic09', 'ic14'], 1024: ['ic10'] },
}

/** macOS: each picture after its type and its length, which includes the 8 bytes of both. */
export function icnsOf(pictures: readonly SizedPng[]): Buffer {
  const parts = pictures.flatMap(({ size, bytes }) =>
    (icnsTypes[size] ?? []).map((type) => Buffer.concat([headOf(type, bytes.length), bytes])),
  )
  const body = Buffer.concat(parts)
  return Buffer.concat([headOf('icns', body.length), body])
}

function headOf(type: string, length: number): Buffer {
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32BE(length + 8, 4)
  return head
}
