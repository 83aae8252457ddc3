import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedName } from '../../../../main/src/lib/fileName.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import type { StoredChapter } from '../../../../main/src/services/snapshots/manifest.ts'
import { planRestore } from '../../../../main/src/services/snapshots/restorePlan.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const names = ['001-雾.md', '002-潮.md', '003-Lamp.md', '003-lamp.md', '004-𠮷.md', '005.md']
const chapterOf = ([id, name, text]: readonly [string, string | null, string]): StoredChapter => ({
  ...{ documentId: id, path: name === null ? null : `manuscript/${name}`, title: id, words: 1, bytes: 1 },
  hash: sha256Hex(text),
})
const bookOf = (chapters: readonly StoredChapter[]) => ({
  version: 1 as const,
  chapters: chapters.map(({ documentId, path, title }) =>
    path === null ? { id: documentId, title } : { id: documentId, file: path },
  ),
  volumes: [],
})

/** Chapters with different ids and names that differ in more than the case of a letter. */
const someChapters = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('c_a', 'c_b', 'c_c', 'c_d', 'c_e'),
      fc.option(fc.constantFrom(...names)),
      fc.constantFrom('一', '二', '三'),
    ),
    { selector: ([id]) => id },
  )
  .map((all) => {
    const used = new Set<string>()
    return all
      .filter(([, name]) => {
        if (name === null) return true
        const isNew = !used.has(foldedName(name))
        used.add(foldedName(name))
        return isNew
      })
      .map(chapterOf)
  })

/** The folder behind the steps; a step that does not fit throws. */
function behind(now: ReadonlyMap<string, string>, steps: ReturnType<typeof planRestore>['steps']) {
  const folder = new Map(now)
  for (const { path, from, to } of steps) {
    expect(folder.get(path) ?? null).toBe(from)
    if (to === null) folder.delete(path)
    else {
      const same = [...folder.keys()].find((each) => each !== path && foldedName(each) === foldedName(path))
      expect(same, 'a file system that ignores case').toBeUndefined()
      folder.set(path, to)
    }
  }
  return folder
}

const input = (snapshot: readonly StoredChapter[], present: readonly StoredChapter[]) => ({
  snapshot: { chapters: [...snapshot], leftOut: [] },
  snapshotBook: bookOf(snapshot),
  present: { chapters: present, book: bookOf(present) },
  usedNames: present.flatMap(({ path }) => path?.slice('manuscript/'.length) ?? []),
  untouched: new Set<string>(),
})
const folderOf = (chapters: readonly StoredChapter[]) =>
  new Map(chapters.flatMap(({ path, hash }) => (path === null ? [] : [[path, hash] as const])))

test('the steps of a whole book lead from any folder to that of the snapshot, and every text left out is in the trash', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(someChapters, someChapters, (snapshot, present) => {
      const plan = planRestore(input(snapshot, present))
      expect(behind(folderOf(present), plan.steps)).toEqual(folderOf(snapshot))
      expect(plan.book.chapters.map(({ id, file }) => [id, file])).toEqual(
        bookOf(snapshot).chapters.map(({ id, file }) => [id, file]),
      )
      const has = new Map(snapshot.map((chapter) => [chapter.documentId, chapter.path]))
      const lost = present.filter(({ documentId, path }) =>
        path === null ? !has.has(documentId) : (has.get(documentId) ?? null) === null,
      )
      expect(plan.discarded).toEqual(lost)
      checks.when(plan.steps.length > 1)
    }),
  )
  checks.expectShare(0.5)
})

test('chapters that come back alone change no other chapter, and no file of another is written', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(
      someChapters,
      someChapters,
      fc.subarray(['c_a', 'c_b', 'c_c', 'c_d']),
      (snapshot, present, only) => {
        const plan = planRestore({ ...input(snapshot, present), only: new Set(only) })
        const folder = behind(folderOf(present), plan.steps)
        const others = present.filter(({ documentId }) => !only.includes(documentId))
        for (const { path, hash } of others) if (path !== null) expect(folder.get(path)).toBe(hash)
        const ids = plan.book.chapters.map(({ id }) => id)
        expect(ids.filter((id) => !only.includes(id))).toEqual(others.map(({ documentId }) => documentId))
        for (const { documentId, path, hash } of snapshot) {
          if (!only.includes(documentId) || path === null) continue
          const entry = plan.book.chapters.find(({ id }) => id === documentId)
          expect(folder.get(entry?.file ?? '')).toBe(hash)
        }
        expect(plan.discarded).toEqual([])
        checks.when(plan.steps.length > 0)
      },
    ),
  )
  checks.expectShare(0.3)
})

test('a file that is too large for a snapshot is neither removed nor written over', () => {
  const snapshot = [chapterOf(['c_a', '001-雾.md', '一'])]
  const present = [chapterOf(['c_a', '001-雾.md', '二']), chapterOf(['c_b', '009-巨.md', '大'])]
  const plan = planRestore({ ...input(snapshot, present), untouched: new Set(['manuscript/009-巨.md']) })
  expect(plan).toEqual({
    steps: [{ path: 'manuscript/001-雾.md', from: sha256Hex('二'), to: sha256Hex('一') }],
    book: bookOf(present),
    discarded: [],
    restored: ['c_a'],
  })
})
