import { cpSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string) => resolve(import.meta.dirname, '../..', path)
const sources = at('main/src')

/** Entries by their place below `main/src`: threads are loaded as files of their own. */
const entries = globSync(['hosts/cli/main.ts', 'services/**/*Worker.ts'], { cwd: sources }).map((file) => [
  file.replaceAll('\\', '/').slice(0, -'.ts'.length),
  join(sources, file),
])

/**
 * The command line as few files: reading 1,300 modules takes longer than all that a short command does. Laid out as
 * `main/src/lib/ownFile.ts` wants it.
 */
export default defineConfig({
  root: at('main'),
  plugins: [
    {
      name: 'migrations',
      writeBundle: () =>
        cpSync(join(sources, 'db/migrations'), at('out/program/db/migrations'), { recursive: true }),
    },
  ],
  ssr: { noExternal: true, external: ['better-sqlite3', 'electron'], target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir: at('out/program'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(entries),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'lib/[name].js',
        codeSplitting: { groups: [{ name: 'ownFile', test: /lib\/ownFile\.ts$/ }] },
      },
    },
  },
})
