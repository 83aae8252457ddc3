/** What stands in `written` and not in `stored`, between what both begin and end with; '' when only something is missing. */
export const missingText = (written: string, stored: string): string => {
  const maxLength = Math.min(written.length, stored.length)
  let start = 0
  while (start < maxLength && written[start] === stored[start]) start += 1
  let end = 0
  while (end < maxLength - start && written.at(-1 - end) === stored.at(-1 - end)) end += 1
  // A pair may have been cut in half at either side.
  return written
    .slice(start, written.length - end)
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/g, '')
}
