export { type BookBackups, createBookBackups } from './bookBackups.ts'
