import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedName, isPortable } from '../../../../main/src/lib/fileName.ts'
import { createNameCheck, orphanedNames } from '../../../../main/src/lib/orphanedFiles.ts'
import { chapterFileName } from '../../../../main/src/services/manuscript/import/fileNames.ts'
import { newChapterName, titledName } from '../../../../main/src/services/manuscript/newChapter.ts'
import { orderKey } from '../../../../main/src/services/manuscript/order.ts'
import { copyMarks } from '../../../support/copyNames.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const stems = ['身份', '决战', 'Fog', '第一章 起', '001-身份', '002-Fog', '终章 2', '身份.old']
const marks = ['', '', ' 1', '~', '#', '\u202E', ...Object.values(copyMarks).flat()]
const title = fc
  .tuple(fc.constantFrom('', '', '', '~$', '.', '#'), fc.constantFrom(...stems), fc.constantFrom(...marks))
  .map((parts) => parts.join(''))
const naming = fc.record({
  way: fc.constantFrom('create', 'rename', 'import', 'tool'),
  title,
  /** Which chapter is named, or comes in front of the new one. */
  at: fc.nat(1000),
})

test('a new chapter behind one that is named like a copy gets a name, whatever its title', () => {
  const before = '身份-NSConflict-lin-desktop-2.md'
  const used = new Set(['身份.md', before].map(foldedName))
  const names = ['终章 2 2', 'Fog', '身份（冲突副本）'].map((given) =>
    newChapterName(given, orderKey(before, ''), undefined, used),
  )
  expect(names.slice(0, 2)).toEqual(['21-终章 2 2.md', '21-Fog.md'])
  for (const name of names) expect(orphanedNames(['身份.md', before, name])).toEqual(new Set())
})

test('no name that create, rename, import or a tool accepts is hidden afterwards: 2,000 names', () => {
  const checked = countedChecks()
  const names = 20
  fc.assert(
    fc.property(fc.array(naming, { minLength: names, maxLength: names }), (namings) => {
      const folder = ['身份.md', '002-Fog.md', '002-Fog (conflicted copy).md']
      const setAside = new Set(['002-Fog (conflicted copy).md'])
      for (const [count, { way, title: given, at }] of namings.entries()) {
        const used = new Set(folder.map(foldedName))
        const listed = folder.filter((name) => !setAside.has(name))
        const place = at % listed.length
        const present = listed[place] ?? ''
        const key = orderKey(present, '')
        const ordinal = String(100 + count)
        const tool = `${given}.md`
        const name = {
          create: () => newChapterName(given, key, undefined, used),
          rename: () => titledName(present, given, used),
          import: () => chapterFileName(ordinal, given),
          tool: () => (isPortable(tool) && createNameCheck(used).accepts(tool) ? tool : undefined),
        }[way as 'create' | 'rename' | 'import' | 'tool']()
        checked.when(name !== undefined && name !== present)
        if (name === undefined || used.has(foldedName(name))) continue
        if (way === 'rename') folder.splice(folder.indexOf(present), 1, name)
        else folder.push(name)
        expect({
          way,
          given,
          name,
          hidden: [...orphanedNames(folder)].filter((each) => !setAside.has(each)),
        }).toEqual({
          way,
          given,
          name,
          hidden: [],
        })
      }
    }),
    { numRuns: 100 },
  )
  checked.expectShare(0.6)
})
