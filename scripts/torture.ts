import { parseArgs } from 'node:util'
import { run as crash, kills } from './torture/crash.ts'
import { run as damages } from './torture/damages.ts'
import { run as families } from './torture/families.ts'
import { run as faults } from './torture/faults.ts'
import { run as fuzz } from './torture/fuzz.ts'
import { kinds } from './torture/kinds/index.ts'
import { run as page } from './torture/page.ts'
import type { Part, PartResult } from './torture/part.ts'
import { run as soak } from './torture/soak.ts'
import { run as tasks } from './torture/tasks.ts'
import { run as writers } from './torture/writers.ts'

const parts: Readonly<Record<string, Part>> = {
  crash,
  writers,
  faults,
  damages,
  fuzz,
  soak,
  tasks,
  families,
  page,
}
const usage = `npm run torture -- [${Object.keys(parts).join(' | ')}]… [--seed N] [--share 0.02] [--kills N] [--kinds documents,keys]`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '20261122' },
    share: { type: 'string', default: '1' },
    kills: { type: 'string' },
    kinds: { type: 'string' },
  },
})
const seed = Number(values.seed)
const share = Number(values.share)
const crashShare = values.kills === undefined ? share : Number(values.kills) / kills
const chosenKinds = values.kinds?.split(',') ?? []
const wanted = positionals.length > 0 ? positionals : Object.keys(parts)
if (
  !Number.isSafeInteger(seed) ||
  !(share > 0 && share <= 1) ||
  !(crashShare > 0) ||
  !chosenKinds.every((name) => kinds.some((kind) => kind.name === name)) ||
  !wanted.every((name) => Object.hasOwn(parts, name))
) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
const results: (PartResult & { readonly name: string; readonly seconds: number })[] = []
for (const name of wanted) {
  const start = performance.now()
  const result = await (parts[name] as Part)({
    ...{ seed, print, kinds: chosenKinds },
    share: name === 'crash' ? crashShare : share,
  })
  results.push({ name, ...result, seconds: (performance.now() - start) / 1000 })
}

print(
  `\n${'part'.padEnd(10)}${'checked'.padStart(10)}${'failures'.padStart(10)}${'seconds'.padStart(10)}   seed ${seed}`,
)
for (const { name, checked, failures, seconds } of results) {
  print(
    name.padEnd(10) +
      String(checked).padStart(10) +
      String(failures.length).padStart(10) +
      seconds.toFixed(0).padStart(10),
  )
}
for (const { failures } of results) for (const failure of failures.slice(0, 20)) print(`  ${failure}`)
if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1
