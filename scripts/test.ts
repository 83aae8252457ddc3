import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isCi } from './testRun/ci.ts'
import { createStages } from './testRun/stages.ts'
import { addTallies, emptyTally, isGood, lastLine, leftToWhole, type Tally } from './testRun/tally.ts'

const root = resolve(import.meta.dirname, '..')
const print = (line: string) => process.stdout.write(`${line}\n`)

let total: Tally = emptyTally
const isWhole = process.argv.includes('--whole')
for (const group of createStages(root, isWhole)) {
  const startedAt = performance.now()
  print(`\n── ${group.map(({ name }) => name).join(', ')}`)
  const tallies = group.map(async ({ name, run }) => {
    const tally = await run()
    print(`── ${name}: ${lastLine(tally)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    return tally
  })
  total = (await Promise.all(tallies)).reduce(addTallies, total)
}

for (const [reason, names] of Map.groupBy(total.skipped, ({ reason }) => reason)) {
  print(`\n跳过 ${names.length} 项：${reason}`)
  if (reason === leftToWhole) continue
  for (const { name } of names) print(`  - ${name}`)
}
if (!isWhole) print('\n浏览器测试里标着 @whole 的，也由 npm run test:whole 运行。')
if (total.unstable.length > 0)
  print(`\n第二次才通过 ${total.unstable.length} 项（每一项都要查明原因；超过 3 项，整次不算通过）：`)
for (const name of total.unstable) print(`  ? ${name}`)
if (total.failed.length > 0) print(`\n失败 ${total.failed.length} 项：`)
for (const name of total.failed) print(`  ✗ ${name}`)

const withoutBrowser = noBrowser()
if (withoutBrowser !== null && isCi()) print(`\nCI 上必须有 Chromium：${withoutBrowser}`)
print(`\n${lastLine(total)}`)
process.exitCode = !isGood(total) || (withoutBrowser !== null && isCi()) ? 1 : 0

/** Why the set-up found no Chromium, or null when there is one. */
function noBrowser(): string | null {
  const file = join(root, 'node_modules', '.cache', 'creonow-browser.json')
  if (!existsSync(file)) return '没有运行 scripts/bootstrap.mjs --for test。'
  const { chromium, reason } = JSON.parse(readFileSync(file, 'utf8')) as {
    chromium: string | null
    reason: string | null
  } // written by scripts/setup/browser.mjs
  return chromium === null ? (reason ?? '没有找到 Chromium。') : null
}
