import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { prose, startNovel } from '../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const surnames = '赵钱孙李周吴郑王冯陈'
const given = '梅兰竹菊松柏桃李荷桂'
const firsts = ['Ada', 'Ben', 'Cleo', 'Dora', 'Enid', 'Finn', 'Gwen', 'Hugh', 'Iris', 'Jonah']
const lasts = ['Ashby', 'Burke', 'Crane', 'Doyle', 'Eaton', 'Frost', 'Grange', 'Holt', 'Irving', 'Judd']

/** A hundred people of the level “always”, with a text and a constraint each. */
const casts = {
  zh: {
    names: [...surnames].flatMap((surname) => [...given].map((name) => `${surname}${name}`)),
    bodyOf: (name: string) => `${name}住在雾港东面的旧仓里，白天补网，夜里守灯。`,
    constraintOf: (name: string) => `${name}从不在雾天出海，也不提他父亲的名字`,
    ownOf: (at: number) => `第${at + 1}条：这一段不写梦境，不写回忆，不用倒叙`,
    filler: prose(3000),
    naming: (names: readonly string[]) => `${names.join('和')}推开门，走进雾里。`,
  },
  en: {
    names: firsts.flatMap((first) => lasts.map((last) => `${first} ${last}`)),
    bodyOf: (name: string) => `${name} mends nets by day and keeps the lamp of the old tower by night.`,
    constraintOf: (name: string) => `${name} never sails in fog and never names the father`,
    ownOf: (at: number) => `Rule ${at + 1}: no dreams, no memories and no flashbacks in this part`,
    filler: 'The tide came in and nobody spoke of it. '.repeat(80),
    naming: (names: readonly string[]) => `${names.join(' and ')} opened the door.`,
  },
} as const
type Language = keyof typeof casts

function filesOf(language: Language, scene: readonly string[], withConstraints: boolean) {
  const { names, bodyOf, constraintOf, filler, naming } = casts[language]
  const entries = names.map((name, at) => {
    const constraints = withConstraints ? `constraints:\n  - ${constraintOf(name)}\n` : ''
    return [
      `.creonow/characters/p${at}.md`,
      `---\nid: p${at}\ntype: character\nname: ${name}\naiContextLevel: always\n${constraints}---\n${bodyOf(name)}\n`,
    ]
  })
  return {
    '.creonow/project.json': JSON.stringify({ id: 'rules', name: 'rules', language }),
    'manuscript/001.md': filler.replaceAll('雾港', '旧港'),
    'manuscript/002.md': filler,
    'manuscript/003.md': `${filler}\n${naming(scene)}`,
    ...Object.fromEntries(entries),
  }
}

interface Line {
  readonly fields: object
  readonly message: string
}

async function startBook(files: Readonly<Record<string, string>>): Promise<Line[]> {
  const lines: Line[] = []
  const warn = (fields: object, message: string) => void lines.push({ fields, message })
  test = await startNovel(files, [], { logger: { debug() {}, info() {}, warn, error() {} } })
  return lines
}

const assemble = (window: number, cursorPosition: number) =>
  test.invoke('context:assemble', {
    ...{ projectId: test.projectId, documentId: 'manuscript/003.md', cursorPosition },
    ...{ skillId: 'continue', stateless: true, limits: { window, outputReserve: 1000 } },
  })

const codesOf = (warnings: readonly string[]) => warnings.map((text) => text.split(':')[0])
const overBudget = (lines: readonly Line[]) =>
  lines.flatMap(({ fields, message }) => (message === 'CONTEXT_RULES_OVERBUDGET' ? [fields] : []))

describe.each(['zh', 'en'] as const)('where Rules of a book in %s exceed their share,', (language) => {
  const { names, bodyOf, constraintOf, ownOf } = casts[language]

  it('a codex of a hundred people has the text of the relevant ones alone, a warning in the log, and the other layers are cut as ever', async () => {
    const scene = [names[73] ?? '', names[12] ?? '']
    const files = filesOf(language, scene, false)
    const lines = await startBook(files)
    const { budget, layers, systemPrompt, trim, warnings } = await assemble(
      9000,
      files['manuscript/003.md'].length,
    )
    expect(budget.estimate.rulesTokens).toBeGreaterThan(2000)
    expect(budget.estimate.rulesTokens).toBeGreaterThan(budget.total * 0.15)
    expect(codesOf(warnings)).toEqual(['CONTEXT_RULES_OVERBUDGET'])
    expect(overBudget(lines).length).toBeGreaterThan(1)
    expect(JSON.stringify(lines)).not.toContain(bodyOf(scene[0] ?? ''))
    // Whole is who stands in the scene; of the others the name, or what the line leaves room for.
    const whole = names.filter((name) => systemPrompt.includes(bodyOf(name)))
    expect(scene.filter((name) => !whole.includes(name))).toEqual([])
    expect(whole.length).toBeLessThan(50)
    expect(names.filter((name) => !systemPrompt.includes(name))).toEqual([])
    // Of the other layers Retrieved gives way first, which is enough here.
    const cut = trim.filter(({ layer, action }) => layer !== 'rules' && action !== 'kept')
    expect([...new Set(cut.map(({ layer }) => layer))]).toEqual(['retrieved'])
    expect([layers.settings.truncated, layers.immediate.truncated]).toEqual([false, false])
    const { rules, settings, retrieved, immediate } = layers
    expect(rules.tokens + settings.tokens + retrieved.tokens + immediate.tokens).toBeLessThanOrEqual(
      budget.total,
    )
  })

  it('thirty constraints of the author are all there, those of the codex give way by priority, and each of these is in the log', async () => {
    const scene = [names[73] ?? '']
    const files = filesOf(language, scene, true)
    const lines = await startBook(files)
    const own = Array.from({ length: 30 }, (_, at) => ownOf(at))
    for (const text of own)
      await test.invoke('constraints:create', { projectId: test.projectId, text, kind: 'style' })
    const { budget, systemPrompt, trim, warnings } = await assemble(16_000, files['manuscript/003.md'].length)
    expect(budget.estimate.rulesTokens).toBeGreaterThan(3000)
    expect(codesOf(warnings)).toEqual(['CONTEXT_RULES_OVERBUDGET'])
    own.forEach((text, at) => {
      expect(systemPrompt).toContain(`\n${at + 1}. ${text}\n`)
    })
    const isPresent = (name: string) => systemPrompt.includes(`. ${constraintOf(name)}\n`)
    expect(isPresent(scene[0] ?? '')).toBe(true)
    const absent = names.filter((name) => !isPresent(name))
    expect(absent.length).toBeGreaterThan(50)
    const rows = trim.filter(
      ({ layer, action, sourceRef }) => layer === 'rules' && action === 'dropped' && sourceRef.includes('#'),
    )
    expect(rows.map(({ reason }) => reason)).toEqual(absent.map(() => 'not_selected'))
    for (const { sourceRef } of rows)
      expect(overBudget(lines)).toContainEqual(expect.objectContaining({ source: sourceRef }))
  })
})
