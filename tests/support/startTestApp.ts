import { start } from '../../scripts/start/main.ts'
import { createHostedTestApp } from './hostedTestApp.ts'

// `npm start` with the small test app in place of the product, for tests of starting and stopping.
process.exit(
  await start(process.argv.slice(2), async ({ dataFolder, logger }) => {
    const app = createHostedTestApp({ dataFolder, logger })
    app.dispose = async () => void process.stderr.write('disposed\n')
    return app
  }),
)
