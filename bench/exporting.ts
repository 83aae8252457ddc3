import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ExportFormat } from '../main/src/services/manuscript/export/book.ts'
import { print } from './measuring.ts'

/** What writing one file took. */
export interface Exported {
  readonly ms: number
  readonly fileKB: number
  /** Of the whole process, the book included. */
  readonly peakMB: number
  /** Before the file was written. */
  readonly startMB: number
}

const characters = 1_000_000
const formats: readonly ExportFormat[] = [
  ...(['docx', 'paperback', 'rtf', 'epub', 'html', 'markdown', 'txt', 'chapters', 'scrivener'] as const),
]

/** A book of 1,000,000 characters to each format, each in a process of its own: time and peak of memory. */
export async function run({ json = false }: { readonly json?: boolean } = {}) {
  const rows: Record<string, Record<string, number>> = {}
  for (const format of formats) {
    const child = fork(join(import.meta.dirname, 'exportChild.ts'), [format, String(characters)])
    const [exported] = (await once(child, 'message')) as [Exported] // by exportChild.ts
    rows[format] = { ...exported }
  }
  print(rows, json)
}
