import { createTextCache } from '../../lib/textCache.ts'
import { createBytePairEncoder } from './bpe.ts'
import { buildRankTable, type EncodingName, loadRankSource, type RankTable } from './rankTable.ts'
import { nextSplit } from './split.ts'
import { deserializeTable, serializeTable, tableFileName } from './tableFile.ts'
import type { Tokenizer } from './types.ts'

/**
 * Where built tables are stored between runs (about 4 MB each). Neither call throws: an unreadable table is
 * `undefined` and gets built again, and the store logs its own failures.
 */
export interface TableStore {
  /** Undefined when it is not cached. */
  read(name: string): Uint8Array | undefined
  /** Caches a table; a failure costs only time. */
  write(name: string, bytes: Uint8Array): void
}

export interface TokenizerOptions {
  readonly store?: TableStore
  /** Pieces whose counts are cached, 32,768 by default: half a novel of a million characters. */
  readonly cacheEntries?: number
}

/** Of all pieces together. A day's writing fills it within hours: what more it had would only be memory. */
const maxPiecesUtf16 = 2_000_000

/** Texts of these lengths come back whole, as blocks of a prompt; a longer one changes with every key. */
const minBlockUtf16 = 24
const maxBlockUtf16 = 8192
/** Of all such texts together: those of a few requests. */
const maxBlocksUtf16 = 750_000

/** A tokenizer that states where a text may be cut without changing its count. */
export interface SplittingTokenizer extends Tokenizer {
  /** End of the piece of `text` that starts at `from` (UTF-16 offsets); counts of pieces add up exactly. */
  nextSplit(text: string, from: number): number
}

/**
 * Exact counter of one encoding, equal to js-tiktoken with special tokens as ordinary text. Texts are counted by the
 * pieces of `nextSplit` and pieces are cached, so a recount costs what has changed. @throws AppError INTERNAL when
 * the encoding's data cannot be used.
 */
export async function createTokenizer(
  encoding: EncodingName,
  options: TokenizerOptions = {},
): Promise<SplittingTokenizer> {
  const { pattern, ...table } = await loadTable(encoding, options.store)
  const encoder = createBytePairEncoder(table, pattern)
  const { cacheEntries = 32_768 } = options
  const pieceCounts = createTextCache<number>(cacheEntries, maxPiecesUtf16)
  const texts = createTextCache<number>(Math.floor(cacheEntries / 2), maxBlocksUtf16)

  return {
    id: encoding,
    exact: true,
    additive: true,
    nextSplit: (text, from) => nextSplit(text, from),
    count(text) {
      const isBlock = text.length >= minBlockUtf16 && text.length <= maxBlockUtf16
      const cached = isBlock ? texts.get(text) : undefined
      if (cached !== undefined) return cached
      let total = 0
      for (let from = 0; from < text.length; ) {
        const to = nextSplit(text, from)
        const piece = text.slice(from, to)
        let tokens = pieceCounts.get(piece)
        if (tokens === undefined) {
          tokens = encoder.count(piece)
          pieceCounts.set(piece, tokens)
        }
        total += tokens
        from = to
      }
      if (isBlock) texts.set(text, total)
      return total
    },
  }
}

async function loadTable(encoding: EncodingName, store?: TableStore): Promise<RankTable> {
  const stored = store?.read(tableFileName(encoding))
  const cached = stored && deserializeTable(stored, encoding)
  if (cached) return cached
  const table = buildRankTable(encoding, await loadRankSource(encoding))
  store?.write(tableFileName(encoding), serializeTable(table))
  return table
}
