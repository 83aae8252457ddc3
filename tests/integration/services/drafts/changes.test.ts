import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { tagWholeBut } from '../../../support/whole.ts'
import { type JobsNovel, startJobsNovel } from '../jobs/fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

type Mode = 'narrated' | 'said' | 'dreamt' | 'negated' | 'threatened'
interface Planted {
  readonly chapter: number
  readonly mode: Mode
  readonly entry: string
  readonly field: string
  readonly value: string
  readonly quote: string
}

const modes = ['narrated', 'said', 'dreamt', 'negated', 'threatened'] as const
/** A name for each chapter, so that changes of one do not end those of another. */
const namesOf = {
  zh: (n: number) => `石青${'瓷舟烛满娘海山河云霜雪雨风雷电梅兰竹菊松柏桐枫柳桃李杏荷葵蓉'[n] ?? n}`,
  en: (n: number) =>
    `${['Ada', 'Silas', 'Martha', 'Owen', 'Ruth', 'Ezra'][n % 6]} ${['Vale', 'Pike', 'Bligh', 'Crane', 'Thorn'][Math.floor(n / 6)]}`,
} as const

/** Death, move, gift, marriage and a secret, each in every mode; sentences that stand in the text word for word. */
const kinds = {
  zh: [
    ['alive', '死了', (name: string) => `${name}那天夜里死了`],
    ['place', '$城', (name: string) => `${name}去了${name.at(-1)}城`],
    ['owner', '$娘', (name: string) => `${name}的铜尺归了${name.at(-1)}娘`],
    ['relation', '沈$的妻子', (name: string) => `${name}成了沈${name.at(-1)}的妻子`],
    ['knows', '$的秘密', (name: string) => `${name}知道了${name.at(-1)}的秘密`],
  ],
  en: [
    ['alive', 'dead', (name: string) => `${name} was dead by morning`],
    ['place', 'London', (name: string) => `${name} went to London`],
    ['owner', 'Mrs. Gray', (name: string) => `the ruler of ${name} went to Mrs. Gray`],
    ['relation', 'wife of Mr. Hale', (name: string) => `${name} became the wife of Mr. Hale`],
    ['knows', "the captain's secret", (name: string) => `${name} learnt the captain's secret`],
  ],
} as const
const sentences = {
  zh: {
    narrated: (words: string) => [`　　${words}。`, `${words}。`],
    said: (words: string) => [`　　许三娘低声说：“${words}。”没有人应。`, `${words}。`],
    dreamt: (words: string) => [`　　他梦见${words}。`, `他梦见${words}。`],
    negated: (words: string) => [`　　谁也没有料错：并不是${words}。`, `并不是${words}。`],
    threatened: (words: string) => [`　　老顾拍着桌子：「再来一次，就叫${words}！」`, `就叫${words}！`],
  },
  en: {
    narrated: (words: string) => [`${words}.`, `${words}.`],
    said: (words: string) => [`“${words},” the clerk whispered.`, `${words},`],
    dreamt: (words: string) => [`He dreamt that ${words}.`, `He dreamt that ${words}.`],
    negated: (words: string) => [`It was never true that ${words}.`, `It was never true that ${words}.`],
    threatened: (words: string) => [`"Once more, and ${words}!" he roared.`, `and ${words}!`],
  },
} as const

