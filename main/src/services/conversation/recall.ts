import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import { bigrams } from '../memory/index.ts'

/** A message of a finished round that is not sent. */
export interface PastMessage {
  readonly id: string
  /** Where it stands in its conversation, from 1. */
  readonly number: number
  readonly byAuthor: boolean
  readonly timestamp: string
  /** Redacted. */
  readonly text: string
  /** What was said just before it, or answered to it. */
  readonly beside: string
}

/** A piece of such a message that a question is about. */
export interface RecalledPiece extends Omit<PastMessage, 'beside'> {
  /** UTF-16 offsets in the redacted message. */
  readonly from: number
  readonly to: number
  /** [0,1]: how much of what is rare in the question it shares. */
  readonly likeness: number
}

const maxPieceUnits = 240
const recalledAtMost = 3
/** A bigram in more of the pieces than this says little about which of them is meant. */
const commonShare = 0.1
/** What stands beside a message tells what it is about, in part. */
const besideWeight = 0.4

export interface TalkRecall {
  find(messages: readonly PastMessage[], question: string): readonly RecalledPiece[]
}

/** Finds what was said earlier, by the rare bigrams that a question shares with it. */
export function createTalkRecall(): TalkRecall {
  const known: TextCache<ReadonlySet<number>> = createTextCache(50_000)
  const gramsOf = (text: string) => {
    const grams = known.get(text) ?? bigrams(text)
    known.set(text, grams)
    return grams
  }

  return {
    find(messages, question) {
      const asked = gramsOf(question)
      if (asked.size === 0) return []
      const pieces = messages.flatMap(piecesOf)
      const own = pieces.map(({ text }) => gramsOf(text))
      const frequency = new Map<number, number>()
      for (const grams of own)
        for (const gram of asked) if (grams.has(gram)) frequency.set(gram, (frequency.get(gram) ?? 0) + 1)
      const common = Math.max(2, pieces.length * commonShare)
      const worth = new Map(
        [...frequency].map(([gram, pieceCount]) => [gram, Math.log(1 + pieces.length / pieceCount)]),
      )
      const all = [...worth.values()].reduce((sum, one) => sum + one, 0)
      const scored = pieces.flatMap(({ beside, ...piece }, at) => {
        let [score, isRare] = [0, false]
        const near = gramsOf(beside)
        for (const [gram, value] of worth) {
          const isHere = own[at]?.has(gram) === true
          if (isHere) score += value
          else if (near.has(gram)) score += value * besideWeight
          if (isHere && (frequency.get(gram) ?? 0) <= common) isRare = true
        }
        return isRare ? [{ ...piece, likeness: score / all }] : []
      })
      return scored
        .sort((a, b) => b.likeness - a.likeness || b.number - a.number || a.from - b.from)
        .slice(0, recalledAtMost)
    },
  }
}

/** Whole sentences of at most 240 units. */
function piecesOf(message: PastMessage): (PastMessage & { readonly from: number; readonly to: number })[] {
  const pieces: (PastMessage & { readonly from: number; readonly to: number })[] = []
  const { text } = message
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from)
    if (text.slice(from, to).trim() !== '') pieces.push({ ...message, text: text.slice(from, to), from, to })
    from = to
  }
  return pieces
}

function endOfPiece(text: string, from: number): number {
  const most = from + maxPieceUnits
  if (most >= text.length) return text.length
  const part = text.slice(from, most)
  const end = Math.max(...['。', '！', '？', '\n', '. '].map((mark) => part.lastIndexOf(mark)))
  if (end > 0) return from + end + 1
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
}
