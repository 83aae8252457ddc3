import { join } from 'node:path'
import { buildEngine } from './engine/build.ts'

/** `npm run build:engine`: the context engine as a package of its own, in `out/engine/`. */
const out = join(import.meta.dirname, '..', 'out', 'engine')
const { bytes, bundled } = await buildEngine(out)
for (const [file, size] of Object.entries(bytes)) console.log(`${file} ${(size / 1024).toFixed(0)} KB`)
console.log(`out/engine: bundled ${bundled.join(', ')}`)
