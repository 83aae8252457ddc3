export { createExchange, type ExchangePort } from './exchange.ts'
export { type EntryCalls, entryPortOf } from './servicePort.ts'
