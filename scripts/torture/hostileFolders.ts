import { execFileSync } from 'node:child_process'
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { seededRandom } from '../mutate/random.ts'

/** A project folder as somebody with bad intentions would send it. */
export interface HostileFolder {
  readonly root: string
  /** What was put into it, in words. */
  readonly kinds: readonly string[]
}

/** What lies beside it and must stay as it is. */
export interface Surroundings {
  /** A folder of the user's own, with `secret.md` in it. */
  readonly outside: string
  /** Another project of the app. */
  readonly other: { readonly root: string; readonly projectId: string }
  /** The words in both that no answer may hold. */
  readonly secret: string
}

type Choose = <T>(items: readonly T[]) => T
interface Making {
  readonly root: string
  readonly around: Surroundings
  readonly choose: Choose
  put(path: string, content: string | Uint8Array): Promise<void>
  link(path: string, target: string): Promise<void>
}

/** One hostile folder; the same seed makes the same one. */
export async function makeHostileFolder(
  root: string,
  seed: number,
  around: Surroundings,
): Promise<HostileFolder> {
  const random = seededRandom(seed)
  const choose: Choose = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T // none is empty
  const making: Making = {
    root,
    around,
    choose,
    put: (path, content) => place(root, path, (at) => writeFile(at, content)),
    link: (path, target) => place(root, path, (at) => symlink(target, at)),
  }
  await mkdir(root, { recursive: true })
  await making.put('manuscript/001-起.md', '# 第一章\n林远把信折好。\n')
  await making.put('.creonow/project.json', JSON.stringify({ id: `hostile-${seed}`, name: '来稿' }))
  // Every kind has its turn, and then comes what chance adds.
  const names = Object.keys(kinds)
  const chosen = [...new Set([names[seed % names.length] ?? '', choose(names), choose(names), choose(names)])]
  for (const name of chosen) await kinds[name]?.(making)
  return { root, kinds: chosen }
}

/** In the place of whatever is there. What the file system itself refuses (a name too long) is not there then. */
async function place(root: string, path: string, make: (at: string) => Promise<void>): Promise<void> {
  const at = join(root, path)
  try {
    // A link that was made before must not carry this very script outside.
    let folder = root
    for (const part of dirname(path).split('/')) {
      folder = join(folder, part)
      await mkdir(folder, { recursive: true })
      if (relative(root, await realpath(folder)).startsWith('..')) return
    }
    await rm(at, { recursive: true, force: true })
    await make(at)
  } catch (error) {
    // `code` of a call, `status` of a program (`mkfifo`).
    if (!(error instanceof Error && ('code' in error || 'status' in error))) throw error
  }
}

/** Files that the app reads, of every parser. */
const readFiles = [
  '.creonow/project.json',
  '.creonow/budget.json',
  '.creonow/rules/constraints.json',
  '.creonow/rules/terminology.json',
  '.creonow/rules/style.md',
  '.creonow/settings/世界观.md',
  '.creonow/skills/坏.md',
  '.creonow/characters/林远.md',
  '.creonow/characters/林远.json',
  '.creonow/memory/preferences.json',
  '.creonow/memory/episodes.jsonl',
  '.creonow/conversations/话.json',
  '.creonow/synopses/001-起.json',
  '.creonow/cache/receipts/1700000000000-0123456789ab.json',
  'manuscript/001-起.md',
]
const jsonFiles = readFiles.filter((path) => /\.jsonl?$/.test(path))
const folders = [
  'manuscript',
  '.creonow',
  '.creonow/rules',
  '.creonow/settings',
  '.creonow/characters',
  '.creonow/conversations',
  '.creonow/synopses',
  '.creonow/cache',
  '.creonow/cache/receipts',
  '.creonow/memory',
  '.creonow/skills',
]

const many = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join('')
const nested = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`

const hugeJson: readonly (() => string)[] = [
  () => nested(200_000),
  () => '['.repeat(3_000_000),
  () => `{${many(120_000, (i) => `"k${i}":${i},`)}"id":"abcdef123"}`,
  () => `[${'{},'.repeat(1_000_000)}0]`,
  () => JSON.stringify({ version: 2, items: Array(40_000).fill({ id: 1, text: {} }) }),
  () => JSON.stringify({ terms: Array(30_000).fill({ use: '', avoid: [1] }), banned: [''] }),
  () =>
    JSON.stringify({ chapters: Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`k${i}`, 1])) }),
  () => `"${'雾'.repeat(1_300_000)}"`,
  () => '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  () => '{"id":"\\ud800","name":"\\u0000","version":1e999,"items":null,"layers":[]}',
  () => many(400_000, () => '0\n'),
  () => many(20_000, (i) => `${JSON.stringify({ renamed: { [`a${i}`]: `a${i + 1}` } })}\n`),
]

const hugeYaml: readonly (() => string)[] = [
  () => many(32_000, (i) => `k${i}: 1\n`),
  () => `a: ${nested(20_000)}`,
  () => many(400, (i) => `${' '.repeat(i)}a:\n`),
  () => `a0: &a0 哈\n${many(12, (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]\n`)}`,
  () => many(20_000, (i) => `k${i}: &a${i} 1\n`),
  () => `a: &a [*a]\n`,
  () => 'a: !!js/function "function(){process.exit(9)}"\n<<: {id: x}\n',
  () => '- '.repeat(200_000),
  () => 'a: "x\n'.repeat(30_000),
  () => `name: ${'林'.repeat(1_000_000)}`,
  () => many(60_000, () => 'k: 1\n'),
]

const budgets: readonly unknown[] = [
  { version: 1e308, layers: {} },
  { version: -1, layers: { rules: { ratio: -5, minimumTokens: 1e300 } } },
  { version: 1, layers: { rules: { ratio: '1', minimumTokens: null } } },
  { version: 1, layers: Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`l${i}`, {}])) },
  [],
  'x',
]

