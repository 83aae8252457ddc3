import { parseArgs } from 'node:util'
import { createApp } from '../main/src/app.ts'
import { isAppError } from '../main/src/lib/appError.ts'
import { dataFolderOfProcess } from '../main/src/lib/dataFolder.ts'

const usage = `node scripts/probe-cache.ts SERVICE/MODEL [--data FOLDER] [--pause SECONDS]

Asks a model that is set up three times with the same long beginning, as three continuations would, and prints what
its usage says: whether, from when on and how it reports what came from its cache. It costs about 20,000 tokens.
Nothing of any book is sent.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, pause: { type: 'string', default: '10' } },
})
const [modelId] = positionals
const pauseMs = Number(values.pause) * 1000
if (modelId === undefined || !(pauseMs >= 0)) {
  process.stderr.write(usage)
  process.exit(1)
}

const app = await createApp({ dataFolder: dataFolderOfProcess(values.data) })
try {
  const { cache } = app.findModel(modelId)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  print(`${modelId}: ${cache.kind}, at least ${cache.minimumTokens} tokens, ${cache.asOf}, ${cache.source}`)
  let turn = 0
  for await (const { rawUsage, outcome } of app.probeCache(modelId, pauseMs, new AbortController().signal)) {
    turn += 1
    print(`${turn}: ${outcome?.state ?? 'no usage'}  ${JSON.stringify(rawUsage ?? null)}`)
  }
} catch (error) {
  process.stderr.write(`${isAppError(error) ? `${error.code}: ${error.message}` : String(error)}\n`)
  process.exitCode = 1
} finally {
  await app.dispose()
}
