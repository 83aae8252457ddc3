export {
  createFactLookup,
  type FactLookup,
} from './factLookup.ts'