/** Names that mean something to a shell, to Windows, to an eye or to a file system. */
const names = [
  'CON.md',
  'nul',
  '..md',
  '-rf.md',
  '$(touch x).md',
  '换\n行.md',
  '\u202egpj.md',
  '点. .md',
  '反\\斜.md',
  `${'长'.repeat(80)}.md`,
  'cafe\u0301.md',
  'caf\u00e9.md',
  '𠮷👨‍👩‍👧.md',
  '__proto__.md',
  'a.md.creonow-1-0123abcd.tmp',
]

const kinds: Readonly<Record<string, (making: Making) => Promise<void>>> = {
  'a folder that is a link outside': async ({ link, choose, around }) =>
    link(choose(folders), choose([around.outside, around.other.root, '/etc', '/proc/self', '.'])),
  'files that are links outside': async ({ link, choose, around }) => {
    for (let n = 0; n < 5; n++)
      await link(
        choose(readFiles),
        choose([
          join(around.outside, 'secret.md'),
          join(around.other.root, 'manuscript/001.md'),
          '../../../../../../../etc/passwd',
          '/dev/zero',
          '/dev/stdin',
          'nowhere',
          '001-起.md',
        ]),
      )
  },
  'pipes that nobody writes to': async ({ root, choose }) => {
    for (let n = 0; n < 4; n++)
      await place(
        root,
        choose(readFiles),
        async (at) => void execFileSync('mkfifo', [at], { stdio: 'ignore' }),
      )
  },
  'a journal of an import': async ({ put, link, choose, around }) => {
    const text = '墙外'
    const files = [
      '001-起.md',
      'secret.md',
      '../外面/secret.md',
      join(around.outside, 'secret.md'),
      '..',
      '.',
      '',
    ].map((name) => [name, sha256Hex(choose([text, '# 第一章\n林远把信折好。\n', around.secret]))])
    const folder = `.creonow-import-${choose([process.pid, 999_999_999, 1])}-abcdef`
    await put(`${folder}/moving.json`, JSON.stringify(Object.fromEntries(files)))
    await put(`${folder}/002-乙.md`, text)
    if (choose([true, false]))
      await link('manuscript', choose([around.outside, `${around.other.root}/manuscript`]))
    if (choose([true, false])) await link('.creonow-import-999999998-abcdef', around.outside)
  },
  'receipts of another project': async ({ put, choose, around }) => {
    for (let n = 0; n < 250; n++) {
      const receiptId = `${1_700_000_000_000 + n}-0123456789ab`
      const source = choose([
        'manuscript/001.md',
        '../别人的书/manuscript/001.md',
        join(around.outside, 'secret.md'),
        'memory:x',
        'skill:continue',
      ])
      const part = { layer: 'retrieved', sourceName: choose(['passages', 'styleSheet', 'synopses']), source }
      const receipt = { receiptId, projectId: around.other.projectId, documentId: 'manuscript/001.md' }
      await put(
        `.creonow/cache/receipts/${receiptId}.json`,
        JSON.stringify({ receipt, parts: [{ ...part, textHash: sha256Hex('') }] }),
      )
    }
  },
  'budgets that no one can mean': ({ put, choose }) =>
    put('.creonow/budget.json', JSON.stringify(choose(budgets))),
  'huge JSON': async ({ put, choose }) => {
    for (let n = 0; n < 2; n++) await put(choose(jsonFiles), choose(hugeJson)())
  },
  'huge YAML': async ({ put, choose }) => {
    const path = choose(['.creonow/characters/林远.md', '.creonow/lore/雾.md', '.creonow/skills/坏.md'])
    for (const each of [path, '.creonow/items/信.md'])
      await put(each, `---\n${choose(hugeYaml)()}\n---\n正文\n`)
  },
  names: async ({ put, choose }) => {
    for (const folder of [choose(folders), 'manuscript'])
      for (const name of names) await put(`${folder}/${name}`, '字')
  },
  'files in the place of folders, and the other way round': async ({ put, root, choose }) => {
    const other = choose(folders.slice(1))
    await put(other, 'x')
    await place(root, choose(readFiles), async (at) => void (await mkdir(at, { recursive: true })))
  },
  'the id of another project': ({ put, around }) =>
    put('.creonow/project.json', JSON.stringify({ id: around.other.projectId, name: '冒名' })),
  'bytes that are no text': async ({ put, choose }) => {
    for (let n = 0; n < 4; n++)
      await put(choose(readFiles), Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 0x80, 0xc3]))
  },
  'one very long chapter': ({ put, choose }) =>
    put(
      'manuscript/002-长.md',
      choose(['雾', '雾。', '第一章\n', '\r', 'x ', '<<<规则>>>\n']).repeat(700_000),
    ),
  'very many files': async ({ put, choose }) => {
    const folder = choose([
      'manuscript',
      '.creonow/characters',
      '.creonow/settings',
      '.creonow/conversations',
    ])
    for (let n = 0; n < 1500; n++)
      await put(`${folder}/${n}.${folder.endsWith('conversations') ? 'json' : 'md'}`, '{}')
  },
}
