import { spawnSync } from 'node:child_process'
import { z } from 'zod'

// `npm run audit`: known vulnerabilities, high and critical ones fail. Without the registry it reports that and fails not.

const report = z.object({ metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }) })
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1_048_576 })

/** Undefined when npm has printed no report. */
function parsed() {
  try {
    return report.safeParse(JSON.parse(stdout)).data
  } catch {
    // npm without a network prints an error in words.
    return undefined
  }
}

const counts = parsed()?.metadata.vulnerabilities
if (!counts) process.stdout.write('No audit: the registry did not answer (offline). Nothing was checked.\n')
else {
  const { high = 0, critical = 0 } = counts
  process.stdout.write(`Vulnerabilities: ${JSON.stringify(counts)}\n`)
  if (high + critical > 0) process.exitCode = 1
}
