import { parentPort, workerData } from 'node:worker_threads'

// An expression from a model may take for ever; here it can be ended from outside.
const { source, flags } = workerData as { readonly source: string; readonly flags: string } // what `regexSearch` gives
const pattern = new RegExp(source, flags)

parentPort?.on('message', (lines: readonly string[]) => {
  const found = lines.flatMap((line, index) => {
    const at = line.search(pattern)
    return at < 0 ? [] : [{ index, at }]
  })
  parentPort?.postMessage(found)
})
