import type { Logger } from '../../lib/logger.ts'
import type { AssembledContext, PreparedContext } from '../context/index.ts'
import { judge, type Verdict, type WordList } from './judge.ts'

export interface ReviewOptions {
  /** The word list that what was written is checked against. */
  readonly wordList?: (projectId: string) => Promise<WordList>
  readonly logger: Logger
}

/** Checks what a run wrote against the constraints that were sent; a check that fails never costs the text. */
export async function reviewText(
  { wordList, logger }: ReviewOptions,
  { assembly }: AssembledContext,
  { projectId, skill, selectedText }: PreparedContext,
  text: string,
): Promise<Verdict> {
  if (skill.output === 'show') return { warnings: [], checked: [] }
  try {
    const words = (await wordList?.(projectId)) ?? { terms: [], banned: [] }
    const constraints = assembly.placed.rules
      .filter(({ chunk, action }) => chunk.source.print === 'numbered' && action !== 'dropped')
      .map((placed) => placed.text)
    return judge({ text, original: skill.output === 'replace' ? selectedText : '', constraints, words })
  } catch (error) {
    logger.warn({ projectId, cause: String(error) }, 'what was written could not be checked')
    return { warnings: [], checked: [] }
  }
}
