import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { peopleOfRedChamber, peopleOfThreeKingdoms } from './people.ts'

/** One project of the corpus, as files on disk. */
export interface CorpusProject {
  readonly name: 'sample' | 'sanguo' | 'honglou'
  readonly write: (folder: string) => Promise<void>
}

const sampleFolder = join(import.meta.dirname, '..', '..', 'samples', '雾港来信')

/** The sample, and the two novels where a folder of novels is given. */
export function corpusProjects(novels: string | undefined): CorpusProject[] {
  const sample: CorpusProject = {
    name: 'sample',
    write: (folder) => cp(sampleFolder, folder, { recursive: true }),
  }
  if (novels === undefined) return [sample]
  return [
    sample,
    {
      name: 'sanguo',
      write: (folder) => writeNovel(folder, join(novels, '三国演义.txt'), peopleOfThreeKingdoms),
    },
    {
      name: 'honglou',
      write: (folder) => writeNovel(folder, join(novels, '红楼梦.txt'), peopleOfRedChamber),
    },
  ]
}

/** A naive split at 第…回 is enough: the corpus needs the same chapters every time, not the right ones. */
async function writeNovel(folder: string, file: string, people: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const chapters = text.split(/^(?=第.{1,6}回)/m).filter((part) => part.length > 1000)
  const files: Record<string, string> = {
    '.creonow/project.json': json({
      id: `corpus-${people.length}`,
      name: '语料',
      language: 'zh',
      genre: '章回',
    }),
    '.creonow/rules/style.md': '# 文风\n\n　　半文半白，句子短；不写现代词语。\n',
    '.creonow/rules/terminology.json': json({ terms: [{ use: '主公', avoid: ['老板'] }], banned: ['OK'] }),
    '.creonow/rules/constraints.json': json({ version: 2, items: constraints() }),
    '.creonow/settings/世界.md': chapters[1]?.slice(0, 3000) ?? '',
    '.creonow/settings/地理.md': chapters[2]?.slice(0, 9000) ?? '',
    '.creonow/memory/preferences.json': json({ version: 1, preferences: preferences() }),
  }
  chapters.forEach((chapter, index) => {
    const name = `${String(index + 1).padStart(3, '0')}-回`
    files[`manuscript/${name}.md`] = chapter
    if (index % 3 === 0)
      files[`.creonow/synopses/${name}.json`] = json({
        documentHash: '0',
        text: chapter.slice(0, 300),
        source: 'author',
      })
  })
  people
    .trim()
    .split(/\s+/)
    .forEach((line, index) => {
      const [name = '', ...aliases] = line.split('/')
      const at = text.indexOf(name)
      const level = index % 7 === 0 ? 'always' : index % 11 === 0 ? 'manual_only' : 'when_detected'
      const head = [
        `id: e${index}`,
        `name: ${name}`,
        `aliases: [${aliases.join(', ')}]`,
        'type: character',
        `aiContextLevel: ${level}`,
        index % 5 === 0 ? `relations:\n  - to: e${index + 1}\n    kind: 故交` : '',
        index % 9 === 0 ? `constraints:\n  - ${name}不说谎` : '',
      ].filter((one) => one !== '')
      files[`.creonow/characters/${String(index).padStart(2, '0')}-${name}.md`] =
        `---\n${head.join('\n')}\n---\n${text.slice(at, at + 200 + ((index * 97) % 900))}\n`
    })
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const constraints = () =>
  Array.from({ length: 24 }, (_, i) => ({
    id: `c${i}`,
    text: `第${i}条：不得让人物在第${i + 1}回之前知道后事。`,
    kind: 'plot',
    priority: (i * 37) % 200,
    ...(i % 4 === 0 ? { scope: { from: `manuscript/${String(i + 1).padStart(3, '0')}-回.md` } } : {}),
    updatedAt: '2026-01-01T00:00:00.000Z',
  }))

const preferences = () =>
  Array.from({ length: 8 }, (_, i) => ({
    id: `p${i}`,
    text: `偏好${i}：对话要短，景物要实。`,
    kind: 'style',
    status: 'confirmed',
    confidence: (i + 1) / 10,
    evidenceCount: i,
    source: 'learned',
    ...(i === 3 ? { asConstraint: true } : {}),
    updatedAt: '2026-01-01T00:00:00.000Z',
  }))
