import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { rendererConfig } from './electron.vite.renderer.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

export default defineConfig({
  main: { build: { rollupOptions: { input: { index: at('main/src/index.ts') } } } },
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
