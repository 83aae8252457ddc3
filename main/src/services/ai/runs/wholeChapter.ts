import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { type AssembledContext, graphemeAtOrBefore, type PreparedContext } from '../../context/index.ts'

export interface ChapterReading {
  /** The project was just opened and is still being read. */
  readonly onWarmUp: () => void
  /** Before each part; `parts` is what is expected so far. */
  readonly onPart: (part: number, parts: number) => void
  /** Runs the model on one part; its answer is what the next part is told. */
  readonly answer: (assembled: AssembledContext) => Promise<string>
}

/** Less of a chapter than this in a request is no reading. */
const leastUnits = 400
/** Of what fitted into the first request: the synopsis of the parts before needs room too. */
const share = 0.85

/**
 * The request that completes the reading of a chapter: all of it when it fits, else its last part together with
 * the synopsis of the parts before, which the model has written one after the other. Every character of the
 * chapter has then been in one of the requests.
 * @throws AppError CONTEXT_INPUT_TOO_LARGE, and what assembling and the model throw.
 */
export async function readWholeChapter(
  prepared: PreparedContext,
  reading: ChapterReading,
): Promise<AssembledContext> {
  const { text } = prepared.document
  const whole = await prepared.assemble(reading.onWarmUp, ({ readFrom }) => readFrom === 0)
  if (whole.readFrom === 0) return whole
  let units = evenly(text.length, (text.length - whole.readFrom) * share)
  let from = 0
  let soFar = ''
  for (let part = 1; ; part += 1) {
    const next = await readPart()
    if (next.to === text.length) return next.assembled
    soFar = (await reading.answer(next.assembled)).trim()
    if (soFar === '') throw new AppError(ErrorCode.AI_PROVIDER_ERROR, `读到第 ${part} 部分时模型没有回答。`)
    from = next.to

    /** Smaller until the part fits with all that stands beside it. */
    async function readPart() {
      while (units >= leastUnits) {
        const start = from
        const to = endOfPart(text, start, units)
        const parts = part - 1 + Math.ceil((text.length - start) / units)
        reading.onPart(part, Math.max(parts, part))
        const instruction = partInstruction(prepared.language, { part, isLast: to === text.length, soFar })
        const request = prepared.part({ to, instruction })
        const assembled = await request.assemble(undefined, ({ readFrom }) => readFrom <= start)
        if (assembled.readFrom <= start) return { to, assembled }
        units = Math.floor((to - assembled.readFrom) * share)
      }
      const message = '模型的窗口太小，这一章分成很多部分也读不下。请换一个窗口更大的模型。'
      throw new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, message)
    }
  }
}

/** Parts of the same length, none longer than `most`. */
const evenly = (length: number, maxLength: number) => Math.ceil(length / Math.ceil(length / maxLength))

/** At the end of a paragraph where there is one in the second half of the part. */
function endOfPart(text: string, from: number, units: number): number {
  if (from + units >= text.length) return text.length
  const lineEnd = text.lastIndexOf('\n', from + units - 1) + 1
  return lineEnd > from + units / 2 ? lineEnd : Math.max(from + 1, graphemeAtOrBefore(text, from + units))
}

const wordingByLanguage = {
  zh: {
    part: (part: number) => `这一章比窗口长，要分几次读，这是第 ${part} 次，「光标之前」的末尾是这次的正文。`,
    soFar: '到上一次为止的梗概：',
    last: '把它和这次的正文合成整章的梗概。',
    more: '写出从章首到这里的梗概，供下一次接着读。',
  },
  en: {
    part: (part: number) =>
      `The chapter is longer than the window and read in parts; this is part ${part}, at the end of the text before the cursor.`,
    soFar: 'Synopsis of the parts before:',
    last: 'Join it and this part into the synopsis of the whole chapter.',
    more: 'Write the synopsis from the start of the chapter up to here, for the next part.',
  },
} as const

function partInstruction(
  language: PreparedContext['language'],
  { part, isLast, soFar }: { readonly part: number; readonly isLast: boolean; readonly soFar: string },
): string {
  const wording = wordingByLanguage[language]
  const before = soFar === '' ? [] : [wording.soFar, soFar]
  return [wording.part(part), ...before, isLast ? wording.last : wording.more].join('\n')
}
