/** Number of the chapter that answers, the question, words of the answering passage (white space left out). */
export type AskedQuestion = readonly [chapter: number, question: string, answer: string]
