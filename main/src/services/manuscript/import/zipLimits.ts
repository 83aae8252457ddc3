import type { ZipLimits } from '../../../lib/zipFile.ts'

/** Far above any novel: five million characters of Word are about 100 MB of XML. */
export const zipLimits: ZipLimits = {
  maxEntries: 20_000,
  maxEntryBytes: 128 * 1024 * 1024,
  maxTotalBytes: 256 * 1024 * 1024,
}
