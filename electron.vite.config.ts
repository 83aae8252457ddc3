import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

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
  renderer: {
    root: at('renderer'),
    plugins: [react()],
    build: { outDir: at('out/renderer'), rollupOptions: { input: at('renderer/index.html') } },
  },
})
