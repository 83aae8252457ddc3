import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import { packageKindOf } from './packageKind.ts'
import { type UpdateFeed, updateFeedOf } from './updateFeed.ts'
import type { UpdatesOptions } from './updates.ts'

/** How long the feed is waited for, in milliseconds. */
const waitMs = 30_000

/** What is known of this program. */
export interface Program {
  /** Of this program, as semver. */
  readonly version: string
  /** Whether it runs from a package; else it has no updates. */
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder with its `package.json`, absolute. */
  readonly appFolder: string
  /** The folder with what electron-builder lays beside it, absolute. */
  readonly resources: string
  /** Where downloads go, absolute. */
  readonly folder: string
  quit(): void
  relaunch(): void
  readonly logger: Logger
}

/** Whether and from where this program gets new versions. The library that installs them is loaded when one is looked for. */
export function updatesOfProgram(program: Program): Pick<UpdatesOptions, 'updater' | 'current'> {
  const { version: current, resources } = program
  const feed = program.isPackaged ? feedOf(program) : undefined
  if (feed === undefined) return { updater: 'off', current }
  const packageType = textAt(join(resources, 'package-type'))
  const kind = packageKindOf(program.platform, program.environment, packageType)
  if (kind === undefined) return { updater: 'byHand', current }
  return {
    current,
    async updater() {
      const { createLibraryUpdater } = await import('./libraryUpdater.ts')
      const configFile = join(resources, 'app-update.yml')
      const running = kind === 'appImage' ? program.environment.APPIMAGE : undefined
      return createLibraryUpdater({ ...program, program: running, feed, kind, configFile, waitMs })
    },
  }
}

/** A feed that cannot be used is none. */
function feedOf({ appFolder, logger }: Program): UpdateFeed | undefined {
  try {
    return updateFeedOf(JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')))
  } catch (error) {
    logger.error({ cause: String(error) }, 'the feed of new versions cannot be used')
    return undefined
  }
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
