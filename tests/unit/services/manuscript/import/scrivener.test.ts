import { expect, test } from 'vitest'
import { contentOf, readBook, titleOf } from '../../../../../main/src/services/manuscript/import/book.ts'
import { zipOf } from '../../../../support/officeFiles.ts'

const id = (number: number) =>
  `00000000-0000-4000-8000-${number.toString(16).toUpperCase().padStart(12, '0')}`
const item = (number: number, type: string, title: string, children = '', meta = '') =>
  `<BinderItem UUID="${id(number)}" Type="${type}"><Title>${title}</Title><MetaData>${meta}</MetaData><Children>${children}</Children></BinderItem>`
const rtf = (body: string) => `{\\rtf1\\ansi\\ansicpg1252 ${body}}`

async function bookOf(binder: string, files: Readonly<Record<string, string>>) {
  const entries = Object.entries(files).map(([name, text]) => [`N.scriv/Files/Data/${name}`, text])
  const bytes = zipOf({
    'N.scriv/N.scrivx': `<?xml version="1.0"?><ScrivenerProject Version="2.0"><Binder>${binder}</Binder></ScrivenerProject>`,
    ...Object.fromEntries(entries),
  })
  const book = await readBook({ bytes, fileName: 'a.zip' })
  return {
    chapters: book.parts.map((part) => [
      part.volume ?? '',
      titleOf(part, book, 'a.zip'),
      contentOf(part, book).trimEnd(),
    ]),
    said: book.issues.map(({ english }) => english),
  }
}

test('the draft comes in the order of the binder, folders as parts and chapters, and the rest is listed', async () => {
  const draft = item(
    1,
    'DraftFolder',
    'Draft',
    item(
      2,
      'Folder',
      '第一卷 起',
      item(
        3,
        'Folder',
        '第一章 雾',
        item(4, 'Text', 'Pier') + item(5, 'Text', 'Cut', '', '<IncludeInCompile>No</IncludeInCompile>'),
      ),
    ) + item(6, 'Text', 'Low Water', '', '<LabelID>1</LabelID>'),
  )
  const research = item(7, 'ResearchFolder', 'Research', item(8, 'Text', 'Jane'))
  const trash = item(9, 'TrashFolder', 'Trash', item(10, 'Text', 'Gone'))
  expect(
    await bookOf(draft + research + trash, {
      [`${id(3)}/content.rtf`]: rtf('\\u-26882?{\\footnote One}.'),
      [`${id(4)}/content.rtf`]: rtf('<$Scr_Ps::0>{\\i Fog}<!$Scr_Ps::0>{\\footnote Two}.'),
      [`${id(4)}/synopsis.txt`]: 's',
      [`${id(4)}/notes.rtf`]: rtf('n'),
      [`${id(5)}/content.rtf`]: rtf('no'),
      [`${id(6)}/content.rtf`]: rtf('Tide.'),
      [`${id(8)}/content.rtf`]: rtf('no'),
    }),
  ).toEqual({
    chapters: [
      [
        '第一卷 起',
        '第一章 雾',
        '# 第一卷 起\n\n## 第一章 雾\n\n雾[^1].\n\n[^1]: One\n\n## Pier\n\n*Fog*[^2-1].\n\n[^2-1]: Two',
      ],
      ['', 'Low Water', '# Low Water\n\nTide.'],
    ],
    said: [
      '2 notes (characters, places, research, templates, trash) were left out.',
      '1 text that is no part of the manuscript in that program was left out.',
      '1 synopsis was left out.',
      '1 note on texts was left out.',
      '1 label, status or keyword was left out.',
    ],
  })
})

test('a project made to do harm is refused or bounded: paths, depth, no draft, broken XML', async () => {
  const climbing = `<BinderItem UUID="secret" Type="Text"><Title>x</Title></BinderItem>`
  const draft = (children: string) => item(1, 'DraftFolder', 'D', children)
  const own = { 'secret/content.rtf': rtf('no'), [`${id(2)}/content.rtf`]: rtf('One.') }
  expect((await bookOf(draft(climbing + item(2, 'Text', 'A')), own)).chapters).toEqual([
    ['', 'A', '# A\n\nOne.'],
  ])
  const deep = `${'<BinderItem Type="Folder">'.repeat(200)}${'</BinderItem>'.repeat(200)}`
  await expect(bookOf(draft(deep), own)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
  await expect(bookOf(item(2, 'Text', 'A'), own)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
  await expect(bookOf('<BinderItem>', own)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
})
