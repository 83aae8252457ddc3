/** What the directory of a zip says of each entry: the system it was made on (3: Unix), and its Unix mode. */
export function zipMarks(bytes: Buffer): { readonly system: number; readonly mode: number }[] {
  const marks: { readonly system: number; readonly mode: number }[] = []
  // The end record has no comment: it is the last 22 bytes.
  let at = bytes.readUInt32LE(bytes.length - 6)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    marks.push({ system: bytes.readUInt8(at + 5), mode: bytes.readUInt16LE(at + 40) })
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return marks
}