/** A book of thirty chapters with two changes each, and what a model could read in them. */
function plantedChanges(language: 'zh' | 'en') {
  const planted: Planted[] = []
  const files: Record<string, string> = {}
  for (let n = 0; n < 30; n += 1) {
    const lines: string[] = []
    for (const second of [0, 1]) {
      const index = 2 * n + second
      const [field, shape, words] = kinds[language][index % 5] ?? kinds[language][0]
      const mode = modes[Math.floor(index / 5) % 5] ?? 'narrated'
      const entry = namesOf[language](n)
      const value = shape.replace('$', entry.at(-1) ?? '')
      const [line = '', quote = ''] = sentences[language][mode](words(entry))
      lines.push(line)
      planted.push({ chapter: n, mode, entry, field, value, quote })
    }
    const title = language === 'zh' ? `第${n + 1}章` : `Chapter ${n + 1}`
    const filler =
      language === 'zh' ? '　　雨落在青石上，灯一盏盏灭了。' : 'Rain fell on the stones all night.'
    files[`manuscript/${String(n + 1).padStart(3, '0')}-${title}.md`] =
      `# ${title}\n\n${[filler, ...lines, filler].join('\n\n')}\n`
    files[`.creonow/characters/${namesOf[language](n)}.md`] =
      `---\nid: p${n}\nname: ${namesOf[language](n)}\n---\n${language === 'zh' ? '作者写的。' : 'By the author.'}\n`
  }
  files['.creonow/project.json'] = JSON.stringify({ id: 'novel-under-test', name: 'x', language })
  return { planted, files }
}

/** What a model calls a change that it mislabels. */
const mislabelled = { narrated: 'said', said: 'narrated', dreamt: 'narrated' } as const

/** One of each five, another one each time. */
const isWrong = (n: number) => n % 5 === Math.floor(n / 5) % 5

/** Answers with what stands in the chapter of the request; every fifth is mislabelled. */
function answerWith(planted: readonly Planted[], prompt: string) {
  const rows = planted.flatMap(({ mode, entry, field, value, quote }, n) => {
    if (!prompt.includes(quote)) return []
    if (mode === 'negated' || mode === 'threatened')
      // What does not happen is left out, unless it is mislabelled.
      return isWrong(n) ? [{ entry, field, value, quote, certainty: 'narrated' }] : []
    return [{ entry, field, value, quote, certainty: isWrong(n) ? mislabelled[mode] : mode }]
  })
  return `\`\`\`json\n${JSON.stringify(rows)}\n\`\`\``
}
const list = (documentId?: string) =>
  book.novel.invoke('codex:changes:list', {
    projectId: book.novel.projectId,
    ...(documentId !== undefined && { documentId }),
  })
const accept = (changes: string[] | 'all' | 'ticked', asFact?: boolean) =>
  book.novel.invoke('codex:changes:accept', {
    ...{ projectId: book.novel.projectId, changes },
    ...(asFact !== undefined && { asFact }),
  })
const chapters = async () =>
  (await book.novel.invoke('documents:list', { projectId: book.novel.projectId })).documents
const promptAt = async (chapter: number, about: string) => {
  const { documentId = '', characters = 0 } = (await chapters())[chapter] ?? {}
  const { systemPrompt, userContent } = await book.novel.invoke('context:assemble', {
    ...{ projectId: book.novel.projectId, documentId, cursorPosition: characters, skillId: 'continue' },
    ...{ stateless: true, additionalInput: about },
  })
  return systemPrompt + userContent
}

