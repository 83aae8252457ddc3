#!/usr/bin/env node
import './nodeCheck.mjs'

const { main } = await import('../main/src/hosts/cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
