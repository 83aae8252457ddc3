/** Bytes of a text in which it declares its kind. */
const headBytes = 4096
const endOfEntries = Buffer.from('PK\u0005\u0006')

/** Whether bytes are an archive of the zip format. */
export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** Whether bytes are an archive whose list of entries has this name; what lies in an archive inside it does not count. */
export function isZipWith(bytes: Buffer, name: string): boolean {
  const end = isZip(bytes) ? bytes.lastIndexOf(endOfEntries) : -1
  if (end < 0 || end + 20 > bytes.length) return false
  return bytes.subarray(bytes.readUInt32LE(end + 16), end).includes(name)
}

/** Whether bytes are a container of the old Office formats, which Word's documents with a password are in. */
export const isOldOffice = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))

/** Whether the start of a text matches; letters outside ASCII cannot. */
export const startMatches = (bytes: Buffer, expression: RegExp): boolean =>
  expression.test(bytes.subarray(0, headBytes).toString('latin1'))
