import { expect, test } from 'vitest'
import { contentOf, readBook, titleOf } from '../../../../../main/src/services/manuscript/import/book.ts'
import { zipOf } from '../../../../support/officeFiles.ts'

const id = '55c41472-aa6d-41bc-930e-29c0014e9351'

async function bookOf(collections: Readonly<Record<string, readonly object[]>>, json?: string) {
  const database = {
    filename: 'x',
    collections: Object.entries(collections).map(([name, data]) => ({
      name,
      data: data.map((item, index) => ({ $loki: index + 1, position: index + 1, ...item })),
    })),
  }
  const bytes = zipOf({
    [`${id}/${id}.json`]: json ?? JSON.stringify(database),
    [`${id}/images/a.jpg`]: 'x',
  })
  const book = await readBook({ bytes, fileName: 'N.bibisco2' })
  const chapters = book.parts.map((part) => [
    part.volume ?? '',
    titleOf(part, book, 'N.bibisco2'),
    contentOf(part, book).trimEnd(),
  ])
  return { ...book, chapters, listed: book.issues.map(({ english }) => english) }
}

const revision = (text: string) => ({ revisions: [{ text: 'old' }, { text }], revision: 1 })

test('a project has its chapters in their parts, prologue first, epilogue last, with scenes, notes and sheets', async () => {
  const note = '<span class="footendnote" data-note="Off the &quot;coast&quot;" data-noteid="1">sea</span>'
  const book = await bookOf({
    project: [{ name: '雾港', author: 'Ann Vance', language: 'en-us', bibiscoVersion: '3.1.0' }],
    architecture: [
      { type: 'premise', text: '<p>A keeper comes home.</p>' },
      { type: 'setting', text: '<p>A harbour.</p>' },
    ],
    parts: [
      { title: 'The Coast', chaptersincluded: 1 },
      { title: 'The Light', chaptersincluded: 1 },
    ],
    chapters: [
      { title: 'Epilogue', position: -2 },
      {
        title: 'Low Water',
        position: 1,
        description: 'She lands.',
        reason: { text: '<p>To <b>begin</b>.</p>' },
      },
      { title: 'The Lamp', position: 2, notes: { text: 'Check the tide.' } },
      { title: 'Prologue', position: -1 },
    ],
    scenes: [
      { title: 'Pier', chapterid: 2, position: 2, ...revision(`<p>The ${note} rose.</p>`) },
      { title: 'Boat', chapterid: 2, position: 1, ...revision('<p>“Row,” <i>he</i> said.</p><p>雾。</p>') },
      { title: '', chapterid: 3, ...revision('<p>Light.</p>') },
      { title: '', chapterid: 4, ...revision('<p>Before.</p>') },
      { title: '', chapterid: 1, ...revision('<p>After.</p>') },
    ],
    maincharacters: [
      {
        name: 'Elinor',
        description: '<p>Keeper.</p>',
        personaldata: { freetextenabled: false, questions: [{ text: '<p>Forty.</p>' }, { text: '' }] },
        psychology: { freetextenabled: true, freetext: '<p>Proud.</p>', questions: [{ text: 'no' }] },
        conflict: { text: '<p>The sea.</p>' },
      },
    ],
    secondarycharacters: [{ name: 'Mr. Pym', description: '<p>Pilot.</p>' }],
    locations: [{ location: 'Marigold Head', city: 'Harl', nation: 'Wessex', description: '<p>Cliffs.</p>' }],
    objects: [{ name: 'The lamp', description: '<p>Brass.</p>' }],
    notes: [{ name: 'Tides', description: '<p>Twice a day.</p>' }],
    relationsedges: [{}],
  })
  expect({
    chapters: book.chapters,
    facts: book.facts,
    listed: book.listed,
    material: book.material,
  }).toEqual({
    chapters: [
      ['', 'Prologue', '# Prologue\n\nBefore.'],
      [
        'Part 1: The Coast',
        'Low Water',
        '# Part 1: The Coast\n\n## Low Water\n\n“Row,” *he* said.\n\n雾。\n\n* * *\n\nThe sea[^1] rose.\n\n[^1]: Off the "coast"',
      ],
      ['Part 2: The Light', 'The Lamp', '# Part 2: The Light\n\n## The Lamp\n\nLight.'],
      ['', 'Epilogue', '# Epilogue\n\nAfter.'],
    ],
    facts: { title: '雾港', author: 'Ann Vance', language: 'en-us' },
    listed: [
      'The working titles of 2 scenes were left out; scenes are set apart by a break.',
      '1 note (characters, places, research, templates, trash) was left out.',
      '1 other file was left out: images',
      'The names of 2 folders now begin with “Part” and a number, by which the book knows its parts.',
    ],
    material: {
      synopsis: 'A keeper comes home.',
      cards: [
        { type: 'character', name: 'Elinor', aliases: [], text: 'Keeper.\n\nForty.\n\nProud.\n\nThe sea.' },
        { type: 'character', name: 'Mr. Pym', aliases: [], text: 'Pilot.' },
        { type: 'location', name: 'Marigold Head', aliases: [], text: 'Wessex, Harl\n\nCliffs.' },
        { type: 'item', name: 'The lamp', aliases: [], text: 'Brass.' },
        { type: 'lore', name: 'Tides', aliases: [], text: 'Twice a day.' },
        { type: 'lore', name: 'setting', aliases: [], text: 'A harbour.' },
      ],
    },
  })
  expect(book.parts.map(({ about }) => about)).toEqual([
    undefined,
    { synopsis: 'She lands.', notes: [{ at: 56, text: 'To **begin**.' }] },
    { notes: [{ at: expect.any(Number), text: 'Check the tide.' }] },
    undefined,
  ])
  expect(book.text.slice(56, 62)).toBe('“Row,”')
})

test('a project made to do harm is refused or bounded: JSON, depth, numbers of values, spans without an end', async () => {
  const codes = []
  for (const json of ['{', '[]', '{"collections":[{"name":"scenes"}]}', `{"a":${'['.repeat(100_000)}`])
    codes.push(await bookOf({}, json).catch(({ code }) => code))
  codes.push(await bookOf({}, `{"collections":[${'0,'.repeat(3_000_000)}0]}`).catch(({ code }) => code))
  expect(codes).toEqual([
    'IMPORT_BROKEN',
    'IMPORT_BROKEN',
    'IMPORT_BROKEN',
    'IMPORT_BROKEN',
    'FILE_TOO_LARGE',
  ])
  const open = '<span class="footendnote" data-note="x"'
  const { chapters } = await bookOf({
    chapters: [{ title: 'A', description: 5, reason: 'x', notes: null }],
    scenes: [
      { chapterid: 1, ...revision(`<p>fog</p>${open.repeat(20_000)}`) },
      { chapterid: 9, revisions: 3 },
    ],
    parts: [{ title: 7, chaptersincluded: -3 }],
    maincharacters: [{ name: { toString: 'x' }, personaldata: { questions: { length: 1e9 } } }],
  })
  expect(chapters).toEqual([['', 'A', '# A\n\nfog']])
})
