import { type EncodingName, loadRankSource } from '../../../../../main/src/services/tokens/rankTable.ts'

export interface ModelFields {
  readonly vocab: Record<string, number>
  readonly merges: readonly (readonly [string, string])[]
  readonly [field: string]: unknown
}

const anyCase = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`
const before = String.raw`[^\r\n\p{L}\p{N}]?`
const rest = String.raw`\s*[\r\n]+|\s+(?!\S)|\s+`

export const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false }

export const split = (Regex: string, behavior = 'Isolated', invert = false) => ({
  type: 'Split',
  pattern: { Regex },
  behavior,
  invert,
})

const sequence = (...pretokenizers: readonly object[]) => ({ type: 'Sequence', pretokenizers })

/** Pre-tokenizers as the published files have them. */
export const preTokenizers = {
  'Llama 3': sequence(
    split(String.raw`${anyCase}|${before}\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|${rest}`),
    byteLevel,
  ),
  'Qwen 2': sequence(
    split(String.raw`${anyCase}|${before}\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|${rest}`),
    byteLevel,
  ),
  'Qwen 3.5': sequence(
    split(String.raw`${anyCase}|${before}[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|${rest}`),
    byteLevel,
  ),
  'gpt-oss': sequence(
    split(
      String.raw`${before}${upper}*${lower}+${anyCase}?|${before}${upper}+${lower}*${anyCase}?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|${rest}`,
    ),
    byteLevel,
  ),
  Tekken: sequence(
    split(
      String.raw`${before}${upper}*${lower}+|${before}${upper}+${lower}*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|${rest}`,
    ),
    byteLevel,
  ),
  'GPT-2': { ...byteLevel, use_regex: true },
  'DeepSeek V3': sequence(
    split(String.raw`\p{N}{1,3}`),
    split('[一-龥぀-ゟ゠-ヿ]+'),
    split(
      String.raw`[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_${'`'}{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
    ),
    byteLevel,
  ),
} as const

/**
 * An encoding of tiktoken, or its first tokens, as the model of a `tokenizer.json`: all ways to make a token, in
 * the tokens' order.
 */
export async function modelOf(
  encoding: EncodingName,
  maxTokens = Number.POSITIVE_INFINITY,
): Promise<ModelFields> {
  const { bpe_ranks: ranks } = await loadRankSource(encoding)
  const tokens = ranks
    .split('\n')
    .flatMap((line) => line.split(' ').slice(2))
    .slice(0, maxTokens)
    .map((token) => Buffer.from(token, 'base64').toString('latin1'))
  const ids = new Map(tokens.map((token, id) => [token, id]))
  const spelled = tokens.map(spell)
  const merges: (readonly [string, string])[] = []
  for (const token of tokens) {
    const known: (readonly [leftId: number, rightId: number])[] = []
    for (let at = 1; at < token.length; at++) {
      const leftId = ids.get(token.slice(0, at))
      const rightId = leftId === undefined ? undefined : ids.get(token.slice(at))
      if (leftId !== undefined && rightId !== undefined) known.push([leftId, rightId])
    }
    known.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    for (const [left, right] of known) merges.push([spelled[left] ?? '', spelled[right] ?? ''])
  }
  return { type: 'BPE', vocab: Object.fromEntries(spelled.map((token, id) => [token, id])), merges }
}

/** GPT-2's spelling of bytes: printable Latin-1 stands for itself, the rest for U+0100 upwards. */
const byteAlphabet = (() => {
  const isPrintable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
  let next = 0x100
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++))
})()

const spell = (latin1: string) => Array.from(latin1, (byte) => byteAlphabet[byte.charCodeAt(0)]).join('')

/** A BPE over characters, trained on `text`: the most frequent pair first, `<0xXX>` for all bytes. */
export function trainCharacters(text: string, rounds: number, left: string): ModelFields {
  const out = new Set(left)
  let parts = [...text.replaceAll(' ', '▁')].filter((character) => !out.has(character))
  const tokens = ['<unk>', ...byteTokens, ...new Set(parts)]
  const merges: (readonly [string, string])[] = []
  for (let round = 0; round < rounds; round++) {
    const counts = new Map<string, number>()
    for (let i = 0; i + 1 < parts.length; i++) {
      const pair = `${parts[i]}\0${parts[i + 1]}`
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
    const [best = '', times = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    const [first = '', second = ''] = best.split('\0')
    if (times < 2) break
    merges.push([first, second])
    tokens.push(first + second)
    const joined: string[] = []
    for (let i = 0; i < parts.length; i++) {
      const joins = parts[i] === first && parts[i + 1] === second
      joined.push(joins ? first + second : (parts[i] ?? ''))
      if (joins) i++
    }
    parts = joined
  }
  const vocab = Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]))
  return { type: 'BPE', vocab, merges, unk_token: '<unk>' }
}

const byteTokens = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
)

export function fileOf(parts: { model: object; pre_tokenizer?: object | null; normalizer?: object | null }) {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    ...parts,
  }
}
