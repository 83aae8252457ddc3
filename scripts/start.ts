import { start } from './start/main.ts'

const createApp: Parameters<typeof start>[1] = async (options) => {
  const app = await import('../main/src/app.ts')
  return app.createApp(options)
}

process.exit(await start(process.argv.slice(2), createApp))
