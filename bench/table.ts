import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const resultsFolder = join(import.meta.dirname, 'results')
const heading = `# Results

Written by \`npm run bench -- table\` from the files next to it; to add or renew one:
\`npm run -s bench -- <name> --json > bench/results/<name>.json\`.
`

/** What one bench printed with `--json`: its name and the file's text, one JSON object per line. */
interface BenchResult {
  readonly name: string
  readonly jsonLines: string
}

/** Writes the stored results of `bench/results` into its README. */
export async function run(): Promise<void> {
  const results = readdirSync(resultsFolder, { withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.json'))
    .map(({ name }) => ({
      name: basename(name, '.json'),
      jsonLines: readFileSync(join(resultsFolder, name), 'utf8'),
    }))
  writeFileSync(join(resultsFolder, 'README.md'), heading + resultTable(results))
}

/** A Markdown table with a row for each number; benches in order of their names, numbers in the order printed. */
export function resultTable(results: readonly BenchResult[]): string {
  const rows = [...results]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, jsonLines }) =>
      jsonLines
        .split('\n')
        .filter((line) => line.trim() !== '')
        .flatMap((line) => figuresOf(JSON.parse(line)))
        .map(([figure, value]) => `| ${name} | ${escapeCell(figure)} | ${escapeCell(value)} |`),
    )
  if (rows.length === 0) return '\nNo results are stored.\n'
  return ['', '| bench | figure | value |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

/** The leaves of a result: their path and their value. Sets of plain numbers are one row. */
function figuresOf(value: unknown, path: readonly string[] = []): [figure: string, value: string][] {
  if (typeof value !== 'object' || value === null) return [[path.join(' · '), show(value)]]
  const entries = Object.entries(value)
  if (path.length > 0 && entries.length > 0 && entries.every(([, entry]) => typeof entry === 'number')) {
    const text = Array.isArray(value)
      ? value.map(show).join(', ')
      : entries.map(([key, entry]) => `${key} ${show(entry)}`).join(' · ')
    return [[path.join(' · '), text]]
  }
  return entries.flatMap(([key, entry]) => figuresOf(entry, [...path, key]))
}

function show(value: unknown): string {
  if (typeof value !== 'number') return String(value)
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(4)))
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
