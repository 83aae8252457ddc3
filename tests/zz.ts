import { startApp } from './support/app.ts'

for (let i = 0; i < 5; i++) {
  const a = await startApp()
  await a.remove()
}
const t = performance.now()
for (let i = 0; i < 40; i++) {
  const a = await startApp()
  await a.remove()
}
console.log((performance.now() - t) / 40)
process.exit(0)
