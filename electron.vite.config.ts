import { cpSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { rendererConfig } from './electron.vite.renderer.ts'

const at = (path: string) => resolve(import.meta.dirname, path)
const sources = at('main/src')
/** Threads are loaded as files of their own; the name of an entry is its place below `main/src`. */
const entries = globSync(['index.ts', 'services/**/*Worker.ts'], { cwd: sources }).map((file) => [
  file.replaceAll('\\', '/').slice(0, -'.ts'.length),
  join(sources, file),
])

export default defineConfig({
  main: {
    plugins: [
      {
        name: 'migrations',
        writeBundle: ({ dir }) =>
          cpSync(join(sources, 'db/migrations'), join(dir ?? at('out/main'), 'db/migrations'), {
            recursive: true,
          }),
      },
    ],
    build: {
      rollupOptions: {
        input: Object.fromEntries(entries),
        // The build mirrors the sources, as deep below its root, so that what a module finds beside or above
        // itself (migrations, threads, the template, the sample) is where it is when Node runs the sources.
        output: { preserveModules: true, preserveModulesRoot: sources },
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: at('preload/src/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: rendererConfig,
})