for (const language of ['zh', 'en'] as const)
  it(
    `of 60 planted changes nothing inside quotation marks is ticked, and every mislabelled other is listed with its sentence (${language})`,
    tagWholeBut(language === 'zh'),
    async () => {
      const { planted, files } = plantedChanges(language)
      book = await startJobsNovel(0, files)
      book.answer = ({ text }) => answerWith(planted, text.replaceAll('\\"', '"'))
      const job = await book.run({ kind: 'changes' })
      expect(job).toMatchObject({ state: 'done', done: 30, failed: 0, total: 30 })
      const { changes, dropped, cutOff } = await list()
      expect([dropped, cutOff]).toEqual([{ notInText: 0, incomplete: 0 }, 0])
      const order = (await chapters()).map(({ documentId }) => documentId)
      const listedAs = ({ chapter, entry, value, quote }: Planted) =>
        changes.find(
          (each) =>
            each.documentId === order[chapter] &&
            each.name === entry &&
            each.value === value &&
            each.quote === quote,
        )
      const reported = planted.filter(
        ({ mode }, n) => isWrong(n) || (mode !== 'negated' && mode !== 'threatened'),
      )
      expect(changes).toHaveLength(reported.length)
      expect(reported.filter((each) => !listedAs(each))).toEqual([])
      const wrong = planted.filter((_, n) => isWrong(n))
      expect(wrong).toHaveLength(12)
      const inMarks = reported.filter(({ mode }) => mode === 'said' || mode === 'threatened')
      expect(inMarks.length).toBeGreaterThan(12)
      for (const each of inMarks) {
        expect(listedAs(each)?.reservation).toBe('quoted')
        expect(listedAs(each)?.certainty).not.toBe('narrated')
      }
      const ticked = changes.filter(({ reservation }) => reservation === undefined)
      const narrated = planted.filter(({ mode }, n) => mode === 'narrated' && !isWrong(n))
      expect(ticked.map(({ quote }) => quote).toSorted()).toEqual(
        narrated.map(({ quote }) => quote).toSorted(),
      )
    },
  )

it('accepted changes are in the prompts of their chapter and later ones only, and nothing is before it is accepted', async () => {
  const { planted, files } = plantedChanges('zh')
  book = await startJobsNovel(0, files)
  book.answer = ({ text }) => answerWith(planted, text)
  const [first] = planted
  if (!first) throw new Error('nothing planted')
  const about = planted.map(({ entry }) => entry).join('、')
  const before = await promptAt(29, about)
  await book.run({ kind: 'changes' })
  expect(await promptAt(29, about)).toBe(before)
  const ticked = (await list()).changes.filter(({ reservation }) => reservation === undefined)
  // Every death has the same words; the others name whom they are about.
  const telling = ticked.filter(({ field }) => field !== '生死')
  expect(await accept('ticked')).toEqual({ accepted: ticked.length, created: [], failed: [] })
  const order = (await chapters()).map(({ documentId }) => documentId)
  let early = 0
  let shown = 0
  for (const chapter of [0, 4, 9, 14, 19, 29]) {
    for (const { documentId, name, field, value } of telling) {
      const isDue = order.indexOf(documentId) <= chapter
      const prompt = await promptAt(chapter, name)
      const has = prompt.includes(`${field}：${value}`)
      if (has && !isDue) early += 1
      if (has && isDue) shown += 1
      expect([chapter, name, field, value, has]).toEqual([chapter, name, field, value, isDue])
    }
  }
  expect([early, shown > 0]).toEqual([0, true])
})

const small = {
  'manuscript/001-雾.md': '# 雾\n\n　　石青瓷到了雾港。\n\n　　老顾说：“石青瓷去了北京。”\n',
  'manuscript/002-灯.md': '# 灯\n\n　　石青瓷到了海上，白小满也来了。\n',
  '.creonow/characters/石青瓷.md':
    '---\nid: shi\nname: 石青瓷\nprogressions:\n  - from: manuscript/001-雾.md\n    text: 右手受伤\n---\n作者写的。\n',
}
const rows = [
  { entry: '石青瓷', field: 'place', value: '雾港', quote: '石青瓷到了雾港。', certainty: 'narrated' },
  { entry: '石青瓷', field: 'place', value: '北京', quote: '石青瓷去了北京。', certainty: 'narrated' },
  { entry: '石青瓷', field: '位置', value: '海上', quote: '石青瓷到了海上，白小满也来了。' },
  { entry: '白小满', field: 'place', value: '海上', quote: '白小满也来了。', certainty: 'narrated' },
  { entry: '石青瓷', field: 'place', value: '天上', quote: '石青瓷飞到了天上。', certainty: 'narrated' },
  { entry: '石青瓷', field: 'place' },
]
const startSmall = async () => {
  book = await startJobsNovel(0, small)
  book.answer = ({ text }) =>
    JSON.stringify(rows.filter(({ quote }) => !quote || text.includes(quote) || quote.includes('天上')))
  await book.run({ kind: 'changes' })
}
const idOf = async (value: string) => (await list()).changes.find((each) => each.value === value)?.id ?? ''
const card = async () =>
  (await book.novel.invoke('codex:read', { projectId: book.novel.projectId, id: 'shi' })).entry

