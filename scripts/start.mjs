import './nodeCheck.mjs'

await import('./start.ts')
