import { expect, test } from 'vitest'
import { contentOf, readBook, titleOf } from '../../../../../main/src/services/manuscript/import/book.ts'
import { zipOf } from '../../../../support/officeFiles.ts'

const id = (number: number) =>
  `00000000-0000-4000-8000-${number.toString(16).toUpperCase().padStart(12, '0')}`
const item = (number: number, type: string, title: string, children = '', meta = '') =>
  `<BinderItem UUID="${id(number)}" Type="${type}"><Title>${title}</Title><MetaData>${meta}</MetaData><Children>${children}</Children></BinderItem>`
const rtf = (body: string) => `{\\rtf1\\ansi\\ansicpg1252 ${body}}`

async function bookOf(
  binder: string,
  files: Readonly<Record<string, string>>,
  { folder = 'Files/Data/', name = 'N.scrivx', rest = '' } = {},
) {
  const entries = Object.entries(files).map(([name, text]) => [`N.scriv/${folder}${name}`, text])
  const bytes = zipOf({
    [`N.scriv/${name}`]: `<?xml version="1.0"?><ScrivenerProject Version="2.0"><Binder>${binder}</Binder>${rest}</ScrivenerProject>`,
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
    cards: book.material.cards.map(({ type, name, text }) => [type, name, text]),
    about: book.parts.map(({ about, from }) => [
      about?.synopsis ?? '',
      ...(about?.notes ?? []).map(({ at, text }) => [book.text.slice(at).split('\n')[0], text, at >= from]),
    ]),
  }
}

test('the draft comes in the order of the binder, folders as parts and chapters, with synopses, notes and research', async () => {
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
  const research = item(7, 'ResearchFolder', 'Research', item(8, 'Text', 'Tides') + item(11, 'Image', 'Map'))
  const sheet = '<IconFileName>Characters (Character Sheet)</IconFileName>'
  const people =
    item(12, 'Folder', 'Cast', item(13, 'Text', 'Jane', '', sheet)) +
    item(14, 'Folder', 'Places', item(15, 'Text', 'Harbour')) +
    item(16, 'Folder', 'Template Sheets', item(17, 'Text', 'Character Sheet', '', sheet))
  const trash = item(9, 'TrashFolder', 'Trash', item(10, 'Text', 'Gone'))
  expect(
    await bookOf(
      draft + research + people + trash,
      {
        [`${id(3)}/content.rtf`]: rtf('\\u-26882?{\\footnote One}.'),
        [`${id(4)}/content.rtf`]: rtf('<$Scr_Ps::0>{\\i Fog}<!$Scr_Ps::0>{\\footnote Two}.'),
        [`${id(4)}/synopsis.txt`]: 's',
        [`${id(4)}/notes.rtf`]: rtf('n'),
        [`${id(5)}/content.rtf`]: rtf('no'),
        [`${id(6)}/content.rtf`]: rtf('Tide.'),
        [`${id(8)}/content.rtf`]: rtf('Twice a day.'),
        [`${id(10)}/content.rtf`]: rtf('no'),
        [`${id(13)}/content.rtf`]: rtf('Keeper.'),
        [`${id(13)}/synopsis.txt`]: 'The lead.',
        [`${id(15)}/notes.rtf`]: rtf('Cold.'),
        [`${id(17)}/content.rtf`]: rtf('Name:'),
      },
      { rest: `<TemplateFolderUUID>${id(16)}</TemplateFolderUUID>` },
    ),
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
      '3 notes (characters, places, research, templates, trash) were left out.',
      '1 text that is no part of the manuscript in that program was left out.',
      '1 label, status or keyword was left out.',
    ],
    cards: [
      ['lore', 'Tides', 'Twice a day.'],
      ['character', 'Jane', 'The lead.\n\nKeeper.'],
      ['location', 'Harbour', 'Cold.'],
    ],
    about: [['s', ['## Pier', 'n', true]], ['']],
  })
})

test('a project of Scrivener 1 or 2 has its texts by number, and the first one for the Mac is refused with a way out', async () => {
  const numbered = (number: number, type: string, title: string, children = '', meta = '') =>
    `<BinderItem ID="${number}" Type="${type}"><Title>${title}</Title><MetaData>${meta}<LabelID>-1</LabelID></MetaData><Children>${children}</Children></BinderItem>`
  const draft = numbered(
    0,
    'DraftFolder',
    'Draft',
    numbered(3, 'Folder', 'One', numbered(4, 'Text', 'Pier')) + numbered(5, 'Text', 'Two'),
  )
  const trash = numbered(2, 'TrashFolder', 'Trash', numbered(6, 'Text', 'Gone'))
  const files = {
    '4.rtf': rtf('Fog.'),
    '4_synopsis.txt': 'She lands.',
    '4_notes.rtf': rtf('Check.'),
    '5.rtf': rtf('Tide.'),
    '6.rtf': rtf('no'),
    '../../4.rtf': rtf('no'),
  }
  const { '../../4.rtf': _, ...safe } = files
  const expected = {
    chapters: [
      ['', 'One', '# One\n\n## Pier\n\nFog.'],
      ['', 'Two', '# Two\n\nTide.'],
    ],
    said: ['1 note (characters, places, research, templates, trash) was left out.'],
    cards: [],
    about: [['She lands.', ['## Pier', 'Check.', true]], ['']],
  }
  expect(await bookOf(draft + trash, safe, { folder: 'Files/Docs/' })).toEqual(expected)
  expect(await bookOf(draft + trash, safe, { folder: '', name: 'binder.scrivproj' })).toEqual(expected)
  await expect(bookOf(draft, files, { folder: 'Files/Docs/' })).rejects.toMatchObject({
    code: 'IMPORT_BROKEN',
  })
  const plist = zipOf({ 'N.scriv/binder.scrivproj': 'bplist00x' })
  await expect(readBook({ bytes: plist, fileName: 'a.zip' })).rejects.toMatchObject({
    code: 'IMPORT_UNSUPPORTED',
    details: { why: 'oldScrivener' },
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

test('status and label of a chapter are the first of its scenes, and what has no place is counted', async () => {
  const lists =
    '<LabelSettings><Labels><Label ID="-1">No Label</Label><Label ID="0">林远线</Label></Labels></LabelSettings>' +
    '<StatusSettings><StatusItems><Status ID="-1">No Status</Status><Status ID="1">To Do</Status><Status ID="2">待校</Status></StatusItems></StatusSettings>'
  const words = (label: string, status: string) => `<LabelID>${label}</LabelID><StatusID>${status}</StatusID>`
  const draft = item(
    1,
    'DraftFolder',
    'Draft',
    item(
      2,
      'Folder',
      '雾',
      item(3, 'Text', 'A', '', words('0', '2')) + item(4, 'Text', 'B', '', words('-1', '1')),
    ) + item(5, 'Text', 'Low Water', '', `${words('7', '1')}<Keywords><KeywordID>3</KeywordID></Keywords>`),
  )
  const bytes = zipOf({
    'N.scriv/N.scrivx': `<ScrivenerProject Version="2.0"><Binder>${draft}</Binder>${lists}</ScrivenerProject>`,
    ...Object.fromEntries([3, 4, 5].map((each) => [`N.scriv/Files/Data/${id(each)}/content.rtf`, rtf('x')])),
  })
  const { parts, issues } = await readBook({ bytes, fileName: 'a.zip' })
  expect([parts.map(({ about }) => about), issues.map(({ english }) => english)]).toEqual([
    [
      { notes: [], status: '待校', label: '林远线' },
      { notes: [], status: 'idea' },
    ],
    ['3 labels, statuses or keywords were left out.'],
  ])
})
