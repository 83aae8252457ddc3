import type { CodexEntry } from '../../../../../main/src/contract/codex.ts'
import { codex } from '../../../../../main/src/contract/codex.ts'
import { createExchange } from '../../../../../main/src/services/codex/exchange/index.ts'
import { toWordFile } from '../../../../../main/src/services/manuscript/export/wordFile.ts'
import { entryOf } from '../../../../fixtures/codex/entries.ts'

/** An exchange over entries in memory, each parsed as the contract wants it. */
export function memoryExchange(before: readonly CodexEntry[] = []) {
  const stored: CodexEntry[] = [...before]
  let ids = 0
  const exchange = createExchange({
    newId: () => `new-${++ids}`,
    chapterTitles: async () => new Map(),
    language: async () => 'zh',
    wordFile: toWordFile,
    entries: {
      all: async () => stored,
      async saveAll(_, entries) {
        const { entry } = codex['codex:save'].input.shape
        stored.push(...entries.map((one) => entry.parse(one)))
      },
    },
  })
  return {
    stored,
    async import(content: unknown) {
      const bytes = Buffer.isBuffer(content)
        ? content
        : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
      const result = await exchange.import('p', { fileName: 'a.json', base64: bytes.toString('base64') })
      return codex['codex:import'].output.parse(result)
    },
    async export() {
      const result = codex['codex:export'].output.parse(await exchange.export('p', 'worldinfo'))
      return { ...result, file: JSON.parse(result.content) }
    },
  }
}

export const entry = (fields: Partial<CodexEntry> = {}): CodexEntry =>
  entryOf({ id: 'lin', name: '林远', type: 'lore', ...fields })
