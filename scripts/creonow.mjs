#!/usr/bin/env node
import { resolve } from 'node:path'
import './nodeCheck.mjs'
import { programModule } from './setup/program.mjs'

const root = resolve(import.meta.dirname, '..')
const { main } = await import(programModule(root, 'hosts/cli/main'))
process.exitCode = await main(process.argv.slice(2))
