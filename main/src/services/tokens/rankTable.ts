import { addMerge, createSlots, findMerge, maxTokenIds, noMerge, type PairTable } from './pairTable.ts'

export type EncodingName = 'o200k_base' | 'cl100k_base'

/** What an encoder needs of an encoding. */
export interface RankTable extends PairTable {
  readonly encoding: EncodingName
  /** Source of the regular expression (flag `u`) that cuts text into pieces. */
  readonly pattern: string
}

/** The shape of `js-tiktoken/ranks/*`: lines of `! firstId base64 base64 …`. */
export interface RankSource {
  readonly pat_str: string
  readonly bpe_ranks: string
}

/**
 * The rank data of js-tiktoken. Imported only when it is needed: a module of up to 2.3 MB whose text stays
 * in memory.
 */
export async function loadRankSource(encoding: EncodingName): Promise<RankSource> {
  const loaded =
    encoding === 'o200k_base'
      ? await import('js-tiktoken/ranks/o200k_base')
      : await import('js-tiktoken/ranks/cl100k_base')
  return loaded.default
}

/**
 * Builds the pair table from rank data.
 *
 * One pair per token is enough. Merges inside a stretch of bytes that no merge has crossed yet happen in the
 * same order as if the stretch stood alone, so a token is always completed by the last pair of its own
 * encoding. Tokens are added from short to long: that encoding uses shorter tokens only.
 *
 * @throws Error when the data is not a byte-pair vocabulary (gaps, too many ids, a token that
 * merging its bytes does not reach).
 */
export function buildRankTable(encoding: EncodingName, source: RankSource): RankTable {
  const { bytes, ends, firstId } = decodeRanks(source.bpe_ranks)
  const total = ends.length
  if (firstId !== 0 || total > maxTokenIds) throw badRanks(encoding)
  const startOf = (id: number): number => (id === 0 ? 0 : (ends[id - 1] as number))
  const lengthOf = (id: number): number => (ends[id] as number) - startOf(id)

  const byteIds = new Int32Array(256).fill(-1)
  const byLength: number[][] = []
  for (let id = 0; id < total; id++) {
    const length = lengthOf(id)
    byLength[length] ??= []
    byLength[length].push(id)
  }
  const table: PairTable = { byteIds, slots: createSlots(total) }

  for (const id of byLength.flat()) {
    const start = startOf(id)
    if (lengthOf(id) === 1) {
      byteIds[bytes[start] as number] = id
      continue
    }
    const parts: number[] = []
    for (let i = start; i < (ends[id] as number); i++) parts.push(byteIds[bytes[i] as number] as number)
    while (parts.length > 2 && mergeLowest(parts, table.slots)) {
      // until two parts are left: the pair that makes this token
    }
    const [left, right] = parts
    if (parts.length !== 2 || left === undefined || right === undefined || parts.includes(-1)) {
      throw badRanks(encoding)
    }
    addMerge(table.slots, left, right, id)
  }
  if (byteIds.includes(-1)) throw badRanks(encoding)
  return { ...table, encoding, pattern: source.pat_str }
}

function mergeLowest(parts: number[], slots: Int32Array): boolean {
  let best = noMerge
  let at = -1
  for (let i = 0; i + 1 < parts.length; i++) {
    const rank = findMerge(slots, parts[i] as number, parts[i + 1] as number)
    if (rank < best) {
      best = rank
      at = i
    }
  }
  if (at < 0) return false
  parts.splice(at, 2, best)
  return true
}

/** All tokens' bytes end to end, in the order of their ids. */
function decodeRanks(ranks: string): { bytes: Uint8Array; ends: number[]; firstId: number } {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const values = new Int8Array(128)
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i
  const bytes = new Uint8Array(ranks.length)
  const ends: number[] = []
  let firstId = 0
  let at = 0
  for (const line of ranks.split('\n')) {
    if (line === '') continue
    const [, offset, ...tokens] = line.split(' ')
    if (ends.length === 0) firstId = Number(offset)
    else if (Number(offset) !== ends.length) firstId = -1
    for (const token of tokens) {
      let bits = 0
      let bitCount = 0
      for (let i = 0; i < token.length && token[i] !== '='; i++) {
        bits = (bits << 6) | (values[token.charCodeAt(i) & 127] as number)
        bitCount += 6
        if (bitCount >= 8) {
          bitCount -= 8
          bytes[at++] = (bits >>> bitCount) & 255
        }
      }
      ends.push(at)
    }
  }
  return { bytes: bytes.slice(0, at), ends, firstId }
}

function badRanks(encoding: EncodingName): Error {
  return new Error(`the rank data of ${encoding} is no byte-pair vocabulary`)
}
