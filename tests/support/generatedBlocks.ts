import fc from 'fast-check'
import { type Block, type Inline, tidied } from '../../main/src/services/manuscript/document/block.ts'

/** Words of many scripts, signs that Markdown reads, and signs of prose. */
const words = fc.constantFrom(
  ...['林远', '回头', '“走罢。”', '雾港', '𠮷野', '——', '……', '她', '，', '。', '《水经注》', '\u3000'],
  ...[
    'the fog',
    'Titanic',
    '“Don’t”',
    ' ',
    '  ',
    'a',
    's',
    '!',
    '1998. ',
    'شَمس',
    'שלום',
    '👩‍👧',
    'é',
    '日本',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '[',
    ']',
    '(x)',
    '<',
    '<em>',
    '</em>',
    '\\',
    '#',
    '# ',
    '>',
    '-',
    '---',
    '`',
    '&amp;',
    '[^1]',
    'f**k',
    '5 * 3',
    'snake_case',
    '+',
    '|',
    '![',
  ],
)
const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const flag = fc.constantFrom(undefined, undefined, undefined, true as const)
const run = fc
  .record({
    text,
    ...{ emphasis: flag, strong: flag, smallCaps: flag, strike: flag },
    link: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      'https://example.com/a_b?c=1&d=2',
      'mailto:a@b.cn',
    ),
  })
  .map(({ text, ...marks }): Inline => {
    const set = Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== undefined))
    return { ...set, kind: 'text', text }
  })
const lineBreak = fc.constant<Inline>({ kind: 'lineBreak' })

/** What a manuscript takes for something else than words when it is a paragraph alone. */
const isWords = (content: readonly Inline[]) => {
  const letters = content.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('')
  return /[\p{L}\p{N}]/u.test(letters)
}

/** Paragraphs as every reader and writer agrees on them, with marks of every kind. */
export const generatedContent: fc.Arbitrary<readonly Inline[]> = fc
  .array(fc.oneof({ weight: 6, arbitrary: run }, { weight: 1, arbitrary: lineBreak }), {
    minLength: 1,
    maxLength: 6,
  })
  .map(tidied)
  .filter(isWords)

const headingText = fc.constantFrom('雾起', '码头', 'Low Water', 'The Salt Road', '信', 'Who Goes There?')

/** Blocks of a chapter: scenes, breaks, paragraphs, quotations and notes, each note with its sign. */
export const generatedBlocks: fc.Arbitrary<readonly Block[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: generatedContent.map((content): Block => ({ kind: 'paragraph', content })) },
      {
        weight: 2,
        arbitrary: generatedContent.map((content): Block => ({ kind: 'paragraph', content, quoted: true })),
      },
      { weight: 1, arbitrary: fc.constant<Block>({ kind: 'sceneBreak' }) },
      {
        weight: 1,
        arbitrary: headingText.map((text): Block => ({ kind: 'scene', content: [{ kind: 'text', text }] })),
      },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((blocks) =>
    fc
      .array(fc.record({ at: fc.nat(blocks.length - 1), note: generatedContent }), { maxLength: 2 })
      .map((notes) => withNotes(blocks, notes)),
  )

/** The blocks with note signs at the ends of paragraphs, and each note behind its paragraph. */
function withNotes(
  blocks: readonly Block[],
  notes: readonly { readonly at: number; readonly note: readonly Inline[] }[],
): readonly Block[] {
  let last = 0
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'paragraph') return [block]
    const own = notes.filter(({ at }) => at === index).map(({ note }) => ({ id: String(++last), note }))
    const signs = own.map(({ id }): Inline => ({ kind: 'noteSign', id }))
    return [
      { ...block, content: tidied([...block.content, ...signs]) },
      ...own.map(({ id, note }): Block => ({ kind: 'note', id, content: oneLine(note) })),
    ]
  })
}

const oneLine = (content: readonly Inline[]): readonly Inline[] =>
  tidied(content.map((inline) => (inline.kind === 'lineBreak' ? { kind: 'text', text: ' ' } : inline)))
