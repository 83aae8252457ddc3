import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const program = join(root, `.embedding-${process.pid}.ts`)

afterEach(() => rm(program, { force: true }))

it('the example of docs/embedding.md runs without the app and prints what it says', async () => {
  const document = await readFile(join(root, 'docs', 'embedding.md'), 'utf8')
  const block = (language: string) =>
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(document)?.[1] ?? ''
  const code = block('ts')
  expect(code.split('\n').length).toBeLessThanOrEqual(31)
  // Fails where the engine would load Electron, SQLite or the network.
  const guard = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  if (/electron|better-sqlite3|fastify|^node:https?$|^ai$/.test(specifier)) throw new Error('needs ' + specifier)
  return next(specifier, context)
} })
`
  await writeFile(program, code)
  const preload = `data:text/javascript,${encodeURIComponent(guard)}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', preload, program], {
    cwd: root,
  })
  expect(stdout).toBe(block('text'))
})
