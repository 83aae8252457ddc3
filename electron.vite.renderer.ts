import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

const at = (path: string) => resolve(import.meta.dirname, path)
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

/** The page's build, the same for Electron and for the web host. */
export const rendererConfig: UserConfig = {
  root: at('renderer'),
  plugins: [react()],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(version) },
  build: {
    outDir: at('out/renderer'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's CSP allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    // Read from the disk of the same machine: one file of this size is no cost.
    chunkSizeWarningLimit: 1200,
    rollupOptions: { input: { index: at('renderer/index.html') } },
  },
}

export default defineConfig(rendererConfig)
