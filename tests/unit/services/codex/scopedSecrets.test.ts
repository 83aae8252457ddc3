import { expect, it } from 'vitest'
import { createRandom } from '../../../../bench/measuring.ts'
import { aliasNames, type CodexEntry } from '../../../../main/src/services/codex/entry.ts'
import { createEntryTexts } from '../../../../main/src/services/codex/entryTexts.ts'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { buildNameIndex } from '../../../../main/src/services/codex/nameIndex.ts'
import { type Codex, selectForPrompt } from '../../../../main/src/services/codex/selectForPrompt.ts'
import { entryDraft, entryLabel } from '../../../../main/src/services/sources/codexReading.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'

const fold = createFold()
const chapters = Array.from({ length: 12 }, (_, at) => `manuscript/${String(at + 1).padStart(3, '0')}.md`)
const order = new Map(chapters.map((id, at) => [id, at]))
const types = ['character', 'location', 'event', 'item', 'faction', 'lore'] as const
const levels = ['always', 'when_detected', 'manual_only'] as const

interface Planted {
  readonly word: string
  /** The chapters in which it may be said. */
  readonly from: number
  readonly to: number
}

/** Four entries tied to one another, with a secret of its own in every place that can be bound to chapters. */
function plantedCodex(random: () => number) {
  const planted: Planted[] = []
  const below = (n: number) => Math.floor(random() * n)
  const secret = (from: number, to = chapters.length) => {
    const word = `密${planted.length}钥`
    planted.push({ word, from, to })
    return word
  }
  const chapter = (at: number) => chapters[at] ?? ''
  const entries = Array.from({ length: 4 }, (_, at): CodexEntry => {
    const own = random() < 0.4 ? 1 + below(11) : 0
    const later = () => own + below(chapters.length - own)
    const [alias, ended, tie, first, second] = [later(), later(), later(), later(), later()]
    const word = (from: number) => secret(Math.max(own, from))
    return entryOf({
      id: `e${at}`,
      name: own > 0 ? word(0) : `人${at}`,
      type: types[at % types.length] ?? 'lore',
      aiContextLevel: levels[below(3)] ?? 'always',
      aliases: [
        { name: word(alias), from: chapter(alias) },
        { name: secret(own, ended + 1), to: chapter(ended) },
        ...(random() < 0.5 ? [`号${at}`] : []),
      ],
      relations: [
        { to: `e${below(4)}`, kind: word(tie), from: chapter(tie) },
        { to: `e${below(4)}`, kind: own > 0 ? word(0) : '旧识' },
      ],
      constraints: own > 0 ? [word(0)] : ['不写眼泪'],
      tags: own > 0 ? [word(0)] : [],
      exclude: own > 0 ? [word(0)] : [],
      progressions: [
        { from: chapter(first), text: `${word(first)}。${'长'.repeat(below(60))}`, state: word(first) },
        { from: chapter(second), text: `后来，${word(second)}。` },
      ],
      body: own > 0 ? `${word(0)}住在这里。` : '平常的话。',
      ...(own > 0 ? { from: chapter(own) } : {}),
    })
  })
  return { entries, planted }
}

function codexOf(entries: readonly CodexEntry[]): Codex {
  const located = entries.map((entry) => ({ entry, path: `.creonow/${entry.id}.md` }))
  return {
    entries: located,
    byId: new Map(located.map((one) => [one.entry.id, one])),
    placeOf: new Map(located.map((one, place) => [one, place])),
    index: buildNameIndex(entries, fold),
    called: new Set(entries.flatMap((entry) => [entry.id, entry.name, ...aliasNames(entry)])),
    alwaysChecked: new Set(located),
    ...createEntryTexts(),
  }
}

it('10,000 prompts have no secret of a later chapter, whatever field contains it, and have it in its own chapter', () => {
  const random = createRandom(20_261_122)
  let [prompts, withheld, told] = [0, 0, 0]
  const leaks: string[] = []
  while (prompts < 10_000) {
    const { entries, planted } = plantedCodex(random)
    const codex = codexOf(entries)
    // The author has written every name there is, so that every entry is found by the late ones too.
    const text = entries.flatMap((entry) => [entry.name, ...aliasNames(entry)]).join('，')
    for (const [here, documentId] of chapters.entries()) {
      prompts += 1
      const ids = entries.map(({ id }) => id)
      const part = { text, cursorPosition: text.length, selection: undefined, reachUnits: 5000, latest: [] }
      const query = { ...part, documentId, instruction: `@${entries[0]?.name}`, language: 'zh' as const }
      const pins = random() < 0.5 ? ids : []
      const selected = selectForPrompt(
        codex,
        { ...query, pinned: [], pins, viewpoints: new Set<string>() },
        { order, documentId, pointOfView: undefined },
      )
      const said = JSON.stringify([
        [...selected.always, ...selected.matches].map((card) => {
          const draft = { ...entryDraft(card, { projectId: 'p' } as never), card }
          return [draft.title, draft.text, draft.forms, entryLabel(draft, 'zh')]
        }),
        selected.constraints.map(({ text: constraint, of }) => [constraint, of]),
      ])
      for (const { word, from, to } of planted) {
        const isSaid = said.includes(word)
        if (here < from || here >= to) {
          withheld += 1
          if (isSaid) leaks.push(`${word} in chapter ${here} (known from ${from} to ${to})`)
        } else if (isSaid) told += 1
      }
    }
  }
  expect(leaks.slice(0, 5)).toEqual([])
  // Both ways: most places were withheld, and the same places are told later.
  expect([withheld > 150_000, told > 100_000]).toEqual([true, true])
})
