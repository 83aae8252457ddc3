import { expect, test } from 'vitest'
import { contentOf, readBook, titleOf } from '../../../../../main/src/services/manuscript/import/book.ts'
import { zipOf } from '../../../../support/officeFiles.ts'

const handle = (number: number) => number.toString(16).padStart(13, '0')
const item = (
  number: number,
  name: string,
  {
    parent = 'None',
    order = number,
    type = 'FILE',
    of = 'NOVEL',
    layout = 'DOCUMENT',
    active = 'yes',
    status = '',
  } = {},
) =>
  `<item handle="${handle(number)}" parent="${parent}" order="${order}" type="${type}" class="${of}" layout="${layout}"><meta/><name active="${active}" status="${status}">${name}</name></item>`

async function bookOf(items: readonly string[], documents: Readonly<Record<number, string>>) {
  const texts = Object.entries(documents).map(([number, text]) => [
    `sample/content/${handle(Number(number))}.nwd`,
    `%%~name: x\n%%~kind: NOVEL/DOCUMENT\n${text}`,
  ])
  const bytes = zipOf({
    'sample/nwProject.nwx': `<?xml version="1.0"?><novelWriterXML><project><name>盐路</name><author>Vance</author></project><settings><language>en_GB</language><status><entry key="s0">New</entry><entry key="s1">Finished</entry><entry key="s2">待校</entry></status><importance><entry key="i1">Main</entry></importance></settings><content>${items.join('')}</content></novelWriterXML>`,
    ...Object.fromEntries(texts),
  })
  const book = await readBook({ bytes, fileName: 'a.zip' })
  return {
    chapters: book.parts.map((part) => [
      part.volume ?? '',
      titleOf(part, book, 'a.zip'),
      contentOf(part, book).trimEnd(),
    ]),
    said: book.issues.map(({ english }) => english),
    facts: book.facts,
    cards: book.material.cards.map(({ type, name, aliases, text }) => [type, name, aliases, text]),
    synopses: book.parts.map(({ about }) => about?.synopsis ?? ''),
    statuses: book.parts.map(({ about }) => about?.status ?? ''),
  }
}

const root = { parent: handle(1) }
const novel = item(1, 'Novel', { type: 'ROOT' })

test('parts, chapters and scenes come in the order of the tree, scenes below their chapters', async () => {
  expect(
    await bookOf(
      [
        novel,
        item(2, 'One', root),
        item(4, 'Chapter', { ...root, order: 9 }),
        item(3, 'Low Water', { ...root, order: 3, status: 's1' }),
        item(5, 'Pier', { parent: handle(3), status: 's2' }),
      ],
      {
        2: '# 第一卷 起',
        3: '## 第一章 雾\n\n起。',
        4: '##! Interlude\n\nSong[br]\nlines',
        5: '### The Pier\n\nFog.',
      },
    ),
  ).toEqual({
    chapters: [
      ['第一卷 起', '第一章 雾', '# 第一卷 起\n\n## 第一章 雾\n\n起。\n\n## The Pier\n\nFog.'],
      ['第一卷 起', 'Interlude', '# Interlude\n\nSong  \nlines'],
    ],
    said: ['1 label, status or keyword was left out.'],
    facts: { title: '盐路', author: 'Vance', language: 'en-GB' },
    cards: [],
    synopses: ['', ''],
    statuses: ['final', ''],
  })
})

test('a part whose page has words is a line of the book once', async () => {
  const items = [novel, item(2, 'One', root), item(3, 'Low Water', { ...root, order: 3 })]
  const { chapters } = await bookOf(items, {
    2: '# Part One: The Coast\n\nA motto.',
    3: '## Low Water\n\nThe tide went out.',
  })
  expect(chapters).toEqual([
    ['', 'Part One: The Coast', '# Part One: The Coast\n\nA motto.'],
    ['Part One: The Coast', 'Low Water', '## Low Water\n\nThe tide went out.'],
  ])
})

