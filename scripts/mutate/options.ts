import { parseArgs } from 'node:util'

export interface MutateOptions {
  readonly seed: number
  /** Generated mutants for each file of the core. */
  readonly perFile: number
  /** So many of all, chosen by the seed. */
  readonly sample: number | undefined
  /** The numbers of `--list`; empty: all. */
  readonly only: readonly number[]
  readonly packages: readonly string[]
  readonly list: boolean
}

export const usage = `npm run mutate -- [--list] [--only N]… [--package NAME]… [--sample N] [--per-file N] [--seed N]`

/** The day as a number, 20261124: each day breaks other places, and a run of that day can be repeated. */
const seedOfDay = (day: Date): string => day.toISOString().slice(0, 10).replaceAll('-', '')

/** Throws an Error with one sentence for what is no option, or no number. `today` gives the seed where none is named. */
export function readOptions(args: readonly string[], today = new Date()): MutateOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: seedOfDay(today) },
      'per-file': { type: 'string', default: '2' },
      sample: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      package: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
    },
  })
  return {
    seed: whole('seed', values.seed),
    perFile: whole('per-file', values['per-file']),
    sample: values.sample === undefined ? undefined : whole('sample', values.sample),
    only: values.only.map((one) => whole('only', one)),
    packages: values.package,
    list: values.list,
  }
}

function whole(name: string, text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new RangeError(`--${name} takes a whole number, not "${text}".`)
  }
  return value
}
