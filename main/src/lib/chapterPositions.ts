import { perObject } from './perObject.ts'

/** A chapter as files that people edit may name it. */
export interface NamedChapter {
  readonly documentId: string
  /** Project-relative; null or absent for a chapter that has no file. */
  readonly path?: string | null | undefined
  /** Earlier paths that still lead to it. */
  readonly formerFiles?: readonly string[] | undefined
}

/** Ids first, then the files that are there, then earlier ones: the first chapter of a name has it. Of one list once. */
const tableOf = perObject((list: readonly NamedChapter[]): ReadonlyMap<string, number> => {
  const table = new Map<string, number>()
  const add = (name: string, index: number) => {
    if (!table.has(name)) table.set(name, index)
  }
  for (const [index, { documentId }] of list.entries()) add(documentId, index)
  for (const [index, { path }] of list.entries()) if (path) add(path, index)
  for (const [index, { formerFiles = [] }] of list.entries()) for (const path of formerFiles) add(path, index)
  return table
})

/** The 0-based places of the chapters of a book in its order, by everything that names one. */
export const chapterPositions = (list: readonly NamedChapter[]): ReadonlyMap<string, number> => tableOf(list)

/** The chapter that an id, a path or an earlier path names. */
export function chapterNamed<T extends NamedChapter>(list: readonly T[], name: string): T | undefined {
  const index = tableOf(list).get(name)
  return index === undefined ? undefined : list[index]
}