test('the status is that of the words before that of a heading alone, of each chapter, and none where nobody gave one', async () => {
  const { statuses } = await bookOf(
    [
      novel,
      item(2, 'One', { ...root, status: 's2' }),
      item(3, 'Pier', { parent: handle(2), status: 's1' }),
      item(4, 'Two and Three', { ...root, order: 9, status: 's2' }),
      item(5, 'Four', { ...root, order: 10, status: 's0' }),
      item(6, 'Five', { ...root, order: 11, status: 's1' }),
      item(7, 'Lamp', { parent: handle(6), status: 's0' }),
    ],
    {
      2: '## One\n',
      3: '### The Pier\n\nFog.',
      4: '## Two\n\nRain.\n\n## Three\n\nSnow.',
      5: '## Four\n\nIce.',
      6: '## Five\n',
      7: '### The Lamp\n\nOil.',
    },
  )
  expect(statuses).toEqual(['final', '待校', '待校', '', 'final'])
})

test('marks and notes stay, alignment goes, and all that is left out is listed with its number', async () => {
  expect(
    await bookOf(
      [
        novel,
        item(2, 'A', root),
        item(3, 'Old', { ...root, active: 'no' }),
        item(4, 'Plan', { ...root, layout: 'NOTE' }),
        item(5, 'Jane', { of: 'CHARACTER', layout: 'NOTE' }),
        item(6, 'Gone', { of: 'TRASH' }),
        item(7, 'Harbour', { of: 'WORLD', layout: 'NOTE' }),
      ],
      {
        2: '## A\n\n@pov: Jane\n% a comment\n%Synopsis: s\n\n[i]She[/i] [u]ran[/u].[footnote:f1] >> no\n\n>> Centred. <<\n\n> Quoted. <\n\n%Footnote.f1: The *note*.\n',
        3: 'x',
        4: '# Plan\n\nFirst the fog.',
        5: '%%~name: Jane\n# Jane Doe\n\n@tag: Jane | Jane D\n@location: Harbour\n\n%Story.Note: tall\n\nShe [i]keeps[/i] the light.',
        6: 'y',
        7: 'Cold.',
      },
    ),
  ).toEqual({
    chapters: [
      ['', 'A', '# A\n\n<em>She</em> ran.[^f1] >> no\n\nCentred.\n\n> Quoted.\n\n[^f1]: The *note*.'],
    ],
    said: [
      '1 comment for the author alone was left out.',
      '1 line of tags (point of view, characters, places) was left out.',
      '2 codes for underlines, raised letters or layout were left out; the words are there.',
      '1 note (characters, places, research, templates, trash) was left out.',
      '1 text that is no part of the manuscript in that program was left out.',
    ],
    facts: { title: '盐路', author: 'Vance', language: 'en-GB' },
    cards: [
      ['lore', 'Plan', [], 'First the fog.'],
      [
        'character',
        'Jane Doe',
        ['Jane', 'Jane D'],
        'location: Harbour\n\ntall\n\nShe <em>keeps</em> the light.',
      ],
      ['location', 'Harbour', [], 'Cold.'],
    ],
    synopses: ['s'],
    statuses: [''],
  })
})

test('a project made to do harm is refused or bounded: paths, loops, depth, broken XML, no text', async () => {
  const climbing = `<item handle="../../secret" parent="${handle(1)}" order="0" type="FILE" class="NOVEL" layout="DOCUMENT"><name>x</name></item>`
  const loop = item(7, 'L', { parent: handle(8) }) + item(8, 'L', { parent: handle(7) })
  expect((await bookOf([novel, climbing, loop, item(2, 'A', root)], { 2: '## A\n\nOne.' })).chapters).toEqual(
    [['', 'A', '# A\n\nOne.']],
  )
  const deep = Array.from({ length: 300 }, (_, at) => item(at + 2, 'D', { parent: handle(at + 1) }))
  await expect(bookOf([novel, ...deep], {})).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
  await expect(bookOf(['<item>'], {})).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
  await expect(bookOf([novel], {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
