import { describe, expect, it } from 'vitest'
import { bookOf, sceneOf } from '../../../support/book.ts'
import { continueSkill } from '../../../support/engine.ts'

const nothing = { drafts: [], notices: [], unread: [] }
const text = '林远把信折好。许三娘没有回头。雾又厚了。'
const template = (instruction: string) => ({
  ...continueSkill,
  template: true,
  instruction: { zh: instruction, en: instruction },
})

describe('the instruction of a request', () => {
  it('is sent as it was typed', async () => {
    const asked = { raw: '　写到灯灭。', text: '　写到灯灭。' }
    const { drafts } = await bookOf().read('authorInput', sceneOf(text, { authorInput: asked }))
    expect(drafts).toEqual([
      {
        ref: { path: 'request:additionalInput' },
        storeId: 'p1',
        title: 'request:additionalInput',
        text: '　写到灯灭。',
        reason: { code: 'input', params: {} },
        of: asked,
      },
    ])
  })

  it('leaves a row when it is blank, and none when it is empty', async () => {
    const blank = sceneOf(text, { authorInput: { raw: '　\n', text: '　\n' } })
    expect(await bookOf().read('authorInput', blank)).toEqual({
      ...nothing,
      unread: [['request:additionalInput', 'not_selected', 2]],
    })
    expect(await bookOf().read('authorInput', sceneOf(text))).toEqual(nothing)
  })

  it('is not sent twice when the skill includes it', async () => {
    const asked = { raw: '灯灭', text: '灯灭' }
    const selected = { from: 0, to: 2, text: '林远' }
    const part = { authorInput: asked, selected, skill: template('写：{{ input }}') }
    expect(await bookOf().read('authorInput', sceneOf(text, part))).toEqual(nothing)
    expect((await bookOf().read('selection', sceneOf(text, part))).drafts.length).toBe(1)
    const other = { ...part, skill: template('改：{{selection}}') }
    expect(await bookOf().read('selection', sceneOf(text, other))).toEqual(nothing)
    expect((await bookOf().read('authorInput', sceneOf(text, other))).drafts.length).toBe(1)
  })
})

describe('the text of an interrupted run in place of the selection', () => {
  it('ends the prompt as it was written, and is nothing where nothing was', async () => {
    const soFar = { raw: '　　雾散了，', text: '　　雾散了，' }
    expect(await bookOf().read('writtenSoFar', sceneOf(text, { soFar }))).toEqual({
      ...nothing,
      drafts: [
        {
          ref: { path: 'request:textSoFar' },
          storeId: 'p1',
          title: 'request:textSoFar',
          text: '　　雾散了，',
          reason: { code: 'so_far', params: {} },
          of: soFar,
        },
      ],
    })
    expect(await bookOf().read('writtenSoFar', sceneOf(text))).toEqual(nothing)
  })
})

