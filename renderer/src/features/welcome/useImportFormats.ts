import type { ImportFormat } from '#contract/import.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The kinds of files that can be imported; none until main has answered. */
export const useImportFormats = (): readonly ImportFormat[] =>
  useChannelQuery('import:formats:list', {}).data?.formats ?? []

/** As an input's `accept`. */
export const acceptedFiles = (formats: readonly ImportFormat[]): string =>
  [
    ...formats.flatMap(({ extensions }) => extensions),
    ...formats.flatMap(({ mediaTypes }) => mediaTypes),
  ].join(',')

/** Whether the encoding of a file of this name can be chosen. */
export const isPlainText = (formats: readonly ImportFormat[], fileName: string): boolean =>
  formats.some(
    (format) =>
      format.isPlainText && format.extensions.some((extension) => fileName.toLowerCase().endsWith(extension)),
  )
