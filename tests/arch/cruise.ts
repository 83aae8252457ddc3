import { runTool } from './temporaryTree.ts'

const cruiser = 'dependency-cruiser/bin/dependency-cruiser.mjs'

/** The two sets of rules: what may be imported where, and what holds at run time through any number of hops. */
export const ruleSets = {
  imports: '.dependency-cruiser.cjs',
  runtime: 'scripts/arch/runtime.cjs',
} as const

interface Cruise {
  readonly summary: { readonly totalCruised: number; readonly violations: readonly Violation[] }
}
interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

/** Which rules fire on which files of a tree, and how many modules were looked at. */
export async function cruise(cwd: string, config: string, folders: readonly string[]) {
  const { output } = await runTool(cwd, cruiser, ...folders, '--config', config, '--output-type', 'json')
  const { violations, totalCruised } = (JSON.parse(output) as Cruise).summary // dependency-cruiser's own format
  const fired: Record<string, string[]> = {}
  for (const { from, rule } of violations) {
    fired[from] = [...new Set([...(fired[from] ?? []), rule.name])].sort()
  }
  return { fired, totalCruised }
}
