export { createExchange, type ExchangePort } from './exchange.ts'
