import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { typist } from '../../../support/typist.ts'

const chapters = [
  '',
  '“雾来了。”——她说……\n',
  '「霧が来た」と彼女は言った。――\n',
  '“Fog,” she said. “It’s here”—and…\n',
  '"Fog," she said... no--yes\n',
  '„Nebel“, «brume», »inward«\n',
  '---\ntitle: "a"\n---\n',
  ...strangeTexts.map(({ text }) => text.replaceAll('\r', '').slice(0, 400)),
]
const chapter = fc.constantFrom(...chapters)
const language = fc.constantFrom('zh' as const, 'en' as const)
/** Keys that may become something else, between some that do not. */
const key = fc.constantFrom(...`"'-.。"'-.。"'-. a雾𠮷：。，\`[](|*“”「」‘’«»„\n`)
const keys = fc.array(key, { maxLength: 40 })
const typed = /^["'.。-]*$/

test('undo behind any key that wrote something else gives exactly the text with that key', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(
      chapter,
      language,
      fc.array(fc.tuple(key, fc.boolean()), { minLength: 10, maxLength: 40 }),
      (start, bookLanguage, all) => {
        const page = typist({ chapter: start, bookLanguage: () => bookLanguage })
        let undone = 0
        for (const [key, isUndone] of all) {
          const at = page.caret()
          const before = page.text()
          const plain = before.slice(0, at) + key + before.slice(at)
          page.type(key)
          // The third hyphen of a rule has put back what was typed, and some stay: marks come behind marks.
          if (page.text() === plain || !isUndone || page.text().slice(0, page.caret()).endsWith('---'))
            continue
          page.undo()
          undone++
          expect([page.text(), page.caret()]).toEqual([plain, at + key.length])
        }
        checked.when(undone > 0)
      },
    ),
    { numRuns: 1000 },
  )
  checked.expectShare(0.3)
})

test('no key changes anything but itself and the same keys right before it', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(chapter, language, keys, fc.nat(), (start, bookLanguage, all, place) => {
      const page = typist({ chapter: start, bookLanguage: () => bookLanguage })
      page.select(place % (start.replace('|', '').length + 1))
      let replaced = 0
      for (const key of all) {
        const at = page.caret()
        const before = page.text()
        page.type(key)
        const after = page.text()
        const rest = before.slice(at)
        expect(after.endsWith(rest)).toBe(true)
        if (after !== before.slice(0, at) + key + rest) replaced++
        let from = 0
        while (from < at && before[from] === after[from]) from++
        // A dash of a rule and the first half of six dots were keys, too.
        expect(before.slice(from, at).replace(/[—―─–…⋯]/g, '')).toMatch(typed)
      }
      checked.when(replaced > 0)
    }),
    { numRuns: 1000 },
  )
  checked.expectShare(0.3)
})

test('with the switch off every key writes itself', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(chapter, keys, (start, all) => {
      const page = typist({ chapter: start, isOn: () => false })
      const smart = typist({ chapter: start })
      page.type(all.join(''))
      smart.type(all.join(''))
      checked.when(smart.text() !== page.text())
      const at = start.includes('|') ? start.indexOf('|') : start.length
      const doc = start.replace('|', '')
      expect(page.text()).toBe(doc.slice(0, at) + all.join('') + doc.slice(at))
    }),
    { numRuns: 300 },
  )
  checked.expectShare(0.3)
})

test('undo to the end gives back the chapter, whatever was replaced', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(chapter, keys, (start, all) => {
      const page = typist({ chapter: start })
      page.type(all.join(''))
      checked.when(!page.text().includes(all.join('')))
      for (let steps = 0; steps < 200 && page.undo(); steps++);
      expect(page.text()).toBe(start.replace('|', ''))
    }),
    { numRuns: 500 },
  )
  checked.expectShare(0.3)
})
