import './nodeCheck.mjs'

const { main } = await import('../main/src/hosts/cli.ts')
process.exitCode = await main(process.argv.slice(2))
