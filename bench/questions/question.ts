/** Chapters that answer (0: any), the question, words of the answering passage, one of them (white space left out). */
export type AskedQuestion = readonly [
  chapters: number | readonly number[],
  question: string,
  answers: string | readonly string[],
]

/** Whether a passage of a chapter answers. */
export function isAnswered([chapters, , answers]: AskedQuestion, chapter: number, text: string): boolean {
  const dense = text.replace(/\s/g, '')
  return (
    (chapters === 0 || [chapters].flat().includes(chapter)) &&
    [answers].flat().some((answer) => dense.includes(answer.replace(/\s/g, '')))
  )
}
