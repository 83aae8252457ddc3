import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { constraintsFile, prose, startNovel } from '../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const surnames = '赵钱孙李周吴郑王冯陈'
const given = '梅兰竹菊松柏桃李荷桂'
const castZh = [...surnames].flatMap((surname) => [...given].map((name) => `${surname}${name}`))
const firsts = ['Ada', 'Ben', 'Cleo', 'Dora', 'Enid', 'Finn', 'Gwen', 'Hugh', 'Iris', 'Jonah']
const lasts = ['Ashby', 'Burke', 'Crane', 'Doyle', 'Eaton', 'Frost', 'Grange', 'Holt', 'Irving', 'Judd']
const castEn = firsts.flatMap((first) => lasts.map((last) => `${first} ${last}`))

const fillOf = {
  zh: (name: string) => `${name}住在雾港，`,
  en: (name: string) => `${name} lives by the harbour. `,
}

/** A hundred texts are more than the line of Rules in the largest window. */
const unitsOf = { zh: 160, en: 700 }

/** The text of an entry, so many UTF-16 units long. */
const bodyOf = (name: string, language: 'zh' | 'en', units: number) =>
  fillOf[language](name)
    .repeat(Math.ceil(units / 8))
    .slice(0, units)
const ruleOf = (name: string, language: 'zh' | 'en') =>
  language === 'zh' ? `${name}从不说谎` : `${name} never lies`

function book(
  language: 'zh' | 'en',
  { units = unitsOf[language], own = 30 }: { units?: number; own?: number } = {},
) {
  const cast = language === 'zh' ? castZh : castEn
  const harbour = language === 'zh' ? '雾港的旧灯塔' : 'The old lighthouse'
  const entries = cast.map((name, at) => [
    `.creonow/characters/p${at}.md`,
    `---\nid: p${at}\ntype: character\nname: ${name}\naiContextLevel: always\nconstraints:\n  - ${ruleOf(name, language)}\n---\n${bodyOf(name, language, units)}\n`,
  ])
  const rules = Array.from({ length: own }, (_, at) =>
    language === 'zh' ? `第${at}条：不写梦境与回忆。` : `Rule ${at}: no dreams and no memories.`,
  )
  const filler = language === 'zh' ? prose(1500) : 'The tide came in and nobody spoke of it. '.repeat(40)
  const at = (name: string) =>
    language === 'zh'
      ? `${filler}\n${harbour}亮着。${name}推开门。`
      : `${filler}\n${harbour} shone. ${name} opened the door.`
  return {
    cast,
    rules,
    files: {
      '.creonow/project.json': JSON.stringify({ id: 'near', name: 'near', language }),
      '.creonow/rules/constraints.json': constraintsFile(rules),
      'manuscript/001.md': at(cast[73] ?? ''),
      // Of this much in Retrieved, a quarter may be appended before it is made anew.
      '.creonow/locations/lighthouse.md': `---\nid: tower\ntype: location\nname: ${harbour}\n---\n${bodyOf(harbour, language, 4 * unitsOf[language])}\n`,
      ...Object.fromEntries(entries),
    },
    chapterNaming: at,
  }
}

const request = (window: number, more: object = {}) => ({
  projectId: test.projectId,
  documentId: 'manuscript/001.md',
  cursorPosition: 1_000_000,
  skillId: 'continue',
  limits: { window, outputReserve: Math.min(4096, Math.floor(window / 4)) },
  ...more,
})
const assemble = (window: number, more?: object) =>
  test.invoke('context:assemble', request(window, more) as never)

describe.each(['zh', 'en'] as const)(
  'one of a hundred people of the level “always”, named at the cursor (%s)',
  (language) => {
    it.each([8192, 32_768, 128_000])(
      'is sent whole with her own constraint in a window of %i',
      async (window) => {
        const { cast, rules, files } = book(language)
        test = await startNovel(files)
        const cursorPosition = files['manuscript/001.md'].length
        const { systemPrompt, warnings } = await assemble(window, { stateless: true, cursorPosition })
        const near = cast[73] ?? ''
        expect(warnings.map((text) => text.split(':')[0])).toEqual(['CONTEXT_RULES_OVERBUDGET'])
        expect([
          systemPrompt.includes(bodyOf(near, language, unitsOf[language])),
          systemPrompt.includes(`. ${ruleOf(near, language)}\n`),
        ]).toEqual([true, true])
        for (const rule of rules) expect(systemPrompt).toContain(rule)
        for (const name of cast) expect(systemPrompt).toContain(name)
      },
    )

    it('of whom the scene names another is read in Retrieved, and the prefix stays', async () => {
      const { cast, files, chapterNaming } = book(language)
      test = await startNovel(files)
      const [first = '', next = ''] = [cast[73], cast[5]]
      const cursorPosition = files['manuscript/001.md'].length
      const before = await assemble(8192, { cursorPosition })
      const text = `${chapterNaming(first)}${language === 'zh' ? `${next}也来了。` : ` ${next} came too.`}`
      await writeFile(join(test.project, 'manuscript/001.md'), text)
      const after = await assemble(8192, { cursorPosition: text.length })
      expect([
        before.systemPrompt.includes(bodyOf(next, language, unitsOf[language])),
        after.stablePrefixUnchanged,
      ]).toEqual([false, true])
      expect(after.userContent).toContain(bodyOf(next, language, unitsOf[language]))
      expect(after.userContent).not.toContain(bodyOf(first, language, unitsOf[language]))
    })
  },
)

it('more people in the scene than have room are whole by nearness, and no one is missing', async () => {
  const { cast, files, chapterNaming } = book('zh', { units: 600, own: 3 })
  const scene = cast.slice(0, 20)
  const text = `${chapterNaming(scene.join('、'))}`
  test = await startNovel({ ...files, 'manuscript/001.md': text })
  const { systemPrompt, userContent, budget, layers } = await assemble(24_000, {
    stateless: true,
    cursorPosition: text.length,
  })
  const whole = scene.map((name) => systemPrompt.includes(bodyOf(name, 'zh', 600)))
  const wholeCount = whole.filter(Boolean).length
  expect([wholeCount > 1, wholeCount < 20]).toEqual([true, true])
  expect(whole).toEqual(whole.map((_, at) => at >= 20 - wholeCount))
  expect(layers.rules.tokens).toBeLessThanOrEqual(Math.max(500, budget.total * 0.25) + 100 * 12)
  for (const name of scene)
    expect([
      name,
      systemPrompt.includes(bodyOf(name, 'zh', 600)) !== userContent.includes(bodyOf(name, 'zh', 600)),
    ]).toEqual([name, true])
})
