import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The closed set of names beside each other at the top of the repository; dotfiles are free, dotfolders are not. */
const allowed = new Set(
  [
    'package.json package-lock.json electron-builder.yml playwright.config.ts vitest.config.ts biome.json knip.json',
    'electron.vite.config.ts electron.vite.renderer.ts',
    'main preload renderer tests bench samples scripts docs .creonow-template .ci .github',
    'README.md README.zh-CN.md AGENTS.md CHANGELOG.md SECURITY.md LICENSE',
  ].flatMap((line) => line.split(' ')),
)
const isAllowed = (name: string, isFolder: boolean) =>
  allowed.has(name) || /^tsconfig(\.\w+)?\.json$/.test(name) || (name.startsWith('.') && !isFolder)

/** What else lies at the top of `root`: tracked by git or about to be, or simply there where there is no git. */
export function strangersAtTop(root: string): string[] {
  const strangers = topOf(root).filter(({ name, isFolder }) => !isAllowed(name, isFolder))
  return strangers.map(({ name, isFolder }) => (isFolder ? `${name}/` : name)).sort()
}

function topOf(root: string): { name: string; isFolder: boolean }[] {
  const ignored = new Set(['.git', 'node_modules', 'out', 'test-results', 'playwright-report'])
  if (!existsSync(join(root, '.git'))) {
    return readdirSync(root, { withFileTypes: true })
      .filter(({ name }) => !ignored.has(name))
      .map((item) => ({ name: item.name, isFolder: item.isDirectory() }))
  }
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const top = new Map<string, boolean>()
  for (const path of paths.split('\0').filter((one) => one !== '')) {
    const [name = ''] = path.split('/')
    top.set(name, path.includes('/'))
  }
  return [...top].flatMap(([name, isFolder]) => (ignored.has(name) ? [] : [{ name, isFolder }]))
}
