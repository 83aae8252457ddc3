export { type Ask, type AskPorts, createAsk } from './ask.ts'
