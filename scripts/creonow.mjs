#!/usr/bin/env node
import * as module from 'node:module'
import { join, resolve } from 'node:path'
import './nodeCheck.mjs'
import { programModule } from './setup/program.mjs'

const root = resolve(import.meta.dirname, '..')
// By its name alone an older Node would not get as far as the check of its version.
module.enableCompileCache(join(root, 'node_modules/.cache/creonow-compiled'))
const { main } = await import(programModule(root, 'hosts/cli/main'))
process.exitCode = await main(process.argv.slice(2))
