export { createFileStores, type FileStores, type FileStoresOptions } from './fileStores.ts'
