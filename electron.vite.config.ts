import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { rendererConfig } from './electron.vite.renderer.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
    build: {
      rollupOptions: {
        input: {
          index: at('main/src/index.ts'),
          // Threads are loaded as files of their own.
          indexWorker: at('main/src/services/retrieval/indexWorker.ts'),
          vectorWorker: at('main/src/services/retrieval/vectorWorker.ts'),
        },
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
