import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShownWindow } from '../../main/src/contract/desktop.ts'
import { type ElectronHostOptions, startElectronHost } from '../../main/src/hosts/electron/electronHost.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { type ContentsDouble, createElectronDouble, type ElectronDouble } from './electronDouble.ts'
import { createHostedTestApp, type HostedTestApp, temporaryFolder } from './hostedTestApp.ts'

/** The top frame of our own page. */
export const ownFrame = { url: 'app://creonow/index.html', parent: null }

/** What a report says of the program. */
export const programFacts = {
  ...{ version: '1.2.3', system: 'linux x64', at: '2026-11-28T12:00:00.000Z' },
  versions: { Electron: '45.4.1', Chromium: undefined },
}

/** What a page shows on the first screen. */
export const firstScreen: ShownWindow = { language: 'zh', theme: 'system', hasChapter: false, modes: [] }

/** A page that shows a work. */
export const showing = (
  projectId: string,
  rootPath: string,
  more: Partial<ShownWindow> = {},
): ShownWindow => ({
  ...firstScreen,
  ...{ projectId, work: { name: '雾港来信', rootPath }, hasChapter: true },
  ...more,
})

/** The desktop host over a double of Electron, with levers of its pages. */
export interface DesktopHost {
  readonly double: ElectronDouble
  readonly app: HostedTestApp
  /** The data folder. */
  readonly folder: string
  /** The page of a window opens the work it describes, and describes itself. */
  describe(contents: ContentsDouble, shown: ShownWindow): Promise<void>
  /** What the desktop has sent to a page. */
  events(contents: ContentsDouble): readonly unknown[]
  /** The web contents of a window, from 0 in the order of opening. */
  contents(index: number): ContentsDouble
  remove(): Promise<void>
}

/** Starts the host with a small app; `remove` deletes its folder. */
export async function startDesktop(
  options: Partial<ElectronHostOptions> & { double?: ElectronDouble; checksForUpdates?: boolean } = {},
): Promise<DesktopHost> {
  const { double = createElectronDouble(), checksForUpdates = false, ...rest } = options
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'renderer'))
  await writeFile(join(folder.path, 'renderer', 'index.html'), '<meta nonce="__CSP_NONCE__">')
  const app = createHostedTestApp({ dataFolder: folder.path })
  app.checksForUpdates = checksForUpdates
  await startElectronHost({
    electron: double.electron,
    createApp: async () => app,
    profileFolder: join(folder.path, 'profile'),
    rendererFolder: join(folder.path, 'renderer'),
    preloadFile: join(folder.path, 'preload.cjs'),
    environment: {},
    platform: 'linux',
    commandLine: ['creonow'],
    workingFolder: '/',
    language: () => 'zh',
    facts: () => programFacts,
    updates: { updater: 'off', current: '1.2.3' },
    logger: silentLogger,
    ...rest,
  })
  const call = async (contents: ContentsDouble, channel: string, input: object) => {
    const answer = await double.invoke(contents, ownFrame, channel, input)
    if (!Object(answer).ok) throw new Error(`${channel}: ${JSON.stringify(answer)}`)
  }
  return {
    double,
    app,
    folder: folder.path,
    async describe(contents, shown) {
      const { projectId } = shown
      if (projectId !== undefined) await call(contents, 'test:open', { projectId })
      await call(contents, 'desktop:describe', shown)
    },
    events: ({ sent }) =>
      sent.flatMap((message) => {
        const [, { event, payload }] = message as [string, { event: string; payload: unknown }] // of the host
        return event === 'desktop' ? [payload] : []
      }),
    contents(index) {
      const contents = double.windows[index]?.contents
      if (!contents) throw new Error(`no window ${index}`)
      return contents
    },
    remove: () => folder.remove(),
  }
}
