export { createExchange } from './exchange.ts'
