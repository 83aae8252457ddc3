import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generated } from '../generatedText.ts'

const bookCharacters = 1_000_000
const novels = ['三国演义.txt', '红楼梦.txt']
const usualChapter = 2000
const entries = 300

/** `many`: 500 chapters. `long`: the first of them has 250,000 characters. */
export type Shape = 'many' | 'long'

const longestChapter: Readonly<Record<Shape, number>> = { many: usualChapter, long: 250_000 }

/** Two novels of CREONOW_NOVELS one behind the other, or generated text; without headings of their own. */
export async function readProse(): Promise<{ readonly name: string; readonly text: string }> {
  const folder = process.env.CREONOW_NOVELS
  if (!folder) return { name: 'generated', text: generated(bookCharacters) }
  const texts = await Promise.all(novels.map((name) => readFile(join(folder, name), 'utf8')))
  const text = texts.join('\n').replace(/\r/g, '').slice(0, bookCharacters)
  return { name: novels.map((name) => name.replace('.txt', '')).join(' + '), text }
}

/** A book of a million characters with 300 entries in its codex; returns the number of its chapters. */
export async function writeBook(rootPath: string, shape: Shape, prose: string): Promise<number> {
  const manuscript = join(rootPath, 'manuscript')
  const characters = join(rootPath, '.creonow', 'characters')
  await mkdir(manuscript, { recursive: true })
  await mkdir(characters, { recursive: true })
  let chapters = 0
  for (let from = 0; from < prose.length; ) {
    const length = chapters === 0 ? longestChapter[shape] : usualChapter
    chapters += 1
    const text = `# 第${chapters}章 夜航\n\n${prose.slice(from, from + length)}\n`
    await writeFile(join(manuscript, `${String(chapters).padStart(4, '0')}-夜航.md`), text)
    from += length
  }
  const words = namesIn(prose)
  for (const [at, name] of words.entries()) {
    const head = `id: e${at}\nname: ${name}\naliases: []\ntype: character\naiContextLevel: when_detected`
    await writeFile(join(characters, `${at}.md`), `---\n${head}\n---\n${name}住在城里，与人来往。\n`)
  }
  return chapters
}

/** Three characters from here and there, so that every name is in the book. */
function namesIn(prose: string): readonly string[] {
  const step = Math.floor(prose.length / entries / 2)
  const names = new Set<string>()
  for (let at = 0; at < prose.length && names.size < entries; at += step) {
    const [name] = /\p{sc=Han}{3}/u.exec(prose.slice(at, at + 200)) ?? []
    if (name !== undefined) names.add(name)
  }
  return [...names]
}