describe('the words of the skill', () => {
  const proseOnly = {
    zh: '只输出正文，不加标题、说明、引号外的评语或任何标记。',
    en: 'Output prose only: no headings, notes, comments or markup.',
  }

  it('ask for prose only where the answer goes into the text', async () => {
    const texts = async (output: 'insert' | 'replace' | 'show') => {
      const skill = { ...continueSkill, output }
      const { drafts } = await bookOf().read('skillInstruction', sceneOf(text, { skill }))
      return drafts.map((draft) => draft.text.includes(proseOnly.zh))
    }
    expect([await texts('insert'), await texts('replace'), await texts('show')]).toEqual([
      [true],
      [true],
      [false],
    ])
  })

  it('are of the language of the book', async () => {
    const { drafts } = await bookOf().read('skillInstruction', sceneOf(text, { language: 'en' }))
    expect(drafts).toEqual([
      {
        ref: { path: 'skill:continue' },
        storeId: 'p1',
        title: '续写',
        text: `Go on.\n${proseOnly.en}`,
        reason: { code: 'skill', params: { name: '续写' } },
        of: continueSkill,
      },
    ])
  })

  it.each([
    ['zh', '（无）'],
    ['en', '(none)'],
  ] as const)('have their fields filled in, once; in %s an empty one says so', async (language, none) => {
    const skill = template('改{{selection}}，{{input}}')
    const words = async (part: Parameters<typeof sceneOf>[1]) =>
      (await bookOf().read('skillInstruction', sceneOf(text, { skill, language, ...part }))).drafts
    const filled = await words({
      selected: { from: 0, to: 2, text: '林远' },
      authorInput: { raw: ' 如{{selection}} ', text: '' },
    })
    expect(filled).toEqual([
      {
        ref: { path: 'skill:continue' },
        storeId: 'p1',
        title: '续写',
        text: `改林远，如{{selection}}\n${proseOnly[language]}`,
        reason: { code: 'skill', params: { name: '续写' } },
      },
    ])
    expect((await words({})).map((draft) => draft.text)).toEqual([
      `改${none}，${none}\n${proseOnly[language]}`,
    ])
  })

  it('are found again where the skill is, of this project and this skill', async () => {
    const skills = {
      instruction: async (projectId: string, skillId: string) =>
        projectId === 'p1' && skillId === 'continue'
          ? {
              path: 'skill:continue',
              instruction: { zh: '接着写。', en: 'Go on.' },
              output: 'insert' as const,
            }
          : undefined,
    }
    const book = bookOf({ skills })
    expect(await book.reread('skillInstruction', 'skill:continue')).toEqual({
      text: `接着写。\n${proseOnly.zh}`,
    })
    expect(await book.reread('skillInstruction', 'skill:polish')).toBe(undefined)
  })
})

describe('the text around the cursor', () => {
  const at = 7
  const around = {
    cursorPosition: at,
    before: { from: 0, to: at, text: text.slice(0, at) },
    after: { from: at, to: text.length, text: text.slice(at) },
  }

  it('includes what is before it, with the whole chapter to redact', async () => {
    const scene = sceneOf(text, around)
    expect((await bookOf().read('textBefore', scene)).drafts).toEqual([
      {
        ref: { path: 'manuscript/005.md', from: 0, to: 7 },
        storeId: 'p1',
        title: '第五章',
        text: '林远把信折好。',
        whole: text,
        reason: { code: 'text_before', params: {} },
        of: scene.before,
      },
    ])
  })

  it('is one character when the cursor is behind it, and nothing at the beginning', async () => {
    const read = async (to: number) =>
      (await bookOf().read('textBefore', sceneOf('雾。', { before: { from: 0, to, text: '雾' } }))).drafts
    expect((await read(1)).map((draft) => draft.text)).toEqual(['雾'])
    expect(await read(0)).toEqual([])
  })

  it('includes what is behind it, and nothing at the end', async () => {
    const scene = sceneOf(text, around)
    expect((await bookOf().read('textAfter', scene)).drafts).toEqual([
      {
        ref: { path: 'manuscript/005.md', from: 7, to: text.length },
        storeId: 'p1',
        title: '第五章',
        text: '许三娘没有回头。雾又厚了。',
        whole: text,
        reason: { code: 'text_after', params: {} },
        of: scene.after,
      },
    ])
    expect(await bookOf().read('textAfter', sceneOf(text))).toEqual(nothing)
  })

  it('is 500 tokens behind it at most, and no half character', async () => {
    const long = '雾'.repeat(499) + '𠮷'.repeat(200)
    const after = { from: 0, to: long.length, text: long }
    const read = async (countRange: (text: string, from: number, to: number) => number) =>
      (await bookOf().read('textAfter', sceneOf(long, { after }), { countRange })).drafts
    const points = (whole: string, from: number, to: number) => [...whole.slice(from, to)].length
    expect((await read(points)).map(({ ref }) => ref.to)).toEqual([501])
    expect((await read((_text, from, to) => to - from)).map(({ ref }) => ref.to)).toEqual([499])
    expect(await read(() => 501)).toEqual([])
  })

  it('is the selection as stored', async () => {
    const selected = { from: 7, to: 10, text: '许三娘' }
    expect((await bookOf().read('selection', sceneOf(text, { selected }))).drafts).toEqual([
      {
        ref: { path: 'manuscript/005.md', from: 7, to: 10 },
        storeId: 'p1',
        title: '第五章',
        text: '许三娘',
        whole: text,
        reason: { code: 'selection', params: {} },
        of: selected,
      },
    ])
    expect(await bookOf().read('selection', sceneOf(text))).toEqual(nothing)
  })

  it('is found again as a part of its chapter, or as all of it', async () => {
    const book = bookOf({ texts: { 'manuscript/005.md': text, '.creonow/a.md': '不是正文' } })
    expect(await book.reread('selection', 'manuscript/005.md', { from: 7, to: 10 })).toEqual({
      text: '许三娘',
      whole: text,
    })
    expect(await book.reread('textBefore', 'manuscript/005.md')).toEqual({ text })
    expect(await book.reread('textAfter', '.creonow/a.md')).toBe(undefined)
  })
})

