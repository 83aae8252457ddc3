import { describe, expect, test } from 'vitest'
import { createSmartTyping } from '../../../../renderer/src/features/smartTyping/smartTyping.ts'
import { typist } from '../../../support/typist.ts'

const chinese = '“雾来了。”她说——很轻……\n'
const corner = '「雾来了。」她说：「他叫『阿远』。」\n'
const english = '“Fog,” she said. “It’s here”—and stopped…\n'
const japanese = '「霧が来た」と彼女は言った。とても静かな夜だった。\n'

interface Row {
  readonly about: string
  readonly chapter?: string
  readonly language?: 'zh' | 'en'
  readonly keys: string
  readonly line: string
}

/** What the keys leave on the last line. */
const written = ({ chapter = '', language = 'zh', keys }: Row) => {
  const page = typist({ chapter, bookLanguage: () => language })
  page.type(keys)
  return page.text().split('\n').at(-1)
}

const rows: readonly Row[] = [
  { about: 'a Chinese chapter without quotes', keys: '他说："走吧。"', line: '他说：“走吧。”' },
  { about: 'the English one', language: 'en', keys: '"Go," he said.', line: '“Go,” he said.' },
  { about: 'speech after speech', chapter: chinese, keys: '"走，"他说，"快。"', line: '“走，”他说，“快。”' },
  { about: 'a word in quotes', chapter: chinese, keys: '叫做"雾港"的镇', line: '叫做“雾港”的镇' },
  { about: 'a quote in a quote', chapter: chinese, keys: `"他叫'阿远'。"`, line: '“他叫‘阿远’。”' },
  {
    about: 'a speech without end before a colon',
    chapter: chinese,
    keys: '“走。她说："好',
    line: '“走。她说：“好',
  },
  {
    about: 'corner brackets',
    chapter: corner,
    keys: `她问："谁是'阿远'？"`,
    line: '她问：「谁是『阿远』？」',
  },
  { about: 'an English name in corner brackets', chapter: corner, keys: `"Tom's"`, line: '「Tom’s」' },
  { about: 'an open bracket of another way', chapter: chinese, keys: '「走吧"', line: '「走吧」' },
  { about: 'a surrogate pair before the quote', chapter: chinese, keys: '𠮷"𠮷"𠮷', line: '𠮷“𠮷”𠮷' },
  { about: 'an indented paragraph', chapter: chinese, keys: '　　"走。"', line: '　　“走。”' },
  { about: 'English in Chinese', chapter: chinese, keys: `don't`, line: 'don’t' },
  { about: 'Japanese', chapter: japanese, keys: `"「犬'と"`, line: '「「犬『と」' },
  { about: 'a new Japanese chapter', language: 'en', keys: 'と"犬"', line: 'と「犬」' },
  { about: 'apostrophes', chapter: english, keys: `It's the dogs' '90s`, line: 'It’s the dogs’ ’90s' },
  {
    about: 'old words',
    chapter: english,
    keys: `'Twas so, and 'tisn't now.`,
    line: '’Twas so, and ’tisn’t now.',
  },
  {
    about: 'a word for and',
    chapter: english,
    keys: `rock 'n' roll, salt 'n pepper`,
    line: 'rock ’n’ roll, salt ’n pepper',
  },
  {
    about: 'them in a quote',
    chapter: english,
    keys: `"'Get 'em,' he said."`,
    line: '“‘Get ’em,’ he said.”',
  },
  {
    about: 'a year and a decade',
    chapter: english,
    keys: `the summer of '69, the late '70s.`,
    line: 'the summer of ’69, the late ’70s.',
  },
  {
    about: 'a quote that only begins like one',
    chapter: english,
    keys: `"'90 people,' she said, 'in tissue.'"`,
    line: '“‘90 people,’ she said, ‘in tissue.’”',
  },
  {
    about: 'words that are longer',
    chapter: english,
    keys: `the words 'tissue' and 'emblem'`,
    line: 'the words ‘tissue’ and ‘emblem’',
  },
  {
    about: 'straight apostrophes',
    chapter: `“It's here,” she said. “Don't.”\n`,
    language: 'en',
    keys: `'tis so`,
    line: `'tis so`,
  },
  { about: 'an old word in code', chapter: english, keys: '`‘tis `', line: '`‘tis `' },
  {
    about: 'English quotes',
    chapter: english,
    keys: `He said, "'No,' she said."`,
    line: 'He said, “‘No,’ she said.”',
  },
  { about: 'brackets and emphasis', chapter: english, keys: `("Go") *"Stop,"*`, line: '(“Go”) *“Stop,”*' },
  {
    about: 'speech broken off',
    chapter: english,
    keys: `"But--" he said--"no"`,
    line: '“But—” he said—“no”',
  },
  {
    about: 'straight quotes',
    chapter: `"Fog," she said. "It's here."\n`,
    language: 'en',
    keys: `"It's," he said.`,
    line: `"It's," he said.`,
  },
  {
    about: 'straight apostrophes beside curly quotes',
    chapter: `“It's here,” she said. “Don't.”\n`,
    language: 'en',
    keys: `"It's," he said.`,
    line: `“It's,” he said.`,
  },
  {
    about: 'British quotes',
    chapter: '‘Fog,’ she said. ‘It’s here.’\n',
    language: 'en',
    keys: `'Go,' he said.`,
    line: '‘Go,’ he said.',
  },
  {
    about: 'guillemets',
    chapter: '«Le brouillard», dit-elle.\n',
    keys: `Il dit "oui"`,
    line: 'Il dit «oui»',
  },
  {
    about: 'guillemets with spaces',
    chapter: '« Le brouillard », dit la vieille dame du port.\n',
    keys: `Il dit " oui " l'ami`,
    line: 'Il dit « oui » l’ami',
  },
  {
    about: 'German quotes',
    chapter: '„Der Nebel“, sagte die alte Frau am Hafen.\n',
    keys: `Er sagte: "Ja, 'gut'."`,
    line: 'Er sagte: „Ja, ‚gut‘.“',
  },
  {
    about: 'quotes turned inward',
    chapter: '»Der Nebel«, sagte die alte Frau am Hafen.\n',
    keys: `Er sagte "Ja".`,
    line: 'Er sagte »Ja«.',
  },
  { about: 'a Chinese dash', keys: '走--不走', line: '走——不走' },
  { about: 'a dash that begins a Chinese line', keys: '--走', line: '——走' },
  { about: 'an English dash', language: 'en', keys: 'go--no', line: 'go—no' },
  {
    about: 'a dash between spaces',
    chapter: 'The fog – it was here – was cold and still there.\n',
    language: 'en',
    keys: 'a -- b',
    line: 'a – b',
  },
  {
    about: 'hyphens as dashes',
    chapter: 'Fog--it was here--was cold.\n',
    language: 'en',
    keys: 'a--b',
    line: 'a--b',
  },
  { about: 'a rule of Markdown', keys: '---', line: '---' },
  { about: 'a longer rule', language: 'en', keys: '-----', line: '-----' },
  { about: 'three hyphens in a line', language: 'en', keys: 'a---b', line: 'a---b' },
  { about: 'a table', keys: '| -- |', line: '| -- |' },
  { about: 'a comment', keys: '<!-- "note" -->', line: '<!-- "note" -->' },
  { about: 'a Chinese ellipsis', keys: '走...', line: '走……' },
  { about: 'full stops in a row', keys: '走。。。', line: '走……' },
  { about: 'six full stops', keys: '走。。。。。。', line: '走……' },
  { about: 'six dots', keys: '走......走', line: '走……走' },
  { about: 'an English ellipsis', language: 'en', keys: 'so...', line: 'so…' },
  { about: 'dots as ellipsis', chapter: 'Fog... she said.\n', language: 'en', keys: 'so...', line: 'so...' },
  { about: 'full stops as ellipsis', chapter: '雾。。。来了。\n', keys: '走。。。', line: '走。。。' },
  { about: 'two dots', keys: '走..', line: '走..' },
  { about: 'a code span', keys: '`a--"b"...` "', line: '`a--"b"...` “' },
  { about: 'the target and title of a link', keys: '[雾](a--b "c...")"', line: '[雾](a--b "c...")“' },
  { about: 'a bare address', keys: 'https://a.b/c--d...', line: 'https://a.b/c--d...' },
  { about: 'a fenced block', chapter: '```\n', keys: '"--..."', line: '"--..."' },
  { about: 'a place behind a fenced block', chapter: '```\na b\n```\n', keys: '"', line: '“' },
  { about: 'front matter', chapter: '---\ntitle: |\n---\n雾', keys: '', line: '雾' },
  {
    about: 'front matter that is being written',
    chapter: '---\n',
    keys: 'title: "雾--"',
    line: 'title: "雾--"',
  },
  { about: 'a chapter with front matter', chapter: '---\ntitle: "雾"\n---\n', keys: '"走"', line: '“走”' },
  { about: 'a chapter that begins with a rule', chapter: '---\n　　雾来了。\n', keys: '"走"', line: '“走”' },
]

