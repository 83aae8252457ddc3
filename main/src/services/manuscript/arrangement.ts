import { readdir } from 'node:fs/promises'
import { systemCode } from '../../lib/appError.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import { foldedName } from './newChapter.ts'
import type { Place } from './placing.ts'
import { manuscriptFolder, type Scan } from './scan.ts'

/** The chapters as files, for whoever gives them other names. */
export interface Arrangement {
  /** In reading order. */
  readonly order: readonly Place[]
  /** How many at the start are front matter. */
  readonly fronts: number
  /** Folded names (`foldedName`) that no chapter may take: what lies in the folder, and what is in the trash. */
  readonly usedNames: ReadonlySet<string>
}

export const idOf = (name: string): string => `${manuscriptFolder}/${name}`
export const nameOf = (documentId: string): string => documentId.slice(manuscriptFolder.length + 1)

/** `discarded`: the ids that chapters in the trash want back. */
export async function arrangementOf(
  rootPath: string,
  { entries, summaries }: Scan,
  discarded: readonly string[],
): Promise<Arrangement> {
  const present = await readdir(await resolveContained(rootPath, manuscriptFolder)).catch(nothing)
  const order = summaries.flatMap(({ documentId, title }): Place[] => {
    const key = entries.get(documentId)?.key
    return key ? [{ name: nameOf(documentId), title, key }] : []
  })
  const fronts = summaries.findIndex(({ kind }) => kind !== 'front')
  return {
    order,
    fronts: fronts < 0 ? summaries.length : fronts,
    usedNames: new Set([...present, ...discarded.map(nameOf)].map(foldedName)),
  }
}

function nothing(error: unknown): string[] {
  if (systemCode(error) === 'ENOENT') return []
  throw error
}
