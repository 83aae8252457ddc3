import type { ExportFormat } from '../main/src/services/manuscript/export/book.ts'
import { makeFile } from '../main/src/services/manuscript/export/makeFile.ts'
import type { Exported } from './exporting.ts'
import { generated } from './generatedText.ts'

/** One book of the given characters in the given format, in a process of its own. */
const [format = 'txt', characters = '0'] = process.argv.slice(2)
const perChapter = 3000
const prose = generated(Number(characters))
// Marks in one paragraph of ten, as in a novel with thoughts and letters.
const marked = (text: string) =>
  text.replace(/(?<=。\n\u3000\u3000(?:[^\n]*\n){9}\u3000\u3000)([^，。\n]+)/g, '*$1*')
const chapters = Array.from({ length: Math.ceil(prose.length / perChapter) }, (_, at) => {
  const title = `第${at + 1}章 雾`
  const text = `# ${title}\n\n${marked(prose.slice(at * perChapter, (at + 1) * perChapter))}\n`
  return { kind: 'chapter' as const, title, name: title, text }
})
const book = { id: 'urn:x', title: '盐路', language: 'zh', chapters, modified: '2026-01-01T00:00:00Z' }
const before = process.resourceUsage().maxRSS
const start = performance.now()
const bytes = await makeFile({ book, format: format as ExportFormat, layout: 'indented' }) // by exporting.ts
const exported: Exported = {
  ms: Math.round(performance.now() - start),
  fileKB: Math.round(bytes.length / 1024),
  peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
  startMB: Math.round(before / 1024),
}
process.send?.(exported)
