export { createWordLists, type WordLists } from './wordLists.ts'
