import { readdir } from 'node:fs/promises'
import { detectLanguage } from '#contract/bookLanguage.ts'
import { readContained, resolveContained } from '../../lib/containedPath.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

const maxFiles = 12
const maxFileBytes = 4 * 1_048_576
const enoughUnits = 4000

/** The language that the chapters of a folder are written in, as a BCP 47 tag; undefined where nobody can tell. */
export async function languageInFolder(rootPath: string): Promise<string | undefined> {
  let text = ''
  for (const name of (await chapterNames(rootPath)).slice(0, maxFiles)) {
    text += await textOf(rootPath, `manuscript/${name}`)
    if (text.length >= enoughUnits) break
  }
  return detectLanguage(text.slice(0, enoughUnits))
}

async function chapterNames(rootPath: string): Promise<readonly string[]> {
  try {
    const names = await readdir(await resolveContained(rootPath, 'manuscript'))
    return names.filter((name) => /\.md$/i.test(name)).sort()
  } catch {
    return [] // no chapters yet, or none that may be read: whoever reads them says so
  }
}

async function textOf(rootPath: string, path: string): Promise<string> {
  try {
    return decodeUtf8(await readContained(rootPath, path, maxFileBytes))?.text ?? ''
  } catch {
    return '' // the list of chapters says what is wrong with it
  }
}