describe('the earlier instructions in this chapter', () => {
  const memory = {
    confirmed: async () => [],
    recall: async () => [],
    working: {
      instructions: (projectId: string, documentId: string) =>
        projectId === 'p1' && documentId === 'manuscript/005.md' ? ['慢一点', '少对话'] : [],
      lastExchange: () => undefined,
    },
  }

  it('are listed with the latest first', async () => {
    expect((await bookOf({ memory }).read('workingMemory', sceneOf(text))).drafts).toEqual([
      {
        ref: { path: 'memory:working' },
        storeId: 'p1',
        title: 'memory:working',
        text: '- 少对话\n- 慢一点',
        reason: { code: 'working_memory', params: {} },
      },
    ])
  })

  it('are absent from a stateless request and from another chapter', async () => {
    const stateless = sceneOf(text, { stateless: true })
    expect(await bookOf({ memory }).read('workingMemory', stateless)).toEqual(nothing)
    const elsewhere = sceneOf(text, { documentId: 'manuscript/004.md' })
    expect(await bookOf({ memory }).read('workingMemory', elsewhere)).toEqual(nothing)
  })

  it('are there when it was one request only', async () => {
    const one = { ...memory, working: { ...memory.working, instructions: () => ['慢一点'] } }
    const { drafts } = await bookOf({ memory: one }).read('workingMemory', sceneOf(text))
    expect(drafts.map((draft) => draft.text)).toEqual(['- 慢一点'])
  })

  it('are absent from a request of a skill that only shows its answer', async () => {
    const critique = { ...sceneOf(text).skill, output: 'show' as const }
    expect(await bookOf({ memory }).read('workingMemory', sceneOf(text, { skill: critique }))).toEqual(
      nothing,
    )
  })
})

describe('the last exchange in this chapter', () => {
  const memory = {
    confirmed: async () => [],
    recall: async () => [],
    working: {
      instructions: () => [],
      lastExchange: (projectId: string, documentId: string) =>
        projectId === 'p1' && documentId === 'manuscript/005.md'
          ? { instruction: '构思', answer: '一、夜渡。\n二、退潮。' }
          : undefined,
    },
  }
  const asked = (raw: string, part: Parameters<typeof sceneOf>[1] = {}) =>
    bookOf({ memory }).read('lastExchange', sceneOf(text, { authorInput: { raw, text: raw }, ...part }))

  it('is there where the author’s words refer to it, whatever the skill was', async () => {
    expect((await asked('按刚才的第二个方向写')).drafts).toEqual([
      {
        ref: { path: 'memory:lastExchange' },
        storeId: 'p1',
        title: 'memory:lastExchange',
        text: '作者：构思\n回答：一、夜渡。\n二、退潮。',
        reason: { code: 'last_exchange', params: { key: '刚才' } },
      },
    ])
  })

  it.each([
    '按第三个方向写',
    '用你说的那个结局',
    '上一版太长，写短些',
    '把前面提的建议用上',
    'Take the second direction',
    'as you suggested',
    'Use your last idea, but slower',
    'go on with that suggestion',
  ])('is there for “%s”', async (raw) => {
    expect((await asked(raw)).drafts).toHaveLength(1)
  })

  it.each(['慢一点，多写雾', '他想起那次渡海', 'Slower, more fog', 'Let the first mate speak', ''])(
    'is absent for “%s”',
    async (raw) => {
      expect((await asked(raw)).drafts).toEqual([])
    },
  )

  it('is absent from a stateless request and from another chapter', async () => {
    expect((await asked('刚才的', { stateless: true })).drafts).toEqual([])
    expect((await asked('刚才的', { documentId: 'manuscript/004.md' })).drafts).toEqual([])
  })
})

