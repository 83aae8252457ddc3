export { createMeteredProvider } from './meteredProvider.ts'
export { createSpendingBook, type SpendingBook } from './spendingBook.ts'
