import { parseArgs } from 'node:util'
import { run as agent } from './agentTask.ts'
import { run as assemble } from './assemble.ts'
import { run as bookSearch } from './bookSearch.ts'
import { run as cache } from './cache/index.ts'
import { run as codex } from './codex/index.ts'
import { run as corpus } from './corpus/index.ts'
import { run as exporting } from './exporting.ts'
import { run as ask } from './factLookup/index.ts'
import { run as foresight } from './foresight/index.ts'
import { run as planted } from './foresight/planted.ts'
import { run as history } from './history.ts'
import { run as importing } from './importing.ts'
import { run as index } from './indexing.ts'
import { run as judge } from './judging/index.ts'
import { run as mentions } from './mentions.ts'
import { run as newRequests } from './newRequests.ts'
import { run as page } from './page/index.ts'
import { run as peers } from './peers.ts'
import { run as redaction } from './redaction/index.ts'
import { run as rename } from './renaming/index.ts'
import { run as retrieval } from './retrieval.ts'
import { run as search } from './search.ts'
import { run as start } from './start.ts'
import { run as table } from './table.ts'
import { run as threads } from './threads/index.ts'
import { run as tokens } from './tokens.ts'
import { run as uploads } from './uploads.ts'
import { run as voice } from './voice/index.ts'
import { run as watching } from './watching.ts'

const benches = {
  agent,
  ask,
  bookSearch,
  history,
  cache,
  codex,
  corpus,
  exporting,
  foresight,
  tokens,
  search,
  importing,
  index,
  judge,
  mentions,
  watching,
  assemble,
  newRequests,
  page,
  peers,
  planted,
  redaction,
  rename,
  retrieval,
  start,
  table,
  threads,
  uploads,
  voice,
} as const

/** `npm run bench -- <name> [--json] [--novel FILE]`, `cache` also with `--rpc`, `--agent` or `--chat`, `--size TOKENS`, `--book NAME`; without a name, the list. `table`: the stored results as a table. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    novel: { type: 'string' },
    rpc: { type: 'boolean' },
    agent: { type: 'boolean' },
    chat: { type: 'boolean' },
    book: { type: 'string' },
    size: { type: 'string' },
  },
})
const name = positionals[0] ?? ''
if (!Object.hasOwn(benches, name)) {
  process.stderr.write(`npm run bench -- ${Object.keys(benches).join(' | ')} [--json] [--novel FILE]\n`)
  process.exitCode = name === '' ? 0 : 1
} else {
  const run = benches[name as keyof typeof benches] // checked by hasOwn
  const novel = values.novel === undefined ? {} : { novel: values.novel }
  const only = {
    ...(values.book === undefined ? {} : { book: values.book }),
    ...(values.size === undefined ? {} : { size: Number(values.size) }),
  }
  await run({
    json: values.json ?? false,
    rpc: values.rpc ?? false,
    agent: values.agent ?? false,
    chat: values.chat ?? false,
    ...novel,
    ...only,
  })
}