it('the older value ends with the chapter before, the author’s words stay, and a speech is accepted as a claim or as a fact', async () => {
  await startSmall()
  const { changes, dropped } = await list()
  expect(
    changes.map(({ name, value, certainty, reservation }) => [name, value, certainty, reservation]),
  ).toEqual([
    ['石青瓷', '雾港', 'narrated', undefined],
    ['石青瓷', '北京', 'said', 'quoted'],
    ['石青瓷', '海上', 'narrated', undefined],
    ['白小满', '海上', 'narrated', 'noEntry'],
  ])
  expect(dropped).toEqual({ notInText: 2, incomplete: 2 })
  expect(await accept('ticked')).toMatchObject({ accepted: 2, failed: [] })
  expect(await accept([await idOf('北京')])).toMatchObject({ accepted: 1 })
  const [one = '', two = ''] = (await chapters()).map(({ documentId }) => documentId)
  const { progressions } = await card()
  expect(progressions).toEqual([
    { from: expect.stringMatching(/雾/), text: '右手受伤' },
    {
      ...{
        id: expect.stringMatching(/^p_/),
        from: one,
        to: one,
        text: '位置：雾港',
        field: '位置',
        value: '雾港',
      },
      ...{ evidence: [{ quote: '石青瓷到了雾港。', chapter: one }], by: 'model' },
    },
    {
      ...{ id: expect.stringMatching(/^p_/), from: two, text: '位置：海上', field: '位置', value: '海上' },
      ...{ evidence: [{ quote: '石青瓷到了海上，白小满也来了。', chapter: two }], by: 'model' },
    },
    {
      ...{ id: expect.stringMatching(/^p_/), from: one, text: '位置：北京（有人这样说）', field: '位置' },
      ...{ value: '北京', certainty: 'said', by: 'model' },
      evidence: [{ quote: '石青瓷去了北京。', chapter: one }],
    },
  ])
  const text = await readFile(join(book.novel.project, '.creonow/characters/石青瓷.md'), 'utf8')
  expect(text.endsWith('---\n作者写的。\n')).toBe(true)
})

it('a change of somebody without a card makes one, twice at once as well, and what is rejected does not come again', async () => {
  await startSmall()
  const id = (await list()).changes.find(({ name }) => name === '白小满')?.id ?? ''
  const answers = await Promise.all([accept([id]), accept([id])])
  expect(answers.map(({ created }) => created.map(({ name }) => name))).toEqual([['白小满'], []])
  expect(await accept([await idOf('北京')], true)).toMatchObject({ accepted: 1 })
  expect((await card()).progressions.at(-1)).toMatchObject({ value: '北京', text: '位置：北京' })
  const rejected = await book.novel.invoke('codex:changes:reject', {
    ...{ projectId: book.novel.projectId, changes: 'all' },
  })
  expect(rejected).toEqual({ rejected: 2 })
  await book.run({ kind: 'changes' })
  expect((await list()).changes).toEqual([])
})

it('a sentence that the author has rewritten since takes its change out of the list, and one chapter is listed alone', async () => {
  await startSmall()
  const [, two] = await chapters()
  expect((await list(two?.documentId)).changes.map(({ name }) => name)).toEqual(['石青瓷', '白小满'])
  await writeFile(join(book.novel.project, 'manuscript/002-灯.md'), '# 灯\n\n　　She went ashore.\n')
  expect((await list()).changes.map(({ value }) => value)).toEqual(['雾港', '北京'])
})
