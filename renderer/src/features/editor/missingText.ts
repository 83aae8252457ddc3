import { patchBetween } from './textPatch.ts'

/** What stands in `written` and not in `stored`, between what both begin and end with; '' when only something is missing. */
export const missingText = (written: string, stored: string): string =>
  // A pair may have been cut in half at either side.
  patchBetween(stored, written)
    .insert.toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/g, '')
