import { expect, test } from 'vitest'
import { previewBook } from '../../../../../main/src/services/manuscript/import/book.ts'
import { madeFiles } from '../../../../support/import/madeFiles.ts'

test.each(madeFiles.map((file) => [file.name, file] as const))(
  'the encoding and chapters of a file are found: %s',
  async (_, file) => {
    const { encoding, sure, chapters, doubts } = await previewBook({
      bytes: file.bytes,
      fileName: file.fileName,
      ...(file.given && { encoding: file.given }),
    })
    expect({ sure, encoding: sure ? encoding : undefined }).toEqual({
      sure: file.encoding !== undefined,
      encoding: file.encoding,
    })
    if (!sure) return
    expect(chapters.filter(({ kind }) => kind === 'chapter').map(({ title }) => title)).toEqual(file.chapters)
    expect(doubts.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...(file.doubts ?? [])]))
  },
)
