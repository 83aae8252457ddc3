export {
  createFactLookup,
  type FactLookup,
  type FactLookupPorts,
} from './factLookup.ts'
