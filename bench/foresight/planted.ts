import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { facts as chineseFacts } from '../searchQuestions.ts'
import { type Book, novelFiles, readBook } from './book.ts'
import { openProduct } from './product.ts'

type Fact = (typeof chineseFacts)[number]

/** Written for no book, and before the rule that is measured with them; no reminder repeats a whole clause. */
const englishFacts: readonly Fact[] = [
  [
    'Old Tregarth had buried the copper casket under the third step of the disused granary, and tied a scarlet cord about it.',
    'She knelt and felt along the edge of the step; out of the mud there stuck an end of scarlet cord. The granary was empty.',
  ],
  [
    'There was a pale ring about his left wrist, where a hawser had scarred it when he was a boy aboard the Petrel.',
    'The stranger rolled back his sleeve to draw water, and the lamp swung, and there upon the wrist was the ring of a hawser.',
  ],
  [
    'The dumb bell of the lighthouse had rung of itself but once, on the night of the spring tide, and the keeper had never slept sound since.',
    'When the tide had covered the seventh pile, the dumb bell in the lighthouse began to ring.',
  ],
  [
    'The apothecary never wrote a name in his ledger; he drew a sprig of plum blossom, and the petals told the crowns that were owing.',
    'On the last leaf of the ledger was no writing, only a sprig of plum blossom with five petals.',
  ],
  [
    'Annick was afraid of polecats, because it was a polecat that had blinded her brother in the cradle.',
    'A polecat leapt down from the wall, and the colour went out of her face.',
  ],
  [
    'The letter was sealed with rice paste, and what was written on the back could not be read until it had been held over steam.',
    'He held the letter to the spout of the kettle; the rice paste softened, and some faint lines rose on the back.',
  ],
  [
    'The ferryman at Saltash would take coppers and never silver, for silver, said he, weighs down a boat.',
    'She offered a silver piece. The ferryman shook his head and pointed to the gunwale, and then to the water.',
  ],
  [
    'Of the strongroom there were three keys: one lay in a coffin, one at the bottom of the well, and one she wore in the coils of her hair.',
    'She drew out the pins, and as the coils came down a key dropped ringing upon the table.',
  ],
  [
    'A blind fortune-teller had warned him that in his twenty-seventh year he must not go near a viaduct.',
    'Before them the viaduct stepped across the valley. It was his twenty-seventh birthday.',
  ],
  [
    'The thirteenth parry of the Gascoyne school was called the returning goose, and it was taught to daughters and never to sons.',
    'She turned upon her heel, and the point came up from under her arm: it was the returning goose, which was thought to be lost.',
  ],
]

/**
 * `npm run bench -- planted`: of ten facts planted in the first half of each novel, a reminder of each in the second,
 * how many are among the passages that "continue" sends from there, and the share of the passages in the prompt.
 */
export async function run({ json = false, novel }: { json?: boolean; novel?: string } = {}): Promise<void> {
  for (const file of novelFiles(novel)) {
    const book = readBook(basename(file, '.txt'), readFileSync(file, 'utf8'))
    const row = { novel: book.name, ...(await measurePlanted(book)) }
    console.log(
      json
        ? JSON.stringify(row)
        : `${row.novel}: ${row.sent} of ${row.of} sent, ${row.inThree} among the first three; passages are ${row.share} of the prompt`,
    )
  }
}

async function measurePlanted(book: Book) {
  const facts = book.isChinese ? chineseFacts : englishFacts
  const chapters = book.documents.map(({ documentId, from, to }) => ({
    documentId,
    text: book.text.slice(from, to),
  }))
  const cursors = facts.map(([fact, reminder], at) => {
    const early = chapters[Math.floor((chapters.length / 2) * (at / facts.length))]
    const late = chapters[Math.min(chapters.length - 1, Math.floor(chapters.length * (0.6 + 0.03 * at)))]
    if (early) early.text = insertLine(early.text, fact).text
    if (!late) return { documentId: '', cursorPosition: 0, fact }
    const { text, end } = insertLine(late.text, reminder)
    late.text = text
    return { documentId: late.documentId, cursorPosition: end, fact }
  })
  const files = Object.fromEntries(chapters.map((it) => [it.documentId, it.text]))
  const product = await openProduct(files, undefined, book.isChinese ? 'zh' : 'en')
  try {
    const places: number[] = []
    const shares: number[] = []
    for (const { documentId, cursorPosition, fact } of cursors) {
      const { passages, passageTokens, tokenCount } = await product.inspect(documentId, cursorPosition)
      places.push(passages.findIndex(({ text }) => text.includes(fact)))
      shares.push(passageTokens / tokenCount)
    }
    const within = (k: number) => places.filter((place) => place >= 0 && place < k).length
    const share = shares.reduce((sum, it) => sum + it, 0) / shares.length
    return {
      inThree: within(3),
      sent: within(Number.POSITIVE_INFINITY),
      of: places.length,
      share: Math.round(share * 1000) / 1000,
    }
  } finally {
    await product.dispose()
  }
}

/** A paragraph in the middle of a chapter. */
function insertLine(text: string, line: string): { text: string; end: number } {
  const isBlankParted = text.includes('\n\n')
  const between = isBlankParted ? '\n\n' : '\n'
  const middle = text.indexOf(between, text.length / 2) + between.length
  const before = `${text.slice(0, middle)}${isBlankParted ? '' : '\u3000\u3000'}${line}`
  return { text: `${before}${between}${text.slice(middle)}`, end: before.length }
}