test.each(rows)('the keys $keys write $line: $about', (row) => {
  expect(written(row)).toBe(row.line)
})

test('front matter, a link text and a place inside a line are judged by what stands around the caret', () => {
  const at = (chapter: string, keys: string) => {
    const page = typist({ chapter })
    page.type(keys)
    return page.text()
  }
  expect([
    at('---\ntitle: |\n---\n雾', '"雾--"'),
    at('[雾|](a)', '"'),
    at('“走|”', '"'),
    at('走|吧”', '"'),
    at('`a|` b', '"'),
  ]).toEqual(['---\ntitle: "雾--"\n---\n雾', '[雾"](a)', '“走””', '走“吧”', '`a"` b'])
})

describe('undo at once', () => {
  const undone = (keys: string, language: 'zh' | 'en' = 'zh', chapter = '') => {
    const page = typist({ chapter, bookLanguage: () => language })
    page.type(keys)
    page.undo()
    return page
  }

  test('gives back the keys, with the caret behind them, and another one takes the sentence', () => {
    const states = ['走"', '走--', '走...', '走。。。', '他停住。--'].map((keys) => {
      const page = undone(keys)
      const after = [page.text(), page.caret()]
      page.undo()
      return [...after, page.text()]
    })
    expect(states).toEqual([
      ['走"', 2, ''],
      ['走--', 3, ''],
      ['走...', 4, ''],
      ['走。。。', 4, ''],
      ['他停住。--', 6, '他停住。'],
    ])
  })

  test('leaves the place as it was typed: what follows does not replace it, and its other mark is straight too', () => {
    const written = (keys: string, more: string) => {
      const page = undone(keys)
      page.type(more)
      return page.text()
    }
    expect([
      written('走"', '吧"'),
      written('走--', '-'),
      written('走...', '.'),
      written('走。。。', '。'),
    ]).toEqual(['走"吧"', '走---', '走....', '走。。。。'])
  })

  test('is only at once: behind another key, a move or a change it takes back the sentence', () => {
    const texts = [
      (page: ReturnType<typeof typist>) => page.type('走'),
      (page: ReturnType<typeof typist>) => page.select(1),
      (page: ReturnType<typeof typist>) =>
        page.act({ changes: { from: 0, insert: '雾' }, userEvent: 'input.disk' }),
    ].map((between) => {
      const page = typist()
      page.type('他说"')
      between(page)
      page.undo()
      return page.text().includes('"')
    })
    expect(texts).toEqual([false, false, false])
  })

  test('gives back what was typed over a selection, and the selection by a second one', () => {
    const page = typist({ chapter: '走吧' })
    page.select(0, 2)
    page.type('"')
    const first = page.text()
    page.undo()
    const second = page.text()
    page.undo()
    expect([first, second, page.text()]).toEqual(['“', '"', '走吧'])
  })
})

