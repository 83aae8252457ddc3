import { spawnSync } from 'node:child_process'
import { z } from 'zod'

// `npm run audit`: high and critical vulnerabilities fail, and so does an answer that is none. A registry that cannot
// be reached or refuses is reported and no failure. npm says which; it is run in the current folder.

const report = z.object({
  metadata: z.object({
    vulnerabilities: z.object({
      info: z.int(),
      low: z.int(),
      moderate: z.int(),
      high: z.int(),
      critical: z.int(),
    }),
  }),
})
const failure = z.object({
  statusCode: z.int().optional(),
  message: z.string().optional(),
  error: z.object({ code: z.string().nullish(), summary: z.string().nullish() }).optional(),
})
const unreachable = /failed, reason:|timeout|only-if-cached|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|ETIMEDOUT/i

const { stdout } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
})
const outcome = outcomeOf(stdout)
process.stdout.write(`${outcome.sentence}\n`)
process.exitCode = outcome.isFailure ? 1 : 0

function outcomeOf(text: string): { readonly sentence: string; readonly isFailure: boolean } {
  const printed = jsonOf(text)
  const { data } = report.safeParse(printed)
  if (data) {
    const { info, low, moderate, high, critical } = data.metadata.vulnerabilities
    const counts = `critical ${critical}, high ${high}, moderate ${moderate}, low ${low}, info ${info}`
    return { sentence: `Vulnerabilities: ${counts}.`, isFailure: high + critical > 0 }
  }
  const { statusCode, message, error } = failure.safeParse(printed).data ?? {}
  if (statusCode !== undefined)
    return {
      sentence: `No audit: the registry refused it (HTTP ${statusCode}). Nothing was checked.`,
      isFailure: false,
    }
  if (unreachable.test(`${message} ${error?.code} ${error?.summary}`))
    return {
      sentence: 'No audit: the registry was not reached (offline). Nothing was checked.',
      isFailure: false,
    }
  return { sentence: "No audit: the registry's answer cannot be read. Nothing was checked.", isFailure: true }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Judged as any other answer that is none.
    return undefined
  }
}
