import './nodeCheck.mjs'

await import('./test.ts')