test('a sentence with quotes and dashes is one step of undo, and ends at an ellipsis as it did', () => {
  const page = typist({ chapter: '　　雾来了。' })
  page.type('--他说："走--\'走\'..."好')
  page.undo()
  const first = page.text()
  page.undo()
  expect([first, page.text()]).toEqual(['　　雾来了。——他说：“走——‘走’……”', '　　雾来了。'])
})

test('compositions, pasted text, several characters at once and a chapter with the switch off are left as they are', () => {
  const composed = typist()
  for (const text of ['"', '-', '-', '.', '.', '.']) composed.compose(text)
  const pasted = typist()
  for (const text of ['"', '--', '...', '"雾"']) pasted.paste(text)
  const off = typist({ isOn: () => false })
  off.type(`"走"--'...`)
  expect([composed.text(), pasted.text(), off.text()]).toEqual(['"--...', '"--..."雾"', `"走"--'...`])
})

test('a key after a composition or a paste still counts what they wrote', () => {
  const page = typist()
  page.compose('「走')
  page.type('"')
  page.paste('..')
  page.type('.')
  expect(page.text()).toBe('「走」……')
})

test('no closing mark is written by itself', () => {
  const page = typist({ chapter: corner })
  page.type('"（')
  expect(page.text()).toBe(`${corner}「（`)
})

test('a chapter without marks is written as the chapter of its book left before, not as one of another book', () => {
  const typing = createSmartTyping({ isOn: () => true, bookLanguage: () => 'zh' })
  typing.enter('p1')
  typing.remember('p1', typist({ chapter: corner }).doc())
  typing.remember('p1', typist({ chapter: '没有引号。' }).doc())
  const write = (project: string) => {
    typing.enter(project)
    const page = typist({ typing })
    page.type('"走"')
    return page.text()
  }
  expect([write('p1'), write('p2')]).toEqual(['「走」', '“走”'])
})

test('undo right behind a corrected apostrophe brings the quote and the key back', () => {
  const page = typist({ chapter: english, bookLanguage: () => 'en' })
  page.type("'tis ")
  const seen = [page.text().split('\n').at(-1)]
  page.undo()
  seen.push(page.text().split('\n').at(-1))
  expect(seen).toEqual(['’tis ', '‘tis '])
})
