import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as electron from 'electron'
import { createApp } from './app.ts'
import type { UiLanguage } from './contract/sentences/errorKeys.ts'
import { crashReport, crashWords, type ProgramFacts } from './hosts/crashReport.ts'
import { bindElectron } from './hosts/electron/bindElectron.ts'
import { startElectronHost } from './hosts/electron/electronHost.ts'
import { createSafeKeyStore } from './hosts/electron/keys.ts'
import { portableDataFolder } from './hosts/electron/portable.ts'
import { updatesOfProgram } from './hosts/electron/updates/updatesOfProgram.ts'
import { languageOfProcess } from './hosts/language.ts'
import { watchProcess } from './hosts/processFaults.ts'
import { isAppError, toPayload } from './lib/appError.ts'
import { dataFolderOfProcess } from './lib/dataFolder.ts'
import { createLogger } from './lib/logger.ts'

// After the build this file is out/main/index.js, next to out/renderer and out/preload.
const out = resolve(import.meta.dirname, '..')
const environment = process.env
const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false, allowPositionals: true })
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const portable =
  electron.app.isPackaged && !environment.CREONOW_DATA_DIR
    ? portableDataFolder({
        ...{ platform: process.platform, env: environment, program: process.execPath, isFolder },
      })
    : undefined
const dataFolder = dataFolderOfProcess(typeof values.data === 'string' ? values.data : portable)
// Not waited for: Electron wants to be set up before it is ready.
let language: UiLanguage = 'zh'
void languageOfProcess({ data: dataFolder }).then((uiLanguage) => {
  language = uiLanguage
})
const logger = createLogger()
const api = bindElectron(electron)
// The sample and the template are next to a packaged app's archive, and next to `out` otherwise.
const shipped = api.app.isPackaged ? process.resourcesPath : resolve(out, '..')
const facts = (): ProgramFacts => ({
  version: electron.app.getVersion(),
  system: `${process.platform} ${process.arch}`,
  versions: {
    Electron: process.versions.electron,
    Chromium: process.versions.chrome,
    Node: process.versions.node,
  },
  at: new Date().toISOString(),
})
watchProcess({
  logger,
  language: () => language,
  showMessage: (sentence, error) => showCrash(sentence, crashReport({ kind: 'program', error }, facts())),
  exit: (code) => electron.app.exit(code),
})

/** Before Electron is ready it has no dialog with buttons. */
function showCrash(sentence: string, report: string): void {
  const detail = `${crashWords.sent[language]}\n\n${report}`
  if (!electron.app.isReady()) {
    electron.dialog.showErrorBox('CreoNow', `${sentence}\n\n${detail}`)
    return
  }
  const buttons = [crashWords.quit, crashWords.copyAndQuit].map((words) => words[language])
  const shown = { type: 'error', title: 'CreoNow', message: sentence, detail, cancelId: 0 } as const
  if (electron.dialog.showMessageBoxSync({ ...shown, buttons }) === 1) electron.clipboard.writeText(report)
}

startElectronHost({
  electron: api,
  createApp: async () => {
    const { safeStorage } = api
    const keys = await createSafeKeyStore({ safeStorage, dataFolder, environment, logger })
    return createApp({
      ...{ dataFolder, logger, keys, locale: electron.app.getLocale() },
      samplesFolder: join(shipped, 'samples'),
      templateFolder: join(shipped, '.creonow-template'),
    })
  },
  profileFolder: join(dataFolder, 'electron'),
  rendererFolder: join(out, 'renderer'),
  preloadFile: join(out, 'preload', 'index.cjs'),
  environment,
  platform: process.platform,
  commandLine: process.argv,
  workingFolder: process.cwd(),
  updates: updatesOfProgram({
    ...{ environment, platform: process.platform, logger },
    ...{ version: electron.app.getVersion(), isPackaged: api.app.isPackaged },
    ...{ appFolder: resolve(out, '..'), resources: shipped },
    ...{ folder: join(dataFolder, 'updates'), quit: api.app.quit, relaunch: api.app.relaunch },
  }),
  language: () => language,
  facts,
  logger,
}).catch((error: unknown) => {
  logger.error({ cause: error instanceof Error ? error.message : String(error) }, 'CreoNow did not start')
  electron.dialog.showErrorBox(
    'CreoNow 没有启动',
    isAppError(error) ? toPayload(error).message : '程序内部出错。',
  )
  electron.app.exit(1)
})
