export { type BookWords, createBookWords } from './bookWords.ts'
