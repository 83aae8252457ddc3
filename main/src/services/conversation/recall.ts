import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import { bigrams } from '../memory/index.ts'

/** A message of a finished round that is not sent. */
export interface UnsentMessage {
  readonly id: string
  /** Where it stands in its conversation, from 1. */
  readonly number: number
  readonly byAuthor: boolean
  readonly timestamp: string
  /** Redacted. */
  readonly text: string
  /** What was said just before it, or answered to it. */
  readonly adjacentText: string
}

/** A piece of such a message that a question is about. */
export interface RecalledPiece extends Omit<UnsentMessage, 'adjacentText'> {
  /** UTF-16 offsets in the redacted message. */
  readonly from: number
  readonly to: number
  /** [0,1]: how much of what is rare in the question it shares. */
  readonly similarity: number
}

const maxPieceUnits = 240
const recalledAtMost = 3
/** A bigram in more of the pieces than this says little about which of them is meant. */
const commonShare = 0.1
/** What stands beside a message tells what it is about, in part. */
const adjacentWeight = 0.4

export interface ConversationRecall {
  find(messages: readonly UnsentMessage[], question: string): readonly RecalledPiece[]
}

/** Finds what was said earlier, by the rare bigrams that a question shares with it. */
export function createConversationRecall(): ConversationRecall {
  const cache: TextCache<ReadonlySet<number>> = createTextCache(50_000)
  const gramsOf = (text: string) => {
    const grams = cache.get(text) ?? bigrams(text)
    cache.set(text, grams)
    return grams
  }

  return {
    find(messages, question) {
      const queryGrams = gramsOf(question)
      if (queryGrams.size === 0) return []
      const chunks = messages.flatMap(piecesOf)
      const own = chunks.map(({ text }) => gramsOf(text))
      const frequency = new Map<number, number>()
      for (const grams of own)
        for (const gram of queryGrams)
          if (grams.has(gram)) frequency.set(gram, (frequency.get(gram) ?? 0) + 1)
      const common = Math.max(2, chunks.length * commonShare)
      const weights = new Map(
        [...frequency].map(([gram, pieceCount]) => [gram, Math.log(1 + chunks.length / pieceCount)]),
      )
      const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
      const scored = chunks.flatMap(({ adjacentText, ...piece }, at) => {
        let [score, isRare] = [0, false]
        const near = gramsOf(adjacentText)
        for (const [gram, value] of weights) {
          const isHere = own[at]?.has(gram) === true
          if (isHere) score += value
          else if (near.has(gram)) score += value * adjacentWeight
          if (isHere && (frequency.get(gram) ?? 0) <= common) isRare = true
        }
        return isRare ? [{ ...piece, similarity: score / all }] : []
      })
      return scored
        .sort((a, b) => b.similarity - a.similarity || b.number - a.number || a.from - b.from)
        .slice(0, recalledAtMost)
    },
  }
}

/** Whole sentences of at most 240 units. */
function piecesOf(
  message: UnsentMessage,
): (UnsentMessage & { readonly from: number; readonly to: number })[] {
  const chunks: (UnsentMessage & { readonly from: number; readonly to: number })[] = []
  const { text } = message
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from)
    if (text.slice(from, to).trim() !== '') chunks.push({ ...message, text: text.slice(from, to), from, to })
    from = to
  }
  return chunks
}

function endOfPiece(text: string, from: number): number {
  const limit = from + maxPieceUnits
  if (limit >= text.length) return text.length
  const part = text.slice(from, limit)
  const end = Math.max(...['。', '！', '？', '\n', '. '].map((mark) => part.lastIndexOf(mark)))
  if (end > 0) return from + end + 1
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}
