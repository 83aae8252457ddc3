/** What a host sends as base64. */
export const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))

/** Saves bytes or text as a file of the reader's own machine, under a name that the browser may number. */
export const saveFile = (content: BlobPart, name: string, type: string) => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download holds on to the blob by itself only once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