describe('the end of the previous chapter', () => {
  const before = `${'他沿着石阶往上走。'.repeat(300)}\n天亮了。`
  const texts = { 'manuscript/004.md': before, 'manuscript/000.md': '献给她。', 'manuscript/001.md': '雾。' }
  const read = (documentId: string, here: string, cursorPosition = here.length) =>
    bookOf({ texts }).read('previousChapter', sceneOf(here, { documentId, cursorPosition }))

  it('fills what is missing to 2,000 tokens, whole sentences, not the last three words alone', async () => {
    const { drafts } = await read('manuscript/005.md', '雾。'.repeat(100))
    const from = before.length - 1796
    expect(drafts).toEqual([
      {
        ref: { path: 'manuscript/004.md', from, to: before.length },
        storeId: 'p1',
        title: '第四章',
        text: before.slice(from),
        whole: before,
        reason: { code: 'previous_chapter', params: { tokens: 2000 } },
      },
    ])
  })

  it('is absent in a chapter of which only the near part is read', async () => {
    const part = { documentId: 'manuscript/005.md', before: { from: 1, to: 3, text: '来了' } }
    const book = bookOf({ texts })
    expect((await book.read('previousChapter', sceneOf('雾来了。', part))).drafts).toEqual([])
    const whole = { ...part, before: { ...part.before, from: 0 } }
    expect((await book.read('previousChapter', sceneOf('雾来了。', whole))).drafts.length).toBe(1)
  })

  it('is absent when there is enough before the cursor, wherever the chapter ends', async () => {
    expect((await read('manuscript/005.md', '雾'.repeat(2000))).drafts).toEqual([])
    expect((await read('manuscript/005.md', '雾'.repeat(1999))).drafts.length).toBe(1)
    expect((await read('manuscript/005.md', '雾'.repeat(3000), 100)).drafts.length).toBe(1)
  })

  it('is of a chapter: never of a front page, of nothing before the first, of no unknown one', async () => {
    expect((await read('manuscript/001.md', '雾。')).drafts).toEqual([])
    expect((await read('manuscript/000.md', '雾。')).drafts).toEqual([])
    expect((await read('manuscript/009.md', '雾。')).drafts).toEqual([])
    expect((await read('manuscript/002.md', '雾。')).drafts.map((draft) => draft.text)).toEqual(['雾。'])
  })

  it('is of the last chapter whose file is there, behind planned and missing ones', async () => {
    const ref = { title: '第四章', kind: 'chapter' as const, chapterNumber: 4 }
    const documents = [
      { ...ref, documentId: 'c_4', path: 'manuscript/004.md' },
      { ...ref, documentId: 'c_p', path: null, planned: true as const },
      { ...ref, documentId: 'c_m', path: 'manuscript/gone.md', missing: true as const },
      { ...ref, documentId: 'c_5', path: 'manuscript/005.md' },
    ]
    const book = bookOf({ texts: { c_4: '雾散了。' }, documents })
    const { drafts } = await book.read('previousChapter', sceneOf('雾。', { documentId: 'c_5' }))
    expect(drafts.map(({ ref: { path }, text }) => [path, text])).toEqual([['manuscript/004.md', '雾散了。']])
  })

  it('is nothing when that chapter is empty', async () => {
    const book = bookOf({ texts: { 'manuscript/004.md': '' } })
    expect(await book.read('previousChapter', sceneOf('雾。'))).toEqual(nothing)
  })

  it('is in front of a second chapter, too', async () => {
    const documents = ['第一章', '第二章'].map((title, at) => ({
      documentId: `manuscript/00${at}.md`,
      title,
      kind: 'chapter' as const,
      chapterNumber: at + 1,
    }))
    const book = bookOf({ texts, documents })
    const scene = sceneOf('雾。', { documentId: 'manuscript/001.md' })
    expect((await book.read('previousChapter', scene)).drafts.map((draft) => draft.text)).toEqual([
      '献给她。',
    ])
  })
})
